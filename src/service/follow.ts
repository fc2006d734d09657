/** Reads on in a journal that others append to. */
import type { Host } from "../platform/host/host.ts";
import { readJournal } from "./journal.ts";
import type { Ledger, Reduce } from "./ledger.ts";
import type { Entry } from "./record.ts";
import { readWhole } from "./segments.ts";
import type { Store } from "./store.ts";

/** A place in a journal. */
export interface Follower {
  /** Hands over the records that have come since the last call, with what the journal amounts to. */
  next(onEntry: (entry: Entry, ledger: Ledger) => void): Promise<void>;
}

/** Follows the journal from behind record `seq`. Takes no lock. */
export function followJournal(host: Host, store: Store, reduce: Reduce, seq: number): Follower {
  let size = -1;
  return {
    async next(onEntry) {
      const now = await host.files.size(store.journal);
      if (now === size) return;
      const entries: Entry[] = [];
      const { ledger, recovery } = await readJournal(host, store, reduce, (it) => entries.push(it));
      // It was compacted meanwhile: the first of them are in an earlier segment.
      const all = ledger.after > seq ? (await readWhole(host, store, reduce)).entries : entries;
      for (const entry of all) {
        if (entry.seq > seq && entry.seq <= ledger.seq) onEntry(entry, ledger);
      }
      [size, seq] = [recovery.size + recovery.torn, ledger.seq];
    },
  };
}
