/**
 * What a shell may offer: the commands, their flags, and the values of those.
 *
 * Read off the application.
 */
import type { Command, RouteMap } from "@stricli/core";
import type { Context } from "../context.ts";

type CommandParameters = Command<Context>["parameters"];

/** A flag. */
export interface FlagWords {
  /** With its dashes. */
  readonly name: string;
  readonly brief: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /**
   * The values there are.
   *
   * Empty when it may be anything, such as a file. One that ends in `=` wants a file behind it.
   */
  readonly values: readonly string[];
  /** Whether several may be given at once, with commas between them. */
  readonly isList: boolean;
}

/** A command. */
export interface CommandWords {
  readonly name: string;
  readonly brief: string;
  readonly flags: readonly FlagWords[];
  /** Whether anything may stand without a flag. */
  readonly takesOperands: boolean;
  /** What that may be; empty when it may be anything, such as a file. */
  readonly operands: readonly string[];
}

/** The parts of a flag of the application that are read. */
interface FlagParts {
  readonly kind: string;
  readonly brief: string;
  readonly values?: readonly string[];
  readonly proposeCompletions?: (this: Context, partial: string) => Proposed;
  readonly variadic?: boolean | string;
  readonly hidden?: boolean;
}

type Proposed = readonly string[] | Promise<readonly string[]>;

const HELP: FlagWords = {
  name: "--help",
  brief: "Print help",
  takesValue: false,
  values: [],
  isList: false,
};

/** Every command, in the order of the help. */
export async function commandWords(
  routes: RouteMap<Context>,
  context: Context,
): Promise<readonly CommandWords[]> {
  const commands = routes.getAllEntries().filter(({ hidden }) => !hidden);
  return await Promise.all(commands.map(async ({ name, target }) => {
    const parameters: CommandParameters = "parameters" in target ? target.parameters : {};
    const { flags = {}, positional } = parameters;
    return {
      name: name.original,
      brief: target.brief,
      flags: [...await flagWords(flags, context), HELP],
      takesOperands: positional?.kind === "array" || (positional?.parameters.length ?? 0) > 0,
      operands: await operandsOf(parameters, context),
    };
  }));
}

/** The values that a command proposes for its first operand. */
async function operandsOf(
  { positional }: CommandParameters,
  context: Context,
): Promise<readonly string[]> {
  const first = positional?.kind === "tuple" ? positional.parameters[0] : positional?.parameter;
  return await first?.proposeCompletions?.call(context, "") ?? [];
}

async function flagWords(flags: object, context: Context): Promise<FlagWords[]> {
  const shown = Object.entries(flags as Record<string, FlagParts>)
    .filter(([, { hidden }]) => !hidden);
  return await Promise.all(
    shown.map(async ([name, { kind, brief, values, proposeCompletions, variadic }]) => ({
      name: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      brief,
      takesValue: kind !== "boolean" && kind !== "counter",
      values: values ?? await proposeCompletions?.call(context, "") ?? [],
      isList: variadic === ",",
    })),
  );
}
