/** Assembles the scan's inner loop anew: `deno task assemble`. */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import wabt from "npm:wabt@1.0.39";

const FOLDER = join(import.meta.dirname!, "..", "src", "lean", "scan", "prefilter");
const SOURCE = "triggers.wat";

/** Where the assembled module stands. */
export const ASSEMBLED: string = join(FOLDER, "triggers_wasm.ts");

/** What has to stand there: a module that exports the bytes in base 64. */
export async function assembled(): Promise<string> {
  const { parseWat } = await wabt();
  const source = parseWat(SOURCE, await Deno.readTextFile(join(FOLDER, SOURCE)), { simd: true });
  const base64 = Buffer.from(source.toBinary({}).buffer).toString("base64");
  const lines = base64.match(/.{1,90}/g)!.map((line) => `  "${line}"`);
  return `/** \`${SOURCE}\`, assembled by \`deno task assemble\`: base 64. */
export const WASM: string =
${lines.join(" +\n")};
`;
}

if (import.meta.main) await Deno.writeTextFile(ASSEMBLED, await assembled());
