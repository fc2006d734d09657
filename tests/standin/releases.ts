/** What differs between the releases of Lean that the stand-in plays: see README.md for the sources. */

/** A release, as far as the gate can tell it from another one. */
export interface Release {
  /** What `lean --version` says. */
  readonly version: string;
  /** Programs beside `lean` and `lake`. */
  readonly bundled: readonly string[];
  /** Whether Lake reads `LAKE_RESTORE_ARTIFACTS`. */
  readonly restoresByEnvironment: boolean;
  /** Whether `Environment.addDeclCore` takes a depth of recursion before the declaration. */
  readonly boundsRecursion: boolean;
}

const OWN_KERNEL = ["leanchecker"];
const KERNELS = [...OWN_KERNEL, "leanexport", "nanoda_bin", "lean4lean", "con-leche", "con-ron"];

/** The releases to choose from, by version. */
export const RELEASES: Readonly<Record<string, Release>> = Object.fromEntries(
  [
    ["4.28.0", OWN_KERNEL, false, false] as const,
    ["4.32.2", OWN_KERNEL, true, false] as const,
    ["4.34.1", OWN_KERNEL, true, true] as const,
    ["4.35.0", KERNELS, true, true] as const,
  ].map(([version, bundled, restoresByEnvironment, boundsRecursion]) => [
    version,
    { version, bundled, restoresByEnvironment, boundsRecursion },
  ]),
);
