/** Messages between the gate and the child that runs a module. */

/** The kinds of modules that a config names. */
export type ModuleKind = "engine" | "coverage" | "view" | "certificate" | "fuzz";

/** What the default export of a kind must have. An engine speaks the engine protocol instead. */
export const SHAPES: Readonly<Record<ModuleKind, Shape>> = {
  engine: { type: "EngineModule", data: ["name", "version"], methods: ["replay"] },
  coverage: { type: "CoverageModule", data: ["reasons", "effects"], methods: ["steps"] },
  view: { type: "ViewModule", data: ["places", "tones"], methods: ["steps"] },
  certificate: { type: "CertificateModule", data: ["imports"], methods: ["terms"] },
  fuzz: { type: "FuzzModule", data: [], methods: ["lists"] },
};

/** Fields that are JSON, and functions; the type that describes them. */
export interface Shape {
  readonly type: string;
  readonly data: readonly string[];
  readonly methods: readonly string[];
}

/** Codes of the error with which a child answers hello when it cannot serve. */
export const HELLO_CODES = ["module_failed", "module_malformed"] as const;

/** Code of the error of an answer that is not exact JSON, or of another shape. */
export const ANSWER_MALFORMED = "answer_malformed";

/** Which sequences to draw: of at most so many events, one for each seed. */
export interface DrawRequest {
  readonly longest: number;
  readonly seeds: readonly number[];
}

/**
 * Which simplifications to give.
 *
 * So many, from a number on, of what `path` leads to from a drawn sequence.
 */
export interface ShrinkRequest {
  readonly longest: number;
  readonly seed: number;
  /** For each simplification that was taken, its number among those of its time. */
  readonly path: readonly number[];
  readonly from: number;
  readonly count: number;
}

/** `"name", "version" and "replay"` */
export function fieldsOf({ data, methods }: Shape): string {
  const names = [...data, ...methods].map((name) => `"${name}"`);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
