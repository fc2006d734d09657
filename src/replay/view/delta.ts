/**
 * What changes from one JSON value to the next, in few words: consecutive states of a trace are nearly
 * the same. Pure. `cli/render/html/client/delta.js` is its other half.
 */
import { sameJson } from "../diff/normalize.ts";
import { isObject, type Json, type JsonObject } from "../../platform/json/json.ts";

/** Keys of objects and indexes of lists, from the whole value inwards. */
export type Path = readonly (string | number)[];

/** One change: a value set, a field removed, or items of a list replaced by others. */
export type Change =
  | readonly [path: Path, value: Json]
  | readonly [path: Path]
  | readonly [path: Path, start: number, removed: number, items: readonly Json[]];

/** The changes that lead from `before` to `after`, to be made in order. */
export function changes(before: Json, after: Json): Change[] {
  const found: Change[] = [];
  collect(before, after, [], found);
  return found;
}

function collect(before: Json, after: Json, path: Path, found: Change[]): void {
  if (sameJson(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) collectList(before, after, path, found);
  else if (isObject(before) && isObject(after)) collectObject(before, after, path, found);
  else found.push([path, after]);
}

function collectObject(before: JsonObject, after: JsonObject, path: Path, found: Change[]): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) found.push([[...path, key]]);
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) found.push([[...path, key], after[key]!]);
    else collect(before[key]!, after[key]!, [...path, key], found);
  }
}

/** Lists keep their ends where they can: most of them only grow. */
function collectList(
  before: readonly Json[],
  after: readonly Json[],
  path: Path,
  found: Change[],
): void {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && sameJson(before[start]!, after[start]!)) start++;
  let tail = 0;
  while (
    tail < shortest - start && sameJson(before[before.length - 1 - tail]!, after.at(-1 - tail)!)
  ) tail++;
  const [removed, added] = [before.length - tail - start, after.length - tail - start];
  if (removed === added) {
    for (let i = start; i < start + removed; i++) {
      collect(before[i]!, after[i]!, [...path, i], found);
    }
  } else found.push([path, start, removed, after.slice(start, start + added)]);
}
