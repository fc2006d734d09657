/**
 * Follows the worked example of CONTRIBUTING.md in a copy, and compares what each command prints with what
 * the guide says: `deno task test:guide`. `--keep` leaves the copy where it is.
 *
 * Each step of the example is run up against while it is missing, so that this also shows that the gate
 * catches whoever forgets it.
 */
import { join } from "node:path";
import process from "node:process";
import { taskArguments } from "../../ci/arguments.ts";
import { REPOSITORY } from "../support/cli.ts";
import { copyRepositoryWhole, follow } from "./copy.ts";
import { type Command, commandsOf, GUIDE, lacking } from "./guide.ts";

const { values: { keep } } = taskArguments({
  usage: "deno task test:guide [--keep]",
  options: { keep: { type: "boolean", default: false } },
});
const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-guide-" }));
try {
  await copyRepositoryWhole(folder);
  const commands = commandsOf(await Deno.readTextFile(join(REPOSITORY, GUIDE)));
  let failed = commands.length === 0 ? 1 : 0;
  for (const command of commands) if (!await agrees(command)) failed++;
  console.log(`${commands.length} commands followed, ${failed} print something else`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  if (keep) console.log(`The copy is in ${folder}`);
  else await Deno.remove(folder, { recursive: true });
}

/** Runs the command; tells how that went. */
async function agrees(command: Command): Promise<boolean> {
  const start = performance.now();
  const output = await follow(folder, command.command);
  const missing = lacking(command, output);
  const seconds = Math.round((performance.now() - start) / 1000);
  const place = `${GUIDE}:${command.line}: ${command.command} (${seconds} s)`;
  console.log(missing === undefined ? `ok ${place}` : `FAILED ${place}`);
  if (missing !== undefined) console.log(`It does not print "${missing}" but:\n${output}`);
  return missing === undefined;
}
