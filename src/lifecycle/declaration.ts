/** A task as it joins the graph. Part of `formal/Lifecycle/Reduce.lean`. */
import type { Task } from "./state.ts";
import { emptyTable } from "./table.ts";
import { missing, shown, type Status } from "./value.ts";

/** A task at its declaration. */
export function declared(id: number, deps: readonly number[], retries: number): Task {
  return {
    id,
    deps,
    retries,
    generation: 0,
    attempts: 0,
    fence: 0,
    ready: false,
    status: "open",
    projection: missing,
    current: null,
    closed: emptyTable(),
    origin: { type: "native" },
  };
}

/** The status that a legacy record stands for: nobody is known to work on an active one. */
function importedStatus(status: Status): Status {
  return status === "active" ? "failed" : status;
}

/** A legacy task at its import. */
export function imported(
  id: number,
  deps: readonly number[],
  retries: number,
  recorded: Status,
  trusted: boolean,
): Task {
  const status = importedStatus(recorded);
  return {
    ...declared(id, deps, retries),
    status,
    projection: shown(status, null),
    origin: { type: "legacy", trusted },
  };
}
