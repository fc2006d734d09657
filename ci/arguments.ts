/** The arguments of a task that is a script of this repository. */
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { messageOf } from "../src/platform/diagnostic.ts";

/** How a task is called. */
export interface Usage<Options extends ParseArgsOptionsConfig> {
  /** Shown when it is called otherwise: `deno task smoke [--only NAME]`. */
  readonly usage: string;
  readonly options: Options;
  /** The values that an option takes, where not every text is one. */
  readonly values?: { readonly [Name in keyof Options]?: readonly string[] };
  /** How many names may follow, 0 if it is not said. */
  readonly names?: number;
}

/** Reads the arguments; what is none of the task's ends it with exit code 2, before anything was done. */
export function taskArguments<const Options extends ParseArgsOptionsConfig>(
  { usage, options, values = {}, names = 0 }: Usage<Options>,
) {
  try {
    const read = parseArgs({ args: Deno.args, options, allowPositionals: names > 0 });
    for (const [name, known] of Object.entries<readonly string[] | undefined>(values)) {
      const value = (read.values as Readonly<Record<string, unknown>>)[name];
      if (value === undefined || known?.includes(String(value))) continue;
      throw new TypeError(`Expected ${known?.join(" or ")} for --${name}, got "${value}"`);
    }
    const tooMuch = read.positionals[names];
    if (tooMuch !== undefined) throw new TypeError(`Expected no further name, got "${tooMuch}"`);
    return { values: read.values, positionals: read.positionals as readonly string[] };
  } catch (cause) {
    console.error(`${messageOf(cause)}\nUsage: ${usage}`);
    Deno.exit(2);
  }
}
