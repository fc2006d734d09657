/** Mutates the TypeScript reducer by Stryker; the fixtures judge, by `judge.ts`. */
import { basename, join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";
import type { Mutant, Outcome } from "./mutant.ts";
import { copyInto, run } from "./workshop.ts";

const STRYKER = "npm:@stryker-mutator/core@10.1.1";
const FOLDER = "src/lifecycle";

/** The files that decide; the codec is judged by its own tests. */
const MUTATED = [
  "declaration",
  "effects",
  "event",
  "guard",
  "moves",
  "readiness",
  "reduce",
  "rule",
  "state",
  "table",
  "task_rule",
  "value",
];

/** What Stryker reports of a file. */
interface Reported {
  readonly source: string;
  readonly mutants: readonly {
    readonly status: string;
    readonly replacement?: string;
    readonly location: { readonly start: Place; readonly end: Place };
  }[];
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Runs Stryker in a folder that holds nothing but the reducer, its judge and the traces. */
export async function mutateTypeScript(folder: string): Promise<Outcome> {
  for await (const { name } of Deno.readDir(join(REPOSITORY, FOLDER))) {
    if (name.endsWith(".ts") && !/_(test|bench)\.ts$/.test(name)) {
      await copyInto(folder, `${FOLDER}/${name}`);
    }
  }
  await copyInto(folder, "tests/strength/judge.ts");
  const judge = ["deno", "run", "--no-config", "--no-lock", "--allow-read", "--allow-env"];
  await Deno.writeTextFile(
    join(folder, "stryker.json"),
    JSON.stringify({
      testRunner: "command",
      commandRunner: {
        command: [...judge, "tests/strength/judge.ts", join(REPOSITORY, "fixtures/traces")].join(
          " ",
        ),
      },
      mutate: MUTATED.map((name) => `${FOLDER}/${name}.ts`),
      ignorePatterns: ["node_modules"],
      concurrency: 1,
      timeoutMS: 60_000,
      reporters: ["json", "progress-append-only"],
      jsonReporter: { fileName: "report.json" },
    }),
  );
  await Deno.writeTextFile(join(folder, "deno.json"), '{"nodeModulesDir":"auto"}');
  await run(folder, ["deno", "add", "--quiet", STRYKER]);
  await run(folder, [
    "deno",
    "run",
    "-A",
    "npm:@stryker-mutator/core/stryker",
    "run",
    "stryker.json",
  ]);
  return readReport(await Deno.readTextFile(join(folder, "report.json")));
}

/** Reads Stryker's report. */
export function readReport(json: string): Outcome {
  const { files } = JSON.parse(json) as { files: Readonly<Record<string, Reported>> };
  let killed = 0;
  const survived: Mutant[] = [];
  for (const [path, { source, mutants }] of Object.entries(files)) {
    for (const { status, replacement = "", location } of mutants) {
      if (status === "Killed" || status === "Timeout") killed++;
      else if (status === "Survived" || status === "NoCoverage") {
        survived.push({
          file: `${FOLDER}/${basename(path)}`,
          within: functionAt(source, location.start.line),
          change: `${textAt(source, location)} → ${replacement}`.replaceAll(/\s+/g, " "),
        });
      } else throw new Error(`Stryker reports a mutant of "${path}" as "${status}"`);
    }
  }
  return { language: "TypeScript", killed, survived };
}

/** The name of the function that a 1-based line of the source stands in. */
function functionAt(source: string, line: number): string {
  const before = source.split("\n").slice(0, line).reverse();
  const heads = before.map((text) => /^(?:export )?function (\w+)/.exec(text)?.[1]);
  return heads.find((name) => name !== undefined) ?? "";
}

function textAt(source: string, { start, end }: { start: Place; end: Place }): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines.push(lines.pop()!.slice(0, end.column - 1));
  return [lines[0]!.slice(start.column - 1), ...lines.slice(1)].join(" ");
}
