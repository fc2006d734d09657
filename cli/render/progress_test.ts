import assert from "node:assert/strict";
import { testContext } from "../testing/support.ts";
import { progressLine } from "./progress.ts";

/** Erases the terminal's line (ECMA-48), from its start. */
const CLEARED = "\r\x1b[2K";

Deno.test("elsewhere than on a terminal, plain lines are rare", () => {
  const { context, err, advance } = testContext();
  using progress = progressLine(context);
  progress.start("build");
  progress.note("Lifecycle.Value (1 of 14)");
  assert.deepEqual(err, []);
  advance(4_999);
  progress.note("Lifecycle.State (2 of 14)");
  assert.deepEqual(err, []);
  advance(1);
  progress.note("Lifecycle.Rule (3 of 14)");
  progress.note("Lifecycle.Reduce (4 of 14)");
  assert.deepEqual(err, ["build: Lifecycle.Rule (3 of 14)\n"]);
  advance(5_000);
  progress.note("Lifecycle.Proofs (5 of 14)");
  assert.equal(err.length, 2);
});

Deno.test("elsewhere than on a terminal, a new stage starts in silence", () => {
  const { context, err, advance } = testContext();
  using progress = progressLine(context);
  progress.start("build");
  advance(60_000);
  progress.start("emit");
  progress.note("running emit-traces");
  progress.stop();
  assert.deepEqual(err, []);
});

Deno.test("a note is one line, without the colours of the child that said it", () => {
  const { context, err, advance } = testContext();
  using progress = progressLine(context);
  progress.start("replay");
  advance(5_000);
  progress.note("rust: \x1b[1m\x1b[32mCompiling\x1b[0m\tserde\r\nnext\x07 ");
  assert.deepEqual(err, ["replay: rust: Compiling serde next\\x07\n"]);
});

Deno.test("on a terminal one line is drawn at once, and cleared in the end", () => {
  const { context, err } = testContext({ env: { NO_COLOR: "1" } }, true);
  {
    using progress = progressLine(context);
    progress.start("build");
    assert.equal(err.length, 1);
    assert.ok(err[0]!.startsWith(CLEARED));
    assert.match(err[0]!, /build/);
    assert.doesNotMatch(err.join(""), /\n/);
    progress.stop();
    assert.deepEqual(err.slice(1), [CLEARED]);
    progress.stop();
    assert.equal(err.length, 2);
    progress.start("emit");
  }
  assert.equal(err.at(-1), CLEARED);
});

Deno.test("on a terminal the line of a new stage replaces the old one", () => {
  const { context, err } = testContext({}, true);
  using progress = progressLine(context);
  progress.start("build");
  progress.start("emit");
  assert.deepEqual([err[1], err[2]!.startsWith(CLEARED)], [CLEARED, true]);
  assert.match(err[2]!, /emit/);
});

Deno.test("a terminal that cannot move its cursor gets plain lines", () => {
  const { context, err } = testContext({ env: { TERM: "dumb" } }, true);
  using progress = progressLine(context);
  progress.start("build");
  assert.deepEqual(err, []);
});

Deno.test("told to be verbose, notes are lines of their own, ten a second at most", () => {
  for (const terminal of [true, false]) {
    const { context, err, advance } = testContext({}, terminal);
    using progress = progressLine(context, { verbose: true });
    progress.start("build");
    progress.note("one");
    progress.note("two");
    advance(100);
    progress.note("three");
    assert.deepEqual(err, ["build: one\n", "build: three\n"]);
  }
});
