/**
 * Sees to it that what the tests need besides Deno is there: cargo for the Rust engine, Python for the
 * counter's engine, elan for the native path, and what lints workflows and scripts. What is missing is
 * installed where that can be done without asking (by Go; on Debian, as root), else named with the way to
 * get it.
 */
import { ACTIONLINT, actionlintPath } from "./support/actionlint.ts";

interface Tool {
  readonly program: string;
  /** Debian package. */
  readonly debian?: string;
  /** Package of Go with its version. */
  readonly go?: string;
  readonly hint: string;
}

const TOOLS: readonly Tool[] = [
  { program: "cargo", hint: "Install Rust with rustup (https://rustup.rs)." },
  { program: "python3", debian: "python3", hint: "Install Python 3." },
  {
    program: "elan",
    debian: "elan",
    hint: "Install elan (https://lean-lang.org/install); no Lean needs to be installed with it.",
  },
  { program: "shellcheck", debian: "shellcheck", hint: "Install shellcheck." },
  {
    program: await actionlintPath(),
    go: ACTIONLINT,
    hint: `Install Go and run "go install ${ACTIONLINT}".`,
  },
];

async function works(program: string): Promise<boolean> {
  try {
    const command = new Deno.Command(program, {
      args: ["--version"],
      stdout: "null",
      stderr: "null",
    });
    return (await command.output()).success;
  } catch {
    return false;
  }
}

async function done(program: string, ...args: string[]): Promise<boolean> {
  try {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    return (await new Deno.Command(program, { args, env, stdout: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** Installs the tool if this machine lets us; tells whether it is there now. */
async function provide({ program, debian, go }: Tool): Promise<boolean> {
  if (await works(program)) return true;
  if (go === undefined && (debian === undefined || Deno.uid() !== 0)) return false;
  console.log(`Installing ${program} …`);
  if (go !== undefined) return await done("go", "install", go) && await works(program);
  await done("apt-get", "update", "--quiet");
  return await done("apt-get", "install", "--yes", "--quiet", debian!) && await works(program);
}

if (import.meta.main) {
  const missing: Tool[] = [];
  for (const tool of TOOLS) if (!await provide(tool)) missing.push(tool);
  for (const { program, hint } of missing) console.error(`"${program}" is missing. ${hint}`);
  if (missing.length > 0) Deno.exit(3);
}
