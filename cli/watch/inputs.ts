/** What each stage is a function of, and which of that a file is. Pure. */
import type { Config } from "../../src/gate/config/schema.ts";
import type { StageName } from "../../src/gate/report/report.ts";
import { BASELINE_NAME } from "../../src/lean/scan/acceptance/baseline_file.ts";

/** Kinds of files. */
type Input =
  | "model"
  | "traces"
  | "engines"
  | "lists"
  | "ledger"
  | "journals"
  | "coverage"
  | "certify";

/** What each stage reads. */
const READS: Readonly<Record<StageName, readonly Input[]>> = {
  toolchain: ["model"],
  scan: ["model"],
  build: ["model"],
  audit: ["model"],
  kernels: ["model"],
  statements: ["model", "ledger"],
  emit: ["model", "traces"],
  replay: ["traces", "engines"],
  diff: ["traces", "engines"],
  fuzz: ["engines", "lists"],
  journals: ["engines", "journals"],
  coverage: ["traces", "coverage"],
  certify: ["model", "traces", "certify"],
};

/** Local files of the config's modules, with all imports. */
export type ModuleFiles = Readonly<
  Record<"engines" | "coverage" | "certify" | "lists", ReadonlySet<string>>
>;

/** What is known of a project. Paths are relative to it, with `/`. */
export interface Inputs {
  readonly config: Config;
  readonly configFile: string;
  readonly modules: ModuleFiles;
}

/** The stages that may judge otherwise after the file at `path` changed, in no order. */
export function affectedBy(path: string, inputs: Inputs): ReadonlySet<StageName> {
  const { config, configFile } = inputs;
  const all = Object.keys(READS) as StageName[];
  if (path === configFile || path === (config.baseline ?? BASELINE_NAME)) return new Set(all);
  const kinds = kindsOf(path, inputs);
  return new Set(all.filter((stage) => READS[stage].some((input) => kinds.has(input))));
}

/** What no engine is made of. */
const PROSE = /\.(md|txt|adoc|rst|png|svg|jpe?g|html)$/i;

function kindsOf(path: string, { config, modules }: Inputs): ReadonlySet<Input> {
  const kinds = new Set<Input>();
  const isIn = (folder: string | undefined) =>
    folder !== undefined && (folder === "." || path === folder || path.startsWith(`${folder}/`));
  if (isIn(config.formal.root)) kinds.add("model");
  if (isIn(config.fixtures)) kinds.add("traces");
  if (isIn(config.fuzz?.regressions)) kinds.add("lists");
  if (isIn(config.journals)) kinds.add("journals");
  if (path === config.statements) kinds.add("ledger");
  for (const [input, files] of Object.entries(modules)) {
    if (files.has(path)) kinds.add(input as Input);
  }
  // A program may be made of anything that is known for nothing else.
  const hasProgram = config.engines.some((engine) => "command" in engine);
  if (kinds.size === 0 && hasProgram && !PROSE.test(path) && !isScript(path)) kinds.add("engines");
  return kinds;
}

/**
 * The modules of the config are known with all that they import.
 *
 * Another script is a test, or a tool.
 */
function isScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}
