/**
 * Simpler lists of events, for any project: fewer events, then fewer parts, then lower numbers. Pure.
 *
 * The gate does not know what events mean, so that many of these lists make no sense; the caller that shrinks
 * keeps those on which the engines still disagree. Each is strictly smaller than the list it comes from (fewer
 * events, else fewer parts, else a lower sum, else lower numbers first), so that shrinking ends.
 */
import type { EventList } from "../agree/list.ts";
import { isObject, type Json } from "../../platform/json/json.ts";

/** Lists of up to so many events are tried without any two of them. */
const PAIRED = 30;
/** As {@linkcode PAIRED}, without a run of events and with every number of a field lowered. */
const COUNTED = 12;

/** A place in the events: indices and keys. */
type Path = readonly (string | number)[];

/** Simpler lists, the boldest simplification first. */
export function* simpler({ graph, events }: EventList): Generator<EventList> {
  const ways = [
    withoutChunks,
    withoutPairs,
    withFewerParts,
    withLowerNumbers,
    withoutChunksAndLower,
  ];
  for (const way of ways) {
    for (const simple of way(events)) yield { graph, events: simple };
  }
}

/** Without a run of events: the longest runs first, the last ones first. */
function* withoutChunks(events: readonly Json[]): Generator<readonly Json[]> {
  for (let size = events.length; size >= 1; size = Math.floor(size / 2)) {
    for (let end = events.length; end >= size; end -= Math.max(1, Math.floor(size / 2))) {
      yield events.toSpliced(end - size, size);
    }
  }
}

/** Without two events that need not stand side by side. */
function* withoutPairs(events: readonly Json[]): Generator<readonly Json[]> {
  if (events.length > PAIRED) return;
  for (let i = 0; i < events.length; i++) {
    for (let j = i + 2; j < events.length; j++) {
      yield events.filter((_, at) => at !== i && at !== j);
    }
  }
}

/**
 * Without a short run of events, and with a field lowered by one from some number on: as if what the run
 * did had never been counted.
 */
function* withoutChunksAndLower(events: readonly Json[]): Generator<readonly Json[]> {
  if (events.length > COUNTED) return;
  for (let size = 3; size >= 1; size--) {
    for (let end = events.length; end >= size; end--) {
      const fewer = events.toSpliced(end - size, size);
      for (const paths of byField(numbersOf(fewer)).values()) {
        for (const from of new Set(paths.map((path) => at(fewer, path) as number))) {
          yield paths.filter((path) => (at(fewer, path) as number) >= from).reduce(
            (all, path) => put(all, path, (at(fewer, path) as number) - 1),
            fewer,
          );
        }
      }
    }
  }
}

/** Drops an item inside an event, or replaces a part by `null`. */
function* withFewerParts(events: readonly Json[]): Generator<readonly Json[]> {
  for (const path of pathsOf(events, (value) => typeof value === "object" && value !== null)) {
    if (path.length < 2) continue;
    const value = at(events, path);
    yield put(events, path, null);
    if (!Array.isArray(value)) continue;
    for (let i = 0; i < value.length; i++) yield put(events, path, value.toSpliced(i, 1));
  }
}

/** Lowers a number: everywhere, everywhere in the same field, or in one place. */
function* withLowerNumbers(events: readonly Json[]): Generator<readonly Json[]> {
  const places = numbersOf(events);
  for (const paths of byField(places).values()) yield* dense(events, paths);
  const numbers = pathsOf(events, (value) => typeof value === "number");
  for (const paths of byField(numbers).values()) yield* inOrder(events, paths);
  const groups = [
    Map.groupBy(places, (path) => String(at(events, path))),
    Map.groupBy(places, (path) => `${at(events, path)} ${fieldOf(path)}`),
    Map.groupBy(places, (path) => path.join(".")),
  ];
  for (const group of groups) {
    for (const paths of group.values()) {
      const number = at(events, paths[0]!) as number;
      for (const lower of new Set([0, 1, Math.floor(number / 2), number - 1])) {
        if (lower < number) yield paths.reduce((all, path) => put(all, path, lower), events);
      }
    }
  }
}

/** Packs the numbers of a field from 1 on, in their order. */
function* dense(events: readonly Json[], paths: readonly Path[]): Generator<readonly Json[]> {
  const known = [...new Set(paths.map((path) => at(events, path) as number))].sort((a, b) => a - b);
  if (known.every((number, rank) => number === rank + 1)) return;
  yield paths.reduce(
    (all, path) => put(all, path, known.indexOf(at(events, path) as number) + 1),
    events,
  );
}

/** Renumbers a field by first use, if that lowers the first number. */
function* inOrder(events: readonly Json[], paths: readonly Path[]): Generator<readonly Json[]> {
  const old = paths.map((path) => at(events, path) as number);
  const used = [...new Set(old)];
  const sorted = used.toSorted((a, b) => a - b);
  // Beyond, sums would not be exact.
  if ((sorted.at(-1) ?? 0) > 2 ** 40) return;
  const now = old.map((number) => sorted[used.indexOf(number)]!);
  const more = now.reduce((sum, number, i) => sum + (number - old[i]!), 0);
  const first = now.findIndex((number, i) => number !== old[i]);
  if (first < 0 || more > 0 || (more === 0 && now[first]! > old[first]!)) return;
  yield paths.reduce((all, path, i) => put(all, path, now[i]!), events);
}

/** The places of the numbers that can be lowered. */
function numbersOf(events: readonly Json[]): Path[] {
  return pathsOf(events, (value) => typeof value === "number" && value > 0);
}

/** The places by their fields, whichever events they are in. */
function byField(places: readonly Path[]): Map<string, Path[]> {
  return Map.groupBy(places, fieldOf);
}

function fieldOf(path: Path): string {
  return path.slice(1).join(".");
}

/** The places of all parts for which the condition holds, in order. */
function pathsOf(events: readonly Json[], holds: (value: Json) => boolean): Path[] {
  const found: Path[] = [];
  const visit = (value: Json, path: Path) => {
    if (holds(value)) found.push(path);
    if (Array.isArray(value)) value.forEach((item, i) => visit(item, [...path, i]));
    else if (isObject(value)) {
      for (const key of Object.keys(value)) visit(value[key]!, [...path, key]);
    }
  };
  events.forEach((event, i) => visit(event, [i]));
  return found;
}

function at(value: Json | readonly Json[], path: Path): Json {
  return path.reduce(
    (part, key) => (part as { [key: string | number]: Json })[key]!,
    value as Json,
  );
}

function put<T extends Json | readonly Json[]>(value: T, [key, ...rest]: Path, part: Json): T {
  if (key === undefined) return part as T;
  const inner = put(at(value, [key]), rest, part);
  return (Array.isArray(value)
    ? value.with(key as number, inner)
    : { ...value as object, [key]: inner }) as T;
}
