/** What `Files` promises, for the real files and for those in memory. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoFiles } from "./deno_files.ts";
import type { Files } from "./host.ts";
import { memoryFiles } from "./memory_files.ts";

type Body = (files: Files, root: string) => Promise<void>;

/** Runs the test for both kinds of files, each in an empty folder. */
function both(name: string, body: Body): void {
  Deno.test(`${name} (real)`, () => real(body));
  Deno.test(`${name} (memory)`, () => body(memoryFiles("/work"), "/work"));
}

async function real(body: Body): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    await body(denoFiles(new Set()), root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const names = async (files: Files, folder: string) =>
  (await files.list(folder))?.map(({ name }) => name);

both("reads of something absent are undefined", async (files, root) => {
  await files.writeAtomic(join(root, "file"), "");
  for (const absent of [join(root, "absent"), join(root, "file", "below-a-file")]) {
    assert.equal(await files.readText(absent), undefined);
    assert.equal(await files.readBytes(absent), undefined);
    assert.equal(await files.readStream(absent), undefined);
    assert.equal(await files.list(absent), undefined);
    assert.equal(await files.size(absent), undefined);
    assert.equal(await files.exists(absent), false);
  }
});

both("a folder is no file, and a file no folder", async (files, root) => {
  await files.writeAtomic(join(root, "folder/file"), "text");
  await assert.rejects(files.readText(join(root, "folder")));
  assert.equal(await files.size(join(root, "folder")), undefined);
  assert.equal(await files.exists(join(root, "folder")), true);
  assert.equal(await files.list(join(root, "folder/file")), undefined);
});

both("text comes back byte for byte, CRLF and all", async (files, root) => {
  const path = join(root, "a/b/text");
  await files.writeAtomic(path, "∀ one\r\ntwo\n");
  assert.equal(await files.readText(path), "∀ one\r\ntwo\n");
  // U+2200 has three bytes in UTF-8, each other character one.
  assert.equal(await files.size(path), 13);
  const bytes = new Uint8Array([0, 255, 13, 10]);
  await files.writeAtomic(path, bytes);
  assert.deepEqual(new Uint8Array((await files.readBytes(path))!), bytes);
});

both("list() is in code-unit order, and says what is a folder", async (files, root) => {
  for (const name of ["b", "a", "B", "é", "a-b", "10", "9"]) {
    await files.writeAtomic(join(root, name), name);
  }
  await files.mkdir(join(root, "c"));
  assert.deepEqual(await files.list(root), [
    { name: "10", isFile: true, isDirectory: false },
    { name: "9", isFile: true, isDirectory: false },
    { name: "B", isFile: true, isDirectory: false },
    { name: "a", isFile: true, isDirectory: false },
    { name: "a-b", isFile: true, isDirectory: false },
    { name: "b", isFile: true, isDirectory: false },
    { name: "c", isFile: false, isDirectory: true },
    { name: "é", isFile: true, isDirectory: false },
  ]);
});

both("writeAtomic() replaces a file and leaves no other", async (files, root) => {
  await files.writeAtomic(join(root, "file"), "old");
  await files.writeAtomic(join(root, "file"), "new");
  assert.equal(await files.readText(join(root, "file")), "new");
  assert.deepEqual(await names(files, root), ["file"]);
});

both("writeAtomic() that fails leaves no temporary file", async (files, root) => {
  await files.writeAtomic(join(root, "folder/inner"), "kept");
  await assert.rejects(files.writeAtomic(join(root, "folder"), "text"));
  assert.deepEqual(await names(files, root), ["folder"]);
  assert.equal(await files.readText(join(root, "folder/inner")), "kept");
});

both("write() takes a stream, and readStream() gives one", async (files, root) => {
  const path = join(root, "file");
  const chunks = ["one ", "two"].map((text) => new TextEncoder().encode(text));
  await files.write(path, ReadableStream.from(chunks));
  assert.equal(await new Response(await files.readStream(path)).text(), "one two");
  await assert.rejects(files.write(join(root, "absent/file"), ReadableStream.from(chunks)));
});

both("rename() moves a file or a whole folder", async (files, root) => {
  await files.writeAtomic(join(root, "from/a/b"), "text");
  await files.rename(join(root, "from"), join(root, "to"));
  assert.deepEqual(await names(files, root), ["to"]);
  assert.equal(await files.readText(join(root, "to/a/b")), "text");
  await files.rename(join(root, "to/a/b"), join(root, "c"));
  assert.deepEqual(await names(files, root), ["c", "to"]);
});

both("rename() never merges folders, and refuses what is absent", async (files, root) => {
  await files.writeAtomic(join(root, "from/a"), "new");
  await files.writeAtomic(join(root, "to/b"), "old");
  await assert.rejects(files.rename(join(root, "from"), join(root, "to")));
  await assert.rejects(files.rename(join(root, "absent"), join(root, "elsewhere")));
  assert.deepEqual(await names(files, join(root, "from")), ["a"]);
  assert.deepEqual(await names(files, join(root, "to")), ["b"]);
});

both("remove() takes a folder with all in it, and accepts absence", async (files, root) => {
  await files.writeAtomic(join(root, "folder/a/b"), "text");
  await files.writeAtomic(join(root, "folder-2"), "text");
  await files.remove(join(root, "folder"));
  await files.remove(join(root, "absent"));
  assert.deepEqual(await names(files, root), ["folder-2"]);
});

both("mkdir() makes the folders above, and accepts one that is there", async (files, root) => {
  await files.mkdir(join(root, "a/b"));
  await files.mkdir(join(root, "a/b"));
  assert.deepEqual(await files.list(join(root, "a/b")), []);
});

Deno.test("list() takes a link for what it leads to", () =>
  real(async (files, root) => {
    await files.writeAtomic(join(root, "outside/file"), "text");
    await files.mkdir(join(root, "inside/folder"));
    const link = (to: string, name: string) => Deno.symlink(to, join(root, "inside", name));
    await link("../outside/file", "to-file");
    await link("../outside", "to-folder");
    await link("nowhere", "to-nothing");
    await link(".", "to-itself");
    await link("..", "to-above");
    await link("round", "round");
    assert.deepEqual(await files.list(join(root, "inside")), [
      { name: "folder", isFile: false, isDirectory: true },
      { name: "round", isFile: false, isDirectory: false },
      { name: "to-above", isFile: false, isDirectory: false },
      { name: "to-file", isFile: true, isDirectory: false },
      { name: "to-folder", isFile: false, isDirectory: true },
      { name: "to-itself", isFile: false, isDirectory: false },
      { name: "to-nothing", isFile: false, isDirectory: false },
    ]);
  }));

Deno.test("a pipe is not read, for it might never end", async () => {
  await real(async (files, root) => {
    const pipe = join(root, "pipe");
    assert.ok((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
    for (const read of [files.readText, files.readBytes]) {
      await assert.rejects(read(pipe), /it is no regular file$/);
    }
  });
});

both("a log grows by what is appended, and can be cut", async (files, root) => {
  await files.mkdir(root);
  const path = join(root, "log");
  const text = (text: string) => new TextEncoder().encode(text);
  const first = await files.openLog(path);
  assert.equal(first.size, 0);
  await first.append(text("one\n"));
  await first.append(text("two\n"));
  await first.truncate(5);
  await first.append(text("three\n"));
  first.close();
  assert.equal(await files.readText(path), "one\ntthree\n");
  const again = await files.openLog(path);
  assert.equal(again.size, 11);
  again.close();
  await files.sync(path);
  await files.sync(root);
  await assert.rejects(files.sync(join(root, "absent")));
});

both("a lock has one holder at a time, who may say who it is", async (files, root) => {
  await files.mkdir(root);
  const path = join(root, "lock");
  const lock = await files.tryLock(path);
  await lock!.describe("a long description");
  await lock!.describe("first");
  assert.equal(await files.tryLock(path), undefined);
  assert.equal(await files.readText(path), "first");
  lock!.release();
  assert.equal(await files.readText(path), "");
  const next = await files.tryLock(path);
  assert.notEqual(next, undefined);
  next!.release();
});
