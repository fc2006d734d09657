/** The audit's allowlist: what a declaration may do, with a reason. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Position } from "../../platform/text/position.ts";
import { AUDIT_CODES, UNPROVED_CODES } from "./codes.ts";

/** One accepted finding of the audit. */
export interface AuditAllowance {
  /** Code of the finding. */
  readonly rule: string;
  /** Full name of the declaration; without it, every declaration, unless what it does proves nothing. */
  readonly declaration?: string | undefined;
  readonly reason: string;
  /** Last day on which it holds, as `YYYY-MM-DD`. */
  readonly expires?: string | undefined;
  /** Where it stands in the config. */
  readonly place?: Position;
}

/** The allowlist at work. */
export interface Allowances {
  /**
   * Whether an entry covers the finding; the entry counts as used. `constant` tells declarations apart that
   * their authors call alike, such as private ones of several modules.
   */
  covers(rule: string, declaration: string, constant: string): boolean;
  /** One finding for each entry that is itself wrong, expired, or was not used. */
  problems(): Diagnostic[];
}

/** Puts the entries to work; `today` is a day as `YYYY-MM-DD`, `config` the file that they stand in. */
export function allowances(
  entries: readonly AuditAllowance[],
  today: string,
  config: string,
): Allowances {
  const used = new Map<AuditAllowance, Set<string>>();
  const problemOf = (entry: AuditAllowance): string | undefined => {
    const { rule, declaration, reason, expires } = entry;
    if (!AUDIT_CODES.has(rule)) return "names no finding of the audit";
    if (declaration === undefined && UNPROVED_CODES.has(rule)) return "names no declaration";
    if (reason.trim() === "") return "gives no reason";
    return expires !== undefined && expires < today ? `expired on "${expires}"` : undefined;
  };
  const valid = entries.filter((entry) => problemOf(entry) === undefined);
  return {
    covers(rule, declaration, constant) {
      const covering = valid.filter((entry) =>
        entry.rule === rule && (entry.declaration ?? declaration) === declaration
      );
      for (const entry of covering) {
        used.set(entry, (used.get(entry) ?? new Set()).add(constant));
      }
      return covering.length > 0;
    },
    problems: () =>
      entries.flatMap((entry) => {
        const problem = problemOf(entry) ?? misuse(entry, used.get(entry)?.size ?? 0);
        return problem === undefined ? [] : [wrong(entry, problem, config)];
      }),
  };
}

/** Who named one declaration has seen one; another of the same name is another input. */
function misuse({ declaration }: AuditAllowance, constants: number): string | undefined {
  if (constants === 0) return "matches no finding";
  return declaration === undefined || constants === 1
    ? undefined
    : `matches ${constants} declarations: give them different names`;
}

function wrong(
  { rule, declaration, place }: AuditAllowance,
  problem: string,
  file: string,
): Diagnostic {
  const where = declaration === undefined ? "" : ` in "${declaration}"`;
  return error("audit_allow", `The entry of "audit.allow" for "${rule}"${where} ${problem}`, {
    location: { file, ...place },
    hint: "Remove the entry, or correct it.",
  });
}
