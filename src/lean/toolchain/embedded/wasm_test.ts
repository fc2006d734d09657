import assert from "node:assert/strict";
import * as wasm from "./wasm.ts";

/** Values whose LEB128 forms have one to five bytes, on both sides of each border. */
const BORDERS = [0, 1, 63, 64, 127, 128, 8191, 8192, 16383, 16384, 2 ** 21, 2 ** 28, 2 ** 31 - 1];

Deno.test("writeTable() writes what readTableSize() reads", () => {
  for (const size of [...BORDERS, 2 ** 32 - 1]) {
    assert.equal(wasm.readTableSize(wasm.writeTable(size)), size);
  }
});

Deno.test("writeElements() writes what readElements() reads, and what the engine accepts", () => {
  for (const offset of BORDERS) {
    const segment = { offset, functions: BORDERS };
    assert.deepEqual(wasm.readElements(wasm.writeElements([segment])), segment);
  }
  const section = wasm.writeElements([{ offset: 64, functions: [0] }, {
    offset: 300,
    functions: [],
  }]);
  // Two active segments for table 0, by the specification's own bytes.
  assert.deepEqual([...section], [2, 0, 0x41, 0xc0, 0, 0x0b, 1, 0, 0, 0x41, 0xac, 2, 0x0b, 0]);
});

Deno.test("Reader reads signed numbers as the specification writes them", () => {
  const signed = (...bytes: number[]) => new wasm.Reader(Uint8Array.from(bytes)).s32();
  assert.equal(signed(0x7f), -1);
  assert.equal(signed(0x40), -64);
  assert.equal(signed(0x3f), 63);
  assert.equal(signed(0x80, 0x7f), -128);
  assert.equal(signed(0xff, 0xff, 0xff, 0xff, 0x07), 2 ** 31 - 1);
  assert.equal(signed(0x80, 0x80, 0x80, 0x80, 0x78), -(2 ** 31));
});

Deno.test("readThreadLocals() reads the flagged exports of dylink.0 only", () => {
  const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];
  const info = [2, ...text("plain"), 0, ...text("local"), 0x80, 0x02];
  const content = Uint8Array.from([...text("dylink.0"), 1, 1, 0, 3, info.length, ...info]);
  const other = Uint8Array.from([...text("name"), 3, info.length, ...info]);
  assert.deepEqual(wasm.readThreadLocals([{ id: 0, content: other }, { id: 0, content }]), [
    "local",
  ]);
});
