/** Hierarchical names as their parts. */
import { Kind, kindOf, textOf, type Tokens } from "./tokens.ts";

/** Parts of a spelled name without their `«»`: `Lean.«trustCompiler»` gives `["Lean", "trustCompiler"]`. */
export function nameParts(spelled: string): string[] {
  if (!spelled.includes("«")) return spelled.split(".");
  const parts: string[] = [];
  let at = 0;
  while (at < spelled.length) {
    if (spelled.startsWith("«", at)) {
      const close = spelled.indexOf("»", at);
      const end = close < 0 ? spelled.length : close;
      parts.push(spelled.slice(at + 1, end));
      at = end + 2; // past the closing mark and the dot
    } else {
      const dot = spelled.indexOf(".", at);
      const end = dot < 0 ? spelled.length : dot;
      parts.push(spelled.slice(at, end));
      at = end + 1;
    }
  }
  return parts;
}

/** Parts of the identifier at token `at` without a leading `_root_`; empty for any other token. */
export function identParts(tokens: Tokens, at: number): string[] {
  if (kindOf(tokens, at) !== Kind.Ident) return [];
  const parts = nameParts(textOf(tokens, at));
  return parts[0] === "_root_" ? parts.slice(1) : parts;
}

/** Parts of the name literal at token `at` (`` `a.b `` or ``` ``a.b ```); empty for any other token. */
export function literalParts(tokens: Tokens, at: number): string[] {
  if (kindOf(tokens, at) !== Kind.NameLit) return [];
  return nameParts(textOf(tokens, at).replaceAll("`", ""));
}

/**
 * Whether `parts`, as written under some `open`, can mean a constant of namespace `home`: the first
 * part after any of the namespace's own parts is `name`. What follows is a projection of it.
 */
export function refersTo(parts: readonly string[], home: readonly string[], name: string): boolean {
  const at = parts.indexOf(name);
  if (at < 0) return false;
  const prefix = parts.slice(0, at);
  // `open Lean` allows the last parts of the namespace alone.
  const from = home.length - prefix.length;
  return from >= 0 && prefix.every((part, k) => part === home[from + k]);
}
