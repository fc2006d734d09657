/**
 * Sees to it that what the tests need besides Deno is there: cargo for the Rust engine, Python for the
 * counter's engine, elan for the native path, Chromium for the HTML report, and what lints workflows and
 * scripts. What is missing is installed where that can be done without asking (by Go; on Debian, as root),
 * else named with the way to get it.
 */
import { CHROMIUM } from "./browser/chromium.ts";
import { ACTIONLINT, actionlintPath } from "./support/actionlint.ts";

interface Tool {
  /** Any of them will do. */
  readonly programs: readonly [string, ...string[]];
  /** Debian package. */
  readonly debian?: string;
  /** Package of Go with its version. */
  readonly go?: string;
  readonly hint: string;
}

const TOOLS: readonly Tool[] = [
  { programs: ["cargo"], hint: "Install Rust with rustup (https://rustup.rs)." },
  { programs: ["python3"], debian: "python3", hint: "Install Python 3." },
  {
    programs: ["elan"],
    debian: "elan",
    hint: "Install elan (https://lean-lang.org/install); no Lean needs to be installed with it.",
  },
  { programs: CHROMIUM, debian: "chromium", hint: "Install Chromium or Chrome." },
  { programs: ["shellcheck"], debian: "shellcheck", hint: "Install shellcheck." },
  {
    programs: [await actionlintPath()],
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
async function provide({ programs, debian, go }: Tool): Promise<boolean> {
  for (const program of programs) if (await works(program)) return true;
  if (go === undefined && (debian === undefined || Deno.uid() !== 0)) return false;
  console.log(`Installing ${programs[0]} …`);
  if (go !== undefined) return await done("go", "install", go) && await works(programs[0]);
  await done("apt-get", "update", "--quiet");
  return await done("apt-get", "install", "--yes", "--quiet", debian!) && await works(programs[0]);
}

if (import.meta.main) {
  const missing: Tool[] = [];
  for (const tool of TOOLS) if (!await provide(tool)) missing.push(tool);
  for (const { programs, hint } of missing) console.error(`"${programs[0]}" is missing. ${hint}`);
  if (missing.length > 0) Deno.exit(3);
}
