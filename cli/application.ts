/**
 * Runs a command line in a context, to an exit code.
 *
 * What both programs have in common.
 */
import { type Application, type CommandContext, run, type StricliProcess } from "@stricli/core";
import { EXIT_CODES } from "../src/platform/diagnostic.ts";
import type { Host } from "../src/platform/host/host.ts";

/** The part of a context that is read. */
interface RunContext extends CommandContext {
  readonly process: StricliProcess;
  readonly host: Pick<Host, "signal">;
}

/** Runs the command that the arguments name, and returns the exit code for the process. */
export async function runApplication<C extends RunContext>(
  app: Application<C>,
  args: readonly string[],
  context: C,
): Promise<number> {
  const { process, host } = context;
  if (args.length === 0) {
    // Nobody asked for the help: a script whose command is an empty variable must not pass.
    await run(app, ["--help"], { ...context, process: { ...process, stdout: process.stderr } });
    return EXIT_CODES.usage;
  }
  await run(app, args, context);
  if (host.signal.aborted) return EXIT_CODES.interrupted;
  // A code that nobody has set means that nothing was judged, or done.
  const code = Number(process.exitCode ?? EXIT_CODES.setup);
  if (code >= 0) return code;
  // The command line's own negative codes all mean that it was used wrongly.
  process.stderr.write(`  help: Run "${[...commandOf(app, args), "--help"].join(" ")}"\n`);
  return EXIT_CODES.usage;
}

/** The name of the program, and of its command if the first argument is one. */
function commandOf<C extends CommandContext>(
  { root, config }: Application<C>,
  [first]: readonly string[],
): string[] {
  const known = "getAllEntries" in root &&
    root.getAllEntries().some(({ name }) => name.original === first);
  return known ? [config.name, first!] : [config.name];
}
