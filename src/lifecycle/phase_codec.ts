/** Reads the phase of an attempt. */
import { boolean, exactly, type Fields, inside, natural, object, tag, word } from "./read.ts";
import type { Deferred, Phase } from "./state.ts";
import { CANCELS, CLASSES, CONTRACTS, type Tx } from "./value.ts";

const FIELDS: Readonly<Record<Phase["type"], readonly string[]>> = {
  running: ["type"],
  finishing: ["type", "tx", "validated"],
  promoting: ["type", "tx", "deferred"],
  accepted: ["type", "tx", "receipt"],
  cleaned: ["type", "tx", "receipt", "cleanup"],
  failed: ["type", "class"],
  cancelled: ["type", "reason"],
};

/** Reads a phase. */
export function readPhase(json: unknown): Phase {
  const o = object(json, "");
  const type = tag(o, "a phase", FIELDS);
  return exactly(o, FIELDS[type], (o) => readFields(type, o));
}

function readFields(type: Phase["type"], o: Fields): Phase {
  switch (type) {
    case "running":
      return { type };
    case "finishing":
      return {
        type,
        tx: inside(o.tx, ".tx", readTx),
        validated: boolean(o.validated, ".validated"),
      };
    case "promoting":
      return {
        type,
        tx: inside(o.tx, ".tx", readTx),
        deferred: inside(o.deferred, ".deferred", readDeferred),
      };
    case "accepted":
      return { type, tx: inside(o.tx, ".tx", readTx), receipt: natural(o.receipt, ".receipt") };
    case "cleaned":
      return {
        type,
        tx: inside(o.tx, ".tx", readTx),
        receipt: natural(o.receipt, ".receipt"),
        cleanup: natural(o.cleanup, ".cleanup"),
      };
    case "failed":
      return { type, class: word(o.class, ".class", CLASSES) };
    case "cancelled":
      return { type, reason: word(o.reason, ".reason", CANCELS) };
  }
}

function readTx(json: unknown): Tx {
  return exactly(object(json, ""), ["tx", "candidate", "contract"], (o) => ({
    tx: natural(o.tx, ".tx"),
    candidate: natural(o.candidate, ".candidate"),
    contract: word(o.contract, ".contract", CONTRACTS),
  }));
}

const DEFERRED_FIELDS: Readonly<Record<Deferred["type"], readonly string[]>> = {
  none: ["type"],
  failure: ["type", "class"],
  kill: ["type"],
  abandon: ["type"],
};

function readDeferred(json: unknown): Deferred {
  const o = object(json, "");
  const type = tag(o, "a deferred reason", DEFERRED_FIELDS);
  return exactly(
    o,
    DEFERRED_FIELDS[type],
    (o) => type === "failure" ? { type, class: word(o.class, ".class", CLASSES) } : { type },
  );
}
