/** Lays out text of nested parts in lines of a bounded width. Pure. */

/** A text that may be broken into lines at its breaks: all breaks of a group at once, or none. */
export type Doc =
  | string
  | { readonly kind: "break" }
  | { readonly kind: "join"; readonly parts: readonly Doc[] }
  | { readonly kind: "group"; readonly indent: number; readonly content: Doc };

/** A space, or the end of a line. */
export const BREAK: Doc = { kind: "break" };

/** One behind the other. */
export function join(...parts: readonly Doc[]): Doc {
  return { kind: "join", parts };
}

/** Stays on one line if it fits; else each of its breaks ends a line, and what follows is indented. */
export function group(content: Doc, indent = 2): Doc {
  return { kind: "group", indent, content };
}

/** The parts, with the separator in front of all but the first. */
export function separated(parts: readonly Doc[], separator: Doc): Doc {
  return join(...parts.flatMap((part, index) => index === 0 ? [part] : [separator, part]));
}

/** The lines, none wider than `width` where a break allows it. */
export function layOut(doc: Doc, width: number, indent = 0): string {
  let out = " ".repeat(indent);
  let column = indent;
  const stack: Frame[] = [{ doc, indent, flat: false }];
  while (stack.length > 0) {
    const { doc, indent, flat } = stack.pop()!;
    if (typeof doc === "string") {
      out += doc;
      column += [...doc].length;
    } else if (doc.kind === "join") {
      for (const part of doc.parts.toReversed()) stack.push({ doc: part, indent, flat });
    } else if (doc.kind === "group") {
      const fits = flat || width - column >= widthOf(doc.content, width - column) + tail(stack);
      stack.push({ doc: doc.content, indent: fits ? indent : indent + doc.indent, flat: fits });
    } else if (flat) {
      out += " ";
      column++;
    } else {
      out = `${out.trimEnd()}\n${" ".repeat(indent)}`;
      column = indent;
    }
  }
  return out;
}

interface Frame {
  readonly doc: Doc;
  readonly indent: number;
  readonly flat: boolean;
}

/** Width on one line, no further than beyond the limit. */
function widthOf(doc: Doc, limit: number): number {
  let width = 0;
  const stack = [doc];
  while (stack.length > 0 && width <= limit) {
    const doc = stack.pop()!;
    if (typeof doc === "string") width += [...doc].length;
    else if (doc.kind === "break") width++;
    else if (doc.kind === "group") stack.push(doc.content);
    else stack.push(...doc.parts.toReversed());
  }
  return width;
}

/** Width of what cannot be parted from a group: the text up to the next break. */
function tail(stack: readonly Frame[]): number {
  let width = 0;
  for (let i = stack.length - 1; i >= 0; i--) {
    const rest = untilBreak(stack[i]!.doc, stack[i]!.flat);
    width += rest.width;
    if (rest.broken) return width;
  }
  return width;
}

function untilBreak(doc: Doc, flat: boolean): { width: number; broken: boolean } {
  if (typeof doc === "string") return { width: [...doc].length, broken: false };
  if (doc.kind === "break") return { width: flat ? 1 : 0, broken: !flat };
  if (doc.kind === "group") return untilBreak(doc.content, flat);
  let width = 0;
  for (const part of doc.parts) {
    const rest = untilBreak(part, flat);
    width += rest.width;
    if (rest.broken) return { width, broken: true };
  }
  return { width, broken: false };
}
