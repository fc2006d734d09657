/** `lean-gate help`: the help of the program, or of a command. */
import { type Application, type Command, type RouteMap, run } from "@stricli/core";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";

/** Builds the command; `app` gives the application that it belongs to. */
export function buildHelpCommand(
  app: () => Application<Context>,
  routes: () => RouteMap<Context>,
): Command<Context> {
  return buildCommand<Record<never, never>, [string?], Context>({
    async func(_flags, command) {
      await run(app(), command === undefined ? ["--help"] : [command, "--help"], this);
    },
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [{
          parse: String,
          brief: "Command to show the help of; without it, all commands",
          placeholder: "command",
          optional: true,
          proposeCompletions: () => routes().getAllEntries().map(({ name }) => name.original),
        }],
      },
    },
    docs: {
      brief: "Show the help of lean-gate, or of a command",
      fullDescription: [
        "Prints what --help prints.",
        "",
        "Examples:",
        "  lean-gate help",
        "  lean-gate help verify",
      ].join("\n"),
    },
  });
}
