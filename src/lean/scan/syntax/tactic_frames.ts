/** What is open around a token, as far as it decides whether a tactic starts there. */
import { LISTED } from "./tactic_words.ts";

/** What an open frame waits for. */
export const Frame = {
  /** A tactic block; `column` is -1 until its first token. */
  Tactics: 0,
  /** A bracket. */
  Bracket: 1,
  /** Alternatives whose arrows lead to tactics. */
  TacticArms: 2,
  /** Alternatives of a term `match` or `fun`. */
  TermArms: 3,
  /** Alternatives of `first`, which have no arrows. */
  First: 4,
  /** A `fun` whose arrow is to come. */
  Binder: 5,
  /** A term `match` whose `with` is to come. */
  Match: 6,
  /** A quantifier whose comma is to come. */
  Quantifier: 7,
  /** A term `if` whose `else` is to come. */
  If: 8,
  /** A term `have` or `let` at `column`, whose value a semicolon or a line ends. */
  Binding: 9,
  /** A `do` block; `column` is -1 until its first token. */
  Do: 10,
} as const;

/** A frame that is open. */
export interface OpenFrame {
  readonly kind: number;
  column: number;
  /**
   * First word of the current tactic of a block; `|` in arms whose next arrow is to come; of a bracket
   * with tactics in it, the bracket itself.
   */
  head: string;
  /** Index of the innermost bracket up to this frame, or -1. */
  readonly bracket: number;
  /** Index of the innermost tactic block up to this frame and on this side of any bracket, or -1. */
  readonly block: number;
  /** Index of the innermost frame that a semicolon concerns, likewise. */
  readonly sequence: number;
}

/** The frames that are open, the innermost last. */
export interface Frames {
  /** The innermost frame. */
  top(): OpenFrame | undefined;
  isEmpty(): boolean;
  /** The frame below the innermost one. */
  below(): OpenFrame | undefined;
  /** Whether a bracket is open. */
  hasBracket(): boolean;
  push(kind: number, column?: number, head?: string): void;
  pop(): void;
  /** Puts a frame of `kind` in the place of the innermost one. */
  turnInto(kind: number, head?: string): void;
  clear(): void;
  /** Ends the blocks that a line starting at `column` is left of, and the arms that it is not part of. */
  startLine(column: number, text: string): void;
  /** Ends what a semicolon ends; whether a tactic follows it. */
  separate(): boolean;
  /** Ends everything up to the innermost tactic block, if there is one on this side of any bracket. */
  backToTactics(): void;
  /** Ends the blocks on top of alternatives. */
  backToArms(): void;
  /** `then` or `else`: whether a tactic follows it. */
  branch(text: string): boolean;
  /** Opens a bracket; `tactics` is the bracket itself when tactics stand in it, and else empty. */
  openBracket(tactics: string): void;
  /** Closes the innermost bracket; whether nothing is open any more. */
  closeBracket(): boolean;
  /** A comma in the bracket of a term or a list ends the component before it, with any block in that. */
  endTerm(): void;
}

/** No frame yet. */
export function createFrames(): Frames {
  const frames: OpenFrame[] = [];
  const top = () => frames.at(-1);
  return {
    top,
    isEmpty: () => frames.length === 0,
    below: () => frames.at(-2),
    hasBracket: () => (top()?.bracket ?? -1) >= 0,
    push,
    pop: () => frames.pop(),
    turnInto(kind, head = "") {
      push(kind, frames.pop()!.column, head);
    },
    clear: () => frames.length = 0,
    startLine(column, text) {
      for (let frame = top(); frame !== undefined && ends(frame, column, text); frame = top()) {
        frames.pop();
      }
    },
    separate() {
      const at = top()?.sequence ?? -1;
      if (at < 0) return false;
      const { kind } = frames[at]!;
      frames.length = kind === Frame.Binding ? at : at + 1;
      return kind === Frame.Tactics;
    },
    backToTactics() {
      const at = top()?.block ?? -1;
      if (at >= 0) frames.length = at + 1;
    },
    backToArms() {
      const least = Math.max(0, frames.length - REACH);
      let at = frames.length - 1;
      while (at >= least && frames[at]!.kind === Frame.Tactics) at--;
      if (at >= least && isArms(frames[at]!)) frames.length = at + 1;
    },
    branch(text) {
      const least = Math.max(0, frames.length - REACH);
      for (let at = frames.length - 1; at >= least; at--) {
        const { kind, head } = frames[at]!;
        if (kind === Frame.Bracket) return false;
        if (kind === Frame.If) {
          frames.length = text === "else" ? at : at + 1;
          return false;
        }
        if (kind !== Frame.Tactics || head !== "if") continue;
        frames.length = at + 1;
        if (text === "else") frames[at]!.head = "";
        push(Frame.Tactics);
        return true;
      }
      return false;
    },
    openBracket(tactics) {
      push(Frame.Bracket, -1, tactics);
      if (tactics !== "") push(Frame.Tactics);
    },
    closeBracket() {
      const at = top()?.bracket ?? -1;
      if (at >= 0) frames.length = at;
      return at === 0;
    },
    endTerm() {
      const frame = top();
      if (frame?.kind === Frame.Quantifier) frames.pop();
      if (frame === undefined || listsCommas(frame)) return;
      const bracket = frames[frame.bracket];
      if (bracket === undefined) return;
      if (bracket.head === "" || bracket.head === "[") frames.length = frame.bracket + 1;
      if (bracket.head === "[") push(Frame.Tactics);
    },
  };

  function push(kind: number, column = -1, head = ""): void {
    const { bracket = -1, block = -1, sequence = -1 } = top() ?? {};
    const at = frames.length;
    const isBracket = kind === Frame.Bracket;
    frames.push({
      kind,
      column,
      head,
      bracket: isBracket ? at : bracket,
      block: isBracket ? -1 : kind === Frame.Tactics ? at : block,
      sequence: isBracket ? -1 : SEQUENCES.has(kind) ? at : sequence,
    });
  }

  /** Whether a line that starts with `text` at `column` ends the innermost frame. */
  function ends(frame: OpenFrame, column: number, text: string): boolean {
    switch (frame.kind) {
      case Frame.Bracket:
        return false;
      case Frame.Tactics:
      case Frame.Do:
        return frame.column >= 0 && column < frame.column;
      case Frame.Binding:
        return column <= frame.column;
    }
    const block = frames[frame.block];
    if (block === undefined || block.column < 0) return false;
    return column < block.column || (column === block.column && text !== "|");
  }
}

/** How many frames are looked through for an `if` or for alternatives. */
const REACH = 500;

/** Frames that a semicolon concerns. */
const SEQUENCES: ReadonlySet<number> = new Set([Frame.Tactics, Frame.Do, Frame.Binding]);

function isArms({ kind }: OpenFrame): boolean {
  return kind === Frame.TacticArms || kind === Frame.TermArms || kind === Frame.First;
}

/** Whether a comma goes on with what the frame waits for. */
function listsCommas({ kind, head }: OpenFrame): boolean {
  return kind === Frame.Quantifier || kind === Frame.Match || kind === Frame.TacticArms ||
    (kind === Frame.TermArms && head === "|") || (kind === Frame.Tactics && LISTED.has(head));
}
