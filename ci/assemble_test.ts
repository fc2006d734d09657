import assert from "node:assert/strict";
import { ASSEMBLED, assembled } from "./assemble.ts";

Deno.test("the committed loop of the scan is that of its source (else: deno task assemble)", async () => {
  assert.equal(await Deno.readTextFile(ASSEMBLED), await assembled());
});
