/** Checks fetched files against what was pinned, before anything of them is used. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import type { Files } from "../../../platform/host/host.ts";
import type { PinnedFile, PinnedPackage } from "./package.ts";

/**
 * Checks size and SHA-256 of every pinned file in `folder`.
 *
 * @throws GateError `embedded_integrity` (set-up) naming the file, what was expected and what is there.
 */
export async function verifyPackage(
  files: Pick<Files, "size" | "readStream">,
  folder: string,
  pinned: PinnedPackage,
): Promise<void> {
  for (const file of Object.values(pinned.files)) await verifyFile(files, folder, file);
}

async function verifyFile(
  files: Pick<Files, "size" | "readStream">,
  folder: string,
  file: PinnedFile,
): Promise<void> {
  const path = join(folder, file.name);
  const size = await files.size(path);
  if (size !== file.size) {
    throw refused(path, `${file.size} bytes`, size === undefined ? "no file" : `${size} bytes`);
  }
  const digest = await sha256(await files.readStream(path) ?? new ReadableStream());
  if (digest !== file.sha256) {
    throw refused(path, `SHA-256 ${file.sha256}`, `SHA-256 ${digest}`);
  }
}

/** SHA-256 of a stream of bytes, in lower-case hexadecimal. */
export async function sha256(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
}

function refused(path: string, expected: string, found: string): GateError {
  return new GateError("setup", {
    code: "embedded_integrity",
    message: `Failed to verify "${path}": expected ${expected}, found ${found}`,
    hint:
      "The package is not the pinned one. Nothing of it was used. Check your npm registry or proxy.",
  });
}
