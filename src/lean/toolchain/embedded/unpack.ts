/** Unpacks the compiled library of the package. */
import { join } from "node:path";
import { createTarDecoder } from "modern-tar";
import { GateError } from "../../../platform/diagnostic.ts";
import type { Files } from "../../../platform/host/host.ts";

/**
 * Writes the files of a gzipped tar archive below `folder` and returns the names of the modules among
 * them (`Init.Data.List`). Entries named `._*`, which macOS adds for its own attributes, are left out.
 *
 * @param onModule called with the number of modules written so far.
 * @throws GateError `embedded_library_malformed` (set-up) for an entry that would land elsewhere.
 */
export async function unpackLibrary(
  files: Pick<Files, "mkdir" | "write">,
  archive: ReadableStream<Uint8Array<ArrayBuffer>>,
  folder: string,
  onModule: (count: number) => void,
): Promise<string[]> {
  const modules: string[] = [];
  const made = new Set<string>();
  const entries = archive
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const parts = header.name.split("/").filter((part) => part !== "" && part !== ".");
    if (header.type !== "file" || parts.at(-1)?.startsWith("._")) {
      // Read to its end: after a cancelled body, the decoder may never come to the next entry.
      await body.pipeTo(new WritableStream());
      continue;
    }
    if (parts.includes("..") || header.name.includes("\\")) throw malformed(header.name);
    const parent = join(folder, ...parts.slice(0, -1));
    if (!made.has(parent)) await files.mkdir(parent);
    made.add(parent);
    await files.write(join(folder, ...parts), body);
    if (!header.name.endsWith(".olean")) continue;
    modules.push(parts.join(".").replace(/\.olean$/, ""));
    onModule(modules.length);
  }
  return modules.sort();
}

function malformed(name: string): GateError {
  return new GateError("setup", {
    code: "embedded_library_malformed",
    message: `Failed to unpack Lean's library: entry "${name}" would be written outside its folder`,
    hint: "The package is not the one that lean-gate pins: report it, and use --lean native.",
  });
}
