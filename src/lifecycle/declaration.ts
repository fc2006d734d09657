/** A task as it joins the graph. Part of `formal/Lifecycle/Reduce.lean`. */
import type { Task } from "./state.ts";
import { emptyTable } from "./table.ts";
import { missing, shown, type Status } from "./value.ts";

/** A task at its declaration. */
export function declared(id: number, deps: readonly number[], retries: number): Task {
  return {
    id,
    deps,
    waived: emptyTable(),
    retries,
    generation: 0,
    attempts: 0,
    fence: 0,
    ready: false,
    status: "open",
    projection: missing,
    held: null,
    current: null,
    closed: emptyTable(),
    origin: { type: "native" },
  };
}

/** The status that a legacy record stands for: nobody is known to work on an active one. */
function importedStatus(status: Status): Status {
  return status === "active" ? "failed" : status;
}

/** A legacy task at its import; the outside still shows what the record says. */
export function imported(
  id: number,
  deps: readonly number[],
  retries: number,
  status: Status,
  trusted: boolean,
): Task {
  return {
    ...declared(id, deps, retries),
    status: importedStatus(status),
    projection: shown(status, null),
    origin: { type: "legacy", trusted },
  };
}
