/** Facts for tests, and what the audit finds in them. */
import type { ScannedPlace } from "../../scan/finding.ts";
import { allowances, type AuditAllowance } from "../allow.ts";
import { audit, type Expectation } from "../audit.ts";
import { createTermReader } from "../../statements/terms.ts";
import type { Constant, Facts, OwnConstant } from "../facts.ts";

/** A constant outside the package. */
export function constant(
  name: string,
  kind: Constant["kind"],
  rest: Partial<Constant> = {},
): Constant {
  return { name, module: ".Lib", kind, type: [], body: [], ...rest };
}

/** A constant of the module `.M` of the package. */
export function own(
  name: string,
  kind: Constant["kind"],
  rest: Partial<OwnConstant> = {},
): OwnConstant {
  return {
    ...constant(name, kind),
    module: ".M",
    flags: [],
    head: "",
    implicit: [],
    replay: "accepted",
    ...rest,
  };
}

/** Facts of constants; places as line, column and, where it matters, last line. */
export function factsOf(
  constants: readonly (Constant | OwnConstant)[],
  places: Readonly<Record<string, readonly [number, number, number?]>> = {},
  classes: readonly string[] = [],
  csimp: readonly string[] = [],
): Facts {
  return {
    constants: new Map(constants.map((it) => [it.name, it])),
    own: new Map(constants.flatMap((it) => "replay" in it ? [[it.name, it]] : [])),
    places: new Map(
      Object.entries(places).map(([place, [line, column, endLine = line]]) => [
        place,
        { place, line, column, startLine: line, startColumn: 1, endLine, endColumn: 1000 },
      ]),
    ),
    again: [],
    classes: new Set(classes),
    rivals: new Map(),
    csimp: new Set(csimp),
    audited: new Set([".M"]),
    libraryIsStubs: true,
    terms: createTermReader().terms,
  };
}

/** What a test says of one module `.M` in `M.lean`. */
interface Given {
  readonly constants: Parameters<typeof factsOf>[0];
  readonly places?: Parameters<typeof factsOf>[1];
  readonly classes?: readonly string[];
  readonly csimp?: readonly string[];
  readonly rivals?: readonly (readonly [string, readonly [string, string]])[];
  readonly text?: string;
  readonly scanned?: readonly ScannedPlace[];
  readonly expected?: readonly Expectation[];
  readonly allow?: readonly AuditAllowance[];
}

/** Findings as `code severity line:column`, of one module `.M` in `M.lean`. */
export function judge(given: Given): string[] {
  const known = factsOf(given.constants, given.places, given.classes, given.csimp);
  const facts = { ...known, rivals: new Map(given.rivals) };
  const { findings } = audit(
    {
      facts,
      sources: new Map([[".M", { file: "M.lean", text: given.text ?? "" }]]),
      allowances: allowances(given.allow ?? [], "2026-03-01", "lean-gate.jsonc"),
    },
    given.scanned ?? [],
    given.expected ?? [],
  );
  return findings.map(({ code, severity, location }) =>
    `${code} ${severity} ${location?.line ?? 0}:${location?.column ?? 0}`
  );
}
