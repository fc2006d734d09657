/** What of a document is Lean: behind `#doc … =>` Lean reads markup, in which only some code is elaborated. */
import { Kind, type Tokens } from "./tokens.ts";

/** A stretch of the text; stretches follow one another from its start to its end. */
export interface DocumentPart {
  readonly from: number;
  readonly to: number;
  readonly isProse: boolean;
}

/** The command that begins a document, and its title. */
const START = /^#doc[ \t]*\([^\n]*$/m;

/** A fenced block up to its closing fence, or the code of a role such as `` {lean}`1 + 1` ``. */
const CODE =
  /^[ \t]*(?<fence>`{3,})[ \t]*(?<info>[^\n`]*)\n(?<block>[^]*?)^[ \t]*\k<fence>[ \t]*$|\{lean\w*[^}\n]*\}`(?<inline>[^`\n]+)`/gm;

/** Blocks that are elaborated; others, as of `leanOutput`, are text. */
const ELABORATED = /^(saved)?lean(4|Init)?(?!\w)/i;

/** The stretches of a text with a document in it; `undefined` for any other. `lex` reads Lean alone. */
export function documentParts(
  text: string,
  lex: (text: string) => Tokens,
): readonly DocumentPart[] | undefined {
  if (!text.includes("#doc")) return undefined;
  const start = START.exec(text);
  if (start === null) return undefined;
  const head = lex(text.slice(0, start.index));
  // In a comment that is still open it is none.
  if (head.count > 0 && head.kinds[head.count - 1] !== Kind.Whitespace) return undefined;
  const parts: DocumentPart[] = [];
  let at = 0;
  const take = (to: number, isProse: boolean) => {
    if (to > at) parts.push({ from: at, to, isProse });
    at = to;
  };
  take(start.index + start[0].length, false);
  for (const match of text.slice(at).matchAll(CODE)) {
    const { info = "", block, inline } = match.groups!;
    const code = inline ?? (ELABORATED.test(info) ? block : undefined);
    if (code === undefined) continue;
    const from = start.index + start[0].length + match.index + match[0].lastIndexOf(code);
    take(from, true);
    take(from + code.length, false);
  }
  take(text.length, true);
  return parts;
}
