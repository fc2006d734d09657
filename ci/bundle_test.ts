import assert from "node:assert/strict";
import { BUNDLE, bundled } from "./bundle.ts";

Deno.test("the committed program of the HTML report is that of its modules (else: deno task bundle)", async () => {
  assert.equal(await Deno.readTextFile(BUNDLE), await bundled());
});
