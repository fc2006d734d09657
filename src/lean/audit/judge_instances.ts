/** Judges instances that rival those of the library: with them an operator means something else. */
import { declaredIn, type OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout } from "./finding.ts";
import type { AuditInput } from "./input.ts";
import { isInstance } from "./instances.ts";
import { nameParts, shownName } from "./names.ts";

/** Finds the rivals that the package declares and those that its claims use. */
export function judgeInstances(input: AuditInput): AuditFinding[] {
  const { facts } = input;
  const declared = declaredIn(facts).flatMap((constant) => ruling(input, constant));
  const reported = new Set(declared.map(({ constant }) => constant));
  const inUse = [...facts.rivals].flatMap(([name, rival]) => {
    const constant = facts.own.get(name);
    if (constant === undefined) return [];
    const message = `"${shownName(name)}" speaks of another ${
      instanceOf(rival)
    } than the library has: it may not say what it seems to`;
    return [findingAbout(input, constant, "shadow", "error", message)];
  });
  return [...declared, ...inUse.filter(({ constant }) => !reported.has(constant))];
}

/** What the constant declares that rules statements from then on. */
function ruling(input: AuditInput, constant: OwnConstant): AuditFinding[] {
  const shown = shownName(constant.name);
  if (isDefaultLiteral(constant)) {
    const message = `"${shown}" is what a literal means by itself: it is no number then`;
    return [findingAbout(input, constant, "shadow", "warning", message)];
  }
  const { rival } = constant;
  // A coercion leaves no instance in the statement that it changes; any other one is refused where one has it.
  const severity = rival !== undefined && isCoercion(rival[0]) ? "error" : "warning";
  if (rival === undefined || !(severity === "error" || isInstance(input, constant))) return [];
  const message = `"${shown}" is another ${
    instanceOf(rival)
  }: it can change what a statement means`;
  return [findingAbout(input, constant, "shadow", severity, message)];
}

function instanceOf([className, type]: readonly [string, string]): string {
  const subject = type === "" ? "any type" : `"${shownName(type)}"`;
  return `instance of "${shownName(className)}" for ${subject}`;
}

/** Whether by the class a term of one type is read as one of another. */
function isCoercion(className: string): boolean {
  return String(nameParts(className).at(-1)).startsWith("Coe");
}

/** Whether an instance makes a bare literal a value of the package: `2` is no natural number. */
function isDefaultLiteral({ head, flags }: OwnConstant): boolean {
  return (head === ".OfNat" || head === ".OfScientific") && flags.includes("default_instance");
}
