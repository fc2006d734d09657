/** Changes single bytes in the functions of a WebAssembly binary. */
import * as wasm from "./wasm.ts";

/** One byte to change in a function's body. */
export interface BytePatch {
  /** Export name of the function. */
  readonly function: string;
  /** Place of the byte, counted from the start of the body (behind its size). */
  readonly offset: number;
  /** The byte that must be there. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the code section with all patches applied.
 *
 * @param indexOf index of the function with this export name, not counting imported functions.
 * @throws WasmShapeError when a function is missing or a byte is not the expected one.
 */
export function patchCode(
  code: Uint8Array,
  patches: readonly BytePatch[],
  indexOf: (name: string) => number | undefined,
): Uint8Array {
  const patched = code.slice();
  const bodies = wasm.readBodies(code);
  for (const { function: name, offset, from, to } of patches) {
    const body = bodies[indexOf(name) ?? -1];
    if (body === undefined) throw new wasm.WasmShapeError(`it has no function "${name}" to patch`);
    const found = offset < body.length ? code[body.start + offset] : undefined;
    if (found !== from) {
      throw new wasm.WasmShapeError(
        `byte ${offset} of function "${name}" is ${found ?? "missing"}, not ${from}`,
      );
    }
    patched[body.start + offset] = to;
  }
  return patched;
}
