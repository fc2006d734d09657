/** An interrupt at any stage: exit code 130, no child left, fixtures untouched. A kill: no child left. */
import assert from "node:assert/strict";
import { cliCommand } from "./support/cli.ts";
import { MARK, marked } from "./support/processes.ts";
import { copyRepository, type Scratch } from "./support/project.ts";

const TRACES = "fixtures/traces/scenarios.ndjson";
const STAGES = [
  "toolchain",
  "scan",
  "build",
  "audit",
  "statements",
  "emit",
  "replay",
  "diff",
  "fuzz",
  "journals",
  "coverage",
  "certify",
];

/** Runs `verify`, interrupts it once `stage` is what runs, and checks how it ended. */
async function interruptAt(
  stage: string,
  project: Scratch,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const before = await project.read(TRACES);
  const mark = crypto.randomUUID();
  const child = cliCommand(["verify", ...args], project.root, { ...env, [MARK]: mark }).spawn();
  const stderr = new Response(child.stderr).text();
  const stdout = await interruptOnLine(child, STAGES[STAGES.indexOf(stage) - 1], mark);
  const { code } = await child.status;
  assert.equal(code, 130, `${stdout}\n${await stderr}`);
  assert.match(stdout, new RegExp(`✗ ${stage} +interrupted`));
  assert.deepEqual(await marked(mark), []);
  assert.equal(await project.read(TRACES), before);
}

/** Sends SIGINT when the line of the stage before appears, or when a first child runs. */
async function interruptOnLine(
  child: Deno.ChildProcess,
  previous: string | undefined,
  mark: string,
): Promise<string> {
  if (previous === undefined) {
    while ((await marked(mark)).length < 2) await new Promise((done) => setTimeout(done, 20));
    child.kill("SIGINT");
  }
  let text = "";
  let sent = previous === undefined;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (sent || !new RegExp(`^[✓✗!-] ${previous}`, "m").test(text)) continue;
    child.kill("SIGINT");
    sent = true;
  }
  return text;
}

/** A project whose one engine is this shell script, and whose traces are the scenarios. */
async function useEngine(project: Scratch, script: string): Promise<void> {
  await Deno.remove(`${project.root}/fixtures/traces/cover.ndjson`);
  await project.write("engine.sh", script);
  await project.write(
    "lean-gate.jsonc",
    `{
      "formal": { "root": "formal", "emitter": "emit-traces" },
      "fixtures": "fixtures/traces",
      "engines": [{ "name": "slow", "command": ["sh", "engine.sh"], "deadlineMs": 600000 }]
    }`,
  );
}

const HELLO = `read line
echo '{"protocol":"lean-gate/1","engine":"slow","version":"1"}'
`;

Deno.test("verify interrupted in the toolchain stage", async () => {
  await using project = await copyRepository();
  const bin = `${project.root}/bin`;
  await Deno.mkdir(bin);
  for (const program of ["elan", "lake", "lean"]) {
    await Deno.writeTextFile(`${bin}/${program}`, "#!/bin/sh\nsleep 600\n", { mode: 0o755 });
  }
  const path = `${bin}:${Deno.env.get("PATH")}`;
  await interruptAt("toolchain", project, ["--lean", "native"], { PATH: path });
});

Deno.test("verify interrupted in the scan stage", async () => {
  await using project = await copyRepository();
  const theorem = "theorem one_is_one : 1 = 1 := by rfl -- not a sorry\n";
  await project.write("formal/Lifecycle/Long.lean", theorem.repeat(400_000));
  await interruptAt("scan", project, ["--lean", "embedded"]);
});

Deno.test("verify interrupted in the build stage", async () => {
  await using project = await copyRepository();
  await project.edit("formal/Lifecycle/Value.lean", "# Values", "# The values");
  await interruptAt("build", project, ["--lean", "embedded"]);
});

Deno.test("verify interrupted in the emit stage", async () => {
  await using project = await copyRepository();
  await interruptAt("emit", project, ["--lean", "embedded", "--only", "emit"]);
});

Deno.test("verify interrupted in the replay stage", async () => {
  await using project = await copyRepository();
  await useEngine(project, `${HELLO}sleep 600\n`);
  await interruptAt("replay", project, ["--only", "replay,diff"]);
});

Deno.test("verify interrupted in the diff stage", async () => {
  await using project = await copyRepository();
  // Answers each trace wrongly, and hangs when asked for the state before the divergence.
  const [header, first] = (await project.read(TRACES)).split("\n");
  const { events } = JSON.parse(first!);
  const steps = { traces: 1, steps: events.length };
  await project.write(
    TRACES,
    `${JSON.stringify({ ...JSON.parse(header!), ...steps })}\n${first}\n`,
  );
  await useEngine(
    project,
    `if [ -e asked ]; then ${HELLO.replace("\n", ";").trim()}; sleep 600; fi
${HELLO}touch asked
while read -r line; do
  id=$(printf '%s' "$line" | sed 's/^.*"id":"\\([^"]*\\)".*$/\\1/')
  wrong=$(printf '%s' "$line" | grep -o '"eid"' | sed 's/.*/["wrong"]/' | paste -sd, -)
  echo "{\\"id\\":\\"$id\\",\\"decisions\\":[$wrong],\\"final\\":null}"
done
`,
  );
  await interruptAt("diff", project, ["--only", "replay,diff"]);
});

Deno.test("verify interrupted in the fuzz stage", async () => {
  await using project = await copyRepository();
  // Answers slowly: the few traces that are left in seconds, the generated sequences in half a minute.
  await Deno.remove(`${project.root}/fixtures/traces/cover.ndjson`);
  const engine = (await project.read("src/lifecycle/engine.ts")).replace(
    "replay({ graph, events }) {",
    "replay({ graph, events }) {\n" +
      "    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);",
  );
  await project.write("src/lifecycle/engine.ts", engine);
  await interruptAt("fuzz", project, ["--only", "replay,diff,fuzz"]);
});

Deno.test("verify interrupted in the certify stage", async () => {
  await using project = await copyRepository();
  // What Lean has accepted before, it is not asked again.
  const records = `${project.root}/formal/.lake/build/lean-gate-embedded/records`;
  await Deno.mkdir(records, { recursive: true });
  for await (const { name } of Deno.readDir(records)) {
    if (name.startsWith("Certificate")) await Deno.remove(`${records}/${name}`);
  }
  await interruptAt("certify", project, ["--lean", "embedded", "--only", "certify"]);
});

Deno.test("verify killed while an engine runs leaves no process, and the next run goes on", async () => {
  await using project = await copyRepository();
  await useEngine(project, `${HELLO}sleep 600\n`);
  const mark = crypto.randomUUID();
  const args = ["verify", "--only", "replay,diff"];
  const child = cliCommand(args, project.root, { [MARK]: mark }).spawn();
  const outputs = [child.stdout.cancel(), child.stderr.cancel()];
  const engineRuns = async () => (await marked(mark)).some((line) => line.includes("sleep 600"));
  while (!await engineRuns()) await new Promise((done) => setTimeout(done, 20));
  child.kill("SIGKILL");
  assert.equal((await child.status).signal, "SIGKILL");
  await Promise.all(outputs);
  while ((await marked(mark)).length > 0) await new Promise((done) => setTimeout(done, 20));
  await project.write("engine.sh", "exit 7\n");
  const { code } = await cliCommand(args, project.root).output();
  assert.equal(code, 3);
});
