/** Judges what Lean said of a mutant: a proof has to fail, and nothing before it. */
import type { LeanMessage } from "../../src/lean/toolchain/messages.ts";
import { type Amalgam, originOf } from "../../src/lean/toolchain/embedded/amalgam.ts";

/** An error of Lean, by the declaration in which it stands. */
export interface Failure {
  /** Path below `formal/`. */
  readonly path: string;
  readonly line: number;
  /** What the line belongs to, e.g. `theorem accepted_never_fails`. */
  readonly declaration: string;
  /** First line of Lean's message. */
  readonly message: string;
}

/** What became of a mutant. */
export type Verdict =
  /** These proofs fail; Lean was stopped at the first unless all were asked for. */
  | { readonly kind: "caught"; readonly failures: readonly Failure[] }
  /** Lean accepts every proof: a theorem is missing. */
  | { readonly kind: "survived" }
  /** It proves nothing: the model itself is refused. */
  | { readonly kind: "ill-typed"; readonly failure: Failure }
  /** Lean came to no end, or failed for another reason than a wrong proof. */
  | { readonly kind: "undecided"; readonly reason: string };

/** A file that is checked: an amalgam, its text, and an error at its end that Lean must report. */
export interface Checked {
  readonly amalgam: Amalgam;
  readonly text: string;
  /** Line of the error at the end. */
  readonly sentinel: number;
}

/** Where proofs and kernel-checked scenarios stand. An error elsewhere is one of the model. */
const PROOFS = /^Lifecycle\/(Proofs|Scenarios)\//;

/** Errors by which Lean gives up, or that follow from another error. */
const NOT_A_WRONG_PROOF =
  /\(deterministic\) timeout|maximum recursion depth|stack overflow|out of memory|unknown (identifier|constant)/i;

const HEAD =
  /^(?:@\[[^\]]*\] )?(?:private )?(theorem|example|def|instance|inductive|structure|abbrev)\b *([^\s:({[]*)/;

/** Adds to the amalgam an error that shows that Lean has read to the end, and reports errors. */
export function withSentinel(amalgam: Amalgam): Checked {
  const lines = amalgam.text.replace(/\n$/, "").split("\n");
  const text = [...lines, "example : (0 : Nat) = 1 := rfl", ""].join("\n");
  return { amalgam, text, sentinel: lines.length + 1 };
}

/** Judges the messages so far; `undefined` while more are needed. `all` waits for the end. */
export function judge(
  checked: Checked,
  messages: readonly LeanMessage[],
  { all }: { readonly all: boolean },
): Verdict | undefined {
  const failures: Failure[] = [];
  let other: Failure | undefined;
  for (const message of messages) {
    if (message.severity !== "error") continue;
    if (message.pos.line === checked.sentinel) {
      if (failures.length > 0) return { kind: "caught", failures };
      return other ? { kind: "undecided", reason: told(other) } : { kind: "survived" };
    }
    const failure = locate(checked, message);
    if (failure === undefined) return { kind: "undecided", reason: firstLine(message.data) };
    if (!PROOFS.test(failure.path)) return { kind: "ill-typed", failure };
    if (!isWrongProof(failure, message)) other ??= failure;
    else if (!all) return { kind: "caught", failures: [failure] };
    else failures.push(failure);
  }
  return undefined;
}

/** In words: where, what, and Lean's message. */
export function told({ path, line, declaration, message }: Failure): string {
  return `${path}:${line} ${declaration}: ${message}`;
}

function isWrongProof({ declaration }: Failure, { data }: LeanMessage): boolean {
  return /^(theorem|example)\b/.test(declaration) && !NOT_A_WRONG_PROOF.test(data);
}

function locate({ amalgam, text }: Checked, { pos, data }: LeanMessage): Failure | undefined {
  const origin = originOf(amalgam, pos.line);
  if (origin === undefined) return undefined;
  const before = text.split("\n").slice(pos.line - origin.line, pos.line);
  const head = before.map((line) => HEAD.exec(line)).findLast((match) => match !== null);
  const declaration = head ? `${head[1]} ${head[2]}`.trim() : "no declaration";
  return { ...origin, declaration, message: firstLine(data) };
}

function firstLine(data: string): string {
  return data.trim().split("\n", 1)[0]!;
}
