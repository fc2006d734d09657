/** For tests: a host that dies at its n-th durable step. */
import type { Files, Host, LogFile } from "../../platform/host/host.ts";

/** How the host dies: by not coming back from this, or by what it throws. */
export type Die = () => never;

/** A host that dies, and how far it came. */
export interface Crashing {
  readonly host: Host;
  /** Durable steps that were begun: appends, syncs, renames, removals, atomic writes, programs. */
  steps(): number;
}

/** Thrown by every use of a host that has died. */
export class Crash extends Error {}

/**
 * The host, which dies before its durable step `at`, counted from 1. When that is an append and
 * `torn` is given, so much of the record has reached the disk by then, as a part from 0 to 1.
 */
export function crashing(host: Host, at: number, die: Die, torn?: number): Crashing {
  let steps = 0;
  let dead = false;

  /** Runs a step, unless it is the one to die at. */
  async function step<T>(run: () => Promise<T>, last?: () => Promise<void>): Promise<T> {
    if (!dead && ++steps === at) {
      await last?.();
      dead = true;
    }
    if (dead) die();
    return await run();
  }

  const { files } = host;
  const logs: Pick<Files, "openLog"> = {
    async openLog(path) {
      const log: LogFile = await files.openLog(path);
      return {
        get size() {
          return log.size;
        },
        append: (bytes) =>
          step(
            () => log.append(bytes),
            torn === undefined
              ? undefined
              : () => log.append(bytes.subarray(0, torn * bytes.length)),
          ),
        truncate: (size) => step(() => log.truncate(size)),
        close: () => log.close(),
      };
    },
  };
  return {
    steps: () => steps,
    host: {
      ...host,
      files: {
        ...files,
        ...logs,
        writeAtomic: (path, content) => step(() => files.writeAtomic(path, content)),
        write: (path, content) => step(() => files.write(path, content)),
        rename: (from, to) => step(() => files.rename(from, to)),
        remove: (path) => step(() => files.remove(path)),
        sync: (path) => step(() => files.sync(path)),
      },
      run: (command) => step(() => host.run(command)),
    },
  };
}
