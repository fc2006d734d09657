/** Scans sources in threads, once there is so much to do that starting them pays. */
import type { Host, Thread } from "../../platform/host/host.ts";
import { scanWhole, type SourceResult, type SourceScan } from "./scan.ts";

/** How long is scanned in this thread alone, in milliseconds: others must compile the same code again. */
const PATIENCE_MS = 1_000;

/** Scans sources; ends its threads when disposed of. */
export interface ScanPool extends Disposable {
  /** How many sources are worth having under way. */
  readonly width: number;
  scan(...source: Parameters<SourceScan>): Promise<SourceResult>;
}

/** Creates the pool. Where a thread fails, this one does its work. */
export function scanPool(host: Host, patience = PATIENCE_MS): ScanPool {
  const idle: Thread[] = [];
  const all: Thread[] = [];
  let spent = 0;

  function here(source: Parameters<SourceScan>): SourceResult {
    const start = host.now();
    const result = scanWhole(...source);
    spent += host.now() - start;
    return result;
  }

  function start({ startThread, cpus }: Host): void {
    if (all.length > 0 || startThread === undefined || cpus < 2 || spent < patience) return;
    for (let n = 0; n < cpus; n++) all.push(startThread(new URL("./worker.ts", import.meta.url)));
    idle.push(...all);
  }

  return {
    get width() {
      return Math.max(1, all.length);
    },
    async scan(...source) {
      start(host);
      const thread = idle.pop();
      if (thread === undefined) return here(source);
      try {
        const result = await thread.ask(source) as SourceResult;
        idle.push(thread);
        return result;
      } catch {
        // It is not put back: whatever it fails at, it may fail at again.
        return here(source);
      }
    },
    [Symbol.dispose]() {
      for (const thread of all) thread.end();
    },
  };
}
