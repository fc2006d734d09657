/** Shards: an even split of traces over several runs, the same for everyone. Pure. */
import { GateError } from "../../platform/diagnostic.ts";

/** One of `of` shards, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Reads `i/n`. Throws a SyntaxError that quotes the text. */
export function parseShard(text: string): Shard {
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index !== undefined && shard.index <= shard.of) return shard;
  throw new SyntaxError(`Expected a shard such as "1/3", from 1/n to n/n, got "${text}"`);
}

/**
 * The items of a shard, in their order: every n-th one. The shards of n have nothing in common and
 * everything together, and none has two items more than another.
 */
export function itemsOf<T>(items: readonly T[], shard: Shard | undefined): readonly T[] {
  if (shard === undefined) return items;
  return items.filter((_, i) => i % shard.of === shard.index - 1);
}

/**
 * As {@linkcode itemsOf}, but a shard that gets none of several items is wrong usage: it would pass
 * without having checked anything. Throws GateError `shard_empty` (usage).
 */
export function takeShard<T>(
  items: readonly T[],
  shard: Shard | undefined,
  noun: string,
): readonly T[] {
  const taken = itemsOf(items, shard);
  if (shard === undefined || taken.length > 0 || items.length === 0) return taken;
  throw new GateError("usage", {
    code: "shard_empty",
    message: `Shard ${shardText(shard)} has none of the ${items.length} ${noun}`,
    hint: `Split them into at most ${items.length} shards.`,
  });
}

/** `1/3` */
export function shardText({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/**
 * ` of 12 in all, shard 1/3`: what a summary says of a part.
 *
 * Nothing when it is the whole.
 */
export function partOf(all: number, shard: Shard | undefined): string {
  return shard === undefined ? "" : ` of ${all} (shard ${shardText(shard)})`;
}
