/** The worked example of CONTRIBUTING.md, as far as it needs no Lean; `deno task test:guide` follows it whole. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import { leanPaths } from "../src/lean/package/files.ts";
import { leanConstructors } from "../src/lifecycle/testing/constructors.ts";
import { STAGE_NAMES } from "../src/gate/report/report.ts";
import { follow } from "./guide/copy.ts";
import { MUTANTS } from "./mutants/mutant.ts";
import { commandsOf, GUIDE, lacking, PATCHES } from "./guide/guide.ts";
import { REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyRepository, type Scratch } from "./support/project.ts";

const read = (path: string) => Deno.readTextFile(join(REPOSITORY, path));
const commands = commandsOf(await read(GUIDE));
const patches = below(PATCHES).sort();

/** Files of a folder, without those in folders of it. */
function below(folder: string): string[] {
  return [...Deno.readDirSync(join(REPOSITORY, folder))].filter(({ isFile }) => isFile)
    .map(({ name }) => `${folder}/${name}`);
}

/** Files that a patch changes; those that it adds are not there yet. */
function changed(patch: string): string[] {
  return Array.from(patch.matchAll(/^--- a\/(.+)\n\+\+\+ /gm), ([, path]) => path!);
}

Deno.test("the guide applies every patch of its example, in order, and each applies", async () => {
  const applied = commands.flatMap(({ command }) => /^git apply (.+)$/.exec(command)?.[1] ?? []);
  assert.deepEqual(applied, patches);
  assert.ok(patches.length >= 10);
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-guide-" }));
  try {
    const touched = await Promise.all(patches.map(async (patch) => changed(await read(patch))));
    for (const path of [...touched.flat(), ...below(MUTANTS), ...below("formal/Lifecycle")]) {
      const copy = join(folder, path);
      await Deno.mkdir(dirname(copy), { recursive: true });
      await Deno.copyFile(join(REPOSITORY, path), copy);
    }
    for (const patch of patches) {
      const said = await follow(folder, `git apply ${join(REPOSITORY, patch)} && echo applied`);
      assert.match(said, /applied\n$/, `${patch} no longer applies: ${said}`);
    }
    // Mutants that no longer fit the changed model would be for the example to mend.
    const mutants = `for it in ${MUTANTS}/*.patch; do git apply --check "$it"; done`;
    assert.equal(await follow(folder, mutants), "");
    const numbers = [...Deno.readDirSync(join(folder, MUTANTS))].map(({ name }) =>
      Number.parseInt(name)
    );
    assert.deepEqual(numbers.sort((a, b) => a - b), numbers.map((_, i) => i + 1));
    const again = await follow(folder, `git apply ${join(REPOSITORY, patches[0]!)}`);
    assert.match(again, /patch does not apply/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the example changes every file of the model that goes through all acts", async () => {
  const acts = leanConstructors(await read("formal/Lifecycle/Event.lean")).get("Act")!;
  assert.equal(acts.length, 13);
  const namesAll = (source: string) => acts.every((act) => new RegExp(`\\b${act}\\b`).test(source));
  const touched = new Set((await Promise.all(patches.map(read))).flatMap(changed));
  const missed: string[] = [];
  let count = 0;
  await using owned = denoHost(new AbortController().signal);
  for (const inner of await leanPaths(owned.host, join(REPOSITORY, "formal/Lifecycle"))) {
    const path = `formal/Lifecycle/${inner}`;
    if (!namesAll(await read(path))) continue;
    count++;
    if (!touched.has(path)) missed.push(path);
  }
  assert.deepEqual(missed, []);
  assert.ok(count > 8, `${count} files go through all acts`);
});

Deno.test("every command of the guide is one that there is", async () => {
  const { tasks } = JSON.parse(await read("deno.json"));
  for (const { command, line } of commands) {
    const [program, verb, ...rest] = command.split(" ");
    const place = `${GUIDE}:${line}: ${command}`;
    if (program === "deno" && verb === "task") assert.ok(rest[0]! in tasks, place);
    else if (program === "deno" && verb === "test") {
      for (const path of rest.filter((word) => !word.startsWith("-"))) {
        await assert.doesNotReject(Deno.stat(join(REPOSITORY, path)), place);
      }
    } else assert.equal(`${program} ${verb}`, "git apply", place);
    const stages = /--only (\S+)/.exec(command)?.[1]?.split(",") ?? [];
    assert.deepEqual(stages.filter((stage) => !STAGE_NAMES.some((it) => it === stage)), [], place);
  }
  for (const name of ["verify", "fixtures", "lean-gate", "test:mutants"]) {
    assert.ok(commands.some(({ command }) => command.startsWith(`deno task ${name}`)), name);
  }
});

Deno.test("every step is one that the gate catches when it is left out", () => {
  // Behind each patch, and before the next one, stands what is said of the step that is still missing.
  const steps = commands.filter(({ command }) => !command.startsWith("git apply"));
  const refused = steps.filter(({ prints }) =>
    prints.some((line) => /^✗|SURVIVED|does not name/.test(line))
  );
  assert.ok(refused.length >= 9, `${refused.length}`);
  assert.ok(steps.every(({ prints }) => prints.length > 0));
});

/** The repository's project with the one trace that the example's model tells by hand. */
async function emitted(): Promise<Scratch> {
  const project = await copyRepository();
  await Deno.remove(join(project.root, "fixtures/traces"), { recursive: true });
  await Deno.mkdir(join(project.root, "fixtures/traces"));
  const traces = "scenarios.ndjson";
  await project.write(`fixtures/traces/${traces}`, await read(`${PATCHES}/traces/${traces}`));
  return project;
}

Deno.test("an implementation that has not followed is named, with the next command", async () => {
  await using project = await emitted();
  const declined = async () => {
    const { findings } = await verifyJson(["--only", "replay,diff"], project.root);
    const ofReplay = findings.filter(({ code }) => code === "engine_declined");
    for (const { hint } of ofReplay) {
      assert.match(hint!, /"lean-gate verify --only replay,diff"\.$/);
    }
    return ofReplay.map(({ message }) => /engine "(\w+)".*"HeartbeatSeen"/.exec(message)?.[1]);
  };
  assert.deepEqual(await declined(), ["typescript", "rust"]);
  const typescript = join(REPOSITORY, PATCHES, "09-typescript.patch");

  // With the event alone, the codecs have it, and the type checker names what else has to know it.
  await follow(project.root, `git apply --include=src/lifecycle/event.ts ${typescript}`);
  const check = `deno check --config ${join(REPOSITORY, "deno.json")} src/lifecycle/engine.ts ` +
    "src/lifecycle/certificate.ts src/lifecycle/fuzz";
  const said = await follow(project.root, check);
  for (const file of ["rule", "fuzz/sayings"]) {
    assert.match(said, new RegExp(`src/lifecycle/${file}\\.ts:\\d+`), file);
  }
  assert.doesNotMatch(said, /lifecycle\/(wire|schema|lean_term|\w*codec)\.ts:\d+/);
  assert.equal(
    await follow(project.root, `git apply --exclude=src/lifecycle/event.ts ${typescript}`),
    "",
  );
  assert.deepEqual(await declined(), ["rust"]);
});

const GUIDE_TEXT = `## Elsewhere
\`\`\`console
$ not this
\`\`\`
### A worked example: short
Words.
\`\`\`console
$ git apply a.patch
$ deno task verify
✗ build … (1 rebuilt)
  help: go on
\`\`\`
\`\`\`
$ nor this
\`\`\`
### After
`;

Deno.test("commandsOf() reads the commands of the worked example alone, with what they print", () => {
  assert.deepEqual(commandsOf(GUIDE_TEXT), [
    { line: 8, command: "git apply a.patch", prints: [] },
    { line: 9, command: "deno task verify", prints: ["✗ build … (1 rebuilt)", "  help: go on"] },
  ]);
});

Deno.test("lacking() takes what is printed in order, with gaps, and nothing else", () => {
  const verify = commandsOf(GUIDE_TEXT)[1]!;
  const right =
    "note\n✗ build   3 modules (1 rebuilt), 2 theorems\nmore\n    help: go on with it\n";
  assert.equal(lacking(verify, right), undefined);
  assert.equal(lacking(verify, right.replace("✗", "✓")), "✗ build … (1 rebuilt)");
  assert.equal(lacking(verify, right.replace("(1", "(2")), "✗ build … (1 rebuilt)");
  assert.equal(lacking(verify, right.split("\n").toReversed().join("\n")), "  help: go on");
  assert.equal(lacking(verify, ""), "✗ build … (1 rebuilt)");
});
