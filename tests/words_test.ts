/** The project is written in plain technical English. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "./support/cli.ts";
import { hintEnds } from "./words/hints.ts";
import { bannedWords, longComments } from "./words/words.ts";

/** Folders and files that are held to the words. */
const WRITTEN = [
  "src/gate",
  "src/platform",
  "src/replay",
  "cli",
  "docs",
  "schema",
  "README.md",
  "ARCHITECTURE.md",
];
/** The service has a vocabulary of its own; the bundle is generated. */
const OTHERS = /^cli\/lifecycle\/|\/bundle\.txt$|\/template\//;
const TEXT = /\.(ts|js|md|css|json|txt)$/;

async function* texts(path: string): AsyncGenerator<{ path: string; text: string }> {
  const { isDirectory } = await Deno.stat(join(REPOSITORY, path));
  if (!isDirectory) {
    if (TEXT.test(path) && !OTHERS.test(path)) {
      yield { path, text: await Deno.readTextFile(join(REPOSITORY, path)) };
    }
    return;
  }
  for await (const { name } of Deno.readDir(join(REPOSITORY, path))) {
    yield* texts(`${path}/${name}`);
  }
}

async function complaints(find: (text: string) => string[]): Promise<string[]> {
  const found: string[] = [];
  let files = 0;
  for (const root of WRITTEN) {
    for await (const { path, text } of texts(root)) {
      files++;
      found.push(...find(text).map((complaint) => `${path}:${complaint}`));
    }
  }
  assert.ok(files > 200, `${files} files`);
  return found;
}

Deno.test("comments, identifiers, messages and docs use none of the banned words", async () => {
  assert.deepEqual(await complaints(bannedWords), []);
});

Deno.test("a doc comment of one line has at most sixteen words", async () => {
  assert.deepEqual(await complaints(longComments), []);
});

Deno.test("hints end the same way everywhere: with a full stop, or as a question", async () => {
  const other: string[] = [];
  let count = 0;
  for (const root of ["src/gate", "src/platform", "src/replay", "src/lean", "cli"]) {
    for await (const { path, text } of texts(root)) {
      if (!/\.ts$/.test(path) || /_test\.ts$|\/testing\//.test(path)) continue;
      const ends = hintEnds(path, text);
      count += ends.length;
      other.push(
        ...ends.filter(({ end }) => !/[.?]$/.test(end)).map(({ place, end }) => `${place}: ${end}`),
      );
    }
  }
  assert.ok(count > 140, `${count} hints`);
  assert.deepEqual(other, []);
});

Deno.test("a hint without a full stop is found, however it is given", () => {
  const text = [
    'const HINT = "constant";',
    "const refuse = (code: string, hint: string) => ({ code, hint });",
    'error("a", "m", { hint: HINT });',
    'error("a", "m", { hint: x ? "branch" : "Whole." });',
    'refuse("a", "argument");',
    'error("a", "m", { hint: `${x} template` });',
  ].join("\n");
  const ends = hintEnds("a.ts", text).map(({ end }) => end).filter((end) => !end.endsWith("."));
  assert.deepEqual(ends.sort(), [" template", "argument", "branch", "constant"]);
});

Deno.test("a banned word is found wherever it stands, and a similar one is not", () => {
  for (
    const text of [
      "/** Opens the jury. */",
      "const openJury = 1;",
      'message: `Key "${text}" is none`',
      "interface Matter {}",
      "event, standing, verdict",
    ]
  ) {
    assert.equal(bannedWords(`\n${text}`).length, 1, text);
    assert.match(bannedWords(`\n${text}`)[0]!, /^2: /);
  }
  for (const text of ["where there is none", "outstanding", "no matter what", "injury"]) {
    assert.deepEqual(bannedWords(text), [], text);
  }
});

Deno.test("a long doc comment is found, and one of several lines is not", () => {
  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
  assert.deepEqual(longComments(`/** ${words(16)} */`), []);
  assert.equal(longComments(`  /** ${words(17)} */`).length, 1);
  assert.deepEqual(longComments(`/**\n * ${words(10)}\n *\n * ${words(30)}\n */`), []);
});
