/** The machine of a task in Redux Toolkit, whose reducers write to Immer's drafts. */
import { createSlice, type PayloadAction } from "npm:@reduxjs/toolkit@2.15.0";
import type { Decision, Effect } from "../../src/lifecycle/decision.ts";
import { type Class, disposition, type Key } from "../../src/lifecycle/value.ts";
import {
  applied,
  foreign,
  isSame,
  type Message,
  type Peer,
  showsLastGone,
  type Tx,
} from "./peer.ts";

/** A task, and the decision on the last message. */
interface Task {
  id: number;
  generation: number;
  attempts: number;
  fence: number;
  status: "open" | "active" | "done" | "failed";
  phase:
    | "none"
    | "stopping"
    | "running"
    | "finishing"
    | "promoting"
    | "accepted"
    | "cleaned"
    | "failed";
  closed: Key[];
  key: Key | null;
  tx: Tx | null;
  validated: boolean;
  deferred: "none" | "kill";
  receipt: number;
  decision: Decision;
}

type Action = PayloadAction<Message>;

const INITIAL: Task = {
  id: 0,
  generation: 0,
  attempts: 0,
  fence: 0,
  status: "open",
  phase: "none",
  closed: [],
  key: null,
  tx: null,
  validated: false,
  deferred: "none",
  receipt: 0,
  decision: applied([]),
};

function say(t: Task, verdict: Decision["verdict"], effects: readonly Effect[] = []): void {
  t.decision = { verdict, effects };
}

/** Whether the message is to the current attempt; else says what it is. */
function isCurrent(t: Task, { key }: Message): boolean {
  if (t.key !== null && isSame(t.key, key)) return true;
  t.decision = foreign(t, key);
  return false;
}

/** Whether it names the attempt's transaction, if that has one. */
function isOwn(t: Task, message: Message): boolean {
  if (!isCurrent(t, message)) return false;
  if (t.tx === null) return true;
  if (message.tx !== t.tx.tx) say(t, { type: "rejected", why: "txMismatch" });
  else if (message.candidate !== undefined && message.candidate !== t.tx.candidate) {
    say(t, { type: "rejected", why: "candidateMismatch" });
  } else return true;
  return false;
}

function fail(t: Task, cls: Class, isGone: boolean): void {
  t.phase = "failed";
  t.status = "failed";
  t.tx = null;
  say(t, { type: "applied" }, [
    { type: "attemptFailed", key: t.key!, class: cls },
    ...isGone ? [] : [{ type: "stopProcess", key: t.key! } as const],
    { type: "projectFailed", task: t.id, generation: t.generation, class: cls },
  ]);
}

function failOrObserve(t: Task, message: Message, cls: Class): void {
  if (t.phase === "stopping" && showsLastGone(t, message)) {
    t.phase = "none";
    return say(t, { type: "applied" }, [ready(t)]);
  }
  if (!isCurrent(t, message)) return;
  const isGone = message.type === "ownerLost" || message.role === "worker";
  if (t.phase === "running" || t.phase === "finishing") fail(t, cls, isGone);
  else if (t.phase === "promoting") {
    say(t, { type: "observed", why: "alreadyDeferred" }, [probe(t)]);
  } else if (t.phase === "failed") say(t, { type: "observed", why: "afterFailure" });
  else say(t, { type: "observed", why: "afterSuccess" }, [projectDone(t)]);
}

function close(t: Task, phase: "none" | "stopping", effects: readonly Effect[]): void {
  t.closed.push(t.key!);
  t.key = null;
  t.tx = null;
  t.phase = phase;
  t.status = "open";
  say(t, { type: "applied" }, effects);
}

function ready(t: Task): Effect {
  return { type: "ready", task: t.id, generation: t.generation };
}

function projectDone(t: Task): Effect {
  return {
    type: "projectDone",
    task: t.id,
    generation: t.generation,
    disposition: disposition(t.tx!.contract),
    receipt: t.receipt,
  };
}

function accept(t: Task, receipt: number): void {
  t.phase = "accepted";
  t.receipt = receipt;
  say(t, { type: "applied" }, [
    { type: "succeeded", key: t.key!, disposition: disposition(t.tx!.contract), receipt },
    { type: "startCleanup", key: t.key!, tx: t.tx!.tx },
  ]);
}

function probe(t: Task): Effect {
  return { type: "probe", key: t.key!, tx: t.tx!.tx };
}

const slice = createSlice({
  name: "task",
  initialState: INITIAL,
  reducers: {
    attemptClaimed(t, { payload: { key } }: Action) {
      t.attempts = key.attempt;
      t.fence = key.fence;
      t.status = "active";
      t.phase = "running";
      t.key = key;
      say(t, { type: "applied" });
    },
    attemptReleased(t, { payload }: Action) {
      if (isCurrent(t, payload)) close(t, "none", [ready(t)]);
    },
    finishBegun(t, { payload }: Action) {
      if (!isOwn(t, payload)) return;
      const { tx, candidate, contract } = payload;
      t.phase = "finishing";
      t.tx = { tx: tx!, candidate: candidate!, contract: contract! };
      t.validated = false;
      say(t, { type: "applied" }, [
        { type: "continueFinish", key: t.key!, tx: t.tx.tx, candidate: t.tx.candidate },
      ]);
    },
    candidateValidated(t, { payload }: Action) {
      if (!isOwn(t, payload)) return;
      if (payload.passed) t.validated = true;
      else {
        t.phase = "running";
        t.tx = null;
      }
      say(t, { type: "applied" });
    },
    promotionIntended(t, { payload }: Action) {
      if (!isOwn(t, payload)) return;
      if (t.phase !== "finishing") return say(t, { type: "noop", why: "already" });
      t.phase = "promoting";
      t.deferred = "none";
      const { tx, candidate } = t.tx!;
      say(t, { type: "applied" }, [{ type: "promote", key: t.key!, tx, candidate }]);
    },
    outcomeAccepted(t, { payload }: Action) {
      if (!isOwn(t, payload)) return;
      if (t.phase === "failed") return say(t, { type: "hold", why: "acceptedAfterClose" });
      accept(t, payload.receipt!);
    },
    promotionProbed(t, { payload }: Action) {
      if (!isOwn(t, payload)) return;
      if (typeof payload.found === "number") accept(t, payload.found);
      else close(t, "stopping", [{ type: "stopProcess", key: t.key! }]);
    },
    cleanupRecorded(t, { payload }: Action) {
      if (!isOwn(t, payload)) return;
      if (payload.receipt !== t.receipt) {
        return say(t, { type: "rejected", why: "receiptMismatch" });
      }
      t.phase = "cleaned";
      t.status = "done";
      say(t, { type: "applied" }, [projectDone(t)]);
    },
    failRequested: (t, { payload }: Action) => failOrObserve(t, payload, "requested"),
    processExited: (t, { payload }: Action) => failOrObserve(t, payload, "exit"),
    providerFault: (t, { payload }: Action) => failOrObserve(t, payload, "fault"),
    ownerLost: (t, { payload }: Action) => failOrObserve(t, payload, "lost"),
    lateCommitSeen(t, { payload }: Action) {
      if (isCurrent(t, payload)) say(t, { type: "observed", why: "lateCommit" });
    },
    killRequested(t, { payload }: Action) {
      if (!isCurrent(t, payload)) return;
      t.deferred = "kill";
      say(t, { type: "applied" }, [probe(t)]);
    },
  },
});

/** Redux Toolkit's slice reducer. */
export const redux: Peer<Task> = {
  name: "Redux Toolkit's slice reducer (Immer)",
  open: (id) => ({ ...INITIAL, id }),
  step(task, message) {
    const state = slice.reducer(task, slice.actions[message.type](message));
    return { state, decision: state.decision };
  },
};
