/** Reads the function that a claim applies. Pure. */
import type { Facts } from "../audit/facts.ts";
import { spine, Tag } from "./terms.ts";

/** The constant that the left side of an equation applies; `undefined` when the claim is none. */
export function equatedWith(
  { terms: { nodes, meanings } }: Facts,
  claim: string,
): string | undefined {
  const meaning = meanings.get(claim);
  if (meaning?.isClaim !== true) return undefined;
  const equation = spine(nodes, meaning.type);
  const head = nodes[equation.head]!;
  const [, left] = equation.args;
  if (head.tag !== Tag.constant || head.name !== ".Eq" || left === undefined) return undefined;
  const applied = nodes[spine(nodes, left).head]!;
  return applied.tag === Tag.constant ? applied.name : undefined;
}
