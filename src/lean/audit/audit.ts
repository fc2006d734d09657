/** Judges the facts about a package's compiled modules. Pure. */
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import type { ScannedPlace } from "../scan/finding.ts";
import { axiomsInUse } from "./axioms.ts";
import { declaredIn, type OwnConstant } from "./facts.ts";
import { type AuditFinding, keyOf, toDiagnostic } from "./finding.ts";
import { judgeAxioms } from "./judge_axioms.ts";
import { judgeCommands } from "./judge_commands.ts";
import { judgeDeclarations } from "./judge_declarations.ts";
import { judgeStatements } from "./judge_statements.ts";
import { judgeText } from "./judge_text.ts";
import type { AuditInput } from "./input.ts";
import { shownName } from "./names.ts";
import type { StatedTheorem } from "./stated.ts";

/** What the audit of modules that can be looked at together comes to. */
export interface Audit {
  /** Declarations that sources make, each with its module; those that Lean makes along with them were judged too. */
  readonly declarations: ReadonlySet<string>;
  readonly theorems: ReadonlySet<string>;
  /** Axioms that something of the package rests on, by their names, sorted. */
  readonly axioms: readonly string[];
  readonly findings: readonly Diagnostic[];
}

/** What a module's source says of it. */
export interface Expectation {
  readonly file: string;
  readonly module: string;
  readonly theorems: readonly StatedTheorem[];
}

/**
 * Judges everything. `scanned` are places that need no second finding of the same rule; `expected` is what
 * the sources claim to state.
 */
export function audit(
  input: AuditInput,
  scanned: readonly ScannedPlace[],
  expected: readonly Expectation[],
): Audit {
  const { facts, allowances } = input;
  const findings = [
    ...judgeAxioms(input),
    ...judgeDeclarations(input),
    ...judgeStatements(input),
    ...judgeCommands(input),
    ...judgeText(input),
  ];
  const rest = findings
    .filter((finding) => !isScanned(finding, scanned, findings))
    .filter(({ rule, declaration, constant }) => !allowances.covers(rule, declaration, constant));
  const declared = declaredIn(facts);
  const keys = (constants: readonly OwnConstant[]) => new Set(constants.map(keyOf));
  return {
    declarations: keys(declared),
    theorems: keys(declared.filter(({ kind }) => kind === "theorem")),
    axioms: axiomsInUse(facts).map(shownName),
    findings: [...inOrder(rest).map(toDiagnostic), ...missing(input, expected)],
  };
}

/** Several audits as one: what they have in common counts once, and is reported once. */
export function joined(audits: readonly Audit[]): {
  readonly declarations: number;
  readonly theorems: number;
  readonly axioms: readonly string[];
  readonly findings: readonly Diagnostic[];
} {
  const union = (of: (audit: Audit) => Iterable<string>) =>
    new Set(audits.flatMap((audit) => [...of(audit)]));
  const findings = new Map(
    audits.flatMap((audit) => audit.findings.map((finding) => [JSON.stringify(finding), finding])),
  );
  return {
    declarations: union(({ declarations }) => declarations).size,
    theorems: union(({ theorems }) => theorems).size,
    axioms: [...union(({ axioms }) => axioms)].sort(),
    findings: [...findings.values()],
  };
}

/**
 * Warnings alone give way: what the scan reports as an error, the audit confirms. An attribute may stand on the
 * line before; what is found on the very line of a place is what that place tells of, and nothing beside it.
 */
function isScanned(
  { rule, severity, location }: AuditFinding,
  scanned: readonly ScannedPlace[],
  findings: readonly AuditFinding[],
): boolean {
  if (severity !== "warning" || location === undefined) return false;
  const line = location.line ?? 1;
  return scanned.some((place) => {
    if (place.rule !== rule || place.file !== location.file) return false;
    if (place.line === line) return true;
    return Math.abs(place.line - line) === 1 &&
      !findings.some((other) =>
        other.rule === rule && other.location?.file === place.file &&
        other.location.line === place.line
      );
  });
}

function inOrder(findings: readonly AuditFinding[]): AuditFinding[] {
  const key = ({ location }: AuditFinding) => location?.file ?? "";
  const at = ({ location }: { location: Location | undefined }) =>
    [location?.line ?? 0, location?.column ?? 0] as const;
  return findings.toSorted((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    const [[lineA, columnA], [lineB, columnB]] = [at(a), at(b)];
    return lineA - lineB || columnA - columnB;
  });
}

/** Theorems that stand in a source, but not at that place in its module. */
function missing({ facts }: AuditInput, expected: readonly Expectation[]): Diagnostic[] {
  const key = (module: string, { line, column }: { line: number; column: number }) =>
    `${module} ${line}:${column}`;
  const theorems = declaredIn(facts).filter(({ kind }) => kind === "theorem");
  const there = new Set([
    ...theorems.map(({ name, module }) => key(module, facts.places.get(name)!)),
    ...facts.again.map((place) => key(place.module, place)),
  ]);
  return expected.flatMap(({ file, module, theorems }) => {
    const [first, ...others] = theorems.filter((theorem) => !there.has(key(module, theorem)));
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    const message = `Theorem "${first.name}" is stated, but its module does not have it${more}`;
    return [error("audit_incomplete", message, {
      location: { file, line: first.line, column: first.column },
      hint: 'Make every theorem a part of the module: Lean stops at "#exit", for example.',
    })];
  });
}
