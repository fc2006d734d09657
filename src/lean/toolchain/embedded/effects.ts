/**
 * Which modules may do more, while Lean compiles them, than become a compiled module.
 *
 * Code that runs during elaboration could change what the same process does with later modules. Macros, notation and
 * evaluated functions are pure. Effects need an elaborator, hence most imports of `Lean`, or one of the words below.
 */
import { lex } from "../../syntax/lexer.ts";
import { parseHeader } from "../../syntax/header.ts";
import { nameParts } from "../../syntax/names.ts";
import { Kind, next, textOf } from "../../syntax/tokens.ts";
import type { Module } from "../../package/modules.ts";

/** Library modules from which no elaborator can be reached; all of `Init` and `Std` are among them. */
export const WITHOUT_ELABORATORS: ReadonlySet<string> = new Set([
  "Lean.Data.Json",
  "Lean.Data.Json.Basic",
  "Lean.Data.Json.FromToJson",
  "Lean.Data.Json.FromToJson.Basic",
  "Lean.Data.Json.Parser",
  "Lean.Data.Json.Printer",
]);

/** Words by which code runs with effects, or code that looks pure has some. */
const ACTING: ReadonlySet<string> = new Set([
  "#eval",
  "#eval!",
  "initialize",
  "builtin_initialize",
  "init",
  "builtin_init",
  "include_str",
  "run_cmd",
  "run_elab",
  "run_meta",
  "run_tac",
  "by_elab",
  "elab",
  "elab_rules",
  "unsafe",
  "unsafeCast",
  "unsafeIO",
  "unsafeEIO",
  "unsafeBaseIO",
  "implemented_by",
  "extern",
  "export",
  "plugin",
]);

/** Names of the modules that may act, or import one of the package that may. `order` has imports first. */
export function actingModules(order: readonly Module[]): Set<string> {
  const own = new Set(order.map(({ name }) => name));
  const acting = new Set<string>();
  for (const module of order) {
    if (module.imports.some((it) => acting.has(it)) || acts(module, own)) acting.add(module.name);
  }
  return acting;
}

function acts({ text }: Module, own: ReadonlySet<string>): boolean {
  const reaches = parseHeader(text).imports.some(({ module }) =>
    !own.has(module) && !/^(Init|Std)(\.|$)/.test(module) && !WITHOUT_ELABORATORS.has(module)
  );
  if (reaches) return true;
  const tokens = lex(text);
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    const kind = tokens.kinds[i];
    if (kind === Kind.Hash && ACTING.has(textOf(tokens, i))) return true;
    // A part of a name is enough, as in `_root_.unsafeCast`; that it may be another's only costs time.
    if (kind === Kind.Ident && nameParts(textOf(tokens, i)).some((part) => ACTING.has(part))) {
      return true;
    }
  }
  return false;
}
