/** Reads `lean-toolchain`: the one Lean version a formal package is written for. */
import { GateError } from "../../platform/diagnostic.ts";

/** Name of the file, in the root of the formal package. */
export const PIN_FILE = "lean-toolchain";

/** A pinned Lean, e.g. `leanprover/lean4:v4.28.0`. */
export interface Pin {
  /** The file's content without white space around it. */
  readonly text: string;
  /** Where elan gets it from, e.g. `leanprover/lean4`. */
  readonly origin: string;
  /** Version as Lean reports it: `4.28.0`, `4.28.0-rc1` or `nightly-2026-01-31`. */
  readonly version: string;
}

const PIN =
  /^(?:([\w.-]+\/[\w.-]+):)?(?:v?(\d+\.\d+\.\d+(?:-rc\d+)?)|(nightly-\d{4}-\d{2}-\d{2}))$/;

/**
 * Parses the content of `lean-toolchain`; `file` is the path shown in errors.
 *
 * @throws GateError `pin_malformed` (set-up) when it does not name one exact version (`stable` does not).
 */
export function parsePin(content: string, file: string): Pin {
  const text = content.trim();
  const match = PIN.exec(text);
  const version = match?.[2] ?? match?.[3];
  if (version === undefined) {
    throw new GateError("setup", {
      code: "pin_malformed",
      message: `Failed to read the pinned toolchain: ${
        JSON.stringify(text)
      } does not name one exact Lean version`,
      location: { file, line: 1, column: 1 },
      hint: 'Write one line such as "leanprover/lean4:v4.28.0".',
    });
  }
  return { text, origin: match?.[1] ?? "leanprover/lean4", version };
}

/** Whether a Lean that reports `version` is the pinned one. */
export function pinAccepts(pin: Pin, version: string): boolean {
  return pin.version.startsWith("nightly-")
    ? version.endsWith(`-${pin.version}`)
    : version === pin.version;
}

/** The version in the output of `lean --version`, or `undefined`: `Lean (version 4.28.0, x86_64…)`. */
export function parseLeanVersion(output: string): string | undefined {
  return /^Lean \(version ([^,\s)]+)[,)]/m.exec(output)?.[1];
}
