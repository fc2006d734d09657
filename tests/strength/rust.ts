/** Mutates the Rust reducer by cargo-mutants; the fixtures judge, by `rust/tests/fixtures.rs`. */
import { join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";
import type { Mutant, Outcome } from "./mutant.ts";
import { copyInto, run } from "./workshop.ts";

const VERSION = "27.1.0";

/** The files that decide; the codec is judged by its own tests. */
const MUTATED = ["effects", "guard", "moves", "reduce", "rule", "state", "store", "task_rule"];

/** What cargo-mutants reports of a mutant; `"Baseline"` in place of one that is none. */
interface Reported {
  readonly summary: string;
  readonly scenario: string | {
    readonly Mutant: {
      readonly name: string;
      readonly file: string;
      readonly function: { readonly function_name: string } | null;
    };
  };
}

/** Runs cargo-mutants in a copy of the package beside the traces. */
export async function mutateRust(folder: string): Promise<Outcome> {
  for await (const { name } of Deno.readDir(join(REPOSITORY, "rust/src"))) {
    await copyInto(folder, `rust/src/${name}`);
  }
  for (const file of ["Cargo.toml", "Cargo.lock", "tests/fixtures.rs"]) {
    await copyInto(folder, `rust/${file}`);
  }
  for (const file of ["scenarios.ndjson", "cover.ndjson"]) {
    await copyInto(folder, `fixtures/traces/${file}`);
  }
  const tools = join(REPOSITORY, "rust/target/tools");
  await run(folder, [
    ...["cargo", "install", "--quiet", "cargo-mutants", "--version", VERSION, "--locked"],
    ...["--root", tools],
  ]);
  const package_ = join(folder, "rust");
  await run(package_, [
    ...[join(tools, "bin/cargo-mutants"), "mutants", "--in-place", "--colors", "never"],
    ...["--timeout", "120", "--output", folder],
    ...MUTATED.flatMap((name) => ["--file", `src/${name}.rs`]),
    ...["--", "--locked", "--test", "fixtures"],
  ], [0, 2, 3]);
  return readOutcomes(await Deno.readTextFile(join(folder, "mutants.out/outcomes.json")));
}

/** Reads the outcomes of cargo-mutants. Mutants that do not compile are none. */
export function readOutcomes(json: string): Outcome {
  const { outcomes } = JSON.parse(json) as { outcomes: readonly Reported[] };
  let killed = 0;
  const survived: Mutant[] = [];
  for (const { summary, scenario } of outcomes) {
    if (typeof scenario === "string" || summary === "Unviable") continue;
    const { name, file, function: within } = scenario.Mutant;
    if (summary === "CaughtMutant" || summary === "Timeout") killed++;
    else if (summary === "MissedMutant") {
      survived.push({
        file: `rust/${file}`,
        within: within?.function_name ?? "",
        change: name.replace(/^[^ ]* /, ""),
      });
    } else throw new Error(`cargo-mutants reports "${name}" as "${summary}"`);
  }
  return { language: "Rust", killed, survived };
}
