/**
 * The traces as the page has them.
 *
 * An index that it reads at once, and chunks that it reads as needed.
 */
import type { Answered, Explored } from "../../../src/replay/view/explorer.ts";
import { answersOf, explore, sampleOf } from "../../../src/replay/view/explorer.ts";
import type { ViewPlace, ViewProcess } from "../../../src/replay/view/module.ts";
import type { Replayed } from "../../../src/gate/stages/stage.ts";
import { packedBlock } from "./block.ts";

/**
 * Most steps that a page holds: some fifteen megabytes.
 *
 * Beyond them it shows a sample, and says so.
 */
export const MAX_STEPS = 500_000;
/** Steps in a chunk, roughly: what the page decodes when a trace is opened. */
const CHUNK_STEPS = 2_000;

/** What the page knows of the traces from the start. */
export interface ExplorerMeta {
  /** Traces that there are, and how many the page holds. */
  readonly total: number;
  readonly shown: number;
  readonly engines: readonly string[];
  /** Traces by tag, and on how many of them each engine diverges. */
  readonly groups: readonly TraceGroup[];
  /** Of each engine with divergences: how many traces. */
  readonly diverged: Readonly<Record<string, number>>;
  readonly places: readonly ViewPlace[];
  readonly tones: Readonly<Record<string, string>>;
  /** Which place led to which, and how often. */
  readonly edges: readonly (readonly [from: string, to: string, count: number])[];
}

/** The traces with a tag. */
export interface TraceGroup {
  readonly name: string;
  readonly traces: number;
  /** One for each engine, in their order. */
  readonly diverged: readonly number[];
}

/** The traces' columns; packed, for it is long. */
interface Index {
  readonly files: readonly string[];
  readonly tags: readonly string[];
  /** Which kinds of steps there are: what happened, from which place, with which verdict. */
  readonly kinds: readonly StepKind[];
  readonly traces: readonly (readonly [
    id: string,
    steps: number,
    tags: readonly number[],
    file: number,
    line: number,
    chunk: number,
    diverges: Readonly<Record<string, number>>,
    kinds: readonly number[],
  ])[];
}

type StepKind = readonly [title: string, from: string | null, verdict: string];

/** The traces of a run, or `undefined` when it read none. */
export async function explorerData(
  replayed: Replayed | undefined,
  view: ViewProcess | undefined,
  maxSteps = MAX_STEPS,
): Promise<{ meta: ExplorerMeta; blocks: readonly string[] } | undefined> {
  if (replayed === undefined || replayed.folder.traces.length === 0) return undefined;
  const { folder, judges } = replayed;
  const answers = answersOf(judges);
  const sample = sampleOf(folder.traces, maxSteps, (id) => answers.has(id));
  const [files, tags, kinds] = [numbering(), numbering(), numbering()];
  const edges = new Map<string, number>();
  const rows: Index["traces"][number][] = [];
  const blocks: string[] = [];
  let chunk: Explored[] = [];
  let held = 0;
  const flush = async () => {
    if (chunk.length === 0) return;
    blocks.push(await packedBlock(`chunk-${blocks.length}`, chunk));
    [chunk, held] = [[], 0];
  };
  const viewed = view?.steps(sample)[Symbol.asyncIterator]();
  for (const placed of sample) {
    const { trace: { id, tags: own, events }, location } = placed;
    const given = answers.get(id) ?? [];
    const explored = explore(placed, given, (await viewed?.next())?.value);
    rows.push([
      id,
      events.length,
      own.map(tags.of),
      files.of(location.file),
      location.line,
      blocks.length,
      stepsOf(given),
      [...new Set(kindsOf(explored).map((kind) => kinds.of(JSON.stringify(kind))))],
    ]);
    count(explored, edges);
    chunk.push(explored);
    held += events.length;
    if (held >= CHUNK_STEPS) await flush();
  }
  await flush();
  const index: Index = {
    files: files.words,
    tags: tags.words,
    kinds: kinds.words.map((kind) => JSON.parse(kind) as StepKind),
    traces: rows,
  };
  return {
    meta: {
      total: folder.traces.length,
      shown: sample.length,
      engines: judges.map(({ engine }) => engine),
      groups: groupsOf(replayed),
      diverged: Object.fromEntries(
        judges.filter((judge) => judge.diverged() > 0).map((judge) => [
          judge.engine,
          judge.diverged(),
        ]),
      ),
      places: view?.places ?? [],
      tones: view?.tones ?? {},
      edges: [...edges].map(([key, times]) => {
        const [from, to] = JSON.parse(key) as [string, string];
        return [from, to, times];
      }),
    },
    blocks: [await packedBlock("index", index), ...blocks],
  };
}

/** Name of the group of traces without a tag; no tag has a blank. */
const UNTAGGED = "no tag";

function groupsOf({ folder, judges }: Replayed): TraceGroup[] {
  const tagsOf = (tags: readonly string[]) => tags.length === 0 ? [UNTAGGED] : tags;
  const diverged = judges.map((judge) => new Set(judge.traces().map(({ trace }) => trace)));
  const groups = new Map<string, { traces: number; diverged: number[] }>();
  for (const { trace } of folder.traces) {
    for (const tag of new Set(tagsOf(trace.tags))) {
      const group = groups.get(tag) ?? { traces: 0, diverged: judges.map(() => 0) };
      groups.set(tag, group);
      group.traces++;
      diverged.forEach((ids, i) => {
        if (ids.has(trace.id)) group.diverged[i]!++;
      });
    }
  }
  return [...groups].map(([name, group]) => ({ name, ...group }));
}

function stepsOf(answers: readonly Answered[]): Record<string, number> {
  return Object.fromEntries(answers.map(({ engine, step }) => [engine, step]));
}

function kindsOf({ decisions, steps }: Explored): StepKind[] {
  return decisions.map(([verdict], i) => {
    const [title, , , from] = steps?.[i] ?? ["", "", null, null];
    return [title, from, verdict];
  });
}

function count({ steps = [] }: Explored, edges: Map<string, number>): void {
  for (const [, , , from, to] of steps) {
    if (from === null || to === null || from === to) continue;
    const key = JSON.stringify([from, to]);
    edges.set(key, (edges.get(key) ?? 0) + 1);
  }
}

/** Words, each by a number: files and tags are few, and stand at every trace. */
function numbering() {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  return {
    words,
    of(word: string): number {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, words.length);
      return words.push(word) - 1;
    },
  };
}
