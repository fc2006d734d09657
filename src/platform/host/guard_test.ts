import assert from "node:assert/strict";

/** A program that starts child processes, prints their group and waits. */
function program(guarded: boolean): string {
  return `
    import { denoHost } from ${JSON.stringify(new URL("./deno.ts", import.meta.url).href)};
    const { host } = denoHost(new AbortController().signal, { guarded: ${guarded} });
    const gone = host.spawn({ argv: ["sh", "-c", "exit 0"] });
    await gone.exit;
    const child = host.spawn({ argv: ["sh", "-c", "sleep 300 & sleep 300"] });
    console.log(child.pid);
    await child.exit;
  `;
}

/** Kills the program with SIGKILL and returns the group of its children. */
async function killedFamily(guarded: boolean): Promise<number> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", "--ext=ts", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(program(guarded)));
  await writer.close();
  const reader = process.stdout.getReader();
  const { value } = await reader.read();
  const group = Number(new TextDecoder().decode(value));
  assert.ok(group > 1);
  // What it told the guard is there when an answer of the same process is.
  await new Promise((done) => setTimeout(done, 200));
  process.kill("SIGKILL");
  await process.status;
  await reader.cancel();
  return group;
}

/**
 * Whether a process of the group runs.
 *
 * One that has ended and waits to be reaped does not.
 */
async function runs(group: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "pgid=,stat="] }).output();
  return new TextDecoder().decode(stdout).split("\n")
    .some((line) => new RegExp(`^ *${group} +[^Z]`).test(line));
}

Deno.test("a guard ends the children of a process that is killed", async () => {
  const group = await killedFamily(true);
  while (await runs(group)) await new Promise((done) => setTimeout(done, 20));
});

Deno.test("without a guard they go on", async () => {
  const group = await killedFamily(false);
  try {
    assert.equal(await runs(group), true);
  } finally {
    Deno.kill(-group, "SIGKILL");
  }
});
