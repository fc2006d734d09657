/** What the judges of the audit find, before the allowlist is asked. */
import type { Diagnostic, Location, Severity } from "../../platform/diagnostic.ts";
import { HINTS } from "./codes.ts";
import type { Constant, OwnConstant } from "./facts.ts";
import type { AuditInput } from "./input.ts";
import { shownName } from "./names.ts";
import { placeOfDeclaration } from "./places.ts";

/** A finding about one declaration. */
export interface AuditFinding {
  /** One of `AUDIT_CODES`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** As its author calls it. */
  readonly declaration: string;
  /** Which of those that are called so: its module and its written name. */
  readonly constant: string;
  readonly location: Location | undefined;
}

/** A finding about a constant, at the place of its name. */
export function findingAbout(
  { facts, sources }: AuditInput,
  constant: OwnConstant,
  rule: string,
  severity: Severity,
  message: string,
): AuditFinding {
  return {
    rule,
    severity,
    message,
    declaration: shownName(constant.name),
    constant: keyOf(constant),
    location: placeOfDeclaration(facts, sources, constant.name),
  };
}

/** Tells a constant from all others, also from those of modules that are looked at apart. */
export function keyOf({ module, name }: Constant): string {
  return `${module} ${name}`;
}

/** The finding in the shape of every stage. */
export function toDiagnostic({ rule, severity, message, location }: AuditFinding): Diagnostic {
  const hint = HINTS[rule];
  return {
    code: rule,
    severity,
    message,
    ...(location === undefined ? {} : { location }),
    ...(hint === undefined ? {} : { hint }),
  };
}
