/**
 * Replays lists of events on every engine and compares the answers.
 *
 * The first engine is the reference.
 */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import { compare, type Divergence } from "../diff/compare.ts";
import type { Engine, ReplayAnswer } from "../engines/engine.ts";
import type { ReplayResult } from "../engines/replay.ts";
import type { PlacedTrace } from "../trace/read.ts";
import { type NamedList, requestOf } from "./list.ts";

/** One way in which an engine and its reference do not agree on a list. */
export type Problem =
  /** The engine decides otherwise than `reference`: another engine, or {@linkcode RECORD}. */
  | {
    readonly type: "divergence";
    readonly engine: string;
    readonly reference: string;
    readonly divergence: Divergence;
  }
  /** The engine gave no answer: it declined, crashed, or broke the protocol. */
  | { readonly type: "failure"; readonly engine: string; readonly finding: Diagnostic };

/** What became of one list: good exactly when there is no problem. */
export interface Judged {
  readonly list: NamedList;
  /** At most one for each engine, in their order. */
  readonly problems: readonly Problem[];
}

/** What became of all lists. */
export interface Agreement {
  /** One for each list, in order. */
  readonly judged: readonly Judged[];
  /** What concerns an engine and no single list, e.g. that it was given up. */
  readonly complaints: readonly Diagnostic[];
}

/** Name of the reference when the decisions came with the list. */
export const RECORD = "the record";

/** Replays the lists on all engines at once, many in flight, and compares. */
export async function agree(
  engines: readonly Engine[],
  lists: readonly NamedList[],
): Promise<Agreement> {
  const outcomes = await Promise.all(engines.map((engine) => outcomesOf(engine, lists)));
  const judged = lists.map((list, i) => ({
    list,
    problems: problemsOf(list, engines.map(({ name }, j) => [name, outcomes[j]!.results[i]])),
  }));
  return { judged, complaints: outcomes.flatMap(({ complaints }) => complaints) };
}

/** The results in the order of the lists, and what concerns none of them. */
async function outcomesOf(engine: Engine, lists: readonly NamedList[]) {
  const results: ReplayResult[] = [];
  const complaints: Diagnostic[] = [];
  for await (const outcome of engine.replay(lists.map(requestOf))) {
    if (outcome.type === "complaint") complaints.push(outcome.finding);
    else results.push(outcome);
  }
  return { results, complaints };
}

type Named = readonly [engine: string, result: ReplayResult | undefined];

/** Decisions that came with the list are the reference, else the first engine that answers. */
function problemsOf(list: NamedList, named: readonly Named[]): readonly Problem[] {
  const problems: Problem[] = [];
  const { decisions, final } = list;
  const recorded = {
    ...(decisions === undefined ? {} : { decisions }),
    ...(final === undefined ? {} : { final }),
  };
  let reference = Object.keys(recorded).length === 0 ? undefined : RECORD;
  let expected: Partial<ReplayAnswer> = recorded;
  for (const [engine, result] of named) {
    if (result?.type !== "answer") {
      problems.push({ type: "failure", engine, finding: failureOf(engine, list, result) });
      continue;
    }
    const { answer } = result;
    reference ??= engine;
    // A record of decisions alone says nothing of the state: the first answer does.
    const all = { ...answer, ...expected };
    const divergence = compare(engine, traceOf(list, all), answer);
    if (divergence === undefined) expected = all;
    else problems.push({ type: "divergence", engine, reference, divergence });
  }
  return problems;
}

function traceOf(list: NamedList, { decisions, final }: ReplayAnswer): PlacedTrace {
  const { id, graph, events, location } = list;
  return {
    trace: { id, tags: [], names: {}, graph, events, decisions, final },
    location: { file: id, line: 1, ...location },
  };
}

function failureOf(
  engine: string,
  { id, location }: NamedList,
  result: ReplayResult | undefined,
): Diagnostic {
  if (result?.type === "failure") return result.finding;
  return error("engine_skipped", `Engine "${engine}" was given up before it answered "${id}"`, {
    ...(location && { location }),
    hint: "Correct what made the engine be given up.",
  });
}
