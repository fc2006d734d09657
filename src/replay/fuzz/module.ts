/** What a project gives the gate so that it can make up lists of events. */
import type fastCheck from "fast-check";
import type { EventList } from "../agree/list.ts";
import { importDefault } from "../modules/import_default.ts";
import { GateError } from "../../platform/diagnostic.ts";

/** The default export of the module that `fuzz.module` of the config names. */
export interface FuzzModule {
  /**
   * Makes, with the gate's own fast-check, the arbitrary of lists of at most `longest` events (at least
   * 1). Every engine must take each list for well-formed, what it shrinks to included.
   */
  lists(fc: typeof fastCheck, longest: number): fastCheck.Arbitrary<EventList>;
}

/**
 * Imports the module at `path`, which is relative to `root`. Throws GateError `fuzz_module_failed` or
 * `fuzz_module_malformed` (set-up).
 */
export async function openFuzz(path: string, root: string): Promise<FuzzModule> {
  const loaded = await importDefault(root, path, (reason) =>
    new GateError("setup", {
      code: "fuzz_module_failed",
      message: `Failed to import the fuzz module "${path}": ${reason}`,
      hint: 'Correct "fuzz.module" in lean-gate.jsonc',
    }));
  if (isFuzzModule(loaded)) return loaded;
  throw malformed(path, 'has no default export with "lists"');
}

/** The failure of a module that does not keep to its type; `phrase` follows its path. */
export function malformed(path: string, phrase: string): GateError {
  return new GateError("setup", {
    code: "fuzz_module_malformed",
    message: `Fuzz module "${path}" ${phrase}`,
    hint:
      'Export as the default an object with "lists(fc, longest)", as the documentation of gate.ts shows',
  });
}

function isFuzzModule(value: unknown): value is FuzzModule {
  return typeof value === "object" && value !== null && "lists" in value &&
    typeof value.lists === "function";
}
