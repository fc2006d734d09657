/** The text of the command that made a declaration, where Lean says that it stands. */
import type { Facts } from "./facts.ts";
import type { ModuleSource, Sources } from "./places.ts";

/** From the command's beginning to its end, and where in it the declaration's name is. */
export interface DeclarationText {
  readonly text: string;
  /** In code units. */
  readonly nameOffset: number;
}

/** The text, unless the declaration has no place in a source of the package. */
export function declarationText(
  { own, places }: Facts,
  sources: Sources,
  declaration: string,
): DeclarationText | undefined {
  const place = places.get(declaration);
  const source = sources.get(own.get(declaration)?.module ?? "");
  if (place === undefined || source === undefined) return undefined;
  const offsetOf = offsets(source);
  const start = offsetOf(place.startLine, place.startColumn);
  const name = offsetOf(place.line, place.column);
  const end = offsetOf(place.endLine, place.endColumn);
  if (start === undefined || name === undefined || end === undefined) return undefined;
  if (name < start || end < name) return undefined;
  return { text: source.text.slice(start, end), nameOffset: name - start };
}

/** By source: where its lines begin. */
const lineStarts = new WeakMap<ModuleSource, readonly number[]>();

/** Offsets of 1-based lines and columns, the latter in code points. */
function offsets(source: ModuleSource): (line: number, column: number) => number | undefined {
  const { text } = source;
  let starts = lineStarts.get(source);
  if (starts === undefined) {
    starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    lineStarts.set(source, starts);
  }
  return (line, column) => {
    let at = starts[line - 1];
    if (at === undefined) return undefined;
    for (let left = column - 1; left > 0 && at < text.length && text[at] !== "\n"; left--) {
      at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    }
    return at;
  };
}
