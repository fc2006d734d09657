/**
 * Real children. A stream ends only when every process that holds it has.
 *
 * That is how ends are seen.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../diagnostic.ts";
import { denoHost } from "./deno.ts";
import type { Child, Command, Host } from "./host.ts";

async function withHost(
  body: (host: Host, interrupt: () => void) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  await using owned = denoHost(controller.signal);
  await body(owned.host, () => controller.abort());
}

function sh(script: string, rest: Partial<Command> = {}): Command {
  return { argv: ["sh", "-c", script], ...rest };
}

/**
 * A family of three.
 *
 * The inner ones hold the same stdout. It says `ready` when all are there.
 */
const FAMILY = "(sleep 300 & echo ready; sleep 300) & wait";

/** Reads up to `ready`; returns what reads the rest, to the end of the stream. */
async function ready({ stdout, stderr }: Child): Promise<() => Promise<string>> {
  await stderr.cancel();
  const reader = stdout.pipeThrough(new TextDecoderStream() as never).getReader();
  let text = "";
  const more = async () => {
    const { done, value } = await reader.read();
    text += value ?? "";
    return !done;
  };
  while (!text.includes("ready\n")) assert.ok(await more(), `"${text}" is no "ready"`);
  return async () => {
    while (await more());
    return text;
  };
}

Deno.test("run() drains both streams at once", () =>
  withHost(async (host) => {
    // Far more than a pipe holds, and one byte past what a pipe of Linux holds.
    const script =
      "head -c 1048576 /dev/zero | tr '\\0' e >&2; head -c 65537 /dev/zero | tr '\\0' o";
    const done = await host.run(sh(script));
    assert.deepEqual({ ...done, stdout: done.stdout.length, stderr: done.stderr.length }, {
      code: 0,
      signal: null,
      timedOut: false,
      stdout: 65_537,
      stderr: 1_048_576,
    });
  }));

Deno.test("run() gives an exit code, a folder, the environment and an empty stdin", () =>
  withHost(async (host) => {
    const cwd = await Deno.realPath(await host.files.tempDir("lean-gate-test"));
    const script = 'cat; pwd; echo "$A:$HOME" >&2; exit 7';
    const { code, stdout, stderr } = await host.run(sh(script, { cwd, env: { A: "given" } }));
    assert.deepEqual({ code, stdout, stderr }, {
      code: 7,
      stdout: `${cwd}\n`,
      stderr: `given:${Deno.env.get("HOME") ?? ""}\n`,
    });
  }));

Deno.test("run() leaves out of the environment what is not inherited, and nothing else", () =>
  withHost(async (host) => {
    const script = 'echo "${HOME-none}:${PATH:+some}:$A"';
    const { stdout } = await host.run(
      sh(script, { env: { A: "given" }, inherits: (name) => name !== "HOME" }),
    );
    assert.equal(stdout, "none:some:given\n");
  }));

Deno.test("run() hands on each line as it ends, LF or CRLF", () =>
  withHost(async (host) => {
    const seen: string[] = [];
    const { stdout } = await host.run(sh("printf 'one\\r\\ntwo\\nrest'; printf 'bad\\n' >&2", {
      onLine: (stream, line) => seen.push(`${stream} ${line}`),
    }));
    assert.deepEqual(seen.sort(), ["stderr bad", "stdout one", "stdout rest", "stdout two"]);
    assert.equal(stdout, "one\r\ntwo\nrest");
  }));

Deno.test("a deadline ends the child and its descendants", () =>
  withHost(async (host) => {
    const child = host.spawn(sh(FAMILY, { deadlineMs: 1_000 }));
    const rest = await ready(child);
    assert.equal((await child.exit).timedOut, true);
    assert.equal(await rest(), "ready\n");
  }));

Deno.test("a child that ends before its deadline has not timed out", () =>
  withHost(async (host) => {
    const { code, timedOut } = await host.run(sh("exit 0", { deadlineMs: 60_000 }));
    assert.deepEqual({ code, timedOut }, { code: 0, timedOut: false });
  }));

Deno.test("an interrupt ends every child and its descendants, and lets none start", () =>
  withHost(async (host, interrupt) => {
    const children = [host.spawn(sh(FAMILY)), host.spawn(sh(FAMILY))];
    const rests = await Promise.all(children.map(ready));
    interrupt();
    for (const rest of rests) assert.equal(await rest(), "ready\n");
    for (const { exit } of children) {
      assert.deepEqual({ ...await exit, code: 0 }, { code: 0, signal: "SIGTERM", timedOut: false });
    }
    assert.throws(
      () => host.spawn(sh("echo late")),
      (cause) => cause instanceof GateError && cause.kind === "interrupted",
    );
  }));

Deno.test("disposing the host ends its children and removes its folders", async () => {
  const owned = denoHost(new AbortController().signal);
  const folder = await owned.host.files.tempDir("lean-gate-test");
  await owned.host.files.writeAtomic(join(folder, "inner/file"), "text");
  const child = owned.host.spawn(sh(FAMILY));
  const rest = await ready(child);
  await owned[Symbol.asyncDispose]();
  assert.equal(await rest(), "ready\n");
  await assert.rejects(Deno.stat(folder), Deno.errors.NotFound);
});

Deno.test("end() kills a child that will not go, and may be called twice", () =>
  withHost(async (host) => {
    const child = host.spawn(sh("trap '' TERM; echo ready; while :; do sleep 300; done"));
    const rest = await ready(child);
    const [first, second] = await Promise.all([child.end(), child.end()]);
    assert.equal(first.signal, "SIGKILL");
    assert.deepEqual(await child.end(), second);
    assert.equal(await rest(), "ready\n");
  }));

Deno.test("a child that ends leaves no descendant behind", () =>
  withHost(async (host) => {
    const child = host.spawn(sh("sleep 300 & echo ready; exit 3"));
    const rest = await ready(child);
    assert.equal((await child.exit).code, 3);
    assert.equal(await rest(), "ready\n");
  }));

Deno.test("run() does not wait for a descendant that left the family", () =>
  withHost(async (host) => {
    // The daemon holds stdout, but not the group that ends with the child.
    const { code, stdout } = await host.run(sh("setsid sh -c 'sleep 300 & echo $!'; exit 3"));
    assert.match(stdout, /^\d+\n$/);
    Deno.kill(Number(stdout), "SIGKILL");
    assert.equal(code, 3);
  }));

Deno.test("a program or a folder that is not there is a set-up error that names it", () =>
  withHost(async (host) => {
    const missing: [Command, RegExp][] = [
      [
        { argv: ["lean-gate-no-such-program"] },
        /^Failed to start "lean-gate-no-such-program": there is no such program$/,
      ],
      [
        sh("exit 0", { cwd: "/no/such/folder" }),
        /^Failed to start "sh" in "\/no\/such\/folder": there is no such folder$/,
      ],
      [{ argv: ["/dev/null"] }, /^Failed to start "\/dev\/null": it may not be executed$/],
    ];
    for (const [command, message] of missing) {
      await assert.rejects(host.run(command), (cause) => {
        assert.ok(cause instanceof GateError);
        assert.equal(cause.kind, "setup");
        assert.equal(cause.diagnostic.code, "command_not_found");
        assert.match(cause.message, message);
        return true;
      });
    }
  }));

Deno.test("which() finds programs on PATH and by their path", () =>
  withHost(async (host) => {
    const folder = await host.files.tempDir("lean-gate-test");
    await Deno.writeTextFile(join(folder, "plain"), "", { mode: 0o644 });
    await Deno.writeTextFile(join(folder, "runs"), "#!/bin/sh\n", { mode: 0o755 });
    assert.match(await host.which("sh") ?? "", /^\/.*\/sh$/);
    assert.equal(await host.which("lean-gate-no-such-program"), undefined);
    assert.equal(await host.which(join(folder, "runs")), join(folder, "runs"));
    assert.equal(await host.which(join(folder, "plain")), undefined);
    assert.equal(await host.which(folder), undefined);
  }));

Deno.test("the host tells the date, the clock and the machine", () =>
  withHost((host) => {
    assert.match(host.time(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(host.today(), /^\d{4}-\d\d-\d\d$/);
    assert.ok(host.now() <= host.now());
    assert.ok(Number.isInteger(host.cpus) && host.cpus >= 1);
    assert.ok(host.freeMemory() > 0);
    assert.match(host.os, /^[a-z]+-[a-z0-9_]+$/);
    return Promise.resolve();
  }));
