/** Problems as findings. */
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import { divergenceFinding, type Reference } from "../diff/report.ts";
import { type Engine, ORACLE } from "../engines/engine.ts";
import { stateBefore } from "../engines/replay.ts";
import type { Json } from "../../platform/json/json.ts";
import { type Judged, type Problem, RECORD } from "./agree.ts";
import type { NamedList } from "./list.ts";

/** The findings for what became of a list. */
export async function judgedFindings(
  judged: Judged,
  engines: readonly Engine[],
): Promise<readonly Diagnostic[]> {
  const refused = refusedFinding(judged, engines);
  if (refused !== undefined) return [refused];
  const findings: Diagnostic[] = [];
  for (const problem of judged.problems) {
    findings.push(await problemFinding(judged.list, problem, engines));
  }
  return findings;
}

/** The finding for a problem; the engine is asked for its state before a divergent step. */
export async function problemFinding(
  list: NamedList,
  problem: Problem,
  engines: readonly Engine[],
): Promise<Diagnostic> {
  if (problem.type === "failure") return problem.finding;
  const { reference } = problem;
  const { placed } = problem.divergence;
  const trace = { ...placed.trace, id: list.id };
  const divergence = { ...problem.divergence, placed: { ...placed, trace } };
  const engine = engines.find(({ name }) => name === divergence.engine);
  const before = divergence.kind === "final" || engine === undefined
    ? undefined
    : await stateBefore(engine, divergence.placed, divergence.step);
  const { location: _, ...finding } = divergenceFinding(divergence, before, wordsFor(reference));
  const location = placeOf(list, divergence.kind === "final" ? undefined : divergence.step);
  return { ...finding, ...(location && { location }) };
}

/**
 * The finding for a list that no engine takes: it is the list that is malformed, and no engine. `undefined`
 * when one of them took it.
 */
function refusedFinding(
  { list, problems }: Judged,
  engines: readonly Engine[],
): Diagnostic | undefined {
  const declined = problems.flatMap((problem) =>
    problem.type === "failure" && problem.finding.code === "engine_declined"
      ? [problem.finding.message]
      : []
  );
  if (declined.length < engines.length) return undefined;
  // Engines name the event as a reader would; where they do not, the list's own place is shown.
  const index = /events\[(\d+)\]/.exec(declined[0]!)?.[1];
  const location = placeOf(list, index === undefined ? undefined : Number(index) + 1);
  return error("list_refused", `No engine takes list "${list.id}" for well-formed`, {
    ...(location && { location }),
    hint: "Correct the event, or leave the list out.",
    detail: declined.join("\n"),
  });
}

/** Events as they are given again: one a line. */
export function eventLines(events: readonly Json[]): string[] {
  return events.map((event) => JSON.stringify(event));
}

/** Location of a 1-based step, else of the whole list. */
function placeOf({ location, places }: NamedList, step: number | undefined): Location | undefined {
  return (step === undefined ? undefined : places?.[step - 1]) ?? location;
}

function wordsFor(reference: string): Reference {
  switch (reference) {
    case RECORD:
      return {
        name: RECORD,
        title: "recorded",
        what: "list",
        hint:
          "Find out which code took the decision, and on which events; the record may be of an older release.",
      };
    case ORACLE:
      return {
        name: "the model",
        title: "expected (model)",
        what: "list",
        hint: "Correct the engine, or change the model; then run the same command again.",
      };
    default:
      return {
        name: `engine "${reference}"`,
        title: reference,
        what: "list",
        hint: 'One of the two is wrong: ask the model with "--oracle lean", and correct the other.',
      };
  }
}
