/**
 * Lean terms of what a trace says, so that Lean's kernel can be asked whether the model decides it.
 * Constructors are written as in `formal/Lifecycle`; structures by their fields in order.
 */
import { type Decision, EFFECTS, type Verdict } from "./decision.ts";
import { ACTS, BODIES, type BodyKinds, type Event, TASK_ACTS } from "./event.ts";
import {
  type Attempt,
  closedOf,
  DEFERRED,
  ORIGINS,
  type PhaseKinds,
  PHASES,
  type Task,
  waivedOf,
} from "./state.ts";
import type { Key, Projection, Tx } from "./value.ts";
import type { Constructors } from "./variant.ts";

/** A list of terms. */
export function listTerm(terms: readonly string[]): string {
  return `[${terms.join(", ")}]`;
}

/** An event. */
export function eventTerm({ eid, body }: Event): string {
  return `⟨${eid}, ${variantTerm(BODIES, body)}⟩`;
}

/** A decision. */
export function decisionTerm({ verdict, effects }: Decision): string {
  return `⟨${verdictTerm(verdict)}, ${
    listTerm(effects.map((effect) => variantTerm(EFFECTS, effect)))
  }⟩`;
}

/** A verdict. */
export function verdictTerm(verdict: Verdict): string {
  return verdict.type === "applied" ? ".applied" : `.${verdict.type} .${verdict.why}`;
}

/** A task. */
export function taskTerm(task: Task): string {
  const { id, deps, retries, generation, attempts, fence, ready, status } = task;
  return structure(
    id,
    listTerm(deps.map(String)),
    listTerm(waivedOf(task).map(String)),
    retries,
    generation,
    attempts,
    fence,
    ready,
    `.${status}`,
    projectionTerm(task.projection),
    maybe(task.held === null ? null : structure(keyTerm(task.held.key), task.held.receipt)),
    maybe(task.current === null ? null : attemptTerm(task.current)),
    listTerm(closedOf(task).map(attemptTerm)),
    variantTerm(ORIGINS, task.origin),
  );
}

function structure(...fields: readonly (string | number | boolean)[]): string {
  return `⟨${fields.join(", ")}⟩`;
}

function maybe(term: string | number | null): string {
  return term === null ? "none" : `some ${term}`;
}

/** A constructor with its arguments, each in parentheses where it has arguments itself. */
function apply(constructor: string, ...args: readonly (string | number | boolean)[]): string {
  const atoms = args.map(String).map((arg) => /^[^⟨[].* /.test(arg) ? `(${arg})` : arg);
  return [`.${constructor}`, ...atoms].join(" ");
}

function keyTerm({ graph, task, generation, attempt, fence }: Key): string {
  return structure(graph, task, generation, attempt, fence);
}

function txTerm({ tx, candidate, contract }: Tx): string {
  return structure(tx, candidate, `.${contract}`);
}

function projectionTerm(projection: Projection): string {
  return projection.type === "missing"
    ? ".missing"
    : apply("shown", `.${projection.status}`, maybe(projection.receipt));
}

/** The term of a field of each kind. */
const KINDS: {
  readonly [K in keyof (BodyKinds & PhaseKinds)]: (value: (BodyKinds & PhaseKinds)[K]) => string;
} = {
  natural: String,
  positive: String,
  naturalOrNull: maybe,
  boolean: String,
  dependencies: (deps) => listTerm(deps.map(String)),
  key: keyTerm,
  tx: txTerm,
  projection: projectionTerm,
  act: (act) => variantTerm(ACTS, act),
  taskAct: (act) => variantTerm(TASK_ACTS, act),
  deferred: (deferred) => variantTerm(DEFERRED, deferred),
  contract: wordTerm,
  disposition: wordTerm,
  class: wordTerm,
  cancel: wordTerm,
  role: wordTerm,
  fault: wordTerm,
  status: wordTerm,
};

/** A constructor of a table with its fields in order. */
function variantTerm(table: Constructors, variant: { readonly type: string }): string {
  const values = variant as unknown as Readonly<Record<string, never>>;
  const fields = Object.entries(table[variant.type]!);
  return apply(
    variant.type,
    ...fields.map(([name, kind]) => KINDS[kind as keyof typeof KINDS](values[name]!)),
  );
}

function wordTerm(word: string): string {
  return `.${word}`;
}

function attemptTerm({ key, phase, worker }: Attempt): string {
  return structure(keyTerm(key), variantTerm(PHASES, phase), `.${worker}`);
}
