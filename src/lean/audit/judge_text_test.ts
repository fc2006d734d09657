import assert from "node:assert/strict";
import { judge, own } from "./testing/support.ts";

/** Findings about a source of a package that has the word `quiet`. */
function found(text: string): string[] {
  const constants = [own(".quiet", "definition", { tokens: ["quiet"], newTokens: ["quiet"] })];
  return judge({ constants, text });
}

Deno.test("audit() refuses a theorem that a quotation holds as it is", () => {
  assert.deepEqual(found("def p := `(command|\ntheorem t : 1 = 2 := rfl)"), [
    "own_command error 2:1",
  ]);
  assert.deepEqual(found("def p := `(theorem t : 1 = 2 := $proof)"), ["own_command error 1:12"]);
  // What a macro completes, what a pattern compares with, and what is code.
  assert.deepEqual(found("macro m => `(theorem $n : $p := rfl)"), []);
  assert.deepEqual(found("macro m => `(theorem t : $p := rfl)"), []);
  assert.deepEqual(found("macro_rules | `(theorem t : True := $p) => `($p)"), []);
  assert.deepEqual(found("theorem t : 1 = 1 := rfl"), []);
});

Deno.test("audit() refuses an example that a command of the package's own handles", () => {
  assert.deepEqual(found("quiet example : 1 = 2 := rfl"), ["own_command error 1:7"]);
  assert.deepEqual(found("quiet\nprivate example : 1 = 2 := rfl"), ["own_command error 2:9"]);
  assert.deepEqual(found("open A in quiet example : 1 = 2 := rfl"), ["own_command error 1:17"]);
  assert.deepEqual(found("example : quiet 1 = 1 := rfl"), []);
  // The word ends the command before.
  assert.deepEqual(found("def a := 5 quiet\nexample : 1 = 1 := rfl"), []);
});
