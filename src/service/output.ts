/** Keeps what a worker writes, up to a bound: the newest lines of each attempt. */
import { join } from "node:path";
import { setTimeout } from "node:timers";
import type { Host, LogFile } from "../platform/host/host.ts";
import type { Store } from "./store.ts";

/** Takes the lines of one attempt. */
export interface Output {
  line(text: string): void;
  /** Writes what is left. Rejects when something could not be written. */
  close(): Promise<void>;
}

/** How much is kept of an attempt's output unless configured, in bytes. */
export const OUTPUT_BYTES = 1024 * 1024;

/** How long lines are gathered before they are written, in milliseconds. */
const GATHER_MS = 200;

/** The two files of an attempt's output, older lines first. */
function filesOf(store: Store, name: string): readonly [older: string, newer: string] {
  return [join(store.output, `${name}.old.log`), join(store.output, `${name}.log`)];
}

/**
 * Opens the output of an attempt. It holds at most `bytes`: when the newer file is half of that, it
 * takes the place of the older one.
 */
export function openOutput(host: Host, store: Store, name: string, bytes: number): Output {
  const [older, newer] = filesOf(store, name);
  const half = Math.floor(bytes / 2);
  let waiting: Uint8Array[] = [];
  let log: LogFile | undefined;
  let writing = Promise.resolve();
  let failure: unknown;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(): Promise<void> {
    const lines = waiting;
    waiting = [];
    await host.files.mkdir(store.output);
    for (const bytes of lines) {
      log ??= await host.files.openLog(newer);
      if (log.size > 0 && log.size + bytes.length > half) {
        log.close();
        await host.files.rename(newer, older);
        log = await host.files.openLog(newer);
      }
      await log.append(bytes);
    }
  }

  function flush(): Promise<void> {
    timer?.close();
    timer = undefined;
    return writing = writing.then(write).catch((cause) => void (failure ??= cause));
  }

  return {
    line(text) {
      const bytes = new TextEncoder().encode(text + "\n").subarray(0, half);
      const last = waiting.at(-1);
      // Few writes: each is durable.
      if (last !== undefined && last.length + bytes.length <= half / 4) {
        waiting[waiting.length - 1] = concat(last, bytes);
      } else waiting.push(bytes);
      timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    async close() {
      await flush();
      log?.close();
      log = undefined;
      if (failure !== undefined) throw failure;
    },
  };
}

/** What is kept of an attempt's output; `undefined` when it has written nothing. */
export async function readOutput(
  host: Host,
  store: Store,
  name: string,
): Promise<string | undefined> {
  const parts: string[] = [];
  for (const path of filesOf(store, name)) {
    const text = await host.files.readText(path);
    if (text !== undefined) parts.push(text);
  }
  return parts.length === 0 ? undefined : parts.join("");
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
