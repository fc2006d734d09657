/** Every error and warning says what to do next. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "./support/cli.ts";

/** Calls that make a diagnostic. */
const MAKERS = /\b(?:error|warning|new GateError)\(/g;

/** The calls in a source, each from its name to its last parenthesis. */
function* calls(source: string): Generator<string> {
  for (const { index, 0: head } of source.matchAll(MAKERS)) {
    // Not their own definitions, and not the word in a text or a comment.
    const before = source.slice(source.lastIndexOf("\n", index) + 1, index);
    if (/\bfunction $|^\s*(?:\*|\/\/)|["'`][^"'`]*$/.test(before)) continue;
    const call = source.slice(index, endOf(source, index + head.length));
    // With a code of its own; a call that is handed one is made by another that is looked at.
    if (/"[a-z]+(?:_[a-z]+)*"/.test(call)) yield call;
  }
}

/** Behind the parenthesis that closes the one before `at`. Texts may hold parentheses. */
function endOf(source: string, at: number): number {
  const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[()]/gs;
  tokens.lastIndex = at;
  let depth = 1;
  for (let token = tokens.exec(source); token !== null; token = tokens.exec(source)) {
    if (token[0] === "(") depth++;
    if (token[0] === ")" && --depth === 0) return tokens.lastIndex;
  }
  return source.length;
}

/** Whether a call gives a hint, or takes what holds one. */
function hasHint(call: string): boolean {
  return /\bhint\b|\.\.\.|\b(?:extra|rest)\b/.test(call);
}

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(join(REPOSITORY, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "testing") yield* sources(path);
    if (/\.ts$/.test(name) && !/(_test|_bench)\.ts$/.test(name)) yield path;
  }
}

Deno.test("every diagnostic that is made has a hint", async () => {
  const without: string[] = [];
  let count = 0;
  for (const folder of ["src", "cli"]) {
    for await (const path of sources(folder)) {
      for (const call of calls(await Deno.readTextFile(join(REPOSITORY, path)))) {
        count++;
        if (!hasHint(call)) without.push(`${path}: ${call.slice(0, 120)}`);
      }
    }
  }
  assert.ok(count > 100, `${count} calls`);
  assert.deepEqual(without, []);
});

Deno.test("a diagnostic without a hint is noticed, whatever its text holds", () => {
  const source = [
    "export function error(code: string): void {}",
    '// error("in_a_comment", "No")',
    'error("no_hint", `A ${"(" + x} b`, { location });',
    'new GateError("usage", { code: "no_hint_either", message: ")" });',
    'error("has_one", "(", { hint: "Do it." });',
    'error("passes_it_on", "x", rest);',
  ].join("\n");
  const without = [...calls(source)].filter((call) => !hasHint(call));
  assert.deepEqual(without.map((call) => /"(no_[a-z_]+)"/.exec(call)![1]), [
    "no_hint",
    "no_hint_either",
  ]);
});
