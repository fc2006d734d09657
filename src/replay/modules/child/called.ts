/** Serves the methods of a module by name. */
import { inexactPart } from "../../../platform/json/inexact.ts";
import { ANSWER_MALFORMED, type Shape } from "../protocol.ts";
import type { Served } from "./served.ts";

/** Serves the fields and methods of a shape. */
export function calledOf(
  module: Readonly<Record<string, unknown>>,
  { data, methods }: Pick<Shape, "data" | "methods">,
): Served {
  const fields = Object.fromEntries(data.map((name) => [name, module[name]]));
  const wrong = inexactPart(fields);
  return {
    hello: wrong === undefined
      ? { data: fields }
      : { error: { code: "module_malformed", message: `has "${wrong.path}": ${wrong.message}` } },
    answer({ id, method, argument }) {
      const name = methods.find((known) => known === method)!;
      const value = (module as Record<string, (argument: unknown) => unknown>)[name]!(argument);
      const wrong = inexactPart(value);
      if (wrong === undefined) return { id, value };
      const message = `${wrong.path === "" ? "it" : `"${wrong.path}"`}: ${wrong.message}`;
      return { id, error: { code: ANSWER_MALFORMED, message } };
    },
  };
}
