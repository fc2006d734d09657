/** Judges how declarations came to be, and whether what runs is what is proved. */
import type { OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout } from "./finding.ts";
import type { Matter } from "./matter.ts";
import { shownName } from "./names.ts";

const REFUSED = "refused: ";

/** What the kernel refuses, and attributes that put other code in the place of the proved one. */
export function judgeDeclarations(matter: Matter): AuditFinding[] {
  return [...matter.facts.own.values()].flatMap((constant) => [
    ...kernel(matter, constant),
    ...attributes(matter, constant),
  ]);
}

/** Whatever the name and however it was made: the kernel takes each for true, or it is refused. */
function kernel(matter: Matter, constant: OwnConstant): AuditFinding[] {
  if (!constant.replay.startsWith(REFUSED)) return [];
  const why = constant.replay.slice(REFUSED.length);
  // What rests on a refused constant is refused with it: the first is named.
  const missing = matter.facts.own.get(why.slice("unknown constant ".length));
  if (missing?.replay.startsWith(REFUSED)) return [];
  const message = `Lean's kernel refuses "${shownName(constant.name)}": ${why}`;
  return [findingAbout(matter, constant, "kernel_refused", "error", message)];
}

function attributes(matter: Matter, constant: OwnConstant): AuditFinding[] {
  const { name, kind, flags } = constant;
  const { own, places, csimp } = matter.facts;
  if (!places.has(name)) return [];
  const isPartial = kind === "opaque" && own.get(`${name}._unsafe_rec`)?.flags.includes("partial");
  const rules = [
    ...flags.filter((flag) => flag === "unsafe" || flag === "implemented_by" || flag === "extern"),
    ...flags.includes("init") ? ["meta"] : [],
    ...csimp.has(name) ? ["csimp"] : [],
    ...isPartial ? ["partial"] : kind === "opaque" && !flags.includes("extern") ? ["opaque"] : [],
  ];
  return rules.map((rule) =>
    findingAbout(
      matter,
      constant,
      rule,
      "warning",
      `"${shownName(name)}" is declared ${WORDS[rule]}`,
    )
  );
}

const WORDS: Readonly<Record<string, string>> = {
  unsafe: 'as "unsafe"',
  implemented_by: 'with "implemented_by": other code runs in its place',
  extern: 'with "extern": foreign code runs in its place',
  meta: 'with "init": it runs when the module is imported',
  csimp: 'with "csimp": the compiler puts other code in the place of its left side',
  partial: 'as "partial"',
  opaque: 'as "opaque"',
};
