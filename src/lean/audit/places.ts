/** Where in the sources a declaration of the package stands, and what in it. */
import type { Location } from "../../platform/diagnostic.ts";
import { lex } from "../syntax/lexer.ts";
import { Kind, kindOf, startOf, textOf, type Tokens } from "../syntax/tokens.ts";
import { createLocator } from "../../platform/text/position.ts";
import type { DeclarationPlace, Facts } from "./facts.ts";
import { nameParts, shownName } from "./names.ts";

/** A module's source: its path as findings show it. */
export interface ModuleSource {
  readonly file: string;
  readonly text: string;
}

/** Sources by the written names of their modules. */
export type Sources = ReadonlyMap<string, ModuleSource>;

/** The place of a declaration's name; the file alone when its source has none; nothing when it is foreign. */
export function placeOfDeclaration(
  facts: Facts,
  sources: Sources,
  declaration: string,
): Location | undefined {
  const source = sourceOf(facts, sources, declaration);
  const place = placeOf(facts, declaration);
  if (source === undefined) return undefined;
  const { file } = source;
  return place === undefined ? { file } : { file, line: place.line, column: place.column };
}

/**
 * The place within a declaration that names `used`, such as a theorem that it rests on; else that of the
 * declaration.
 */
export function placeOfUse(
  facts: Facts,
  sources: Sources,
  declaration: string,
  used: string,
): Location | undefined {
  const source = sourceOf(facts, sources, declaration);
  const place = placeOf(facts, declaration);
  if (source === undefined || place === undefined) {
    return placeOfDeclaration(facts, sources, declaration);
  }
  const within = findWord(lex(source.text), place, shownName(used).split("."));
  return { file: source.file, ...(within ?? { line: place.line, column: place.column }) };
}

/** The place that Lean's own label of a sorry names: `.M#line#column#endLine#endColumn…._sorry…`. */
export function placeOfLabel(sources: Sources, label: string): Location | undefined {
  const parts = nameParts(label);
  const at = parts.findIndex((part) => typeof part === "number");
  const [line, column, endLine, endColumn, , , marker] = parts.slice(at);
  if (at < 1 || marker !== "_sorry") return undefined;
  const source = sources.get(parts.slice(0, at).map((part) => `.${part}`).join(""));
  if (source === undefined) return undefined;
  return {
    file: source.file,
    line: Number(line),
    column: Number(column) + 1,
    endLine: Number(endLine),
    endColumn: Number(endColumn) + 1,
  };
}

/** What Lean makes along with a declaration `f`, such as `f.match_1` or a private `f._proof_1`, is a part of `f`. */
export function ownerOf({ places }: Facts, declaration: string): string | undefined {
  for (const whole of [declaration, declaration.replace(/^\._private(?:\\.|[^#])*#0/su, "")]) {
    for (let name = whole; name !== ""; name = parentOf(name)) {
      if (places.has(name)) return name;
    }
  }
  return undefined;
}

function placeOf(facts: Facts, declaration: string): DeclarationPlace | undefined {
  return facts.places.get(ownerOf(facts, declaration) ?? "");
}

function parentOf(written: string): string {
  return /^(.*?)[.#](?:\\.|[^.#\\])*$/su.exec(written)?.[1] ?? "";
}

function sourceOf({ own }: Facts, sources: Sources, declaration: string): ModuleSource | undefined {
  const constant = own.get(declaration);
  return constant && sources.get(constant.module);
}

/** The first word behind the declaration's own name that is the end of the name sought. */
function findWord(
  tokens: Tokens,
  { line, column, endLine }: DeclarationPlace,
  sought: readonly string[],
): { line: number; column: number } | undefined {
  const locate = createLocator(tokens.text);
  for (let i = 0; i < tokens.count; i++) {
    if (kindOf(tokens, i) !== Kind.Ident) continue;
    const place = locate(startOf(tokens, i));
    if (place.line > endLine) return undefined;
    if (place.line < line || (place.line === line && place.column <= column)) continue;
    const word = textOf(tokens, i).split(".");
    if (word.every((part, index) => part === sought[sought.length - word.length + index])) {
      return place;
    }
  }
  return undefined;
}
