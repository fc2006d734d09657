import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import { denoHost } from "../../../platform/host/deno.ts";
import { deriveBinary } from "./binary.ts";
import { TINY_BINARY as BINARY } from "../testing/tiny_package.ts";
import { SYMBOL_ADDRESS, SYMBOL_FILE } from "./launcher.ts";

const joined = (pieces: readonly Uint8Array[]) =>
  Uint8Array.from(pieces.flatMap((piece) => [...piece]));

/** The launcher's own look-up, on a symbol file. */
async function lookUpIn(symbols: Uint8Array): Promise<(name: string) => number | undefined> {
  await using owned = denoHost(new AbortController().signal);
  const folder = await owned.host.files.tempDir("lean-gate-symbols");
  await owned.host.files.writeAtomic(join(folder, SYMBOL_FILE), symbols);
  const module = join(folder, "look_up.cjs");
  await owned.host.files.writeAtomic(module, `${SYMBOL_ADDRESS}module.exports=symbolAddress`);
  const lookUp = createRequire(import.meta.url)(module);
  lookUp("read the file while it is there");
  return lookUp;
}

Deno.test("deriveBinary() moves exported functions into the table, where their addresses lead", async () => {
  const { binary, symbols } = deriveBinary(BINARY, new Set(["table", "twelve"]));
  const { instance } = await WebAssembly.instantiate(joined(binary));
  assert.deepEqual(Object.keys(instance.exports), ["table", "twelve"]);
  const table = instance.exports["table"] as WebAssembly.Table;
  const addressOf = await lookUpIn(symbols);
  for (const [name, value] of [["ten", 10], ["eleven", 11], ["elf", 11], ["twelve", 12]] as const) {
    assert.equal(table.get(addressOf(name)!)!(), value, name);
  }
  assert.equal(addressOf("ten"), 1, "a function of the table keeps its address");
  assert.equal(addressOf("elf"), addressOf("eleven"));
  assert.equal(table.length, 5);
});

Deno.test("deriveBinary() gives the addresses of data, and of nothing else", async () => {
  const addressOf = await lookUpIn(deriveBinary(BINARY, new Set()).symbols);
  assert.equal(addressOf("data"), 64);
  for (const name of ["pointer", "table", "", "dat", "data2", "zzz", "é"]) {
    assert.equal(addressOf(name), undefined, name);
  }
});

Deno.test("deriveBinary() changes a byte of the named function only, and only the expected one", async () => {
  const patch = { function: "elf", offset: 2, from: 11, to: 42 };
  const { binary } = deriveBinary(BINARY, new Set(["ten", "eleven", "twelve"]), [patch]);
  const { instance } = await WebAssembly.instantiate(joined(binary));
  const results = Object.values(instance.exports).map((it) => (it as () => number)());
  assert.deepEqual(results, [10, 42, 12]);

  for (
    const [wrong, words] of [
      [{ from: 10 }, /byte 2 of function "elf" is 11, not 10/],
      [{ offset: 4 }, /byte 4 of function "elf" is missing/],
      [{ function: "thirteen" }, /no function "thirteen"/],
      [{ function: "table" }, /no function "table"/],
    ] as const
  ) {
    assert.throws(
      () => deriveBinary(BINARY, new Set(), [{ ...patch, ...wrong }]),
      (error: unknown) => {
        assert.ok(error instanceof GateError);
        assert.equal(error.diagnostic.code, "embedded_binary_mismatch");
        assert.match(error.message, words);
        return true;
      },
    );
  }
});

Deno.test("deriveBinary() refuses a binary of another shape", () => {
  const refuses = (binary: Uint8Array, keep: string[], words: RegExp) =>
    assert.throws(() => deriveBinary(binary, new Set(keep)), (error: unknown) => {
      assert.ok(error instanceof GateError);
      assert.equal(error.diagnostic.code, "embedded_binary_mismatch");
      assert.match(error.message, words);
      return true;
    });
  refuses(BINARY, ["thirteen"], /does not export "thirteen"/);
  refuses(BINARY.subarray(0, BINARY.length - 1), [], /ends too early/);
  refuses(BINARY.subarray(1), [], /no WebAssembly binary/);
  refuses(Uint8Array.from([...BINARY, 9, 1, 0]), [], /exactly one element section/);
  const withMaximum = BINARY.slice();
  withMaximum[withMaximum.indexOf(0x70) + 1] = 1;
  refuses(withMaximum, [], /table/);
});
