import assert from "node:assert/strict";
import { allowances } from "./allow.ts";
import { audit, joined } from "./audit.ts";
import { constant, factsOf, judge, own } from "./testing/support.ts";

Deno.test("audit() agrees with a sound module", () => {
  assert.deepEqual(
    judge({
      constants: [own(".t", "theorem", { body: [".propext"] }), constant(".propext", "axiom")],
      places: { ".t": [1, 9] },
      expected: [{ file: "M.lean", module: ".M", theorems: [{ name: "t", line: 1, column: 9 }] }],
    }),
    [],
  );
});

Deno.test("audit() places a sorry where Lean says that it was written", () => {
  const label = ".M#7#4#7#9#4#9._sorry._@.M#1._hygCtx._hyg#36";
  const constants = [
    own(".t", "theorem", { body: [".sorryAx"], label }),
    constant(".sorryAx", "axiom"),
  ];
  assert.deepEqual(judge({ constants, places: { ".t": [5, 9] } }), ["sorry error 7:5"]);
});

Deno.test("audit() places what rests on a sorry at the word that leads there", () => {
  const constants = [
    own(".G.hole", "theorem", { body: [".sorryAx"] }),
    constant(".sorryAx", "axiom"),
    own(".t", "theorem", { body: [".G.hole"] }),
  ];
  const text = "theorem G.hole : 1 = 2 := sorry\nopen G in\ntheorem t : 1 = 2 :=\n  hole\n";
  const places = { ".G.hole": [1, 9], ".t": [3, 9, 4] } as const;
  assert.deepEqual(judge({ constants, places, text }), [
    "sorry error 1:9",
    "sorry_ax error 4:3",
  ]);
});

Deno.test("audit() takes a declaration and what Lean makes along with it for one", () => {
  const label = ".M#6#31#6#40#31#40._sorry._@.M#1._hygCtx._hyg#36";
  const constants = [
    own("._private.M#0.wf._proof_1", "theorem", { body: [".sorryAx"], label }),
    constant(".sorryAx", "axiom"),
    own(".wf", "definition", { body: ["._private.M#0.wf._proof_1"] }),
    own(".t", "theorem", { body: [".wf"] }),
  ];
  const places = { ".wf": [4, 5], ".t": [7, 9] } as const;
  assert.deepEqual(judge({ constants, places }), ["sorry error 6:32", "sorry_ax error 7:9"]);
  const allow = [{ rule: "sorry", declaration: "wf", reason: "To be proved" }];
  assert.deepEqual(judge({ constants, places, allow }), []);
});

Deno.test("audit() refuses the package's own axioms, whatever they are called", () => {
  const constants = [own("._private.M#0.propext", "axiom")];
  assert.deepEqual(judge({ constants, places: { "._private.M#0.propext": [2, 7] } }), [
    "axiom error 2:7",
  ]);
});

Deno.test("audit() refuses what the kernel refuses, once for all that rests on it", () => {
  const constants = [
    own(".a._proof_1", "theorem", { replay: "refused: the type of an argument is wrong" }),
    own(".a", "theorem", { replay: "refused: unknown constant .a._proof_1" }),
    own(".b", "theorem", { replay: "refused: unknown constant .gone" }),
    own(".c", "definition", { replay: "passed over" }),
  ];
  const places = { ".a": [1, 9], ".b": [2, 9], ".c": [3, 5] } as const;
  assert.deepEqual(judge({ constants, places }), [
    "kernel_refused error 1:9",
    "kernel_refused error 2:9",
  ]);
});

Deno.test("audit() refuses proofs that the kernel refuses only because they prove each other", () => {
  const unknown = (name: string) => ({ replay: `refused: unknown constant ${name}` });
  const places = { ".self": [1, 9], ".hen": [2, 9], ".egg": [3, 9], ".t": [4, 9] } as const;
  const constants = [
    own(".self", "theorem", unknown(".self")),
    own(".hen", "theorem", unknown(".egg")),
    own(".egg", "theorem", unknown(".hen")),
    own(".t", "theorem", unknown(".self")),
  ];
  assert.deepEqual(judge({ constants, places }), [
    "kernel_refused error 1:9",
    "kernel_refused error 2:9",
    "kernel_refused error 3:9",
    "kernel_refused error 4:9",
  ]);
});

Deno.test("audit() takes an allowed refusal for no excuse of what rests on it", () => {
  const constants = [
    own(".d", "definition", { replay: "refused: the body is not of the declared type" }),
    own(".t", "theorem", { replay: "refused: unknown constant .d" }),
  ];
  const places = { ".d": [1, 5], ".t": [2, 9] } as const;
  const allow = [{ rule: "kernel_refused", declaration: "d", reason: "It takes an hour" }];
  assert.deepEqual(judge({ constants, places }), ["kernel_refused error 1:5"]);
  assert.deepEqual(judge({ constants, places, allow }), ["kernel_refused error 2:9"]);
});

Deno.test("audit() refuses constants that the kernel computes with by their names", () => {
  const constants = [
    own(".Nat.add", "definition"),
    own(".My.Nat.add", "definition"),
    own("._private.M#0.Nat.add", "definition"),
  ];
  const places = { ".Nat.add": [1, 5], ".My.Nat.add": [2, 5], "._private.M#0.Nat.add": [3, 5] };
  assert.deepEqual(judge({ constants, places: places as never }), ["kernel_refused error 1:5"]);
});

Deno.test("audit() reports the first that rests on an axiom through another package, place or none", () => {
  const constants = [
    constant(".sorryAx", "axiom"),
    constant(".Dep.hole", "theorem", { body: [".sorryAx"] }),
    own(".t", "theorem", { body: [".Dep.hole"] }),
    own(".u", "theorem", { body: [".t"] }),
  ];
  assert.deepEqual(judge({ constants }), ["sorry_ax error 0:0"]);
});

Deno.test("audit() warns of code that is not the code that was proved", () => {
  const constants = [
    own(".a", "definition", { flags: ["implemented_by"] }),
    own(".b", "opaque", { flags: ["extern"] }),
    own(".c", "definition", { flags: ["unsafe"] }),
    own(".d", "opaque"),
    own(".d._unsafe_rec", "definition", { flags: ["partial"] }),
    own(".e", "opaque"),
    own(".f", "theorem"),
    own(".g", "definition", { flags: ["init"] }),
    // Compiled structural recursion: nothing that a source says.
    own(".h", "definition"),
    own(".h._unsafe_rec", "definition", { flags: ["partial"] }),
  ];
  const places = Object.fromEntries(
    [..."abcdefgh"].map((name, i) => [`.${name}`, [i + 1, 5] as const]),
  );
  assert.deepEqual(judge({ constants, places, csimp: [".f"] }), [
    "implemented_by warning 1:5",
    "extern warning 2:5",
    "unsafe warning 3:5",
    "partial warning 4:5",
    "opaque warning 5:5",
    "csimp warning 6:5",
    "meta warning 7:5",
  ]);
});

Deno.test("audit() leaves to the scan the warnings that it gave, and no error", () => {
  const constants = [
    own(".c", "definition", { flags: ["unsafe"] }),
    own(".t", "theorem", { body: [".sorryAx"] }),
    constant(".sorryAx", "axiom"),
  ];
  const places = { ".c": [1, 12], ".t": [2, 9] } as const;
  const scanned = [
    { rule: "unsafe", file: "M.lean", line: 1 },
    { rule: "sorry", file: "M.lean", line: 2 },
  ];
  assert.deepEqual(judge({ constants, places, scanned }), ["sorry error 2:9"]);
  assert.deepEqual(
    judge({ constants, places, scanned: [{ rule: "unsafe", file: "N.lean", line: 1 }] }),
    [
      "unsafe warning 1:12",
      "sorry error 2:9",
    ],
  );
});

Deno.test("audit() takes a place that the scan found for one declaration, not for its neighbour", () => {
  const unsafe = (name: string) => own(name, "definition", { flags: ["unsafe"] });
  const check = (...lines: number[]) =>
    judge({
      constants: lines.map((line) => unsafe(`.d${line}`)),
      places: Object.fromEntries(lines.map((line) => [`.d${line}`, [line, 5] as const])),
      scanned: [{ rule: "unsafe", file: "M.lean", line: 2 }],
    });
  assert.deepEqual(check(1, 2, 3), ["unsafe warning 1:5", "unsafe warning 3:5"]);
  // An attribute on the line before.
  assert.deepEqual(check(3), []);
  assert.deepEqual(check(4), ["unsafe warning 4:5"]);
});

Deno.test("audit() refuses a source with a theorem that its module does not have", () => {
  const constants = [own(".t", "theorem"), own(".d", "definition"), own(".e", "definition")];
  const places = { ".t": [1, 9], ".d": [2, 5], ".e": [3, 9] } as const;
  const check = (line: number) =>
    judge({
      constants,
      places,
      expected: [
        { file: "M.lean", module: ".M", theorems: [{ name: "t", line, column: 9 }] },
        { file: "N.lean", module: ".N", theorems: [] },
      ],
    });
  assert.deepEqual(check(1), []);
  // However many other declarations there are, and though another one has its place.
  assert.deepEqual(check(3), ["audit_incomplete error 3:9"]);
});

Deno.test("audit() lets pass what the config allows, with what rests on it", () => {
  const constants = [
    own(".A", "axiom"),
    own(".a", "theorem", { body: [".A"] }),
    own(".b", "theorem", { body: [".a"] }),
  ];
  const places = { ".A": [1, 7], ".a": [2, 9], ".b": [3, 9] } as const;
  const reason = "An assumption about the disk";
  assert.deepEqual(
    judge({ constants, places, allow: [{ rule: "axiom", declaration: "A", reason }] }),
    [],
  );
  assert.deepEqual(
    judge({ constants, places, allow: [{ rule: "axiom_used", declaration: "a", reason }] }),
    [
      "axiom error 1:7",
    ],
  );
});

Deno.test("joined() counts and reports once what two programs have in common", () => {
  const audits = ["One", "Two"].map((program) => {
    const own_ = { ...own(".shared", "theorem", { body: [".sorryAx"] }) };
    const main = { ...own(".main", "definition"), module: `.${program}` };
    const facts = factsOf([own_, main, constant(".sorryAx", "axiom")], {
      ".shared": [1, 9],
      ".main": [1, 5],
    });
    const sources = new Map([[".M", { file: "M.lean", text: "" }]]);
    return audit({ facts, sources, allowances: allowances([], "2026-03-01", "c") }, [], []);
  });
  const { declarations, theorems, axioms, findings } = joined(audits);
  assert.deepEqual({ declarations, theorems, axioms }, {
    declarations: 3,
    theorems: 1,
    axioms: ["sorryAx"],
  });
  assert.deepEqual(findings.map(({ code }) => code), ["sorry"]);
});
