/**
 * Makes one executable file of the lifecycle service: `deno task compile:lifecycle [--form FORM]
 * [FILE]`.
 *
 * `binary` is what `deno compile` makes, which holds Deno's runtime. For that Deno fetches the
 * runtime, `denort`, from its own host, unless `DENORT_BIN` names one; where it cannot be had,
 * `script` is one bundled file that the installed Deno runs. `auto`, the default, takes the first
 * that works and says which.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PERMISSIONS } from "../cli/permissions.ts";
import { VERSION } from "../cli/version.ts";
import { taskArguments } from "./arguments.ts";

/** Which kind of file. */
export type Form = "binary" | "script";

/** What was made. */
export interface Compiled {
  readonly form: Form;
  readonly file: string;
  /** Why it is no binary, in Deno's words. */
  readonly note?: string;
}

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Entry of the service. */
export const ENTRY: string = join(ROOT, "cli", "lifecycle", "main.ts");

/** Compiles the module `entry` to `file`. Throws when neither form can be made. */
export async function compile(entry: string, file: string, form?: Form): Promise<Compiled> {
  await Deno.mkdir(dirname(file), { recursive: true });
  if (form === "script") return await bundle(entry, file);
  const { ok, output } = await deno(
    "compile",
    "--quiet",
    "--config",
    join(ROOT, "deno.json"),
    ...PERMISSIONS,
    "--output",
    file,
    entry,
  );
  // A file that Deno wrote around something that is no runtime does not run.
  const problem = ok ? await problemOf(file) : reasonIn(output);
  if (problem === undefined) return { form: "binary", file };
  if (form === "binary") throw new Error(`Failed to make a binary: ${problem}\n${output}`);
  // A module that does not compile does not bundle either, and then its error is shown.
  return { ...await bundle(entry, file), note: problem };
}

/** Why the binary is none, or `undefined` when it answers as the service does. */
async function problemOf(file: string): Promise<string | undefined> {
  const command = new Deno.Command(file, { args: ["--version"], stdin: "null", stderr: "null" });
  const { stdout } = await command.output();
  const answer = new TextDecoder().decode(stdout).trim();
  if (answer === VERSION) return undefined;
  await Deno.remove(file);
  return `what was made answers --version with "${answer.split("\n")[0]}", not "${VERSION}"`;
}

/** The innermost of the causes that Deno names, for a reader; no more depends on it. */
function reasonIn(output: string): string {
  const [causes = ""] = output.split("Stack backtrace:");
  return causes.trim().split("\n").at(-1)!.trim();
}

async function bundle(entry: string, file: string): Promise<Compiled> {
  const bundled = `${file}.bundle.js`;
  try {
    const { ok, output } = await deno(
      "bundle",
      "--quiet",
      "--check",
      "--platform=deno",
      "--config",
      join(ROOT, "deno.json"),
      "--output",
      bundled,
      entry,
    );
    if (!ok) throw new Error(`deno bundle failed:\n${output}`);
    const flags = ["run", "--quiet", "--no-config", "--no-lock", "--ext=js", ...PERMISSIONS];
    const code = await Deno.readTextFile(bundled);
    await Deno.writeTextFile(file, `#!/bin/sh\n${launcher(flags)}\n${code}`);
    await Deno.chmod(file, 0o755);
    return { form: "script", file };
  } finally {
    await Deno.remove(bundled).catch(() => {});
  }
}

/**
 * The second line of the file, which is shell as well as JavaScript. Deno does not start in a folder
 * that is gone, as that of a finished attempt may be.
 */
function launcher(flags: readonly string[]): string {
  return `':' //; [ -n "$PWD" ] && [ -e "$PWD" ] || cd /; exec deno ${flags.join(" ")} "$0" "$@"`;
}

async function deno(...args: string[]): Promise<{ readonly ok: boolean; readonly output: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  });
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  return { ok: success, output: text.decode(stdout) + text.decode(stderr) };
}

if (import.meta.main) {
  const { values: { form }, positionals } = taskArguments({
    usage: "deno task compile:lifecycle [--form auto|binary|script] [FILE]",
    options: { form: { type: "string", default: "auto" } },
    values: { form: ["auto", "binary", "script"] },
    names: 1,
  });
  const [file = join(ROOT, "dist", "lifecycle")] = positionals;
  try {
    const made = await compile(ENTRY, file, form === "auto" ? undefined : form as Form);
    console.log(`Wrote "${made.file}", a ${made.form}`);
    if (made.note !== undefined) {
      console.error(
        `warning: it needs an installed Deno, for no binary could be made: ${made.note}`,
      );
    }
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    Deno.exit(3);
  }
}
