/** What a shell may offer: the commands, their flags, and the values of those. Read off the application. */
import type { Command } from "@stricli/core";
import { app } from "../app.ts";
import type { Context } from "../context.ts";

type CommandParameters = Command<Context>["parameters"];

/** A flag. */
export interface FlagWords {
  /** With its dashes. */
  readonly name: string;
  readonly brief: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** The values there are; empty when it may be anything, such as a file. */
  readonly values: readonly string[];
}

/** A command. */
export interface CommandWords {
  readonly name: string;
  readonly brief: string;
  readonly flags: readonly FlagWords[];
  /** What may stand without a flag; empty when it may be anything. */
  readonly operands: readonly string[];
}

/** The parts of a flag of the application that are read. */
interface FlagParts {
  readonly kind: string;
  readonly brief: string;
  readonly values?: readonly string[];
  readonly hidden?: boolean;
}

const HELP: FlagWords = { name: "--help", brief: "Print help", takesValue: false, values: [] };

/** Every command, in the order of the help. */
export async function commandWords(context: Context): Promise<readonly CommandWords[]> {
  if (!("getAllEntries" in app.root)) throw new Error("The application has no commands");
  const commands = app.root.getAllEntries().filter(({ hidden }) => !hidden);
  return await Promise.all(commands.map(async ({ name, target }) => ({
    name: name.original,
    brief: target.brief,
    flags: [...flagWords("parameters" in target ? target.parameters.flags ?? {} : {}), HELP],
    operands: "parameters" in target ? await operandsOf(target.parameters, context) : [],
  })));
}

/** The values that a command proposes for its first operand. */
async function operandsOf(
  { positional }: CommandParameters,
  context: Context,
): Promise<readonly string[]> {
  const first = positional?.kind === "tuple" ? positional.parameters[0] : positional?.parameter;
  return await first?.proposeCompletions?.call(context, "") ?? [];
}

function flagWords(flags: object): FlagWords[] {
  return Object.entries(flags as Record<string, FlagParts>)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { kind, brief, values = [] }]) => ({
      name: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      brief,
      takesValue: kind !== "boolean" && kind !== "counter",
      values,
    }));
}
