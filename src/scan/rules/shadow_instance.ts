import type { Command } from "../../lean/commands.ts";
import { CORE_INSTANCES, CORE_TYPES } from "../core_names.ts";
import { identParts } from "../../lean/names.ts";
import type { Source } from "../source.ts";
import { isSymbol, Kind, kindOf, next, textOf } from "../../lean/tokens.ts";

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
  const argument = next(tokens, statement);
  if (argument >= end) return undefined;
  if (!isSymbol(tokens, argument, "(")) {
    const type = identParts(tokens, argument).join(".");
    return types.has(type) && isPlain(source, argument, end) ? { class: name, type } : undefined;
  }
  const head = next(tokens, argument);
  const type = identParts(tokens, head).join(".");
  if (!types.has(type)) return undefined;
  // `Nat → Nat` and `List State` are no core types: only core types and variables may follow.
  for (let i = next(tokens, head); i < end && !isSymbol(tokens, i, ")"); i = next(tokens, i)) {
    if (kindOf(tokens, i) === Kind.Number) continue;
    const part = textOf(tokens, i);
    if (kindOf(tokens, i) !== Kind.Ident || !(CORE_TYPES.has(part) || isVariable(part))) {
      return undefined;
    }
  }
  return { class: name, type };
}

/** Whether only names and numbers follow: further arguments of the class, and no arrow or product. */
function isPlain(source: Source, at: number, end: number): boolean {
  const { tokens } = source;
  for (let i = next(tokens, at); i < end; i = next(tokens, i)) {
    const kind = kindOf(tokens, i);
    if (kind === Kind.Number) continue;
    if (
      kind !== Kind.Ident || !(CORE_TYPES.has(textOf(tokens, i)) || isVariable(textOf(tokens, i)))
    ) {
      return false;
    }
  }
  return true;
}

/** By convention type and number variables have one letter. */
function isVariable(name: string): boolean {
  return /^\p{L}[₀-₉']?$/u.test(name) || name === "_";
}
