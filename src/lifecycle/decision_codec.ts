/** Reads and writes decisions. */
import { type Decision, type Effect, type Verdict, type Why, WHYS } from "./decision.ts";
import { encodeKey } from "./event_codec.ts";
import {
  CodecError,
  exactly,
  type Fields,
  inside,
  items,
  key,
  list,
  natural,
  object,
  tag,
  word,
} from "./read.ts";
import { CLASSES, DISPOSITIONS } from "./value.ts";
import type { WireDecision, WireEffect, WireVerdict } from "./wire.ts";

/** Every verdict by its text. */
const VERDICTS: ReadonlyMap<WireVerdict, Verdict> = new Map(allVerdicts());

function* allVerdicts(): Iterable<[WireVerdict, Verdict]> {
  yield ["applied", { type: "applied" }];
  for (const type of ["noop", "observed", "rejected", "hold"] as const) {
    for (const why of WHYS) yield [`${type}(${why})`, { type, why }];
  }
}

/** Every verdict's text. */
export const verdictTexts: readonly WireVerdict[] = [...VERDICTS.keys()];

/** The fields of each effect, in the order in which they are written. */
const FIELDS: Readonly<Record<Effect["type"], readonly string[]>> = {
  ready: ["type", "task", "generation"],
  promote: ["type", "key", "tx", "candidate"],
  probe: ["type", "key", "tx"],
  succeeded: ["type", "key", "disposition", "receipt"],
  startCleanup: ["type", "key", "tx"],
  attemptFailed: ["type", "key", "class"],
  projectDone: ["type", "task", "generation", "disposition", "receipt"],
  projectFailed: ["type", "task", "generation", "class"],
  projectAbandoned: ["type", "task", "generation"],
  openGeneration: ["type", "task", "generation"],
  stopProcess: ["type", "key"],
};

/** Every type of effect. */
export const effectTypes: readonly string[] = Object.keys(FIELDS);

/**
 * Reads a decision, `[verdict, effect…]`, from parsed JSON.
 *
 * @throws {CodecError} With path and reason when it is not a decision.
 */
export function decodeDecision(json: unknown, path = "decision"): Decision {
  return inside(json, path, (json) => {
    const [verdict, ...effects] = list(json, "");
    if (verdict === undefined) throw new CodecError("", "expected a verdict, got an empty list");
    return {
      verdict: inside(verdict, "[0]", decodeVerdict),
      effects: effects.map((effect, i) => inside(effect, `[${i + 1}]`, readEffect)),
    };
  });
}

/**
 * Reads a list of decisions from parsed JSON.
 *
 * @throws {CodecError} With path and reason, e.g. `decisions[3][0]: expected a verdict, got 1`.
 */
export function decodeDecisions(json: unknown, path = "decisions"): readonly Decision[] {
  return items(json, path, (item) => decodeDecision(item, ""));
}

/** Reads a verdict from its text. */
export function decodeVerdict(json: unknown): Verdict {
  const verdict = typeof json === "string" ? VERDICTS.get(json) : undefined;
  if (verdict !== undefined) return verdict;
  throw new CodecError("", `expected a verdict, got ${JSON.stringify(json)}`);
}

function readEffect(json: unknown): Effect {
  const o = object(json, "");
  const type = tag(o, "an effect", FIELDS);
  return exactly(o, FIELDS[type], (o) => readFields(type, o));
}

function readFields(type: Effect["type"], o: Fields): Effect {
  switch (type) {
    case "promote":
      return {
        type,
        key: key(o.key),
        tx: natural(o.tx, ".tx"),
        candidate: natural(o.candidate, ".candidate"),
      };
    case "probe":
    case "startCleanup":
      return { type, key: key(o.key), tx: natural(o.tx, ".tx") };
    case "succeeded":
      return {
        type,
        key: key(o.key),
        disposition: word(o.disposition, ".disposition", DISPOSITIONS),
        receipt: natural(o.receipt, ".receipt"),
      };
    case "attemptFailed":
      return { type, key: key(o.key), class: word(o.class, ".class", CLASSES) };
    case "projectDone":
      return {
        type,
        task: natural(o.task, ".task"),
        generation: natural(o.generation, ".generation"),
        disposition: word(o.disposition, ".disposition", DISPOSITIONS),
        receipt: natural(o.receipt, ".receipt"),
      };
    case "projectFailed":
      return {
        type,
        task: natural(o.task, ".task"),
        generation: natural(o.generation, ".generation"),
        class: word(o.class, ".class", CLASSES),
      };
    case "ready":
    case "projectAbandoned":
    case "openGeneration":
      return {
        type,
        task: natural(o.task, ".task"),
        generation: natural(o.generation, ".generation"),
      };
    case "stopProcess":
      return { type, key: key(o.key) };
  }
}

/** Writes a decision as {@linkcode decodeDecision} reads it. */
export function encodeDecision({ verdict, effects }: Decision): WireDecision {
  const text = encodeVerdict(verdict);
  // Most decisions request nothing.
  return effects.length === 0 ? [text] : [text, ...effects.map(encodeEffect)];
}

/** Writes a verdict as its text. */
export function encodeVerdict(verdict: Verdict): WireVerdict {
  return verdict.type === "applied" ? "applied" : TEXTS[verdict.type][verdict.why];
}

/** The text of each verdict that has a reason: written once, as decisions are many. */
const TEXTS = {
  noop: texts("noop"),
  observed: texts("observed"),
  rejected: texts("rejected"),
  hold: texts("hold"),
};

function texts(type: string): Readonly<Record<Why, WireVerdict>> {
  return Object.fromEntries(WHYS.map((why) => [why, `${type}(${why})`])) as Record<Why, string>;
}

function encodeEffect(effect: Effect): WireEffect {
  switch (effect.type) {
    case "promote": {
      const { type, key, tx, candidate } = effect;
      return { type, key: encodeKey(key), tx, candidate };
    }
    case "probe":
    case "startCleanup":
      return { type: effect.type, key: encodeKey(effect.key), tx: effect.tx };
    case "succeeded": {
      const { type, key, disposition, receipt } = effect;
      return { type, key: encodeKey(key), disposition, receipt };
    }
    case "attemptFailed":
      return { type: effect.type, key: encodeKey(effect.key), class: effect.class };
    case "stopProcess":
      return { type: effect.type, key: encodeKey(effect.key) };
    case "ready":
    case "projectDone":
    case "projectFailed":
    case "projectAbandoned":
    case "openGeneration":
      return effect;
  }
}
