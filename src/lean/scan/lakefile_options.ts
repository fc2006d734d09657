/** Options of Lean that a `lakefile.toml` sets for whole modules. Pure. */
import { type AST, getStaticTOMLValue } from "toml-eslint-parser";
import { codePoints, createLocator } from "../../platform/text/position.ts";
import { parseToml } from "../package/lakefile.ts";
import type { ScanFinding } from "./finding.ts";
import { argumentOption, DANGERS, type Setting } from "./rules/dangers.ts";

/** Fields whose tables set options, and those whose strings are arguments of Lean. */
const TABLE = "leanOptions";
const ARGUMENTS: ReadonlySet<string> = new Set(["moreLeanArgs", "weakLeanArgs"]);

/** A setting, and what spells its name. */
interface Place extends Setting {
  readonly node: AST.TOMLNode;
}

/**
 * The findings for the content of a `lakefile.toml`, wherever in it an option is set: in tables of options, as
 * `name` and `value`, or as an argument of Lean.
 *
 * @throws GateError `lakefile_malformed` (set-up)
 */
export function lakefileFindings(content: string, file: string): ScanFinding[] {
  const locate = createLocator(content);
  return parseToml(content, file).body[0].body.flatMap((node) =>
    node.type === "TOMLTable"
      ? [...listed(node, node.resolvedKey), ...node.body.flatMap((it) => of(it, node.resolvedKey))]
      : of(node, [])
  ).flatMap(({ name, value, node }) => {
    const danger = DANGERS.find((one) => one.option === name && one.value === value);
    if (danger === undefined) return [];
    const token = content.slice(...node.range);
    const { line, column } = locate(node.range[0]);
    const endColumn = column + codePoints(token, 0, token.length);
    const message = `The option '${name}' ${danger.effect}, in every module`;
    const { rule } = danger;
    return [{ rule, severity: "error", file, line, column, endColumn, token, message }];
  });
}

/** What an assignment sets; `above` leads to the table that it stands in. */
function of(pair: AST.TOMLKeyValue, above: readonly (string | number)[]): Place[] {
  const { keys } = pair.key;
  const names = keys.map((key) => getStaticTOMLValue(key));
  const path = [...above, ...names].map(String);
  const at = path.indexOf(TABLE);
  const { value } = pair;
  if (path.some((part) => ARGUMENTS.has(part))) return argumentsIn(value);
  if (value.type === "TOMLInlineTable") {
    return [...listed(value, path), ...value.body.flatMap((inner) => of(inner, path))];
  }
  if (value.type === "TOMLArray") {
    return value.elements.flatMap((element, k) =>
      element.type !== "TOMLInlineTable" ? [] : [
        ...listed(element, [...path, k]),
        ...element.body.flatMap((inner) => of(inner, [...path, k])),
      ]
    );
  }
  if (at < 0) return [];
  // The name may begin in the header of the table: then the key is only its end.
  const node = keys[Math.max(0, at + 1 - above.length)] ?? pair.key;
  return [{ ...setting(path.slice(at + 1).join("."), value), node }];
}

/** What a table `{ name = "…", value = … }` in a list of options sets. */
function listed(
  { body }: { readonly body: readonly AST.TOMLKeyValue[] },
  path: readonly (string | number)[],
): Place[] {
  if (!path.includes(TABLE)) return [];
  const field = (name: string) =>
    body.find(({ key }) => getStaticTOMLValue(key).join(".") === name)?.value;
  const [name, value] = [field("name"), field("value")];
  if (name === undefined || value === undefined) return [];
  return [{ ...setting(String(getStaticTOMLValue(name)), value), node: name }];
}

function argumentsIn(value: AST.TOMLContentNode): Place[] {
  const elements = value.type === "TOMLArray" ? value.elements : [value];
  return elements.flatMap((node) => {
    const set = argumentOption(String(getStaticTOMLValue(node)));
    return set === undefined ? [] : [{ ...set, node }];
  });
}

/** Lean passes over a weak option that it does not know; those it knows it sets. */
function setting(name: string, value: AST.TOMLContentNode): Setting {
  return { name: name.replace(/^weak\./, ""), value: String(getStaticTOMLValue(value)) };
}
