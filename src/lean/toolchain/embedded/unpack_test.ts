import assert from "node:assert/strict";
import { packTar, type TarEntry } from "modern-tar";
import { GateError } from "../../../platform/diagnostic.ts";
import { unpackLibrary } from "./unpack.ts";

const file = (name: string, body: string): TarEntry => ({
  header: { name, size: body.length, type: "file" },
  body,
});

async function unpack(entries: TarEntry[]) {
  const written = new Map<string, string>();
  const folders: string[] = [];
  const counts: number[] = [];
  const archive = new Blob([await packTar(entries)]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const files = {
    mkdir: (path: string) => Promise.resolve(void folders.push(path)),
    write: async (path: string, content: ReadableStream<Uint8Array>) => {
      written.set(path, await new Response(content).text());
    },
  };
  const modules = await unpackLibrary(files, archive, "/lib", (count) => counts.push(count));
  return { modules, written, folders, counts };
}

Deno.test("unpackLibrary() writes the modules and leaves out what macOS adds", async () => {
  const { modules, written, folders, counts } = await unpack([
    file("._.", "attributes"),
    { header: { name: "./", size: 0, type: "directory" } },
    file("./._Init.olean", "attributes"),
    file("./Std/Data.olean", "std"),
    file("./Init.olean", "init"),
    file("./Init/._Core.olean", "attributes"),
    file("./LICENSE", "text"),
  ]);
  assert.deepEqual(modules, ["Init", "Std.Data"]);
  assert.deepEqual([...written], [
    ["/lib/Std/Data.olean", "std"],
    ["/lib/Init.olean", "init"],
    ["/lib/LICENSE", "text"],
  ]);
  assert.deepEqual(folders, ["/lib/Std", "/lib"]);
  assert.deepEqual(counts, [1, 2]);
});

Deno.test("unpackLibrary() refuses an entry that would land elsewhere", async () => {
  for (const name of ["../x.olean", "Init/../../x.olean", "Init\\x.olean"]) {
    await assert.rejects(
      unpack([file(name, "x")]),
      (error: unknown) =>
        error instanceof GateError && error.diagnostic.code === "embedded_library_malformed",
    );
  }
});
