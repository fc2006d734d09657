/** Judges statements that say less than they seem to. */
import { lex } from "../syntax/lexer.ts";
import type { Severity } from "../../platform/diagnostic.ts";
import { isWord, Kind, kindOf, next, previous, startOf, textOf } from "../syntax/tokens.ts";
import type { Tokens } from "../syntax/tokens.ts";
import { CORE_NAMES } from "../syntax/core_names.ts";
import { placeOf } from "../../platform/text/position.ts";
import type { OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout } from "./finding.ts";
import { judgeInstances } from "./judge_instances.ts";
import { judgeSyntax } from "./judge_syntax.ts";
import type { AuditInput } from "./input.ts";
import { nameParts, shownName } from "./names.ts";
import { placeOfDeclaration, placeOfUse } from "./places.ts";

/** Hypotheses that never hold, and names, instances and variables that change what a statement means. */
export function judgeStatements(input: AuditInput): AuditFinding[] {
  const declared = [...input.facts.own.values()].filter(({ name }) => input.facts.places.has(name));
  return [
    ...declared.flatMap((constant) => [
      ...vacuous(input, constant),
      ...shadowing(input, constant),
      ...unboundTypes(input, constant),
    ]),
    // Whatever has declared it.
    ...[...input.facts.own.values()].flatMap((constant) => judgeSyntax(input, constant)),
    ...judgeInstances(input),
  ];
}

/** A theorem with a hypothesis that never holds, or a field of such a type: what assumes it proves anything. */
function vacuous(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const { name, kind, flags, never = [] } = constant;
  const isClaim = kind === "theorem" || flags.includes("claim");
  const about = (severity: Severity, message: string, part = name) => ({
    ...findingAbout(input, constant, "vacuous", severity, message),
    location: placeOfDeclaration(input.facts, input.sources, part),
  });
  if (isClaim && flags.includes("assumes_false")) {
    return [about("error", `Theorem "${shownName(name)}" assumes "False": it says nothing`)];
  }
  if (isClaim && flags.includes("assumes_never")) {
    const message = `Theorem "${shownName(name)}" assumes what can never hold: it says nothing`;
    return [about("warning", message)];
  }
  return never.map((field) => {
    const part = `${name}${field}`;
    const message = `The field "${shownName(part)}" can never be filled: "${
      shownName(name)
    }" can never be met`;
    return about("warning", message, input.facts.own.has(part) ? part : name);
  });
}

/** Signs for sets of numbers, and the types that they stand for everywhere. */
const NUMBERS: Readonly<Record<string, string>> = { "ℕ": ".Nat", "ℤ": ".Int", "ℚ": ".Rat" };

/** A name of the core library, declared anew. */
function shadowing(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const { name, kind, flags } = constant;
  const last = String(nameParts(name).at(-1));
  const isMeant = CORE_NAMES.has(last) && !flags.includes("protected");
  const hidden = isMeant ? last : constant.hides && shownName(constant.hides);
  if (["definition", "inductive", "axiom", "opaque"].includes(kind) && hidden !== undefined) {
    const message = `"${
      shownName(name)
    }" gives the name "${hidden}" another meaning in its namespace`;
    return [findingAbout(input, constant, "shadow", "warning", message)];
  }
  const set = NUMBERS[last];
  if (set !== undefined && kind !== "theorem" && constant.body.join() !== set) {
    const message = `"${shownName(name)}" is not "${shownName(set)}", which the sign stands for`;
    return [findingAbout(input, constant, "shadow", "error", message)];
  }
  // What a constructor binds are names of fields.
  if (constant.binds !== undefined && kind !== "constructor") {
    return [bound(input, constant, constant.binds)];
  }
  return [];
}

/** A variable by a core name, at the word. */
function bound(input: AuditInput, constant: OwnConstant, name: string): AuditFinding {
  const message = `"${shownName(name)}" is a variable in "${shownName(constant.name)}"`;
  return {
    ...findingAbout(input, constant, "shadow", "warning", message),
    location: placeOfUse(input.facts, input.sources, constant.name, name),
  };
}

/** What stands for anything to every reader, as it does to Lean: a letter with digits, subscripts or primes. */
const HABITUAL = /^[a-z\u0391-\u03dd][\d_'₀-₉ₐ-ₜᵢ-ᵪⱼ]*$/u;

/** A type that no binder names: Lean made a variable of it, as of a name that is misspelt. */
function unboundTypes(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const source = input.sources.get(constant.module);
  const suspects = constant.implicit.map(shownName).filter((name) =>
    /^\p{L}[\p{L}\p{N}_'.]+$/u.test(name) && !HABITUAL.test(name)
  );
  if (source === undefined || suspects.length === 0) return [];
  const tokens = lex(source.text);
  return suspects.filter((name) => isUnbound(tokens, name)).map((name) => ({
    ...findingAbout(
      input,
      constant,
      "shadow",
      "warning",
      `"${name}" in "${shownName(constant.name)}" is bound by nothing: Lean takes it for any type`,
    ),
    ...optionPlace(tokens, source.file),
  }));
}

/** Whether the word never stands behind the bracket of a binder, alone or among others. */
function isUnbound(tokens: Tokens, word: string): boolean {
  let isUsed = false;
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (!isWord(tokens, i, word)) continue;
    isUsed = true;
    let before = previous(tokens, i);
    while (kindOf(tokens, before) === Kind.Ident) before = previous(tokens, before);
    if (/^[({⦃[]$/u.test(textOf(tokens, before))) return false;
  }
  return isUsed;
}

/** The option that makes variables of unknown names, if the file sets it. */
function optionPlace(tokens: Tokens, file: string): Pick<AuditFinding, "location"> | undefined {
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (!isWord(tokens, i, "autoImplicit") || textOf(tokens, next(tokens, i)) !== "true") continue;
    return { location: { file, ...placeOf(tokens.text, startOf(tokens, i)) } };
  }
  return undefined;
}
