/** Every code that the sources construct has an explanation. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { routes } from "../cli/app.ts";
import { commandWords } from "../cli/completion/words.ts";
import { explain, EXPLAINED } from "../cli/explain/explanations.ts";
import { AUDIT_CODES } from "../src/lean/audit/codes.ts";
import { testContext } from "../cli/testing/support.ts";
import { collectCodes, type SourceText } from "./codes/collect.ts";
import { REPOSITORY } from "./support/cli.ts";

/** The service has findings of its own. */
const OTHERS = /(_test|_bench)\.ts$|\/testing\/|^src\/(lifecycle|service)\/|^cli\/lifecycle\//;

async function* sources(folder: string): AsyncGenerator<SourceText> {
  for await (const { name, isDirectory } of Deno.readDir(join(REPOSITORY, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sources(path);
    else if (name.endsWith(".ts") && !OTHERS.test(path)) {
      yield { path, text: await Deno.readTextFile(join(REPOSITORY, path)) };
    }
  }
}

/** Codes and patterns of codes without an explanation, each with its place. */
function unexplained(files: readonly SourceText[]): string[] {
  const { codes, patterns } = collectCodes(files);
  const missing = [...codes].filter(([code]) => explain(code) === undefined);
  const empty = [...patterns].filter(([pattern]) =>
    !EXPLAINED.some((code) => new RegExp(pattern).test(code))
  );
  return [...missing, ...empty].map(([code, place]) => `${place}: ${code}`);
}

/** Zod's kind of an issue, which no finding has. */
const NO_CODES = ["custom"];

Deno.test("explain answers every code that the sources construct", async () => {
  const files = await Array.fromAsync(async function* () {
    for (const folder of ["src", "cli"]) yield* sources(folder);
  }());
  const { codes } = collectCodes(files);
  assert.ok(codes.size > 150, `${codes.size} codes`);
  for (const known of ["divergence", "trace_unsorted", "engine_crashed", "config_missing"]) {
    assert.ok(codes.has(known), known);
  }
  const missing = unexplained(files).filter((line) =>
    !NO_CODES.some((word) => line.endsWith(`: ${word}`))
  );
  assert.deepEqual(missing, [], "add them to a table of cli/explain/");
  assert.deepEqual([...AUDIT_CODES].filter((code) => explain(code) === undefined), []);
});

Deno.test("the collector finds a code however it is constructed", () => {
  const text = [
    'import { error } from "./diagnostic.ts";',
    'const NAME = "by_constant";',
    'const TABLE = { a: "by_table" };',
    "export function error(code: string, message: string) { return { code, message }; }",
    'const local = (code: string) => error(code, "m");',
    'error("by_call", "m");',
    'local(x ? "by_branch" : NAME);',
    'error(TABLE[kind], "m");',
    'const finding = { code: "by_property", message: "m" };',
    'error(`by_${template}_text`, "m");',
  ].join("\n");
  const { codes, patterns, unresolved } = collectCodes([{ path: "a.ts", text }]);
  assert.deepEqual(
    [...codes.keys()].sort(),
    ["by_branch", "by_call", "by_constant", "by_property", "by_table"],
  );
  assert.deepEqual([...patterns.keys()], ["^by_[a-z0-9_]+_text$"]);
  assert.deepEqual(unresolved, []);
  assert.deepEqual(
    unexplained([{ path: "b.ts", text: 'const finding = { code: "never_explained" };' }]),
    ["b.ts:1: never_explained"],
  );
});

Deno.test("every explanation is of a code that a finding can have", async () => {
  const files = await Array.fromAsync(async function* () {
    for (const folder of ["src", "cli"]) yield* sources(folder);
  }());
  const { codes, patterns } = collectCodes(files);
  const stale = EXPLAINED.filter((code) =>
    explain(code)?.type === "code" && !codes.has(code) && !AUDIT_CODES.has(code) &&
    ![...patterns.keys()].some((pattern) => new RegExp(pattern).test(code)) &&
    !files.some(({ path, text }) => !path.startsWith("cli/explain/") && text.includes(`"${code}"`))
  );
  assert.deepEqual(stale, []);
});

Deno.test("every command and flag that an explanation names exists", async () => {
  const { context } = testContext();
  const commands = await commandWords(routes, context);
  const lines = EXPLAINED.flatMap((code) => {
    const explained = explain(code)!;
    return explained.type === "code" ? [`${explained.meaning} ${explained.remedy}`] : [];
  });
  let count = 0;
  for (const line of lines) {
    for (const [, name, rest] of line.matchAll(/"lean-gate ([a-z]+)([^"]*)"/g)) {
      count++;
      const command = commands.find((known) => known.name === name);
      assert.ok(command !== undefined, line);
      for (const [flag] of rest!.matchAll(/--[a-z-]+/g)) {
        assert.ok(command.flags.some((known) => known.name === flag), line);
      }
    }
    for (const [name] of line.matchAll(/docs\/[a-z]+\.md/g)) {
      assert.ok((await Deno.stat(join(REPOSITORY, name))).isFile, line);
    }
  }
  assert.ok(count > 20, `${count} commands`);
});
