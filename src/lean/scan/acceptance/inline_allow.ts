/** Inline allow comments: `-- lean-gate: allow RULE reason` on the line before a finding. */
import { findRule } from "../rules/rules.ts";
import { allow, ALLOW_MARK } from "../rules/input.ts";
import { startOf, type Tokens } from "../../syntax/tokens.ts";

/** One comment that speaks to the scan. */
export interface InlineAllow {
  /** The comment's token. */
  readonly token: number;
  /** Id of the rule it allows; empty when `problem` is set. */
  readonly rule: string;
  /** Why it is allowed; empty when `problem` is set. */
  readonly reason: string;
  /** What is wrong with the comment itself. */
  readonly problem?: string;
}

/** A finding that a comment allows. */
export interface InlineAllowed {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** Finding with the line it is on, as far as allowing it goes. */
interface OnLine {
  readonly rule: string;
  readonly line: number;
}

/** A finding, and the comment that allows it. */
interface Allowed<F> {
  readonly finding: F;
  readonly by: InlineAllow;
}

/** Reads the line comment at token `token`; `undefined` for one that says nothing to the scan. */
export function readInlineAllow(tokens: Tokens, token: number): InlineAllow | undefined {
  const start = startOf(tokens, token) + 2;
  const end = tokens.ends[token]!;
  let at = start;
  while (at < end && tokens.text.charCodeAt(at) <= 0x20) at++;
  // Only a comment that starts with the mark: prose may speak of it.
  if (!tokens.text.startsWith(ALLOW_MARK, at)) return undefined;
  return { token, ...parse(tokens.text.slice(at + ALLOW_MARK.length, end).trim()) };
}

/**
 * Splits findings into those that an allow comment on the line before covers and the rest.
 *
 * `lines` are the lines of the comments. Comments on consecutive lines all speak to the line after the
 * last. `used` holds the comments that covered something.
 */
export function applyInlineAllows<F extends OnLine>(
  findings: readonly F[],
  allows: readonly InlineAllow[],
  lines: readonly number[],
): {
  readonly rest: F[];
  readonly used: ReadonlySet<InlineAllow>;
  readonly allowed: readonly Allowed<F>[];
} {
  const byTarget = new Map<string, InlineAllow>();
  let target = 0;
  for (let k = allows.length - 1; k >= 0; k--) {
    const line = lines[k]!;
    if (line + 1 !== lines[k + 1]) target = line + 1;
    byTarget.set(`${target} ${allows[k]!.rule}`, allows[k]!);
  }
  const used = new Set<InlineAllow>();
  const allowed: Allowed<F>[] = [];
  if (allows.length === 0) return { rest: [...findings], used, allowed };
  const rest = findings.filter((finding) => {
    const { rule, line } = finding;
    const one = byTarget.get(`${line} ${rule}`);
    if (one === undefined || one.problem !== undefined) return true;
    used.add(one);
    allowed.push({ finding, by: one });
    return false;
  });
  return { rest, used, allowed };
}

function parse(comment: string): Omit<InlineAllow, "token"> {
  const [verb = "", rule = "", ...reason] = comment.split(/\s+/);
  if (verb !== "allow") {
    return {
      rule: "",
      reason: "",
      problem: `The comment says '${verb}', which is not 'allow RULE reason'`,
    };
  }
  if (findRule(rule) === undefined || rule === allow.id) {
    return {
      rule: "",
      reason: "",
      problem: `The comment allows '${rule}', which is no rule that can be allowed`,
    };
  }
  if (reason.length === 0) {
    return { rule: "", reason: "", problem: `The comment allows '${rule}' without a reason` };
  }
  return { rule, reason: reason.join(" ") };
}
