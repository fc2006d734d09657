/** A package of the shape of embedded Lean's, but tiny: for tests of the set-up, which cannot run it. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { packTar } from "modern-tar";
import type { Command, Finished, Host } from "../../../platform/host/host.ts";
import { EDITS } from "../embedded/launcher.ts";
import { LEAN_WASM, type PinnedPackage } from "../embedded/package.ts";

/** A glue in which every edit matches as often as it should. */
export const TINY_GLUE = [
  'var used=1;var alpha,beta,gamma;function assignWasmExports(wasmExports){alpha=wasmExports["alpha"];',
  'beta=wasmExports["beta"];gamma=wasmExports["gamma"]}',
  ...EDITS.flatMap(({ find, times = 1 }) => Array(times).fill(find)),
  "beta(used)",
].join("\n").replace("];\nbeta=", "];beta=");

const utf8 = new TextEncoder();
const section = (id: number, ...content: number[]) => [id, content.length, ...content];
const exported = (name: string, kind: number, index: number) => [
  name.length,
  ...utf8.encode(name),
  kind,
  index,
];

/** `() -> i32` functions that return 10, 11 and 12; a table with the first at 1; memory places 64 and -1. */
export const TINY_BINARY = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 0, 1, 0x7f),
  ...section(2, 0),
  ...section(3, 3, 0, 0, 0),
  ...section(4, 1, 0x70, 0, 3),
  ...section(6, 2, 0x7f, 0, 0x41, 0xc0, 0x00, 0x0b, 0x7f, 1, 0x41, 0x7f, 0x0b),
  ...section(
    7,
    9,
    ...exported("table", 1, 0),
    ...exported("ten", 0, 0),
    ...exported("eleven", 0, 1),
    ...exported("elf", 0, 1),
    ...exported("twelve", 0, 2),
    ...exported("beta", 0, 2),
    ...exported("__main_argc_argv", 0, 0),
    ...exported("data", 3, 0),
    ...exported("pointer", 3, 1),
  ),
  ...section(9, 1, 0, 0x41, 1, 0x0b, 1, 0),
  ...section(10, 3, 4, 0, 0x41, 10, 0x0b, 4, 0, 0x41, 11, 0x0b, 4, 0, 0x41, 12, 0x0b),
]);

/** The library: two modules, gzipped. */
const LIBRARY = new Uint8Array(
  await new Response(
    new Blob([
      await packTar(["Init.olean", "Std/Data.olean"].map((name) => ({
        header: { name, size: name.length, type: "file" },
        body: name,
      }))),
    ]).stream().pipeThrough(new CompressionStream("gzip")),
  ).arrayBuffer(),
);

const CONTENT = {
  glue: { name: "lean.js", bytes: utf8.encode(TINY_GLUE) },
  binary: { name: "lean.wasm", bytes: TINY_BINARY },
  library: { name: "lean-lib.tar.gz", bytes: LIBRARY },
};

const pin = ({ name, bytes }: { name: string; bytes: Uint8Array }) => ({
  name,
  size: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

/** The pins of the tiny package. */
export const TINY_PACKAGE: PinnedPackage = {
  ...LEAN_WASM,
  files: {
    glue: pin(CONTENT.glue),
    binary: pin(CONTENT.binary),
    library: pin(CONTENT.library),
  },
  patches: [{ function: "twelve", offset: 2, from: 12, to: 13 }],
};

/** A host like the given one whose cache is `cache`, and whose `deno install` fetches the tiny package. */
export function hostWithTinyPackage(
  host: Host,
  cache: string,
  fetch: (command: Command, fetchAll: () => Promise<Finished>) => Promise<Finished> = (_, all) =>
    all(),
): Host {
  return {
    ...host,
    env: (name) => (name === "LEAN_GATE_CACHE" ? cache : host.env(name)),
    run: (command) =>
      fetch(command, async () => {
        for (const { name, bytes } of Object.values(CONTENT)) {
          const path = join(command.cwd!, "node_modules", TINY_PACKAGE.name, name);
          await host.files.writeAtomic(path, bytes);
        }
        return { code: 0, signal: null, timedOut: false, stdout: "", stderr: "" };
      }),
  };
}
