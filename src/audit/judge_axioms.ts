/** Judges what the package's declarations rest on. */
import { type AxiomUse, axiomUses } from "./axioms.ts";
import { type AuditFinding, findingAbout, keyOf } from "./finding.ts";
import type { Matter } from "./matter.ts";
import { shownName } from "./names.ts";
import { placeOfLabel, placeOfUse } from "./places.ts";

/** The package's own axioms, and every use of an axiom that is none of the standard ones. */
export function judgeAxioms(matter: Matter): AuditFinding[] {
  const { facts, allowances } = matter;
  const permits = (declaration: string, axiom: string) => {
    const rules = declaration === axiom ? ["axiom"] : [ruleOf(axiom, true), ruleOf(axiom, false)];
    // Every rule is asked, so that each entry that holds counts as used.
    const constant = keyOf(facts.constants.get(declaration)!);
    return rules.map((rule) => allowances.covers(rule, shownName(declaration), constant))
      .includes(true);
  };
  const declared = [...facts.own.values()].filter(({ kind }) => kind === "axiom");
  return [
    ...declared.map((constant) => {
      const message = `"${shownName(constant.name)}" is an axiom: nothing proves it`;
      return findingAbout(matter, constant, "axiom", "error", message);
    }),
    ...axiomUses({ facts, permits })
      // What Lean makes along with a declaration rests on what that rests on: one finding is enough.
      .filter((use) => facts.places.has(use.declaration) || isFirst(matter, use))
      .map((use) => toFinding(matter, use)),
  ];
}

/** Whether nothing else of the package stands between the declaration and the axiom. */
function isFirst({ facts }: Matter, use: AxiomUse): boolean {
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

function toFinding({ facts, sources }: Matter, use: AxiomUse): AuditFinding {
  const { declaration, axiom, through } = use;
  const direct = isDirect(use);
  const label = facts.own.get(declaration)?.label;
  const location = direct && axiom === ".sorryAx" && label !== undefined
    ? placeOfLabel(sources, label)
    : undefined;
  return {
    rule: ruleOf(axiom, direct),
    severity: "error",
    message: `"${shownName(declaration)}" rests on the axiom "${shownName(axiom)}"${
      direct ? "" : ` through "${shownName(through)}"`
    }`,
    declaration: shownName(declaration),
    constant: keyOf(facts.own.get(declaration)!),
    location: location ?? placeOfUse(facts, sources, declaration, through),
  };
}
