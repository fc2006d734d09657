/** Reads `lean-toolchain`: the one Lean version a formal package is written for. */
import { GateError } from "../../platform/diagnostic.ts";

/** Name of the file, in the root of the formal package. */
export const PIN_FILE = "lean-toolchain";

/** A pinned Lean, e.g. `leanprover/lean4:v4.28.0`. */
export interface Pin {
  /** The first line of the file, without white space around it. */
  readonly text: string;
  /** What elan resolves it to, `ORIGIN:RELEASE`. */
  readonly toolchain: string;
  /** Version as Lean reports it: `4.28.0`, `4.28.0-rc1` or `nightly-2026-01-31`. */
  readonly version: string;
}

const PIN =
  /^(?:([\w-]+\/[\w-]+):)?(?:v?(\d+\.\d+\.\d+(?:-rc\d+)?)|(nightly-\d{4}-\d{2}-\d{2}(?:-rev\d+)?))$/;
const DEFAULT_ORIGIN = "leanprover/lean4";
/** White space around the pin as elan knows it: a byte order mark is none. */
const AROUND = /^[^\S\uFEFF]+|[^\S\uFEFF]+$/g;

/**
 * Parses the content of `lean-toolchain`; `file` is the path shown in errors.
 *
 * @throws GateError `pin_malformed` (set-up) when it does not name one exact version (`stable` does not).
 */
export function parsePin(content: string, file: string): Pin {
  const text = content.split("\n", 1)[0]!.replaceAll(AROUND, "");
  const [, origin = DEFAULT_ORIGIN, release, nightly] = PIN.exec(text) ?? [];
  const version = release ?? nightly;
  if (version === undefined) {
    throw new GateError("setup", {
      code: "pin_malformed",
      message: `Failed to read the pinned toolchain: ${
        JSON.stringify(text).replaceAll("\uFEFF", "\\ufeff")
      } does not name one exact Lean version`,
      location: { file, line: 1, column: 1 },
      hint: 'Write one line such as "leanprover/lean4:v4.28.0": elan reads the first line alone.',
    });
  }
  return { text, toolchain: resolve(origin, release, version), version };
}

/** Whether the pin takes Lean from where its authors release it; nightlies have an origin of their own. */
export function isReleasedByLean({ toolchain }: Pin): boolean {
  return /^leanprover\/lean4(-nightly)?:/.test(toolchain);
}

/** Resolves as elan does: nightlies have an origin of their own, and a bare version gets a `v`. */
function resolve(origin: string, release: string | undefined, version: string): string {
  if (release !== undefined) return `${origin}:v${release}`;
  return `${origin.replace(/(-nightly)?$/, "-nightly")}:${version}`;
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
