/**
 * What the emitter wrote is kept as long as nothing it depends on changes: its sources, the lakefile and
 * Lean. The same reason that spares a module its rebuilding spares the emitter its run.
 */
import { createHash } from "node:crypto";
import type { ToolchainInfo } from "../toolchain/toolchain.ts";

/** What an emission depends on. */
export interface EmissionInputs {
  readonly emitter: string;
  /** Digest of the sources that the emitter is made of. */
  readonly model: string;
  /** Text of the lakefile, whose options reach the code, and of the manifest, if there is one. */
  readonly lakefile: string;
  /** Digest of the files that the code may read. */
  readonly data?: string;
  readonly lean: ToolchainInfo;
}

/** Names an emission: equal exactly when everything it depends on is. */
export function emissionKey({ emitter, model, lakefile, data = "", lean }: EmissionInputs): string {
  const { backend, version, pin, paths } = lean;
  const parts = [emitter, model, lakefile, data, backend, version, pin, paths];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
