import assert from "node:assert/strict";
import { keyReader } from "./keys.ts";

function reader() {
  const shown: string[] = [];
  return { read: keyReader((text) => shown.push(text)), shown };
}

Deno.test("r runs again and q quits; other keys and arrows do nothing", () => {
  const { read, shown } = reader();
  assert.deepEqual(read("rxq"), [{ type: "rerun" }, { type: "quit" }]);
  assert.deepEqual(read("\x1b[A\x1bOq\n"), []);
  assert.deepEqual(shown, []);
});

Deno.test("f filters by the stages that are typed, by name or beginning", () => {
  const { read, shown } = reader();
  assert.deepEqual(read("f"), []);
  assert.deepEqual(read("rep"), []);
  assert.deepEqual(read("l, dx\x7fiff\r"), [{ type: "filter", stages: ["replay", "diff"] }]);
  assert.ok(shown.join("").endsWith(": repl, dx\b \biff\n"));
  assert.deepEqual(read("r"), [{ type: "rerun" }]);
});

Deno.test("an empty filter selects all stages, and escape leaves it as it is", () => {
  const { read } = reader();
  assert.deepEqual(read("f\r"), [{ type: "filter", stages: [] }]);
  assert.deepEqual(read("fscan\x1b"), []);
  assert.deepEqual(read("q"), [{ type: "quit" }]);
});

Deno.test("an unknown stage is named, with those that exist, and filters nothing", () => {
  const { read, shown } = reader();
  assert.deepEqual(read("fscam\n"), []);
  assert.match(shown.at(-1)!, /^Unknown stage "scam"; stages: toolchain, scan, /);
});
