import assert from "node:assert/strict";
import { wantsColor } from "./context.ts";
import { testContext } from "./testing/support.ts";

function isColored(env: Record<string, string>, terminal: boolean): boolean {
  const { context } = testContext({ env }, terminal);
  return wantsColor(context, context.out);
}

Deno.test("wantsColor() colours a terminal that can be coloured", () => {
  assert.equal(isColored({}, true), true);
  assert.equal(isColored({}, false), false);
  assert.equal(isColored({ TERM: "dumb" }, true), false);
});

Deno.test("wantsColor() obeys NO_COLOR unless it is empty, and then FORCE_COLOR", () => {
  assert.equal(isColored({ NO_COLOR: "1" }, true), false);
  assert.equal(isColored({ NO_COLOR: "" }, true), true);
  assert.equal(isColored({ NO_COLOR: "1", FORCE_COLOR: "1" }, true), false);
  for (const value of ["1", "true", "3"]) {
    assert.equal(isColored({ FORCE_COLOR: value }, false), true);
  }
  for (const value of ["0", "false"]) assert.equal(isColored({ FORCE_COLOR: value }, true), false);
  assert.equal(isColored({ FORCE_COLOR: "" }, false), false);
});
