/** The machine of a task in XState, as far as the lives of the benchmark go through it. */
import { assign, initialTransition, setup, type SnapshotFrom, transition } from "npm:xstate@5.33.3";
import type { Decision } from "../../src/lifecycle/decision.ts";
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

/** What the states below do not say. */
interface Context {
  readonly id: number;
  readonly generation: number;
  readonly attempts: number;
  readonly fence: number;
  readonly closed: readonly Key[];
  readonly key: Key | null;
  readonly tx: Tx | null;
  readonly validated: boolean;
  readonly deferred: "none" | "kill";
  readonly receipt: number;
  /** On the last message. */
  readonly decision: Decision;
}

interface Args {
  readonly context: Context;
  readonly event: Message;
}

/** An action that changes the context. */
const change = (assigner: (args: Args) => Partial<Context>) =>
  assign<Context, Message, undefined, Message, never>(assigner);

const ready = ({ id, generation }: Context) => ({ type: "ready" as const, task: id, generation });
const probe = ({ key, tx }: Context) => ({ type: "probe" as const, key: key!, tx: tx!.tx });

/** An action that gives a decision and changes nothing. */
const say = (verdict: Decision["verdict"], effects: (context: Context) => Decision["effects"]) =>
  change(({ context }: Args) => ({ decision: { verdict, effects: effects(context) } }));

const nothing = () => [];
const already = { guard: "own" as const, actions: say({ type: "noop", why: "already" }, nothing) };

/** An action by which the attempt fails; its worker is to be stopped, or gone. */
const fail = (cls: Class, worker: "stopping" | "gone") =>
  change(({ context: { id, generation, key } }: Args) => ({
    decision: applied([
      { type: "attemptFailed", key: key!, class: cls },
      ...worker === "stopping" ? [{ type: "stopProcess", key: key! } as const] : [],
      { type: "projectFailed", task: id, generation, class: cls },
    ]),
  }));

/** An action by which the attempt is closed. */
const close = (effects: (context: Context) => Decision["effects"]) =>
  change(({ context }: Args) => ({
    closed: [...context.closed, context.key!],
    key: null,
    tx: null,
    decision: applied(effects(context)),
  }));

const accept = (receiptOf: (event: Message) => number) =>
  change(({ context, event }: Args) => ({
    receipt: receiptOf(event),
    decision: applied([
      {
        type: "succeeded",
        key: context.key!,
        disposition: disposition(context.tx!.contract),
        receipt: receiptOf(event),
      },
      { type: "startCleanup", key: context.key!, tx: context.tx!.tx },
    ]),
  }));

const projectDone = ({ id, generation, tx, receipt }: Context) => ({
  type: "projectDone" as const,
  task: id,
  generation,
  disposition: disposition(tx!.contract),
  receipt,
});

const afterSuccess = {
  guard: "current" as const,
  actions: say({ type: "observed", why: "afterSuccess" }, (context) => [projectDone(context)]),
};

const machine = setup({
  types: {} as { context: Context; events: Message; input: number },
  guards: {
    lastGone: ({ context, event }) => showsLastGone(context, event),
    claimable: ({ context: c, event: { key } }) =>
      key.generation === c.generation && key.attempt === c.attempts + 1 && key.fence > c.fence,
    current: ({ context, event }) => context.key !== null && isSame(context.key, event.key),
    own: ({ context: { key, tx }, event }) =>
      key !== null && isSame(key, event.key) && tx !== null && event.tx === tx.tx &&
      (event.candidate === undefined || event.candidate === tx.candidate),
  },
}).createMachine({
  initial: "open",
  context: ({ input: id }) => ({
    id,
    generation: 0,
    attempts: 0,
    fence: 0,
    closed: [],
    key: null,
    tx: null,
    validated: false,
    deferred: "none",
    receipt: 0,
    decision: applied([]),
  }),
  on: {
    "*": {
      actions: change(({ context, event }) => ({ decision: foreign(context, event.key) })),
    },
  },
  states: {
    open: {
      on: {
        attemptClaimed: {
          guard: "claimable",
          target: "running",
          actions: change(({ event: { key } }) => ({
            attempts: key.attempt,
            fence: key.fence,
            key,
            decision: applied([]),
          })),
        },
      },
    },
    stopping: {
      on: {
        processExited: {
          guard: "lastGone",
          target: "open",
          actions: say({ type: "applied" }, (context) => [ready(context)]),
        },
      },
    },
    running: {
      on: {
        finishBegun: {
          guard: "current",
          target: "finishing",
          actions: change(({ event: { key, tx, candidate, contract } }) => ({
            tx: { tx: tx!, candidate: candidate!, contract: contract! },
            validated: false,
            decision: applied([
              { type: "continueFinish", key, tx: tx!, candidate: candidate! },
            ]),
          })),
        },
        processExited: { guard: "current", target: "failed", actions: fail("exit", "gone") },
        failRequested: {
          guard: "current",
          target: "failed",
          actions: fail("requested", "stopping"),
        },
        attemptReleased: {
          guard: "current",
          target: "open",
          actions: close((context) => [ready(context)]),
        },
      },
    },
    finishing: {
      on: {
        candidateValidated: [
          {
            guard: "own",
            target: "validating",
            actions: change(({ event }) => ({ validated: event.passed! })),
          },
        ],
        promotionIntended: {
          guard: "own",
          target: "promoting",
          actions: change(({ context: { key, tx } }) => ({
            deferred: "none" as const,
            decision: applied([
              { type: "promote", key: key!, tx: tx!.tx, candidate: tx!.candidate },
            ]),
          })),
        },
        failRequested: {
          guard: "current",
          target: "failed",
          actions: fail("requested", "stopping"),
        },
      },
    },
    validating: {
      always: [
        {
          guard: ({ context }) => context.validated,
          target: "finishing",
          actions: say({ type: "applied" }, nothing),
        },
        { target: "running", actions: change(() => ({ tx: null, decision: applied([]) })) },
      ],
    },
    promoting: {
      on: {
        promotionIntended: already,
        outcomeAccepted: {
          guard: "own",
          target: "accepted",
          actions: accept(({ receipt }) => receipt!),
        },
        promotionProbed: [
          {
            guard: ({ context: { key, tx }, event }) =>
              key !== null && isSame(key, event.key) && event.tx === tx!.tx &&
              typeof event.found === "number",
            target: "accepted",
            actions: accept(({ found }) => found!),
          },
          {
            guard: "own",
            target: "stopping",
            actions: close(({ key }) => [{ type: "stopProcess", key: key! }]),
          },
        ],
        killRequested: {
          guard: "current",
          actions: change(({ context }) => ({
            deferred: "kill" as const,
            decision: applied([probe(context)]),
          })),
        },
        providerFault: {
          guard: "current",
          actions: say(
            { type: "observed", why: "alreadyDeferred" },
            (context) => [probe(context)],
          ),
        },
      },
    },
    accepted: {
      on: {
        cleanupRecorded: {
          guard: ({ context: { key, tx, receipt }, event }) =>
            key !== null && isSame(key, event.key) && event.tx === tx!.tx &&
            event.receipt === receipt,
          target: "cleaned",
          actions: change(({ context }) => ({ decision: applied([projectDone(context)]) })),
        },
      },
    },
    cleaned: {
      on: {
        processExited: afterSuccess,
        providerFault: afterSuccess,
        lateCommitSeen: {
          guard: "current",
          actions: say({ type: "observed", why: "lateCommit" }, nothing),
        },
      },
    },
    failed: {
      on: {
        ownerLost: {
          guard: "current",
          actions: say({ type: "observed", why: "afterFailure" }, nothing),
        },
        outcomeAccepted: {
          guard: "current",
          actions: say({ type: "hold", why: "acceptedAfterClose" }, nothing),
        },
      },
    },
  },
});

/** XState's pure `transition()`. */
export const xstate: Peer<SnapshotFrom<typeof machine>> = {
  name: "XState's `transition()`",
  open: (task) => initialTransition(machine, task)[0],
  step(snapshot, message) {
    const [state] = transition(machine, snapshot, message);
    return { state, decision: state.context.decision };
  },
};
