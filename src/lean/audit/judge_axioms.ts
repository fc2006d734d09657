/** Judges what the package's declarations rest on. */
import { type AxiomUse, axiomUses } from "./axioms.ts";
import { type AuditFinding, findingAbout, keyOf } from "./finding.ts";
import type { AuditInput } from "./input.ts";
import { shownName } from "./names.ts";
import { ownerOf, placeOfLabel, placeOfUse } from "./places.ts";

/** The package's own axioms, and every use of an axiom that is none of the standard ones. */
export function judgeAxioms(input: AuditInput): AuditFinding[] {
  const { facts, allowances } = input;
  const permits = (declaration: string, axiom: string) => {
    const isAxiom = declaration === axiom;
    const rules = isAxiom ? ["axiom"] : [ruleOf(axiom, true), ruleOf(axiom, false)];
    const whole = facts.constants.get(isAxiom ? axiom : wholeOf(input, declaration))!;
    // Every rule is asked, so that each entry that holds counts as used.
    return rules.map((rule) => allowances.covers(rule, shownName(whole.name), keyOf(whole)))
      .includes(true);
  };
  const declared = [...facts.own.values()].filter(({ kind }) => kind === "axiom");
  // A declaration and what Lean makes along with it are one: its nearest use of an axiom is the one to tell of.
  const uses = new Map<string, AxiomUse>();
  for (const use of axiomUses({ facts, permits })) {
    const whole = wholeOf(input, use.declaration);
    if (!facts.places.has(whole) && !isFirst(input, use)) continue;
    const key = JSON.stringify([whole, use.axiom]);
    if (!uses.has(key)) uses.set(key, use);
  }
  return [
    ...declared.map((constant) => {
      const message = `"${shownName(constant.name)}" is an axiom: nothing proves it`;
      return findingAbout(input, constant, "axiom", "error", message);
    }),
    ...[...uses.values()].map((use) => toFinding(input, use)),
  ];
}

/** The declaration of the package that this one is a part of, or itself. */
function wholeOf({ facts }: AuditInput, declaration: string): string {
  const owner = ownerOf(facts, declaration);
  return owner !== undefined && facts.own.has(owner) ? owner : declaration;
}

/** Whether nothing else of the package stands between the declaration and the axiom. */
function isFirst({ facts }: AuditInput, use: AxiomUse): boolean {
  return isDirect(use) || !facts.own.has(use.through);
}

function isDirect({ axiom, through }: AxiomUse): boolean {
  return axiom === through;
}

function ruleOf(axiom: string, direct: boolean): string {
  if (axiom === ".sorryAx") return direct ? "sorry" : "sorry_ax";
  if (axiom.includes("._native.")) return "native_decide";
  return axiom.startsWith(".Lean.") ? "trust_compiler" : "axiom_used";
}

function toFinding(input: AuditInput, use: AxiomUse): AuditFinding {
  const { facts, sources } = input;
  const { declaration, axiom, through } = use;
  const direct = isDirect(use);
  const label = facts.own.get(declaration)?.label;
  const location = direct && axiom === ".sorryAx" && label !== undefined
    ? placeOfLabel(sources, label)
    : undefined;
  const whole = facts.own.get(wholeOf(input, declaration))!;
  const name = shownName(whole.name);
  return {
    rule: ruleOf(axiom, direct),
    severity: "error",
    message: `"${name}" rests on the axiom "${shownName(axiom)}"${
      direct ? "" : ` through "${shownName(through)}"`
    }`,
    declaration: name,
    constant: keyOf(whole),
    location: location ?? placeOfUse(facts, sources, whole.name, through),
  };
}
