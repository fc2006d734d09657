/** The composite action, its steps' scripts run as they stand on a fake runner. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import { ACTION, type Action, readDocument } from "./runner/document.ts";
import { type Runner, startRunner } from "./runner/job.ts";
import { type Ran, runAction } from "./runner/run.ts";
import { installStandin } from "./standin/install.ts";
import { type ReportJson, REPOSITORY } from "./support/cli.ts";

const action = await readDocument<Action>(ACTION);
const COUNTER = join(REPOSITORY, "tests", "counter");

/** A runner with the counter checked out into `counter/`, and a stand-in behind the real elan. */
async function counterRunner(): Promise<Runner> {
  await using owned = denoHost(new AbortController().signal);
  const runner = await startRunner();
  await installStandin(owned.host, runner.elanHome);
  const copy = ["-a", COUNTER, join(runner.workspace, "counter")];
  assert.ok((await new Deno.Command("cp", { args: copy }).output()).success);
  // A checkout has no build: one that was left in the folder would be nobody's here.
  await Deno.remove(join(runner.workspace, "counter", "formal", ".lake"), { recursive: true })
    .catch(() => {});
  return runner;
}

function errors({ log }: Ran): string[] {
  return log.split("\n").filter((line) => line.startsWith("::error"));
}

/** Names of the commands that a runner finds in what was printed: it looks behind blanks, too. */
function commands(log: string): string[] {
  const found: string[] = [];
  let stopped: string | undefined;
  for (const line of log.split("\n")) {
    const [, name, text] = /^\s*::([^: ]+)[^:]*::(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (stopped === undefined && name === "stop-commands") stopped = text;
    else if (name === stopped) stopped = undefined;
    else if (stopped === undefined) found.push(name);
  }
  assert.equal(stopped, undefined);
  return found;
}

async function reportOf({ outputs }: Ran): Promise<ReportJson> {
  return JSON.parse(await Deno.readTextFile(outputs.report!));
}

Deno.test("the action says of the counter what the gate says", async (t) => {
  await using runner = await counterRunner();
  const file = (path: string) => join(runner.workspace, "counter", path);
  const inputs = { "working-directory": "counter", lean: "native" };

  await t.step("it ends green where everything agrees, and tells what was found", async () => {
    const ran = await runAction(runner, action, inputs);
    assert.equal(ran.failed, false, ran.log);
    assert.deepEqual(errors(ran), []);
    assert.equal(ran.outputs.ok, "true");
    const report = await reportOf(ran);
    assert.equal(report.lean!.backend, "native");
    assert.equal(report.counts.traces, 2);
    assert.deepEqual(JSON.parse(ran.outputs.counts!), report.counts);
    assert.match(await runner.summary(), /^## ✅ Agreed(.|\n)*\| replay \| ✅ passed \|/);
    const { name, path } = ran.used["Upload the report"]!;
    assert.equal(name, "lean-gate-counter");
    assert.deepEqual([...Deno.readDirSync(path!)].map(({ name }) => name).sort(), [
      "report.html",
      "report.json",
      "report.sarif",
      "summary.md",
    ]);
    const { sarif_file } = ran.used["Upload the findings"]!;
    assert.equal(JSON.parse(await Deno.readTextFile(sarif_file!)).version, "2.1.0");
  });

  await t.step("it ends red where an engine diverges, and points at the trace's line", async () => {
    const engine = await Deno.readTextFile(file("engine.py"));
    await Deno.writeTextFile(
      file("engine.py"),
      engine.replace("total <= LIMIT", "total <= LIMIT + 1"),
    );
    const ran = await runAction(runner, action, { ...inputs, only: "replay,diff", cache: "false" });
    await Deno.writeTextFile(file("engine.py"), engine);
    assert.equal(ran.failed, true);
    assert.equal(ran.outputs.ok, "false");
    const annotation = errors(ran).find((line) => line.includes("title=divergence::"));
    // The second trace, on the third line of the file: two adds reach the limit, the third passes it.
    assert.match(
      annotation!,
      /^::error file=counter\/fixtures\/counter\.ndjson,line=3,.*title=divergence::Engine "python" .*"up-to-the-limit" at step 3 of 3/,
    );
    assert.ok(errors(ran).every((line) => line.includes('"python"')), errors(ran).join("\n"));
    const summary = (await runner.summary()).split("\n## ").at(-1)!;
    assert.match(summary, /^❌ Refused/);
    assert.match(summary, /<details open><summary>.*divergence.*"up-to-the-limit" at step 3 of 3/);
    assert.match(summary, /counter\\?\.ndjson:3/);
    assert.equal(ran.steps.includes("Upload the findings"), true);
    assert.deepEqual(ran.steps.filter((name) => /^(Restore|Save) /.test(name)), []);
  });

  await t.step(
    "what was built is kept also when the verdict is no, unless it was there",
    async () => {
      const engine = await Deno.readTextFile(file("engine.py"));
      await Deno.writeTextFile(
        file("engine.py"),
        engine.replace("total <= LIMIT", "total <= LIMIT + 1"),
      );
      const part = { ...inputs, lean: "embedded", only: "replay,diff" };
      const there = { "Restore Deno's packages": { outputs: { "cache-hit": "true" } } };
      const ran = await runAction(runner, action, part, there);
      await Deno.writeTextFile(file("engine.py"), engine);
      assert.equal(ran.failed, true);
      assert.deepEqual(ran.steps.filter((name) => name.startsWith("Save ")), [
        "Save embedded Lean",
        "Save built proofs",
      ]);
      const of = (name: string) => ran.used[`${name} built proofs`]!;
      assert.equal(of("Save").key, of("Restore").key);
      assert.equal(of("Save").path, of("Restore").path);
    },
  );

  await t.step(
    "a pull request neither restores nor saves what its own code could forge",
    async () => {
      const github = {
        event_name: "pull_request",
        ref: "refs/pull/7/merge",
        event: { repository: { default_branch: "main" } },
      };
      const part = { ...inputs, lean: "embedded", only: "replay,diff" };
      const kept = ({ steps }: Ran) => steps.filter((name) => /^(Restore|Save) /.test(name));
      const ran = await runAction(runner, action, part, {}, github);
      assert.equal(ran.failed, false, ran.log);
      assert.deepEqual(kept(ran), []);
      const always = await runAction(runner, action, { ...part, cache: "always" }, {}, github);
      assert.equal(kept(always).includes("Restore built proofs"), true);
    },
  );

  await t.step("nothing is kept of a run that could not begin", async () => {
    const ran = await runAction(runner, action, { ...inputs, cache: "yes" });
    assert.deepEqual(ran.steps.filter((name) => /^(Restore|Save) /.test(name)), []);
  });

  await t.step(
    "an upload to code scanning that fails changes no verdict, and is said",
    async () => {
      const part = { ...inputs, lean: "embedded", only: "replay,diff" };
      const refused = { "Upload the findings": { failed: true } };
      const ran = await runAction(runner, action, part, refused);
      assert.deepEqual([ran.failed, ran.outputs.ok], [false, "true"]);
      assert.match(ran.log, /^::warning title=lean-gate::The findings were not uploaded/m);
      assert.match(await runner.summary(), /^> The findings were not uploaded/m);
      const other = await runAction(runner, action, part, {
        "Upload the report": { failed: true },
      });
      assert.equal(other.failed, true);
      assert.doesNotMatch(other.log, /not uploaded/);
    },
  );

  await t.step("a shard runs the stages that it is asked for on its part", async () => {
    const part = { ...inputs, lean: "embedded", only: "replay,diff", shard: "2/2" };
    const ran = await runAction(runner, action, part);
    assert.equal(ran.failed, false, ran.log);
    const { stages } = await reportOf(ran);
    assert.match(stages.find(({ name }) => name === "replay")!.summary, /^1 trace of 2 /);
    assert.equal(stages.find(({ name }) => name === "build")!.status, "skipped");
    assert.equal(ran.used["Upload the report"]!.name, "lean-gate-counter-2-of-2");
    assert.equal(ran.steps.includes("Set up Lean"), false);
  });

  await t.step("it says what a wrong input is, before anything is set up for it", async () => {
    const wrong: Readonly<Record<string, readonly string[]>> = {
      "fail-on-warning": ["yes", "TRUE", ""],
      cache: ["yes"],
      "upload-sarif": ["on"],
      lean: ["bogus", ""],
      format: ["prose"],
      only: ["nothing", "replay;id", "--help", "replay,,diff"],
      shard: ["3/2", "1/2;id"],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const ran = await runAction(runner, action, { ...inputs, [name]: value });
        assert.equal(ran.failed, true);
        assert.match(errors(ran).join("\n"), new RegExp(`Input "${name}" has ".*%0Ahelp: Give `));
        assert.deepEqual(ran.outputs, { ok: "false", report: "", counts: "{}" });
        assert.equal(ran.steps.at(-1), "Plan what to keep");
      }
    }
  });

  await t.step(
    "a list of stages may have blanks, and a report also tells of a wrong one",
    async () => {
      const asked = { ...inputs, lean: "embedded" };
      const agreed = await runAction(runner, action, { ...asked, only: " replay ,\n  diff " });
      assert.equal(agreed.failed, false, agreed.log);
      const refused = await runAction(runner, action, { ...asked, only: "replay, certify" });
      assert.deepEqual([refused.failed, refused.outputs.ok], [true, "false"]);
      assert.equal((await reportOf(refused)).exitCode, 2);
      assert.match(errors(refused).join("\n"), /title=stage_not_configured::Stage "certify"/);
    },
  );

  await t.step("a folder may have any name, and be given from the root", async () => {
    const odd = join(runner.workspace, "a b; echo $(id) %");
    await Deno.rename(join(runner.workspace, "counter"), odd);
    for (const folder of ["a b; echo $(id) %", odd]) {
      const part = { "working-directory": folder, lean: "embedded", only: "replay,diff" };
      const ran = await runAction(runner, action, { ...part, name: "of its own, /" });
      assert.equal(ran.failed, false, ran.log);
      assert.equal((await reportOf(ran)).counts.traces, 2);
      assert.equal(ran.used["Upload the report"]!.name, "of-its-own");
      assert.equal(ran.used["Restore built proofs"]!.path, "a b; echo $(id) %/formal/.lake");
    }
    await Deno.rename(odd, join(runner.workspace, "counter"));
    const ran = await runAction(runner, action, { "working-directory": "100%\n::error::x" });
    assert.equal(ran.failed, true);
    assert.match(errors(ran)[0]!, /There is no folder "100%25%0A::error::x"/);
    assert.equal(errors(ran).length, 1);
  });

  await t.step("nothing that the gate shows is a command to the runner", async () => {
    // Replayed, the trace says it: the engine's answer is shown at the divergence.
    const planted = "::add-mask::x";
    const engine = await Deno.readTextFile(file("engine.py"));
    await Deno.writeTextFile(
      file("engine.py"),
      engine.replace(
        "import json",
        `import json\nimport sys\nprint("${planted}", file=sys.stderr)\nsys.exit(3)`,
      ),
    );
    for (const format of ["github", "text", "json"]) {
      const part = { ...inputs, lean: "embedded", only: "replay", format };
      const ran = await runAction(runner, action, part);
      assert.equal(ran.failed, true);
      assert.ok(ran.log.includes(planted), ran.log);
      assert.deepEqual(commands(ran.log).filter((name) => name !== "error"), [], format);
      assert.equal(commands(ran.log).length > 0, format === "github");
      // In JSON no line begins with what a text says.
      const heard = commands(ran.log.replaceAll(/^::(stop-commands::)?[\da-f-]+(::)?$/gm, ""));
      assert.equal(heard.includes("add-mask"), format !== "json");
    }
    await Deno.writeTextFile(file("engine.py"), engine);
  });

  await t.step("a warning is an error when it is asked to be, and only then", async () => {
    await Deno.writeTextFile(
      file("formal/Aside.lean"),
      "theorem no (bad : False) : 1 = 2 := bad.elim\n",
    );
    for (const [strict, severity] of [["false", "warning"], ["true", "error"]] as const) {
      const ran = await runAction(runner, action, {
        ...inputs,
        only: "scan",
        "fail-on-warning": strict,
      });
      assert.equal(ran.failed, strict === "true", ran.log);
      assert.match(
        ran.log,
        new RegExp(`^::${severity} file=counter/formal/Aside\\.lean,line=1,.*title=vacuous::`, "m"),
      );
      const scan = (await reportOf(ran)).stages.find(({ name }) => name === "scan")!;
      assert.equal(scan.status, strict === "true" ? "failed" : "passed");
    }
    await Deno.remove(file("formal/Aside.lean"));
  });

  await t.step("what is kept depends on what decides whether it is still good", async () => {
    const keys = async () => {
      const ran = await runAction(runner, planning, inputs);
      assert.equal(ran.failed, false, ran.log);
      return ran.outputs;
    };
    const before = await keys();
    assert.equal(before["lake-path"], "counter/formal/.lake");
    assert.equal(before["cargo-paths"], "");
    await Deno.writeTextFile(file("formal/Counter.lean"), "-- other\n", { append: true });
    const model = await keys();
    assert.deepEqual(differing(before, model), ["model-key"]);
    await Deno.writeTextFile(file("formal/lean-toolchain"), "leanprover/lean4:v4.99.0\n");
    assert.deepEqual(differing(model, await keys()), ["elan-key", "lake-key", "pin"]);
    await Deno.writeTextFile(file("formal/lean-toolchain"), "4.99.0\n");
    assert.deepEqual(differing(model, await keys()), ["elan-key", "lake-key", "pin"]);
    const pinned = await keys();
    await Deno.writeTextFile(file("formal/lakefile.lean"), "import Lake\n");
    assert.deepEqual(differing(pinned, await keys()), ["lake-key"]);
    await Deno.remove(file("formal/lakefile.lean"));
    await Deno.mkdir(file("engine"));
    await Deno.writeTextFile(file("engine/Cargo.lock"), "version = 4\n");
    const engine = await keys();
    assert.equal(engine["cargo-paths"], "~/.cargo/registry\ncounter/engine/target");
    await Deno.writeTextFile(file("engine/Cargo.lock"), "# newer\n", { append: true });
    assert.deepEqual(differing(engine, await keys()), ["cargo-key"]);
  });

  await t.step("a config that cannot be read is pointed at before anything else runs", async () => {
    await Deno.writeTextFile(file("lean-gate.jsonc"), '{\n  "formal": }\n');
    const ran = await runAction(runner, action, inputs);
    assert.equal(ran.failed, true);
    assert.match(errors(ran)[0]!, /^::error file=counter\/lean-gate\.jsonc,line=2,/);
    assert.equal(ran.steps.includes("Verify"), false);
  });
});

/** The action's plan alone, with all that it tells as outputs. */
const planning: Action = {
  ...action,
  outputs: Object.fromEntries(
    ["pin", "elan-key", "lake-path", "lake-key", "model-key", "cargo-paths", "cargo-key"].map(
      (name) => [name, { value: `\${{ steps.plan.outputs.${name} }}` }],
    ),
  ),
  runs: {
    ...action.runs,
    steps: action.runs.steps.filter(({ id }) => id === "plan"),
  },
};

function differing(a: Ran["outputs"], b: Ran["outputs"]): string[] {
  return Object.keys(a).filter((name) => a[name] !== b[name]).sort();
}

Deno.test("a gate that ends well but without a report is no agreement", async () => {
  await using runner = await startRunner();
  const told = await runner.bash(
    `deno run -A --config "$GITHUB_ACTION_PATH/../deno.json" "$GITHUB_ACTION_PATH/outcome.ts" "$RUNNER_TEMP" 0`,
    {},
  );
  assert.deepEqual([told.code, told.outputs], [3, {}]);
  assert.match(told.log, /^::error .*exit code 0 before it had a report/);
});

/** Runs `setup_lean.sh` on a machine without elan, which has these programs besides a few plain ones. */
async function setUpLean(programs: Readonly<Record<string, string>>) {
  await using runner = await startRunner();
  const bin = join(runner.temp, "bin");
  await Deno.mkdir(bin);
  for (const name of ["bash", "mktemp", "sha256sum", "tar", "gzip", "cat", "uname"]) {
    const { stdout } = await new Deno.Command("which", { args: [name] }).output();
    await Deno.symlink(new TextDecoder().decode(stdout).trim(), join(bin, name));
  }
  for (const [name, script] of Object.entries(programs)) {
    await Deno.remove(join(bin, name)).catch(() => {});
    await Deno.writeTextFile(join(bin, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  }
  const env = { PATH: bin, HOME: runner.temp, PIN: "leanprover/lean4:v4.28.0" };
  return await runner.bash('bash "$GITHUB_ACTION_PATH/setup_lean.sh"', env);
}

Deno.test("an archive of elan that is not the known one is not unpacked, let alone run", async () => {
  const curl = 'echo "$*"; while [ "$1" != -o ]; do shift; done; echo other > "$2"';
  const told = await setUpLean({ curl, uname: "echo Linux x86_64" });
  assert.notEqual(told.code, 0);
  assert.match(
    told.log,
    /https:\/\/github\.com\/leanprover\/elan\/releases\/download\/v[\d.]+\/elan-x86_64-/,
  );
  assert.match(told.log, /computed checksum did NOT match/);
  assert.doesNotMatch(told.log, /gzip|tar:/);
});

Deno.test("a machine for which no archive of elan is known is named, and nothing is fetched", async () => {
  const told = await setUpLean({ curl: "echo fetched", uname: "echo FreeBSD amd64" });
  assert.notEqual(told.code, 0);
  assert.match(told.log, /^::error title=lean-gate::Failed to install elan: .*"FreeBSD amd64"/m);
  assert.doesNotMatch(told.log, /fetched/);
});

Deno.test("on macOS the archive for it is fetched, and not unpacked unless it is the known one", async () => {
  const curl = 'echo "$*"; while [ "$1" != -o ]; do shift; done; echo other > "$2"';
  for (const [machine, target] of [["arm64", "aarch64"], ["x86_64", "x86_64"]]) {
    const told = await setUpLean({ curl, uname: `echo Darwin ${machine}` });
    assert.notEqual(told.code, 0);
    assert.ok(told.log.includes(`/elan-${target}-apple-darwin.tar.gz`), told.log);
    assert.match(told.log, /computed checksum did NOT match/);
  }
});
