/** Reads and writes decisions. */
import { type Decision, type Effect, EFFECTS, type Verdict, type Why, WHYS } from "./decision.ts";
import { CodecError, inside, items, list } from "./read.ts";
import { encodeKey, variantReader } from "./variant_codec.ts";
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

/** Every type of effect. */
export const effectTypes: readonly string[] = Object.keys(EFFECTS);

const readEffect: (json: unknown) => Effect = variantReader("an effect", EFFECTS);

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

/** Keys alone have another form in memory. */
function encodeEffect(effect: Effect): WireEffect {
  return "key" in effect ? { ...effect, key: encodeKey(effect.key) } : effect;
}
