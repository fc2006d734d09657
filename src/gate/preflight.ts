/** Looks, before the first minute of work, for every program that a later stage will start. */
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { counted } from "../platform/text/counted.ts";
import type { Project } from "./config/project.ts";
import type { StageName } from "./report/report.ts";

/** Stages that start engines. */
const WITH_ENGINES: readonly StageName[] = ["replay", "fuzz", "journals"];

/** How to get the programs that projects often need. */
const SOURCES: Readonly<Record<string, string>> = {
  cargo: "https://rustup.rs",
  go: "https://go.dev/doc/install",
  node: "https://nodejs.org",
  npm: "https://nodejs.org",
  npx: "https://nodejs.org",
  python3: "https://www.python.org/downloads",
};

/** A program that is not there, and what needs it. */
interface Missing {
  readonly program: string;
  readonly needs: string;
}

/**
 * Looks for the programs of the selected stages.
 *
 * @throws GateError (set-up) `program_missing`, which names every program that is not on PATH
 */
export async function preflight(
  host: Pick<Host, "which">,
  project: Project,
  selected: ReadonlySet<StageName>,
): Promise<void> {
  if (!WITH_ENGINES.some((stage) => selected.has(stage))) return;
  const missing: Missing[] = [];
  for (const engine of project.config.engines) {
    if ("module" in engine) continue;
    const { name, build, command: [command] } = engine;
    for (const program of new Set([...(build === undefined ? [] : [build[0]]), command])) {
      // A program with a slash is the project's own, and its build may make it.
      if (program.includes("/") || await host.which(program) !== undefined) continue;
      missing.push({ program, needs: `engine "${name}"` });
    }
  }
  const [first, ...others] = missing;
  if (first === undefined) return;
  throw new GateError("setup", {
    code: "program_missing",
    message: `${first.needs.replace("e", "E")} needs "${first.program}", which is not on PATH${
      others.length === 0 ? "" : `; ${counted(others.length, "more program")} missing`
    }`,
    hint: `${
      howTo(first)
    } Or leave out the stages that need it: "lean-gate verify --only scan,audit".`,
    ...(others.length === 0 ? {} : {
      detail: others.map((it) => `${it.needs} needs "${it.program}": ${howTo(it)}`).join("\n"),
    }),
  });
}

function howTo({ program }: Missing): string {
  const source = Object.hasOwn(SOURCES, program) ? ` (${SOURCES[program]})` : "";
  return `Install "${program}"${source}, or add its folder to PATH.`;
}
