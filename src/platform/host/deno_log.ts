/** What a durable log needs of the real host: appending with fsync, and the system's locks. */
import { asGateError } from "../diagnostic.ts";
import type { Lock, LogFile } from "./host.ts";

/** See `Files.openLog`. */
export async function openLog(path: string): Promise<LogFile> {
  const file = await opened(path, { append: true, create: true });
  let { size } = await file.stat();
  // Whether bytes of a failed append may stand behind the end.
  let untidy = false;

  async function truncate(to: number): Promise<void> {
    await file.truncate(to);
    await file.syncData();
    size = to;
    untidy = false;
  }

  return {
    get size() {
      return size;
    },
    async append(bytes) {
      try {
        if (untidy) await truncate(size);
        for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
        await file.syncData();
      } catch (cause) {
        untidy = true;
        // When this fails too, the next append does it first.
        await truncate(size).catch(() => {});
        throw asGateError(cause);
      }
      size += bytes.length;
    },
    truncate,
    close: () => file.close(),
  };
}

/**
 * See `Files.tryLock`. The file stays when the lock is released: removing it would let two hold
 * "it".
 */
export async function tryLock(path: string): Promise<Lock | undefined> {
  const file = await opened(path, { read: true, write: true, create: true });
  let taken = false;
  try {
    taken = await file.tryLock(true);
  } finally {
    if (!taken) file.close();
  }
  if (!taken) return undefined;
  return {
    async describe(holder) {
      await file.truncate(0);
      await file.seek(0, Deno.SeekMode.Start);
      await file.write(new TextEncoder().encode(holder));
    },
    release() {
      // The next holder may not describe itself.
      try {
        file.truncateSync(0);
      } finally {
        // Closing alone would leave the lock with a child that is just being started, until it runs: up
        // to then the system has given it a copy of every open file.
        file.unlockSync();
        file.close();
      }
    },
  };
}

async function opened(path: string, options: Deno.OpenOptions): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, options);
  } catch (cause) {
    throw asGateError(cause);
  }
}
