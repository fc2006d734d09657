/** What differs between the releases of Lean that the stand-in plays: see README.md for the sources. */

/** A release, as far as the gate can tell it from another one. */
export interface Release {
  /** What `lean --version` says. */
  readonly version: string;
  /** Programs beside `lean` and `lake`. */
  readonly bundled: readonly string[];
  /** Whether Lake reads `LAKE_RESTORE_ARTIFACTS`. */
  readonly restoresByEnvironment: boolean;
}

const OWN_KERNEL = ["leanchecker"];
const KERNELS = [...OWN_KERNEL, "leanexport", "nanoda_bin", "lean4lean", "con-leche", "con-ron"];

/** The releases to choose from, by version. */
export const RELEASES: Readonly<Record<string, Release>> = Object.fromEntries(
  [
    { version: "4.28.0", bundled: OWN_KERNEL, restoresByEnvironment: false },
    { version: "4.32.2", bundled: OWN_KERNEL, restoresByEnvironment: true },
    { version: "4.34.1", bundled: OWN_KERNEL, restoresByEnvironment: true },
    { version: "4.35.0", bundled: KERNELS, restoresByEnvironment: true },
  ].map((release) => [release.version, release]),
);
