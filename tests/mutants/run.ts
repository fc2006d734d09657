/**
 * Shows that no weakening of the model passes: applies each mutant to a copy of the model, and has Lean
 * check that some proof or kernel-checked scenario fails then.
 *
 * `deno task test:mutants [--all] [NAME…]` takes the mutants whose name contains one of the words; `--all`
 * goes on behind the first failure, and lists every proof that fails. The exit code is 0 when all were
 * caught, 1 when not, and 2 when no mutant has such a name.
 */
import { join } from "node:path";
import { taskArguments } from "../../ci/arguments.ts";
import { denoHost } from "../../src/platform/host/deno.ts";
import { installEmbedded } from "../../src/lean/toolchain/embedded/install.ts";
import { readLakefile, readSourceFiles } from "../../src/lean/package/formal_package.ts";
import type { SourceFile } from "../../src/lean/package/modules.ts";
import { REPOSITORY } from "../support/cli.ts";
import { applyMutant, readMutants } from "./apply.ts";
import { check, type Laboratory } from "./check.ts";
import type { Verdict } from "./judge.ts";
import type { Mutant } from "./mutant.ts";
import { type Row, summary, table, worded } from "./table.ts";

const FORMAL = "formal";

const { values, positionals } = taskArguments({
  usage: "deno task test:mutants [--all] [NAME…]",
  options: { all: { type: "boolean", default: false } },
  names: Infinity,
});
const interrupt = new AbortController();
Deno.addSignalListener("SIGINT", () => interrupt.abort());
Deno.exit(await main(positionals, values.all));

async function main(words: readonly string[], all: boolean): Promise<number> {
  const mutants = (await readMutants())
    .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (mutants.length === 0) {
    console.error(`Failed to find a mutant whose name contains "${words.join('" or "')}"`);
    return 2;
  }
  await using owned = denoHost(interrupt.signal);
  const { host } = owned;
  const place = { projectRoot: REPOSITORY, formalRoot: join(REPOSITORY, FORMAL) };
  const lean = await installEmbedded(host, (note) => console.error(note));
  const { lakefile } = (await readLakefile(host, place))!;
  const files = await readSourceFiles(host, place);
  const laboratory: Laboratory = { lean, lakefile, signal: interrupt.signal, all };

  if (!await controls(laboratory, files)) return 1;
  const rows: Row[] = [];
  for (const mutant of mutants) {
    const start = performance.now();
    const verdict = await tried(laboratory, files, mutant);
    const row = { mutant, verdict, seconds: Math.round((performance.now() - start) / 1000) };
    rows.push(row);
    console.error(`${rows.length} of ${mutants.length}: ${worded(row)}`);
  }
  console.log(table(rows));
  console.log(summary(rows));
  return rows.every(({ verdict }) => verdict.kind === "caught") ? 0 : 1;
}

/** The model as it is passes, and a model that is no Lean is told from a mutant that was caught. */
async function controls(laboratory: Laboratory, files: readonly SourceFile[]): Promise<boolean> {
  const broken = files.map((file) =>
    file.path === "Lifecycle/Reduce.lean"
      ? { ...file, text: `${file.text}\ndef brokenOnPurpose : Nat := true\n` }
      : file
  );
  const expected: [string, readonly SourceFile[], Verdict["kind"]][] = [
    ["a model that is ill-typed", broken, "ill-typed"],
    ["the model as it is", files, "survived"],
  ];
  for (const [what, files, kind] of expected) {
    const verdict = await check(laboratory, files);
    console.error(`Control, ${what}: ${verdict.kind}`);
    if (verdict.kind === kind) continue;
    console.error(`Failed the control: expected "${kind}": ${JSON.stringify(verdict)}`);
    return false;
  }
  return true;
}

async function tried(
  laboratory: Laboratory,
  files: readonly SourceFile[],
  mutant: Mutant,
): Promise<Verdict> {
  const texts = new Map(files.map(({ path, text }) => [`${FORMAL}/${path}`, text]));
  let changed: Map<string, string>;
  try {
    changed = await applyMutant(mutant, (path) => texts.get(path)!);
  } catch (cause) {
    return { kind: "undecided", reason: (cause as Error).message };
  }
  return await check(
    laboratory,
    files.map(({ path, text }) => ({ path, text: changed.get(`${FORMAL}/${path}`) ?? text })),
  );
}
