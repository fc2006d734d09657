/** Judges how declarations came to be, and whether what runs is what is proved. */
import type { OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout, keyOf } from "./finding.ts";
import type { AuditInput } from "./input.ts";
import { shownName } from "./names.ts";

const REFUSED = "refused: ";
const UNKNOWN = "unknown constant ";

/**
 * Constants that the kernel computes with, or makes literals of, by their names alone: it never asks whether
 * they are defined as in Lean's own library. A module with `prelude` can define them otherwise.
 */
const KERNEL_NAMES: ReadonlySet<string> = new Set([
  ...[".Nat", ".Bool", ".Char", ".List", ".String", ".Eq", ".Quot", ".Quot.lift", ".Quot.ind"],
  ...[".Char.ofNat", ".String.mk", ".String.ofList", ".Lean.reduceBool", ".Lean.reduceNat"],
  ...["add", "sub", "mul", "div", "mod", "gcd", "beq", "ble", "land", "lor", "xor", "pow", "log2"]
    .concat("shiftLeft", "shiftRight").map((name) => `.Nat.${name}`),
]);

/** What the kernel refuses, and attributes that put other code in the place of the proved one. */
export function judgeDeclarations(input: AuditInput): AuditFinding[] {
  return [...input.facts.own.values()].flatMap((constant) => [
    ...kernel(input, constant),
    ...attributes(input, constant),
  ]);
}

/** Whatever the name and however it was made: the kernel takes each for true, or it is refused. */
function kernel(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const refuse = (message: string) => [
    findingAbout(input, constant, "kernel_refused", "error", message),
  ];
  const { name } = constant;
  if (KERNEL_NAMES.has(name)) {
    return refuse(`Lean's kernel takes for granted what "${shownName(name)}" is`);
  }
  const why = refusalOf(constant);
  if (why === undefined || isExplained(input, constant)) return [];
  const missing = unknownIn(constant);
  const reason = missing === undefined ? why : `it knows no "${shownName(missing)}"`;
  return refuse(`Lean's kernel refuses "${shownName(name)}": ${reason}`);
}

function refusalOf({ replay }: OwnConstant): string | undefined {
  return replay.startsWith(REFUSED) ? replay.slice(REFUSED.length) : undefined;
}

/** Name of the constant for want of which the kernel refuses this one. */
function unknownIn(constant: OwnConstant): string | undefined {
  const why = refusalOf(constant) ?? "";
  return why.startsWith(UNKNOWN) ? why.slice(UNKNOWN.length) : undefined;
}

/**
 * Whether it is refused only with another that is reported. Refused constants that rest on each other in a
 * circle explain nothing, and what is allowed is no excuse for others.
 */
function isExplained({ facts, allowances }: AuditInput, constant: OwnConstant): boolean {
  const seen = new Set<OwnConstant>();
  let at = constant;
  while (!seen.has(at)) {
    seen.add(at);
    const cause = facts.own.get(unknownIn(at) ?? "");
    if (cause === undefined || refusalOf(cause) === undefined) {
      return at !== constant && !allowances.covers("kernel_refused", shownName(at.name), keyOf(at));
    }
    at = cause;
  }
  return false;
}

function attributes(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const { name, kind, flags } = constant;
  const { own, places, csimp } = input.facts;
  if (!places.has(name)) return [];
  const isPartial = kind === "opaque" && own.get(`${name}._unsafe_rec`)?.flags.includes("partial");
  const rules = [
    ...flags.filter((flag) => flag === "unsafe" || flag === "implemented_by" || flag === "extern"),
    ...flags.includes("init") ? ["meta"] : [],
    ...csimp.has(name) ? ["csimp"] : [],
    ...isPartial ? ["partial"] : kind === "opaque" && !flags.includes("extern") ? ["opaque"] : [],
  ];
  return rules.map((rule) =>
    findingAbout(
      input,
      constant,
      rule,
      "warning",
      `"${shownName(name)}" is declared ${WORDS[rule]}`,
    )
  );
}

const WORDS: Readonly<Record<string, string>> = {
  unsafe: 'as "unsafe"',
  implemented_by: 'with "implemented_by": other code runs in its place',
  extern: 'with "extern": foreign code runs in its place',
  meta: 'with "init": it runs when the module is imported',
  csimp: 'with "csimp": the compiler puts other code in the place of its left side',
  partial: 'as "partial"',
  opaque: 'as "opaque"',
};
