/** Code frames below the findings about Lean sources. */
import { join } from "node:path";
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import type { Host } from "../../src/platform/host/host.ts";
import { decodeSource } from "../../src/lean/syntax/decode.ts";
import { createFrames } from "./frame.ts";

/**
 * The findings, each about a Lean source with the line it is on as its detail; those of a file come one
 * after the other, by line. The files are read again, one at a time: no text is kept for its findings.
 */
export async function withFrames(
  { files }: Pick<Host, "files">,
  root: string,
  findings: readonly Diagnostic[],
): Promise<Diagnostic[]> {
  const framed: Diagnostic[] = [];
  let current: { file: string; frame: ReturnType<typeof createFrames> } | undefined;
  for (const finding of findings) {
    const { file = "", line, column = 1, endColumn = column } = finding.location ?? {};
    if (!file.endsWith(".lean") || line === undefined || finding.detail !== undefined) {
      framed.push(finding);
      continue;
    }
    if (current?.file !== file) {
      const bytes = await files.readBytes(join(root, file));
      current = { file, frame: createFrames(bytes === undefined ? "" : decodeSource(bytes).text) };
    }
    framed.push({ ...finding, detail: current.frame({ line, column, endColumn }) });
  }
  return framed;
}
