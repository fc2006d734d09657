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

/** Events, decisions and the state that `Lifecycle.outcome` gives, as terms. */
interface Terms {
  readonly events: readonly string[];
  readonly decisions: readonly string[];
  readonly final: string;
}

/** The lifecycle's certificates. */
const certificates: { readonly imports: readonly string[]; terms(claim: Claim): Terms } = {
  imports: ["Lifecycle.Outcome"],
  terms({ events, decisions, final }) {
    const log = decodeEvents(events);
    const end = decodeState(final, log);
    const evidence = evidenceOf(end).map(({ event, verdict }) =>
      `(${event.eid}, ${verdictTerm(verdict)})`
    );
    return {
      events: log.map(eventTerm),
      decisions: decodeDecisions(decisions).map(decisionTerm),
      final: `(${listTerm(tasksOf(end).map(taskTerm))}, ${listTerm(evidence)})`,
    };
  },
};
export default certificates;
