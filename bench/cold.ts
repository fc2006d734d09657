/**
 * A cold `verify` of this revision against an older one, with embedded Lean unpacked: time, processor time and
 * memory; then a second run, one changed proof, and how the cost grows with ten times the modules. Takes a good
 * half hour.
 *
 * `deno task bench:cold [REVISION] [--same-project]` compares with that revision (`b11b587`). Without the option each
 * revision checks its own model, proofs and traces: what somebody sees who clones it. The model may have grown
 * meanwhile, so with it both check the project of the older revision, with the stages whose inputs have kept their
 * form: all but `certify`. Ends with exit code 1 when a ratio is out of its bound.
 */
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { taskArguments } from "../ci/arguments.ts";
import { REPOSITORY } from "../tests/support/cli.ts";
import { both, type Cost, costOf } from "./cost.ts";
import { holds, type Row, table } from "./table.ts";

const { values: { "same-project": sameProject = false }, positionals: [revision = "b11b587"] } =
  taskArguments({
    usage: "deno task bench:cold [REVISION] [--same-project]",
    options: { "same-project": { type: "boolean" } },
    names: 1,
  });

/** What each run checks. */
const STAGES = sameProject
  ? ["--only", "scan,build,audit,emit,replay,diff,fuzz,journals,coverage"]
  : [];

const folder = await Deno.makeTempDir({ prefix: "lean-gate-bench" });
try {
  const rows = await compare();
  console.log(table(rows));
  if (!rows.every(holds)) Deno.exitCode = 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function compare(): Promise<Row[]> {
  const before = await cold("before", revision);
  const after = await cold(
    "after",
    sameProject ? revision : "HEAD",
    sameProject ? REPOSITORY : undefined,
  );
  const leaf = await changedLeaf(after);
  const small = await generated(8);
  const large = await generated(80);
  const gigabytes = (cost: Cost) => `${(cost.peak / 1e9).toFixed(1)} GB`;
  const seconds = (cost: Cost) => `${cost.cpu.toFixed(0)} s`;
  const row = (work: string, peer: string, ratio: number, most: number): Row => ({
    work,
    peer,
    ratio,
    bound: { most },
  });
  return [
    row("cold verify, time", revision, after.all.wall / before.all.wall, 0.33),
    row(
      `cold verify, processor time (${seconds(after.all)})`,
      `${revision} (${seconds(before.all)})`,
      after.all.cpu / before.all.cpu,
      0.4,
    ),
    row(
      `build alone, processor time (${seconds(after.build)})`,
      `${revision} (${seconds(before.build)})`,
      after.build.cpu / before.build.cpu,
      0.35,
    ),
    row(
      `cold verify, peak memory (${gigabytes(after.all)})`,
      `${revision} (${gigabytes(before.all)})`,
      after.all.peak / before.all.peak,
      1.5,
    ),
    // Of another project with more traces it says nothing.
    ...sameProject
      ? [row("second verify, time", revision, after.warm.wall / before.warm.wall, 1)]
      : [],
    row(
      `one changed proof, processor time (${seconds(leaf)})`,
      "cold verify",
      leaf.cpu / after.all.cpu,
      0.1,
    ),
    row("80 modules, processor time", "8 modules", large.cpu / small.cpu, 11),
  ];
}

/** What a revision costs, and where it was checked. */
interface Checked {
  readonly place: string;
  readonly gate: string;
  /** The first run: its build by itself, and all of it. */
  readonly build: Cost;
  readonly all: Cost;
  /** The second run. */
  readonly warm: Cost;
}

/** Checks a fresh clone of a revision, by its own gate unless it is told. */
async function cold(name: string, revision: string, other?: string): Promise<Checked> {
  const place = join(folder, name);
  await costOf(["git", "clone", "--quiet", "--shared", "--no-checkout", REPOSITORY, place], folder);
  const checkout = await costOf(["git", "checkout", "--quiet", revision], place);
  if (checkout.code !== 0) throw new Error(`Failed to check out "${revision}"`);
  const gate = other ?? place;
  // Lean, its programs and the packages are there before the clock starts.
  await agreed(verify(gate, place, ["--only", "toolchain"]));
  const build = await agreed(verify(gate, place, ["--only", "build"]));
  const rest = await agreed(verify(gate, place, STAGES));
  const warm = await agreed(verify(gate, place, STAGES));
  return { place, gate, build, all: both(build, rest), warm };
}

/** The cost of a run after one theorem was added to a leaf: proofs on which nothing rests. */
async function changedLeaf({ place, gate }: Checked): Promise<Cost> {
  const file = await leafOf(join(place, "formal"));
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, `${text}\ntheorem benchLeaf : 1 + 1 = 2 := rfl\n`);
  return await agreed(verify(gate, place, STAGES));
}

/** The first module of proofs that none imports but `X.lean` beside a folder `X`, which is an index of it. */
async function leafOf(formal: string): Promise<string> {
  const paths = await Array.fromAsync(glob("Lifecycle/**/*.lean", { cwd: formal }));
  const isIndex = (path: string) => paths.some((it) => it.startsWith(path.replace(/\.lean$/, "/")));
  const used = new Set<string | undefined>();
  const proofs = [];
  for (const path of paths.filter((path) => !isIndex(path)).sort()) {
    const text = await Deno.readTextFile(join(formal, path));
    for (const [, name] of text.matchAll(/^(?:public )?import (\S+)/gm)) used.add(name);
    if (path.startsWith("Lifecycle/Proofs/") && /^theorem /m.test(text)) proofs.push(path);
  }
  const leaf = proofs.find((path) => !used.has(path.replace(/\.lean$/, "").replaceAll("/", ".")));
  if (leaf === undefined) throw new Error(`Failed to find a leaf among the proofs of "${formal}"`);
  return join(formal, leaf);
}

/** The cost of the first run on a package of this many modules, each of which imports two others. */
async function generated(count: number): Promise<Cost> {
  const place = join(folder, `generated-${count}`);
  const write = async (name: string, text: string) =>
    await Deno.writeTextFile(join(place, name), text);
  await Deno.mkdir(join(place, "M"), { recursive: true });
  await write("lean-toolchain", "leanprover/lean4:v4.28.0\n");
  await write("lakefile.toml", 'name = "m"\n[[lean_lib]]\nname = "M"\n');
  for (let i = 0; i < count; i++) {
    const imports = [...new Set([i - 1, i >> 1])].filter((it) => it >= 0 && it < i);
    const theorems = Array.from(
      { length: 20 },
      (_, k) =>
        `theorem t${k} (a b : Nat) (h : a ≤ b) : a + f ${k} ≤ b + f ${k} := by unfold f; omega`,
    );
    await write(
      `M/N${i}.lean`,
      [
        ...imports.map((it) => `import M.N${it}`),
        `namespace N${i}`,
        "def f (n : Nat) : Nat := n + 1",
        ...theorems,
        `end N${i}`,
        "",
      ].join("\n"),
    );
  }
  const all = Array.from({ length: count }, (_, i) => `import M.N${i}\n`);
  await write("M.lean", all.join(""));
  return await agreed(verify(REPOSITORY, place, ["--only", "build,audit"]));
}

/** Runs `verify` of the checkout `source` in `place`. */
async function verify(source: string, place: string, args: readonly string[]): Promise<Cost> {
  const task = ["deno", "run", "--quiet", "--config", join(source, "deno.json")];
  const permissions = ["read", "write", "run", "env", "sys"].map((it) => `--allow-${it}`);
  const command = [join(source, "cli", "main.ts"), "verify", "--lean", "embedded", ...args];
  return await costOf([...task, ...permissions, ...command], place);
}

async function agreed(cost: Promise<Cost>): Promise<Cost> {
  const ended = await cost;
  if (ended.code !== 0) throw new Error(`A run ended with exit code ${ended.code}`);
  return ended;
}
