/** That no task does anything when it is called as it cannot be. */
import assert from "node:assert/strict";
import { DEVELOPMENT_LOCK, REPOSITORY } from "./support/cli.ts";

/** What a task is called with, and what it says to that. */
const REFUSED: readonly [script: string, args: readonly string[], says: RegExp][] = [
  ["ci/smoke/run.ts", ["--onyl", "stale_generation"], /'--onyl'/],
  ["ci/smoke/run.ts", ["stale_generation"], /'stale_generation'/],
  ["ci/smoke/run.ts", ["--form", "wasm"], /Expected binary or script for --form, got "wasm"/],
  ["ci/smoke/run.ts", ["--only", "stale"], /No scenario is named "stale"/],
  ["ci/compile.ts", ["--form", "exe"], /Expected auto or binary or script for --form, got "exe"/],
  ["ci/compile.ts", ["a", "b"], /Expected no further name, got "b"/],
  ["tests/guide/run.ts", ["--kept"], /'--kept'/],
  ["tests/mutants/run.ts", ["--every"], /'--every'/],
  ["tests/mutants/run.ts", ["no-such-mutant"], /no-such-mutant/],
  ["tests/planted/run.ts", ["--all"], /'--all'/],
  ["tests/strength/run.ts", ["--wirte"], /'--wirte'/],
  ["tests/strength/run.ts", ["lean"], /Failed to find the reducer "lean"/],
  ["tests/runner/whole.ts", ["--cold"], /'--cold'/],
  ["bench/run.ts", ["lean"], /lean/],
];

Deno.test("a task refuses what it does not know, with exit code 2 and no stack trace", async () => {
  await Promise.all(REFUSED.map(async ([script, args, says]) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", DEVELOPMENT_LOCK, script, ...args],
      cwd: REPOSITORY,
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const said = new TextDecoder().decode(stderr);
    const call = `${script} ${args.join(" ")}`;
    assert.match(said, says, call);
    assert.doesNotMatch(said, /^ +at /m, call);
    assert.equal(code, 2, call);
  }));
});
