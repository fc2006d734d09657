/**
 * Which tokens start a tactic. `admit`, `stop`, `exact?` and `native_decide` are ordinary names
 * anywhere else, and `.sorry` is a bullet there but a constructor in a term.
 *
 * Tactic blocks are laid out by column: a block opens after `by`, a bullet, a combinator or the
 * arrow of an alternative; its first token sets its column; a later line that starts at that column
 * starts a tactic, one further right goes on with the last, one further left ends the block.
 */
import { codePoints } from "../../../platform/text/position.ts";
import { keywordOf } from "../../syntax/keywords.ts";
import { isColumn1, nestingOf } from "../../syntax/commands.ts";
import { createFrames, Frame, type OpenFrame } from "./tactic_frames.ts";
import {
  ARROWED,
  BINDINGS,
  CASES,
  COMBINATORS,
  DISCHARGERS,
  PATTERNS,
  QUANTIFIERS,
  QUOTED,
} from "./tactic_words.ts";
import { Kind, LAST_TRIVIA, startOf, textOf, type Tokens } from "../../syntax/tokens.ts";

/** One flag per token: 1 when the token starts a tactic. Linear in the number of tokens. */
export function findTacticPositions(tokens: Tokens): Uint8Array {
  const flags = new Uint8Array(tokens.count);
  const frames = createFrames();
  let outer = 0; // brackets that are open around everything in `frames`
  let before = ""; // text of the previous token that carries code
  let separated = false; // whether that token separates two tactics
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
    if (frames.isEmpty()) {
      // Outside proofs only an opener matters, and whether it stands in brackets.
      if (kind === Kind.Symbol) {
        outer = Math.max(0, outer + nestingOf(tokens.text.charCodeAt(start)));
      } else if (outer > 0 && isColumn1(tokens, i)) outer = 0;
      if (opensProof(text)) {
        if (outer > 0) frames.openBracket("");
        frames.push(Frame.Tactics);
      } else if (text === "|" && QUOTED.has(before)) frames.openBracket("(");
    } else if (kind !== Kind.Symbol && startsCommand(i, text)) {
      frames.clear();
      outer = 0;
    } else step(i, kind, text);
    before = text;
  }
  return flags;

  function startsCommand(i: number, text: string): boolean {
    const role = keywordOf(text)?.role;
    if (role === undefined) return false;
    if (isColumn1(tokens, i)) return true;
    return role === "reserved" && !frames.hasBracket();
  }

  function step(i: number, kind: number, text: string): void {
    column += codePoints(tokens.text, counted, startOf(tokens, i));
    counted = startOf(tokens, i);
    // `else` goes on with its `if` from any column, and so does `<;>` with the tactic before it.
    if ((text === "then" || text === "else") && frames.branch(text)) return;
    if (firstOnLine && text !== "<;>" && text !== "<|>") frames.startLine(column, text);
    if (text === "|") return alternative();
    const top = frames.top();
    const starts = top !== undefined && startsTactic(top, kind);
    separated = false;
    if (starts) {
      flags[i] = 1;
      // `else if` goes on with the `if` before it, to which a later `else` is aligned.
      if (before === "else" && text === "if" && frames.below()?.kind === Frame.Tactics) {
        frames.pop();
      }
      const block = frames.top()!;
      if (block.column < 0) block.column = column;
      block.head = text;
    } else if (top?.kind === Frame.Do && top.column < 0) top.column = column;
    if (kind === Kind.Symbol) symbol(text, starts);
    else if (kind === Kind.Ident) word(text, starts);
  }

  function startsTactic(top: OpenFrame, kind: number): boolean {
    if (top.kind === Frame.TacticArms) {
      // `induction n with simp | …`: a tactic for every case comes first.
      if (before !== "with") return false;
      frames.push(Frame.Tactics);
      return true;
    }
    if (top.kind !== Frame.Tactics) return false;
    if (top.column < 0) return !(kind === Kind.Number && before === "iterate");
    return separated || (firstOnLine && column === top.column);
  }

  function alternative(): void {
    const block = frames.top();
    if (block?.kind === Frame.Tactics && !PATTERNS.has(block.head)) {
      // Deeper than the tactic it is an alternative of, as in `let rec f … | 0 => …`.
      const deeper = firstOnLine && block.column >= 0 && column > block.column;
      if (!deeper) frames.backToArms();
      else if (block.head !== "intro") return frames.push(Frame.TermArms, -1, "|");
    }
    const top = frames.top();
    if (top?.kind === Frame.First) frames.push(Frame.Tactics);
    else if (top?.kind === Frame.TermArms) top.head = "|";
    else if (top?.kind === Frame.Binder) frames.turnInto(Frame.TermArms, "|");
    else if (top?.kind === Frame.Tactics && top.head === "intro") frames.push(Frame.TacticArms);
    else if (top?.kind === Frame.Bracket && QUOTED.has(before)) frames.push(Frame.Tactics);
  }

  function symbol(text: string, starts: boolean): void {
    switch (text) {
      case "(":
      case "[":
      case "{":
      case "⟨":
        return frames.openBracket(starts && text !== "⟨" ? text : "");
      case ")":
      case "]":
      case "}":
      case "⟩":
        if (frames.closeBracket() && outer > 0) outer--;
        return;
      case "·":
      case ".":
        if (starts) frames.push(Frame.Tactics);
        return;
      case ",":
        return frames.endTerm();
      case "=>":
      case "↦":
        return arrow();
      case ";":
        separated = frames.separate();
        return;
      case "<;>":
        frames.backToTactics();
        separated = true;
        return;
      case "<|>":
        separated = true;
        return;
      case "λ":
        return frames.push(Frame.Binder);
      case ":=":
        if (DISCHARGERS.has(before)) frames.push(Frame.Tactics);
        return;
      default:
        if (QUANTIFIERS.has(text)) frames.push(Frame.Quantifier);
    }
  }

  function arrow(): void {
    const top = frames.top();
    if (top?.kind === Frame.Binder) frames.pop();
    else if (top?.kind === Frame.TermArms) top.head = "";
    else if (top?.kind === Frame.TacticArms) frames.push(Frame.Tactics);
    else if (top?.kind === Frame.Tactics && ARROWED.has(top.head)) {
      top.head = "";
      frames.push(Frame.Tactics);
    }
  }

  function word(text: string, starts: boolean): void {
    if (opensProof(text)) return frames.push(Frame.Tactics);
    if (starts) {
      if (text === "first" || text === "solve") frames.push(Frame.First);
      else if (COMBINATORS.has(text)) frames.push(Frame.Tactics);
      return;
    }
    const top = frames.top();
    if (BINDINGS.has(text)) return frames.push(Frame.Binding, column);
    switch (text) {
      case "fun":
        return frames.push(Frame.Binder);
      case "if":
        return frames.push(Frame.If);
      case "do":
        return frames.push(Frame.Do);
      case "match":
        return frames.push(Frame.Match);
      case "with":
        if (top?.kind === Frame.Match) frames.turnInto(Frame.TermArms);
        else if (top?.kind === Frame.Tactics && CASES.has(top.head)) frames.push(Frame.TacticArms);
        return;
      case "in":
        if (top?.kind === Frame.Tactics && (top.head === "set_option" || top.head === "open")) {
          frames.push(Frame.Tactics);
        }
        return;
    }
  }
}

function opensProof(text: string): boolean {
  return text === "by" || text === "by?" || text === "decreasing_by";
}
