/** Builds commands whose help shows their arguments. */
import { buildCommand as build } from "@stricli/core";

/** The parts of a command that its usage is made of. */
interface CommandParts {
  readonly parameters: {
    readonly flags?: Readonly<Record<string, FlagPart>>;
    readonly positional?: PositionalPart;
  };
  readonly docs: object;
}

interface FlagPart {
  readonly brief: string;
  readonly kind: string;
  readonly placeholder?: string;
  readonly hidden?: boolean;
}

type PositionalPart =
  | { readonly kind: "array"; readonly minimum?: number; readonly parameter: ArgumentPart }
  | { readonly kind: "tuple"; readonly parameters: readonly ArgumentPart[] };

interface ArgumentPart {
  readonly placeholder?: string;
  readonly optional?: boolean;
}

/** Builds a command; its usage names the arguments, and each flag names its value. */
export const buildCommand: typeof build =
  ((command: CommandParts) => build(withUsage(command) as never)) as typeof build;

function withUsage({ parameters, docs, ...rest }: CommandParts) {
  const { flags = {}, positional } = parameters;
  const shown = Object.entries(flags).map(([name, flag]) => {
    const { kind, placeholder, brief } = flag;
    return [name, kind === "parsed" ? { ...flag, brief: `<${placeholder}> ${brief}` } : flag];
  });
  const hasFlags = Object.values(flags).some(({ hidden }) => hidden !== true);
  const usage = [...(hasFlags ? ["[options]"] : []), ...argumentsOf(positional)].join(" ");
  return {
    ...rest,
    parameters: { ...parameters, flags: Object.fromEntries(shown) },
    docs: { ...docs, customUsage: [usage] },
  };
}

function argumentsOf(positional: PositionalPart | undefined): string[] {
  if (positional === undefined) return [];
  if (positional.kind === "array") {
    const { minimum = 0, parameter } = positional;
    const name = `<${parameter.placeholder ?? "argument"}>...`;
    return [minimum > 0 ? name : `[${name}]`];
  }
  return positional.parameters.map(({ placeholder = "argument", optional }) =>
    optional === true ? `[<${placeholder}>]` : `<${placeholder}>`
  );
}
