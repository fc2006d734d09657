/** Times pieces of work against each other within one run. */
import process from "node:process";

/** A piece of work, as often repeated as it takes to compare it. */
export type Work = () => unknown;

/**
 * Processor time of this process in milliseconds, all its threads included: what work costs, whatever
 * else the machine is doing.
 */
export function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The least processor time of each piece of work, in milliseconds. They take turns, so that what else
 * the machine does meets them alike.
 */
export async function least<Name extends string>(
  rounds: number,
  work: Readonly<Record<Name, Work>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(work) as Name[];
  const best = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const start = processor();
      await work[name]();
      best[name] = Math.min(best[name], processor() - start);
    }
  }
  return best;
}
