import type { Command } from "../../syntax/commands.ts";
import { CORE_INSTANCES, CORE_TYPES } from "../../syntax/core_names.ts";
import { identParts } from "../../syntax/names.ts";
import type { Source } from "../syntax/source.ts";
import { isSymbol, Kind, kindOf, next, type Tokens } from "../../syntax/tokens.ts";

/** A class and a core type that already has an instance of it. */
export interface CoreInstance {
  readonly class: string;
  readonly type: string;
}

/** The instance that `command` declares a second time, if the core library has it. */
export function coreInstance(source: Source, command: Command): CoreInstance | undefined {
  const { tokens } = source;
  const { statement, end } = source.signatureOf(command);
  if (statement < 0) return undefined;
  const name = identParts(tokens, statement).join(".");
  const types = CORE_INSTANCES.get(name);
  if (types === undefined) return undefined;
  const found: string[] = [];
  for (let at = next(tokens, statement); at < end;) {
    const argument = readArgument(tokens, at, end);
    if (argument === undefined) return undefined;
    found.push(argument.head);
    at = argument.after;
  }
  // `x ∈ xs` takes its meaning from the type of `xs`, the second argument.
  const type = found[name === "Membership" ? 1 : 0];
  return type !== undefined && types.has(type) ? { class: name, type } : undefined;
}

/**
 * The argument at token `at` and the token after it: a core type, a variable or a number, or several of
 * them in parentheses. Undefined for any other, as `Nat → Nat`, `Nat × Nat` and `List State` are no core types.
 */
function readArgument(
  tokens: Tokens,
  at: number,
  end: number,
): { readonly head: string; readonly after: number } | undefined {
  if (!isSymbol(tokens, at, "(")) {
    return isPlain(tokens, at)
      ? { head: identParts(tokens, at).join("."), after: next(tokens, at) }
      : undefined;
  }
  const head = next(tokens, at);
  let i = head;
  while (i < end && isPlain(tokens, i)) i = next(tokens, i);
  if (i >= end || !isSymbol(tokens, i, ")")) return undefined;
  return { head: identParts(tokens, head).join("."), after: next(tokens, i) };
}

function isPlain(tokens: Tokens, at: number): boolean {
  if (kindOf(tokens, at) === Kind.Number) return true;
  const name = identParts(tokens, at).join(".");
  return CORE_TYPES.has(name) || isVariable(name) || name === "nat_lit";
}

/** By convention type and number variables have one letter. */
function isVariable(name: string): boolean {
  return /^\p{L}[₀-₉']?$/u.test(name) || name === "_";
}
