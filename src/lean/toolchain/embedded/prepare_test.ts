import assert from "node:assert/strict";
import { memoryHost } from "../../../platform/host/memory.ts";
import type { Body } from "../../../platform/host/memory_process.ts";
import { asProgram } from "./prepare.ts";

const FILE = "/staging/Main.lean";

/** A line in which Lean says something of a file. */
function message(severity: string, data: string, fileName = FILE): string {
  const pos = { line: 3, column: 0 };
  return JSON.stringify({ severity, data, fileName, pos, endPos: null }) + "\n";
}

/** The child that runs this script, seen as a program. */
function start(body: Body) {
  const { host } = memoryHost({ programs: () => body });
  const child = host.spawn({ argv: ["lean"] });
  return asProgram(child, { file: FILE, describe: ({ data }) => `Model.lean:1: ${data}` });
}

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream as BodyInit).text();

Deno.test("asProgram() leaves out what Lean says before the program begins", async () => {
  const { stdout, stderr } = start(({ stdout, stderr }) => {
    const said = message("warning", "unused") + message("error", "false") + "first\n";
    stderr("[DEBUG:A] begun\n[DEBUG:B] imp");
    for (const part of [said.slice(0, 10), said.slice(10, 200), said.slice(200)]) stdout(part);
    stderr("orts\n  - /lib/Init.olean\nreal trouble\n[DEBUG:C] done");
    return 0;
  });
  assert.equal(await text(stdout), "first\n");
  assert.equal(await text(stderr), "real trouble\nModel.lean:1: false");
});

Deno.test("asProgram() changes nothing once the program has begun", async () => {
  const own = message("error", "an answer that looks like a message");
  const bytes = Uint8Array.of(0xff, 0x0a);
  const { stdout } = start(({ stdout }) => {
    stdout(message("error", "of another file", "/other.lean"));
    stdout(own);
    stdout(bytes);
    stdout("no end");
    return 0;
  });
  const all = new Uint8Array(await new Response(stdout as BodyInit).arrayBuffer());
  const expected = message("error", "of another file", "/other.lean") + own;
  assert.deepEqual(all.subarray(0, expected.length), new TextEncoder().encode(expected));
  assert.deepEqual([...all.subarray(expected.length)], [
    ...bytes,
    ...new TextEncoder().encode("no end"),
  ]);
});

Deno.test("asProgram() shows the errors of a text that does not run", async () => {
  const { stdout, stderr, exit } = start(({ stdout }) => {
    stdout(message("error", "unknown identifier"));
    return 1;
  });
  assert.deepEqual(await Promise.all([text(stdout), text(stderr)]), [
    "",
    "Model.lean:1: unknown identifier",
  ]);
  assert.equal((await exit).code, 1);
});
