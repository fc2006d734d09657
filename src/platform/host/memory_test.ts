/**
 * The parts of the in-memory host that tests lean on.
 *
 * Its files are tested with the real ones.
 */
import assert from "node:assert/strict";
import { GateError } from "../diagnostic.ts";
import { memoryHost } from "./memory.ts";
import type { Body } from "./memory_process.ts";

/** A script that never ends by itself. */
const forever: Body = ({ ended }) =>
  new Promise((resolve) => ended.addEventListener("abort", () => resolve(0)));

/** A script that answers each line of stdin on stdout. */
const echo: Body = async ({ stdin, stdout }) => {
  for await (const chunk of stdin) stdout(chunk);
  return 0;
};

Deno.test("the clock stands until it is moved", () => {
  const { host, advance } = memoryHost();
  assert.equal(host.now(), 0);
  advance(1_500);
  assert.equal(host.now(), 1_500);
});

Deno.test("run() gives what the test lets the command come to", async () => {
  const { host, commands } = memoryHost({
    programs: ({ argv: [program] }) =>
      program === "lean" ? { code: 3, stdout: "one\ntwo\n", stderr: "bad\n" } : undefined,
  });
  const lines: string[] = [];
  const done = await host.run({
    argv: ["lean", "--version"],
    onLine: (stream, line) => lines.push(`${stream} ${line}`),
  });
  assert.deepEqual(done, {
    code: 3,
    signal: null,
    timedOut: false,
    stdout: "one\ntwo\n",
    stderr: "bad\n",
  });
  assert.deepEqual(lines.sort(), ["stderr bad", "stdout one", "stdout two"]);
  assert.deepEqual(commands, [{ argv: ["lean", "--version"] }]);
});

Deno.test("run() of an unknown program is the set-up error of the real host", async () => {
  const { host } = memoryHost();
  await assert.rejects(host.run({ argv: ["lake"] }), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.kind, "setup");
    assert.equal(cause.diagnostic.code, "command_not_found");
    return true;
  });
});

Deno.test("a script talks over its streams", async () => {
  const { host } = memoryHost({ programs: () => echo });
  const child = host.spawn({ argv: ["engine"] });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("hello\n"));
  await writer.close();
  assert.equal(await new Response(child.stdout as BodyInit).text(), "hello\n");
  assert.equal((await child.exit).code, 0);
});

Deno.test("a script that throws is a child that fails", async () => {
  const { host } = memoryHost({
    programs: () => () => {
      throw new Error("crashed");
    },
  });
  const { code, stderr } = await host.run({ argv: ["engine"] });
  assert.equal(code, 1);
  assert.match(stderr, /crashed/);
});

Deno.test("a deadline goes by the clock of the test", async () => {
  const { host, advance } = memoryHost({ programs: () => forever });
  const running = host.run({ argv: ["slow"], deadlineMs: 100 });
  advance(99);
  const other = host.spawn({ argv: ["slow"], deadlineMs: 100 });
  advance(1);
  assert.equal((await running).timedOut, true);
  assert.equal((await other.end()).timedOut, false);
});

Deno.test("an interrupt ends the children, and lets none start", async () => {
  const { host, interrupt } = memoryHost({ programs: () => forever });
  const running = host.run({ argv: ["slow"] });
  interrupt();
  assert.equal((await running).signal, "SIGTERM");
  assert.equal(host.signal.aborted, true);
  await assert.rejects(
    host.run({ argv: ["late"] }),
    (cause) => cause instanceof GateError && cause.kind === "interrupted",
  );
});

Deno.test("which() knows the programs and the files of the test", async () => {
  const { host } = memoryHost({ path: { lean: "/opt/lean" }, files: { "/bin/tool": "" } });
  assert.equal(await host.which("lean"), "/opt/lean");
  assert.equal(await host.which("/bin/tool"), "/bin/tool");
  assert.equal(await host.which("lake"), undefined);
  assert.equal(await host.which("/bin/lake"), undefined);
});
