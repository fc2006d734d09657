/** `lean-gate completions`: what a shell offers after TAB. */
import type { Command, RouteMap } from "@stricli/core";
import { type Shell, SHELLS } from "../completion/shells.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";

/** Builds the command; `routes` gives all commands, of which this is one. */
export function buildCompletionsCommand(routes: () => RouteMap<Context>): Command<Context> {
  return buildCommand<Record<never, never>, [Shell], Context>({
    func(_flags, shell) {
      return withFailures(this, async () => {
        const { completionScript } = await import("../completion/scripts.ts");
        this.out.write(await completionScript(shell, routes(), this));
        this.process.exitCode = 0;
      });
    },
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [{
          parse: shellOf,
          brief: SHELLS.join(", "),
          placeholder: "shell",
          proposeCompletions: () => SHELLS,
        }],
      },
    },
    docs: {
      brief: "Print the completion script of a shell",
      fullDescription: [
        "Prints a script that lets a shell complete the commands, their flags, and the values of those.",
        "",
        "Examples:",
        "  source <(lean-gate completions bash)                  in ~/.bashrc",
        "  source <(lean-gate completions zsh)                   in ~/.zshrc, after compinit",
        "  lean-gate completions fish > ~/.config/fish/completions/lean-gate.fish",
      ].join("\n"),
    },
  });
}

function shellOf(text: string): Shell {
  const shell = SHELLS.find((known) => known === text);
  if (shell === undefined) throw new SyntaxError(`Expected one of ${SHELLS.join(", ")}`);
  return shell;
}
