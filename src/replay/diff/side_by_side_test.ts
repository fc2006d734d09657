import assert from "node:assert/strict";
import type { Json } from "../../platform/json/json.ts";
import { sideBySide } from "./side_by_side.ts";

const TITLES = ["expected (model)", "got (rust)"] as const;

function check(left: readonly Json[], right: readonly Json[], ...lines: string[]): void {
  assert.equal(sideBySide(TITLES, left, right), lines.join("\n"));
}

Deno.test("sideBySide() shows equal lists without marks", () => {
  check(
    ["applied", { task: 1 }],
    ["applied", { task: 1 }],
    "expected (model)   got (rust)",
    '"applied"          "applied"',
    '{"task":1}         {"task":1}',
  );
});

Deno.test("sideBySide() underlines only what differs within an effect", () => {
  check(
    ["applied", { type: "ready", task: 12, generation: 0 }],
    ["applied", { type: "ready", task: 3, generation: 0 }],
    "expected (model)                            got (rust)",
    '"applied"                                   "applied"',
    '{"type":"ready","task":12,"generation":0} | {"type":"ready","task":3,"generation":0}',
    "                       ^^                                          ^",
  );
});

Deno.test("sideBySide() underlines a verdict", () => {
  check(
    ["applied"],
    ["hold(x)"],
    "expected (model)   got (rust)",
    '"applied"        | "hold(x)"',
    "^^^^^^^^^          ^^^^^^^^^",
  );
});

Deno.test("sideBySide() underlines only the word of a verdict that differs", () => {
  check(
    ["observed(lateCommit)"],
    ["observed(afterSuccess)"],
    "expected (model)         got (rust)",
    '"observed(lateCommit)" | "observed(afterSuccess)"',
    "          ^^^^^^^^^^               ^^^^^^^^^^^^",
  );
});

Deno.test("sideBySide() keeps equal effects face to face around a missing one", () => {
  check(
    ["applied", { task: 1 }, { task: 2 }, { task: 3 }],
    ["applied", { task: 1 }, { task: 3 }],
    "expected (model)   got (rust)",
    '"applied"          "applied"',
    '{"task":1}         {"task":1}',
    '{"task":2}       <',
    "^^^^^^^^^^",
    '{"task":3}         {"task":3}',
  );
});

Deno.test("sideBySide() shows what only the right has", () => {
  check(
    [],
    ["applied"],
    "expected (model)   got (rust)",
    '                 > "applied"',
    "                   ^^^^^^^^^",
  );
});

Deno.test("sideBySide() underlines fields that one side lacks, with their names", () => {
  check(
    [{ a: 1, b: 2 }],
    [{ a: 1, c: [3] }],
    "expected (model)   got (rust)",
    '{"a":1,"b":2}    | {"a":1,"c":[3]}',
    "       ^^^^^              ^^^^^^^",
  );
});

Deno.test("sideBySide() does not mark another order of keys", () => {
  check(
    [{ a: 1, b: 2 }],
    [{ b: 2, a: 1 }],
    "expected (model)   got (rust)",
    '{"a":1,"b":2}      {"b":2,"a":1}',
  );
});

Deno.test("sideBySide() puts wide content one side below the other", () => {
  const wide = "x".repeat(80);
  check(
    ["applied", { s: wide, n: 1 }],
    ["applied", { s: wide, n: 2 }],
    '  both              "applied"',
    `| expected (model)  {"s":"${wide}","n":1}`,
    `${" ".repeat(20)}${" ".repeat(92)}^`,
    `| got (rust)        {"s":"${wide}","n":2}`,
    `${" ".repeat(20)}${" ".repeat(92)}^`,
  );
});

Deno.test("sideBySide() counts code points, so that columns stay aligned", () => {
  check(
    ["\u{1F600}"],
    ["y"],
    "expected (model)   got (rust)",
    '"\u{1F600}"              | "y"',
    "^^^                ^^^",
  );
});

Deno.test("sideBySide() does not align lists beyond reason, and still shows them", () => {
  const many = Array.from({ length: 2_000 }, (_, i) => i);
  assert.equal(sideBySide(TITLES, many, many.toReversed()).split("\n").length, 1 + 2 * 2_000);
});
