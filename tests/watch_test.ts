/** `verify --watch`, through the command line. */
import assert from "node:assert/strict";
import { cli, cliCommand } from "./support/cli.ts";
import { MARK, marked } from "./support/processes.ts";

Deno.test("a watch judges again what a change affects, and ends on an interrupt with nothing left", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-test-" }));
  const mark = crypto.randomUUID();
  try {
    assert.equal((await cli(["init"], root)).code, 0);
    const args = ["verify", "--watch", "--only", "scan,replay,diff"];
    const child = cliCommand(args, root, { [MARK]: mark }).spawn();
    const stderr = new Response(child.stderr).text();
    const lines = reader(child.stdout);
    assert.match(await lines.until(/Watching/), /✓ scan .*✓ replay .*✓ diff .*Everything agrees/s);
    const reducer = `${root}/turnstile.ts`;
    const text = await Deno.readTextFile(reducer);
    await Deno.writeTextFile(reducer, text.replace("passed + 1", "passed + 2"));
    const refused = await lines.until(/Watching/);
    assert.match(refused, /turnstile\.ts changed: replay, diff\n/);
    assert.match(refused, /error\[divergence_final\].*Refused: diff/s);
    assert.doesNotMatch(refused, /scan/);
    await Deno.writeTextFile(reducer, text);
    assert.match(await lines.until(/Watching/), /Everything agrees/);
    await Deno.writeTextFile(`${root}/README.md`, "");
    assert.match(await lines.until(/README/), /README\.md changed: no stage reads it/);
    child.kill("SIGINT");
    assert.equal((await child.status).code, 130, await stderr);
    assert.deepEqual(await marked(mark), []);
    await lines.close();
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

/** Reads a stream up to a line. */
function reader(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const chunks = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    /** The text up to the end of the line that matches. */
    async until(line: RegExp): Promise<string> {
      for (;;) {
        const found = line.exec(text);
        const end = found === null ? -1 : text.indexOf("\n", found.index);
        if (end >= 0) {
          const read = text.slice(0, end + 1);
          text = text.slice(end + 1);
          return read;
        }
        const { done, value } = await chunks.read();
        assert.ok(done !== true, text);
        text += value;
      }
    },
    close: () => chunks.cancel(),
  };
}
