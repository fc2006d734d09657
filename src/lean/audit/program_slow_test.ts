/** The audit's program on either signature of the kernel's entry, elaborated by embedded Lean. */
import assert from "node:assert/strict";
import { withRecursionDepth } from "../../../tests/standin/signature.ts";
import { GateError } from "../../platform/diagnostic.ts";
import { denoHost } from "../../platform/host/deno.ts";
import { openToolchain } from "../toolchain/choose.ts";
import { samplePackage } from "../toolchain/testing/sample.ts";
import { FACTS_PROGRAM } from "./program.ts";

const quiet = () => {};
const SINCE_433 = "    | exact kernel.addDeclCore 0 1000000 d none\n";
const BEFORE_433 = "    | exact kernel.addDeclCore 0 d none\n";

/** The program's choice between the signatures alone, which elaborates in a second. */
function choice(): string {
  const [definition] = /^def check .*\n[\s\S]*?\n\n/m.exec(FACTS_PROGRAM)!;
  assert.ok(definition.includes(SINCE_433) && definition.includes(BEFORE_433));
  return `import Lean.Environment

namespace LeanGate.Audit

open Lean

${definition}
end LeanGate.Audit

def main (args : List String) : IO Unit :=
  IO.FS.writeFile (System.FilePath.mk (args.headD "")) "elaborated"
`;
}

Deno.test("the audit's program takes either signature of the kernel's entry", async (t) => {
  await using owned = denoHost(new AbortController().signal);
  const place = await samplePackage(owned.host);
  const toolchain = await openToolchain(owned.host, { ...place, choice: "embedded" }, quiet);
  await toolchain.build(quiet);

  await t.step("its choice needs both branches", async () => {
    const elaborates = async (program: string): Promise<boolean> => {
      try {
        return (await toolchain.ask(program, "")).text === "elaborated";
      } catch (cause) {
        assert.ok(cause instanceof GateError);
        assert.match(cause.diagnostic.detail ?? "", /Declaration/);
        return false;
      }
    };
    const both = choice();
    const table = [];
    for (const program of [both, both.replace(BEFORE_433, ""), both.replace(SINCE_433, "")]) {
      table.push([await elaborates(program), await elaborates(withRecursionDepth(program))]);
    }
    assert.deepEqual(table, [[true, true], [false, true], [true, false]]);
  });

  await t.step("the whole of it says the same on either", async () => {
    const request = "Sample\0Sample/Leaf\0Sample/Other\0";
    const facts = await toolchain.ask(FACTS_PROGRAM, request);
    assert.match(facts.text ?? "", /"replay":"accepted"/);
    const newer = await toolchain.ask(withRecursionDepth(FACTS_PROGRAM), request);
    assert.equal(newer.text, facts.text);
  });
});
