/** Workers whose supervisors are gone, as real processes. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../platform/host/deno.ts";
import type { Command, Host } from "../platform/host/host.ts";
import { reduce } from "../lifecycle/reduce.ts";
import type { Key } from "../lifecycle/value.ts";
import { converge } from "./converge.ts";
import { init } from "./init.ts";
import { readJournal } from "./journal.ts";
import { taskNamed } from "./ledger.ts";
import { keyText, ownershipOf, recordOwner } from "./owner.ts";
import { endGroup, isRunning, processOf } from "./process.ts";
import type { Store } from "./store.ts";
import { claim, declare, nextKey } from "./tasks.ts";
import { within } from "./testing/memory.ts";

/** A store with a supervised attempt at "build", on the real host. */
interface World extends AsyncDisposable {
  readonly host: Host;
  readonly store: Store;
  readonly key: Key;
  /** Starts a worker as its supervisor would, in a process group of its own. */
  worker(script: string): Promise<Deno.ChildProcess>;
  ownership(): ReturnType<typeof ownershipOf>;
  /** What converge records. */
  converge(): Promise<string[]>;
}

async function attempted(): Promise<World> {
  const owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const root = join(await Deno.realPath(await host.files.tempDir("lifecycle-test")), "store");
  const store = await init(host, { store: root, graph: 1, branch: "integration" });
  const started: Deno.ChildProcess[] = [];
  const key = await within({ host, store }, async (service) => {
    await declare(service, { name: "build", after: [], retries: 0 });
    const key = nextKey(service, taskNamed(service.ledger, "build"));
    await claim(service, key, true);
    return key;
  });
  return {
    host,
    store,
    key,
    async worker(script) {
      const env = { LIFECYCLE_STORE: store.root, LIFECYCLE_KEY: keyText(key) };
      const args = ["-c", script];
      const streams = { stdin: "null", stdout: "piped" } as const;
      const child = new Deno.Command("sh", { args, env, detached: true, ...streams }).spawn();
      started.push(child);
      await host.files.mkdir(store.owners);
      return child;
    },
    async ownership() {
      const { ledger } = await readJournal(host, store, reduce);
      return await ownershipOf(host, store, ledger, key);
    },
    converge: () =>
      within({ host, store }, async (service) => {
        await converge(service);
        return service.recorded.map(({ body }) => "act" in body ? body.act.type : body.type);
      }),
    async [Symbol.asyncDispose]() {
      for (const child of started) {
        try {
          Deno.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended.
        }
        await child.stdout.cancel();
        await child.status;
      }
      await owned[Symbol.asyncDispose]();
    },
  };
}

/** The host as another process, which has ended, would have been. */
async function gone(host: Host): Promise<Host> {
  const child = new Deno.Command("sh", { args: ["-c", "read -r _"], stdin: "piped" }).spawn();
  const { stdout, ...rest } = await host.run({ argv: ["cat", `/proc/${child.pid}/stat`] });
  await child.stdin.close();
  await child.status;
  const boot = await host.run({ argv: ["cat", "/proc/sys/kernel/random/boot_id"] });
  const told = { ...rest, stdout: boot.stdout + stdout };
  const isAsked = ({ argv }: Command) => argv.at(-1) === String(child.pid);
  return {
    ...host,
    pid: child.pid,
    run: async (command) => isAsked(command) ? told : await host.run(command),
  };
}

async function line(child: Deno.ChildProcess): Promise<string> {
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return new TextDecoder().decode(value).trim();
}

Deno.test("converge() ends a worker whose supervisor is gone, with its descendants", async () => {
  await using world = await attempted();
  const { host, store, key } = world;
  const child = await world.worker("sleep 600 & echo $!; exec sleep 600");
  const inner = await processOf(host, Number(await line(child)));
  await recordOwner(await gone(host), store, "build-1", key, child.pid);
  assert.equal(await world.ownership(), "orphaned");
  assert.deepEqual(await world.converge(), ["ownerLost", "projectionObserved"]);
  assert.equal((await child.status).signal, "SIGTERM");
  assert.equal(await isRunning(host, inner!), false);
  assert.equal(await world.ownership(), "unknown");
  assert.deepEqual(await world.converge(), []);
});

Deno.test("converge() ends what a worker left behind in its group", async () => {
  await using world = await attempted();
  const { host, store, key } = world;
  const go = join(store.root, "go");
  await host.run({ argv: ["mkfifo", go] });
  const child = await world.worker(
    'sleep 600 < /dev/null & echo $!; read -r _ < "$LIFECYCLE_STORE/go"',
  );
  const inner = await processOf(host, Number(await line(child)));
  await recordOwner(await gone(host), store, "build-1", key, child.pid);
  await Deno.writeTextFile(go, "\n");
  await child.status;
  assert.equal(await world.ownership(), "orphaned");
  assert.deepEqual(await world.converge(), ["ownerLost", "projectionObserved"]);
  assert.equal(await isRunning(host, inner!), false);
});

Deno.test("a worker whose supervisor runs is left to it", async () => {
  await using world = await attempted();
  const { host, store, key } = world;
  const child = await world.worker("echo up; exec sleep 600");
  await line(child);
  await recordOwner(host, store, "build-1", key, child.pid);
  assert.equal(await world.ownership(), "supervised");
});

Deno.test("a process that has got the number of a worker is never signalled", async () => {
  await using world = await attempted();
  const { host, key } = world;
  const child = await world.worker("echo up; exec sleep 600");
  await line(child);
  const now = await processOf(host, child.pid);
  const marks = [`LIFECYCLE_KEY=${keyText(key)}`];
  assert.equal(await endGroup(host, { pid: child.pid, start: "another boot 1" }, marks), true);
  assert.equal(await isRunning(host, now!), true);
});

Deno.test("a worker whose supervisor ends before it is on record does nothing", async () => {
  await using world = await attempted();
  const { host, store } = world;
  const marker = join(store.root, "ran");
  const gate = host.spawn({ argv: ["sh", "-c", 'read -r _ && exec "$@"', "sh", "touch", marker] });
  await gate.stdin.close();
  await Promise.all([gate.exit, gate.stdout.cancel(), gate.stderr.cancel()]);
  assert.equal(await host.files.exists(marker), false);
  assert.deepEqual(await world.converge(), ["ownerLost", "projectionObserved"]);
});
