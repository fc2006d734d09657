/** Reads and writes the parts of a WebAssembly binary that the derivation touches. */

/** A section: its kind and its content. */
export interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

/** Numbers of the sections that matter here. */
export const SECTION = {
  custom: 0,
  import: 2,
  table: 4,
  global: 6,
  export: 7,
  element: 9,
  code: 10,
} as const;

/** Kinds of exports. */
export const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const;

/** One exported item. */
export interface Export {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
  /** Its bytes in the section, to be written again as they are. */
  readonly bytes: Uint8Array;
}

const HEADER = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
const I32_CONST = 0x41;
const END = 0x0b;
/** Flag of an export in `dylink.0`. */
const THREAD_LOCAL = 0x100;

/** A binary of another shape than expected; the message names the part. */
export class WasmShapeError extends Error {
  override readonly name = "WasmShapeError";
}

/** Walks over bytes; every read moves on, and reading past the end throws. */
export class Reader {
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  byte(): number {
    const byte = this.bytes[this.#at++];
    if (byte === undefined) throw new WasmShapeError("it ends too early");
    return byte;
  }

  /** An unsigned LEB128 number below 2^32. */
  u32(): number {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** A signed LEB128 number of 32 bits. */
  s32(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      return shift < 25 && (byte & 0x40) !== 0 ? value | (-1 << (shift + 7)) : value;
    }
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.bytes.length) throw new WasmShapeError("it ends too early");
    const taken = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.u32()));
  }
}

/** The sections of a binary, in order. */
export function readSections(binary: Uint8Array): Section[] {
  const reader = new Reader(binary);
  if (!reader.take(HEADER.length).every((byte, i) => byte === HEADER[i])) {
    throw new WasmShapeError("it is no WebAssembly binary of version 1");
  }
  const sections: Section[] = [];
  while (!reader.isAtEnd) {
    const id = reader.byte();
    sections.push({ id, content: reader.take(reader.u32()) });
  }
  return sections;
}

/** The binary of the sections, in pieces to be written one behind the other. */
export function writeSections(sections: readonly Section[]): Uint8Array[] {
  const pieces = sections.flatMap(({ id, content }) => [
    Uint8Array.of(id, ...u32(content.length)),
    content,
  ]);
  return [HEADER, ...pieces];
}

/** The content of the one section of this kind. */
export function only(sections: readonly Section[], id: number, what: string): Uint8Array {
  const [section, ...others] = sections.filter((section) => section.id === id);
  if (section === undefined || others.length > 0) {
    throw new WasmShapeError(`it has not exactly one ${what} section`);
  }
  return section.content;
}

/** The exports. */
export function readExports(content: Uint8Array): Export[] {
  const reader = new Reader(content);
  return Array.from({ length: reader.u32() }, () => {
    const start = reader.at;
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.u32();
    return { name, kind, index, bytes: content.subarray(start, reader.at) };
  });
}

/** Names of the exports that lie in thread-local storage, from the custom section `dylink.0`. */
export function readThreadLocals(sections: readonly Section[]): string[] {
  const names: string[] = [];
  for (const { id, content } of sections) {
    const reader = new Reader(content);
    if (id !== SECTION.custom || reader.name() !== "dylink.0") continue;
    while (!reader.isAtEnd) {
      const isExportInfo = reader.byte() === 3;
      const part = new Reader(reader.take(reader.u32()));
      for (let left = isExportInfo ? part.u32() : 0; left > 0; left--) {
        const name = part.name();
        if ((part.u32() & THREAD_LOCAL) !== 0) names.push(name);
      }
    }
  }
  return names;
}

/** The value of each global: a number for a constant i32, else `undefined`. Imported ones come first, not here. */
export function readGlobals(content: Uint8Array): (number | undefined)[] {
  const reader = new Reader(content);
  return Array.from({ length: reader.u32() }, () => {
    reader.byte();
    const isMutable = reader.byte() === 1;
    if (reader.byte() !== I32_CONST) throw new WasmShapeError("a global is no constant i32");
    const value = reader.s32();
    if (reader.byte() !== END) throw new WasmShapeError("a global is no constant i32");
    return isMutable ? undefined : value;
  });
}

/** How many functions and globals are imported: they have the first indices. */
export function countImports(content: Uint8Array): { functions: number; globals: number } {
  const reader = new Reader(content);
  const count = { functions: 0, globals: 0 };
  for (let left = reader.u32(); left > 0; left--) {
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind === KIND.function) {
      reader.u32();
      count.functions++;
    } else if (kind === KIND.global) {
      reader.take(2);
      count.globals++;
    } else {
      if (kind === KIND.table) reader.byte();
      const hasMaximum = (reader.byte() & 1) === 1;
      reader.u32();
      if (hasMaximum) reader.u32();
    }
  }
  return count;
}

/** Size of the one table, which must be able to grow. */
export function readTableSize(content: Uint8Array): number {
  const reader = new Reader(content);
  const shape = [reader.u32(), reader.byte(), reader.byte()];
  const size = reader.u32();
  if (shape.join() !== "1,112,0" || !reader.isAtEnd) {
    throw new WasmShapeError("it has not one table of functions without maximum");
  }
  return size;
}

/** The table section for one table of functions of this size. */
export function writeTable(size: number): Uint8Array {
  return Uint8Array.of(1, 0x70, 0, ...u32(size));
}

/** Where the one element segment begins in the table, and the functions it puts there. */
export function readElements(content: Uint8Array): { offset: number; functions: number[] } {
  const reader = new Reader(content);
  const shape = [reader.u32(), reader.u32(), reader.byte()];
  const offset = reader.s32();
  if (shape.join() !== `1,0,${I32_CONST}` || reader.byte() !== END) {
    throw new WasmShapeError("it has not one element segment at a constant offset");
  }
  return { offset, functions: Array.from({ length: reader.u32() }, () => reader.u32()) };
}

/** An element section with these segments, each put at its offset in the table. */
export function writeElements(
  segments: readonly { readonly offset: number; readonly functions: readonly number[] }[],
): Uint8Array {
  const bytes = u32(segments.length);
  for (const { offset, functions } of segments) {
    bytes.push(0, I32_CONST, ...s32(offset), END, ...u32(functions.length));
    for (const index of functions) bytes.push(...u32(index));
  }
  return Uint8Array.from(bytes);
}

/** Where the body of each function of a code section starts (behind its size), and its length. */
export function readBodies(content: Uint8Array): { start: number; length: number }[] {
  const reader = new Reader(content);
  return Array.from({ length: reader.u32() }, () => {
    const length = reader.u32();
    const start = reader.at;
    reader.take(length);
    return { start, length };
  });
}

/** An export section with these exports. */
export function writeExports(exports: readonly Export[]): Uint8Array {
  const bytes = u32(exports.length);
  for (const { bytes: own } of exports) bytes.push(...own);
  return Uint8Array.from(bytes);
}

function u32(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value;; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

function s32(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value;; rest >>= 7) {
    const low = rest & 0x7f;
    if (rest >> 6 === 0 || rest >> 6 === -1) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}
