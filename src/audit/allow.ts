/** The audit's allowlist: what a declaration may do, with a reason. */
import { type Diagnostic, error } from "../diagnostic.ts";
import { AUDIT_CODES } from "./codes.ts";

/** One accepted finding of the audit. */
export interface AuditAllowance {
  /** Code of the finding. */
  readonly rule: string;
  /** Full name of the declaration; without it, every declaration. */
  readonly declaration?: string | undefined;
  readonly reason: string;
  /** Last day on which it holds, as `YYYY-MM-DD`. */
  readonly expires?: string | undefined;
}

/** The allowlist at work. */
export interface Allowances {
  /** Whether an entry covers the finding; the entry counts as used. */
  covers(rule: string, declaration: string): boolean;
  /** One finding for each entry that is itself wrong, expired, or was not used. */
  problems(): Diagnostic[];
}

/** Puts the entries to work; `today` is a day as `YYYY-MM-DD`, `config` the file that they stand in. */
export function allowances(
  entries: readonly AuditAllowance[],
  today: string,
  config: string,
): Allowances {
  const used = new Set<AuditAllowance>();
  const problemOf = ({ rule, reason, expires }: AuditAllowance): string | undefined => {
    if (!AUDIT_CODES.has(rule)) return "names no finding of the audit";
    if (reason.trim() === "") return "gives no reason";
    return expires !== undefined && expires < today ? `expired on "${expires}"` : undefined;
  };
  const valid = entries.filter((entry) => problemOf(entry) === undefined);
  return {
    covers(rule, declaration) {
      const covering = valid.filter((entry) =>
        entry.rule === rule && (entry.declaration ?? declaration) === declaration
      );
      covering.forEach((entry) => used.add(entry));
      return covering.length > 0;
    },
    problems: () =>
      entries.flatMap((entry) => {
        const problem = problemOf(entry) ?? (used.has(entry) ? undefined : "matches no finding");
        return problem === undefined ? [] : [wrong(entry, problem, config)];
      }),
  };
}

function wrong({ rule, declaration }: AuditAllowance, problem: string, file: string): Diagnostic {
  const where = declaration === undefined ? "" : ` in "${declaration}"`;
  return error("audit_allow", `The entry of "audit.allow" for "${rule}"${where} ${problem}`, {
    location: { file },
    hint: "Remove the entry, or correct it.",
  });
}
