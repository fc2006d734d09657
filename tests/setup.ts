/**
 * Sees to it that what the tests need besides Deno is there: cargo for the Rust engine, Python for the
 * counter's engine, and elan for the native path. What is missing is installed where that can be done
 * without asking (Debian, as root), else named with the way to get it.
 */

interface Tool {
  readonly program: string;
  /** Debian package. */
  readonly debian?: string;
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

async function aptGet(...args: string[]): Promise<boolean> {
  try {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    return (await new Deno.Command("apt-get", { args, env, stdout: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** Installs the tool if this machine lets us; tells whether it is there now. */
async function provide({ program, debian }: Tool): Promise<boolean> {
  if (await works(program)) return true;
  if (debian === undefined || Deno.uid() !== 0) return false;
  console.log(`Installing ${program} …`);
  await aptGet("update", "--quiet");
  return await aptGet("install", "--yes", "--quiet", debian) && await works(program);
}

if (import.meta.main) {
  const missing: Tool[] = [];
  for (const tool of TOOLS) if (!await provide(tool)) missing.push(tool);
  for (const { program, hint } of missing) console.error(`"${program}" is missing. ${hint}`);
  if (missing.length > 0) Deno.exit(3);
}
