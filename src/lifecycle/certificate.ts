/** The claims of a trace in Lean's words, for the kernel to check. */
import { decodeDecisions } from "./decision_codec.ts";
import { decodeEvents } from "./event_codec.ts";
import { decisionTerm, eventTerm, listTerm, taskTerm, verdictTerm } from "./lean_term.ts";
import { decodeState } from "./state_codec.ts";
import { evidenceOf, tasksOf } from "./state.ts";

/** A trace as the gate hands it over. */
export interface Claim {
  readonly id: string;
  readonly graph: number;
  readonly events: readonly unknown[];
  readonly decisions: readonly unknown[];
  readonly final: unknown;
}

const HEADER = `module
public import Lifecycle.Reduce

-- A trace has hundreds of events, and its lists are as deep.
set_option maxRecDepth 100000

namespace Lifecycle`;

/** States the decisions on all events, the tasks at the end, and the evidence. */
function statement({ id, graph, events, decisions, final }: Claim): string {
  const log = decodeEvents(events);
  const end = decodeState(final, log);
  const evidence = evidenceOf(end).map(({ event, verdict }) =>
    `(${event.eid}, ${verdictTerm(verdict)})`
  );
  return [
    `-- ${id}`,
    `example : let events := ${terms(log.map(eventTerm))}`,
    `    let final := finalState (initialState ${graph}) events`,
    `    (decisions (initialState ${graph}) events, final.tasks,`,
    `      final.evidence.map fun e => (e.event.eid, e.verdict)) =`,
    `    (${terms(decodeDecisions(decisions).map(decisionTerm))},`,
    `      ${terms(tasksOf(end).map(taskTerm))},`,
    `      ${terms(evidence)}) := by`,
    `  rfl`,
  ].join("\n");
}

/** A list, a term a line. */
function terms(list: readonly string[]): string {
  return listTerm(list.map((term) => `\n      ${term}`));
}

/** The lifecycle's certificates. */
const certificates: { readonly header: string; statement(claim: Claim): string } = {
  header: HEADER,
  statement,
};
export default certificates;
