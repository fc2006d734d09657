/**
 * A cold `verify` of this revision against an older one, with embedded Lean unpacked: time, processor time and
 * memory; then one changed leaf, and how the cost grows with ten times the modules. Takes a good half hour.
 *
 * `deno task bench:cold [REVISION]` compares with that revision (`b11b587`). Ends with exit code 1 when a ratio
 * is out of its bound.
 */
import { join } from "node:path";
import { taskArguments } from "../ci/arguments.ts";
import { REPOSITORY } from "../tests/support/cli.ts";
import { both, type Cost, costOf } from "./cost.ts";
import { holds, type Row, table } from "./table.ts";

const { positionals: [revision = "b11b587"] } = taskArguments({
  usage: "deno task bench:cold [REVISION]",
  options: {},
  names: 1,
});
const folder = await Deno.makeTempDir({ prefix: "lean-gate-bench" });
try {
  const rows = await compare();
  console.log(table(rows));
  if (!rows.every(holds)) Deno.exitCode = 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function compare(): Promise<Row[]> {
  const before = await cold(revision);
  const after = await cold("HEAD");
  const leaf = await changedLeaf(after.place);
  const small = await generated(8);
  const large = await generated(80);
  const gigabytes = (cost: Cost) => `${(cost.peak / 1e9).toFixed(1)} GB`;
  const row = (work: string, peer: string, ratio: number, most: number): Row => ({
    work,
    peer,
    ratio,
    bound: { most },
  });
  return [
    row("cold verify, time", revision, after.all.wall / before.all.wall, 0.33),
    row("cold verify, processor time", revision, after.all.cpu / before.all.cpu, 0.4),
    row("build alone, processor time", revision, after.build.cpu / before.build.cpu, 0.35),
    row(
      `cold verify, peak memory (${gigabytes(after.all)})`,
      `${revision} (${gigabytes(before.all)})`,
      after.all.peak / before.all.peak,
      1.5,
    ),
    row("one changed leaf, processor time", "cold verify", leaf.cpu / after.all.cpu, 0.1),
    row("80 modules, processor time", "8 modules", large.cpu / small.cpu, 11),
  ];
}

/** The cost of a first run on a fresh clone of a revision. */
async function cold(revision: string): Promise<{ place: string; build: Cost; all: Cost }> {
  const place = join(folder, revision);
  await costOf(["git", "clone", "--quiet", "--shared", "--no-checkout", REPOSITORY, place], folder);
  const checkout = await costOf(["git", "checkout", "--quiet", revision], place);
  if (checkout.code !== 0) throw new Error(`Failed to check out "${revision}"`);
  // Lean and the packages are there before the clock starts.
  await agreed(verify(REPOSITORY, place, ["--only", "toolchain"]));
  const build = await agreed(verify(place, place, ["--only", "build"]));
  const rest = await agreed(verify(place, place, []));
  return { place, build, all: both(build, rest) };
}

/** The cost of a run after one theorem was added to a module that no proof rests on. */
async function changedLeaf(place: string): Promise<Cost> {
  const file = join(place, "formal", "EmitTraces.lean");
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, `${text}\ntheorem benchLeaf : 1 + 1 = 2 := rfl\n`);
  // The model's digest is another one then: what the run says of that is not measured.
  return await verify(place, place, []);
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
