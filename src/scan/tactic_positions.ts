/**
 * Which tokens start a tactic. `admit`, `stop`, `exact?` and `native_decide` are ordinary names
 * anywhere else, and `.sorry` is a bullet there but a constructor in a term.
 *
 * Tactic blocks are laid out by column: a block opens after `by`, a bullet, a combinator or the
 * arrow of an alternative; its first token sets its column; a later line that starts at that column
 * starts a tactic, one further right goes on with the last, one further left ends the block.
 */
import { codePoints } from "../text/position.ts";
import { keywordOf } from "../lean/keywords.ts";
import { Frame, frame, isArms, type OpenFrame } from "./tactic_frames.ts";
import { isColumn1, nesting } from "../lean/commands.ts";
import {
  ARROWED,
  CASES,
  COMBINATORS,
  DISCHARGERS,
  LISTED,
  PATTERNS,
  QUANTIFIERS,
  QUOTED,
} from "./tactic_words.ts";
import { Kind, LAST_TRIVIA, startOf, textOf, type Tokens } from "../lean/tokens.ts";

/** One flag per token: 1 when the token starts a tactic. Linear in the number of tokens. */
export function findTacticPositions(tokens: Tokens): Uint8Array {
  const flags = new Uint8Array(tokens.count);
  let frames: OpenFrame[] = [];
  let outer = 0; // brackets that are open around everything in `frames`
  let before = ""; // text of the previous token that carries code
  let firstOnLine = true;
  let lastEnd = 0; // end of the previous token that carries code
  // How far the current line has been counted: columns are asked for in order of position.
  let counted = 0;
  let column = 1;
  let nextBreak = tokens.text.indexOf("\n");

  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kinds[i]!;
    if (kind <= LAST_TRIVIA) continue;
    const start = startOf(tokens, i);
    firstOnLine = lastEnd === 0;
    while (nextBreak >= 0 && nextBreak < start) {
      // A line that starts inside a string is not started by the token after it.
      firstOnLine = nextBreak >= lastEnd;
      counted = nextBreak + 1;
      column = 1;
      nextBreak = tokens.text.indexOf("\n", counted);
    }
    lastEnd = tokens.ends[i]!;
    const text = textOf(tokens, i);
    if (frames.length === 0) {
      // Outside proofs only an opener matters, and whether it stands in brackets.
      if (kind === Kind.Symbol) outer = Math.max(0, outer + nesting(text.charCodeAt(0)));
      else if (outer > 0 && isColumn1(tokens, i)) outer = 0;
      if (opensProof(text)) {
        if (outer > 0) openBracket("");
        push(Frame.Tactics);
      } else if (text === "|" && QUOTED.has(before)) {
        push(Frame.Bracket);
        push(Frame.Tactics);
      }
    } else if (kind !== Kind.Symbol && startsCommand(i, text)) {
      frames = [];
      outer = 0;
    } else step(i, kind, text);
    before = text;
  }
  return flags;

  function startsCommand(i: number, text: string): boolean {
    const role = keywordOf(text)?.role;
    if (role === undefined) return false;
    if (isColumn1(tokens, i)) return true;
    return role === "reserved" && !frames.some((open) => open.kind === Frame.Bracket);
  }

  function step(i: number, kind: number, text: string): void {
    column += codePoints(tokens.text, counted, startOf(tokens, i));
    counted = startOf(tokens, i);
    // `<;>` goes on with the tactic before it from any column.
    if (firstOnLine && text !== "<;>" && text !== "<|>") closeByColumn(text);
    if (text === "|") return alternative();
    if ((text === "then" || text === "else") && branch(text)) return;
    const top = frames.at(-1);
    const starts = top !== undefined && startsTactic(top, kind);
    if (starts) {
      flags[i] = 1;
      // `else if` goes on with the `if` before it, to which a later `else` is aligned.
      if (before === "else" && text === "if" && frames.at(-2)?.kind === Frame.Tactics) frames.pop();
      const block = frames.at(-1)!;
      if (block.column < 0) block.column = column;
      block.head = text;
    }
    if (kind === Kind.Symbol) symbol(text, starts);
    else if (kind === Kind.Ident) word(text, starts);
  }

  /** Ends the blocks that the line now starting is left of, and the arms it is not part of. */
  function closeByColumn(text: string): void {
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      if (top.kind === Frame.Bracket) return;
      if (top.kind === Frame.Tactics) {
        if (top.column < 0 || column >= top.column) return;
      } else {
        const block = enclosingBlock();
        if (block === undefined || block.column < 0 || column > block.column) return;
        if (column === block.column && text === "|") return;
      }
      frames.pop();
    }
  }

  /** The innermost block below the top, on this side of any bracket. */
  function enclosingBlock(): OpenFrame | undefined {
    for (let k = frames.length - 2; k >= 0; k--) {
      const frame = frames[k]!;
      if (frame.kind === Frame.Bracket) return undefined;
      if (frame.kind === Frame.Tactics) return frame;
    }
    return undefined;
  }

  function startsTactic(top: OpenFrame, kind: number): boolean {
    if (top.kind === Frame.TacticArms) {
      // `induction n with simp | …`: a tactic for every case comes first.
      if (before !== "with") return false;
      push(Frame.Tactics);
      return true;
    }
    if (top.kind !== Frame.Tactics) return false;
    if (top.column < 0) return !(kind === Kind.Number && before === "iterate");
    if (firstOnLine && column === top.column) return true;
    return before === ";" || before === "<;>" || before === "<|>";
  }

  function alternative(): void {
    let top = frames.at(-1);
    if (top?.kind === Frame.Tactics && !PATTERNS.has(top.head) && insideArms()) {
      while (frames.at(-1)?.kind === Frame.Tactics) frames.pop();
      top = frames.at(-1);
    }
    if (top?.kind === Frame.First) push(Frame.Tactics);
    else if (top?.kind === Frame.TermArms) top.head = "|";
    else if (top?.kind === Frame.Binder) {
      frames.push({ kind: Frame.TermArms, column: frames.pop()!.column, head: "|" });
    } else if (top?.kind === Frame.Tactics && top.head === "intro") push(Frame.TacticArms);
    else if (top?.kind === Frame.Bracket && QUOTED.has(before)) push(Frame.Tactics);
  }

  /** Whether alternatives lie below the blocks on top: then a `|` starts the next of them. */
  function insideArms(): boolean {
    let k = frames.length - 1;
    while (k >= 0 && frames[k]!.kind === Frame.Tactics) k--;
    return k >= 0 && isArms(frames[k]!);
  }

  function symbol(text: string, starts: boolean): void {
    switch (text) {
      case "(":
      case "[":
      case "{":
      case "⟨":
        openBracket(starts && text !== "⟨" ? text : "");
        break;
      case ")":
      case "]":
      case "}":
      case "⟩":
        closeBracket();
        break;
      case "·":
      case ".":
        if (starts) push(Frame.Tactics);
        break;
      case ",":
        endTerm();
        break;
      case "=>":
      case "↦":
        arrow();
        break;
      case ";":
      case "<;>":
        if (frames.at(-1)?.kind !== Frame.Tactics && enclosingBlock() !== undefined) {
          while (frames.at(-1)?.kind !== Frame.Tactics) frames.pop();
        }
        break;
      case "λ":
        push(Frame.Binder);
        break;
      case ":=":
        if (DISCHARGERS.has(before)) push(Frame.Tactics);
        break;
      default:
        if (QUANTIFIERS.has(text)) push(Frame.Quantifier);
    }
  }

  function arrow(): void {
    const top = frames.at(-1);
    if (top?.kind === Frame.Binder) frames.pop();
    else if (top?.kind === Frame.TermArms) top.head = "";
    else if (top?.kind === Frame.TacticArms) push(Frame.Tactics);
    else if (top?.kind === Frame.Tactics && ARROWED.has(top.head)) {
      top.head = "";
      push(Frame.Tactics);
    }
  }

  function word(text: string, starts: boolean): void {
    if (opensProof(text)) return push(Frame.Tactics);
    if (starts) {
      if (text === "first" || text === "solve") push(Frame.First);
      else if (COMBINATORS.has(text)) push(Frame.Tactics);
      return;
    }
    const top = frames.at(-1);
    switch (text) {
      case "fun":
        return push(Frame.Binder);
      case "match":
        return push(Frame.Match);
      case "with":
        if (top?.kind === Frame.Match) frames.push(frame(Frame.TermArms, frames.pop()!.column));
        else if (top?.kind === Frame.Tactics && CASES.has(top.head)) push(Frame.TacticArms);
        return;
      case "in":
        if (top?.kind === Frame.Tactics && (top.head === "set_option" || top.head === "open")) {
          push(Frame.Tactics);
        }
        return;
    }
  }

  /** `if … then tac else tac` as a tactic; false when the word belongs to a term. */
  function branch(text: string): boolean {
    for (let k = frames.length - 1; k >= 0 && frames[k]!.kind !== Frame.Bracket; k--) {
      const block = frames[k]!;
      if (block.kind !== Frame.Tactics || block.head !== "if") continue;
      frames.length = k + 1;
      push(Frame.Tactics);
      if (text === "else") block.head = "";
      return true;
    }
    return false;
  }

  /** Opens a bracket; `tactics` is the bracket itself when tactics stand in it, and else empty. */
  function openBracket(tactics: string): void {
    frames.push({ kind: Frame.Bracket, column: -1, head: tactics });
    if (tactics !== "") push(Frame.Tactics);
  }

  function closeBracket(): void {
    for (let k = frames.length - 1; k >= 0; k--) {
      if (frames[k]!.kind !== Frame.Bracket) continue;
      frames.length = k;
      if (k === 0 && outer > 0) outer--;
      return;
    }
  }

  /** A comma in the bracket of a term or a list ends the component before it, with any block in that. */
  function endTerm(): void {
    const top = frames.at(-1);
    if (top?.kind === Frame.Quantifier) frames.pop();
    if (top !== undefined && listsCommas(top)) return;
    for (let k = frames.length - 1; k >= 0; k--) {
      const { kind, head } = frames[k]!;
      if (kind !== Frame.Bracket) continue;
      if (head === "" || head === "[") frames.length = k + 1;
      if (head === "[") push(Frame.Tactics);
      return;
    }
  }

  function push(kind: number): void {
    frames.push(frame(kind, -1));
  }
}

/** Whether a comma goes on with what the frame waits for. */
function listsCommas({ kind, head }: OpenFrame): boolean {
  return kind === Frame.Quantifier || kind === Frame.Match || kind === Frame.TacticArms ||
    (kind === Frame.TermArms && head === "|") || (kind === Frame.Tactics && LISTED.has(head));
}

function opensProof(text: string): boolean {
  return text === "by" || text === "by?" || text === "decreasing_by";
}
