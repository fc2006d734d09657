import assert from "node:assert/strict";
import { judge, own } from "./testing/support.ts";

/** Findings about constants of this many lines, each named at the beginning of its own. */
function found(constants: Parameters<typeof judge>[0]["constants"], text = ""): string[] {
  const places = Object.fromEntries(constants.map(({ name }, i) => [name, [i + 1, 1] as const]));
  return judge({ constants, places, text });
}

Deno.test("audit() refuses a macro or elaborator for syntax that is none of the package's own", () => {
  const expands = (name: string, kind: string, category: string) =>
    own(name, "definition", { expands: [[kind, category]] });
  assert.deepEqual(
    found([
      expands(".a", ".Lean.Parser.Command.declaration", ".command"),
      expands(".b", ".term∃_,_", ".term"),
      expands(".c", ".Lean.Parser.Term.doFor", ".doElem"),
      expands(".d", ".nobody.knows", ""),
      own(".e", "definition", {
        expands: [[".mine", ""], [".Lean.Parser.Command.open", ".command"]],
      }),
      // Its attribute was local, and its name tells nothing.
      own(".f", "definition", { expands: [] }),
      own(".f2", "opaque", { expands: [] }),
      // Another meaning for the words of others, not for its own.
      own(".f3", "definition", {
        expands: [[".Lean.termSatisfies_binder_pred%__", ".term"]],
        extends: false,
      }),
      // From here on honest: its own, checked by what it comes to, or made to be extended.
      own(".mine", "definition", { tokens: ["mine"], newTokens: ["mine"] }),
      expands(".g", ".mine", ""),
      expands(".h", ".Lean.Parser.Tactic.tacticRfl", ".tactic"),
      own(".i", "definition", {
        expands: [[".Lean.termSatisfies_binder_pred%__", ".term"]],
        extends: true,
      }),
      own(".j", "definition"),
    ]).filter((finding) => !finding.startsWith("opaque")),
    [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `shadow error ${line}:1`),
  );
});

Deno.test("audit() refuses own syntax that reads as that of others", () => {
  const syntax = (name: string, rest: object) =>
    own(name, "definition", { tokens: ["="], newTokens: [], isLocal: false, ...rest });
  const text = [
    "syntax …",
    "syntax …",
    'local infix:50 " = " => same',
    'local syntax:50 (priority := high) term:51 " = " term:51 : term',
    "equals!",
    "syntax …",
  ].join("\n");
  assert.deepEqual(
    found([
      syntax(".a", { core: "= …", alternative: false }),
      syntax(".b", { core: "= …", alternative: true }),
      syntax(".c", { core: "= …", alternative: true, isLocal: true }),
      syntax(".d", { core: "= …", alternative: true, isLocal: true }),
      syntax(".e", { core: "= …", alternative: true, isLocal: true }),
      syntax(".f", { tokens: ["⊞"], newTokens: ["⊞"] }),
    ], text),
    ["shadow error 1:1", "shadow error 4:1", "shadow error 5:1"],
  );
});

Deno.test("audit() refuses a token that is a name, and a parser that reads another's syntax", () => {
  assert.deepEqual(
    found([
      own(".a", "definition", { tokens: ["max"], newTokens: ["max"], word: "max" }),
      own(".b", "definition", { reads: ".term_=_" }),
      own(".c", "definition", { handwritten: true }),
      own(".d", "definition", { several: "s.safe" }),
      own(".e", "definition", { newTokens: ["\u2800"] }),
      own(".f", "definition", { newTokens: ["\u3164"] }),
      own(".g", "definition", { newTokens: ["\u0338"] }),
      own(".q", "definition", {
        reads: ".Lean.Parser.Term.quot",
        tokens: ["`(", ")"],
        newTokens: [],
      }),
      own(".h", "definition", { tokens: ["mine", "⟪", "≠ᵐ"], newTokens: ["mine", "⟪", "≠ᵐ"] }),
      // The quotation of a category that the package declares, and one that takes the core's own token.
      own(".formula.quot", "definition", {
        reads: ".Lean.Parser.Term.quot",
        tokens: ["`(formula|", ")"],
        newTokens: ["`(formula|"],
        several: "`(formula|",
      }),
    ]),
    [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `shadow error ${line}:1`),
  );
});

Deno.test("audit() tells of a macro that makes code to run", () => {
  assert.deepEqual(
    found([
      own(".a", "definition", {
        expands: [[".tidy", ""]],
        runs: ".Lean.Parser.Command.eval",
      }),
      own(".tidy", "definition"),
    ]),
    ["meta warning 1:1"],
  );
});

Deno.test("audit() refuses a claim that a command of the package's own makes", () => {
  const claim = (text: string, column: number, rest: object = {}) =>
    judge({
      constants: [
        own(".t", "theorem", rest),
        own(".checked", "definition", { tokens: ["checked", "⊢!"], newTokens: ["checked", "⊢!"] }),
      ],
      places: { ".t": [1, column] },
      text,
    });
  assert.deepEqual(claim("checked theorem t : 1 = 2 := rfl", 17), ["own_command error 1:17"]);
  assert.deepEqual(claim("checked t", 1), ["own_command error 1:1"]);
  assert.deepEqual(claim("⊢! t", 4), ["own_command error 1:4"]);
  assert.deepEqual(claim("private checked t", 17, { kind: "definition", flags: ["claim"] }), [
    "own_command error 1:17",
  ]);
  // Own words behind the name, in comments and as parts of other words are no commands.
  assert.deepEqual(claim("theorem t : checked 1 = 1 := rfl", 9), []);
  assert.deepEqual(claim("/-- checked -/ theorem t : True := trivial", 24), []);
  assert.deepEqual(claim("@[checked_by x] theorem t : True := trivial", 25), []);
  assert.deepEqual(claim("checked def f := 1", 13, { kind: "definition" }), []);
});
