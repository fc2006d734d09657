/** Compiles the gate's own Lean programs, once for each installed Lean, so that no run elaborates them again. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import type { EmbeddedLean } from "./install.ts";
import { runLean } from "./run.ts";

/** A compiled program. */
export interface OwnProgram {
  /** Folder to be on Lean's path. */
  readonly folder: string;
  /** File to run, which imports the program. */
  readonly main: string;
}

/** How long Lean may take to compile one, in milliseconds. */
const DEADLINE_MS = 10 * 60_000;

/**
 * The compiled program of this text, beside Lean in the cache, where no code of a package writes. Its module has
 * a random name, so that no package can have one of that name.
 *
 * @throws GateError `embedded_program_failed` (set-up) when Lean cannot compile it.
 */
export async function ownProgram(
  host: Host,
  lean: EmbeddedLean,
  text: string,
): Promise<OwnProgram> {
  const { files } = host;
  const digest = createHash("sha256").update(text).digest("hex");
  const folder = join(lean.folder, "programs", digest);
  const program = { folder, main: join(folder, "Main.lean") };
  if (await files.exists(program.main)) return program;

  const id = crypto.randomUUID();
  const fresh = `${folder}.${id}.tmp`;
  const name = `LeanGate${id.replaceAll("-", "")}`;
  try {
    await files.writeAtomic(join(fresh, `${name}.lean`), text);
    const compiled = join(fresh, `${name}.olean`);
    const finished = await runLean(host, lean, {
      args: ["--json", "-o", compiled, `${name}.lean`],
      cwd: fresh,
      path: [],
      readable: [],
      writable: [fresh],
      deadlineMs: DEADLINE_MS,
    });
    stopIfInterrupted(host);
    const { code, stdout, stderr } = finished;
    if (code !== 0 || !await files.exists(compiled)) throw failed(`${stdout}\n${stderr}`);
    await files.writeAtomic(join(fresh, "Main.lean"), `import ${name}\n`);
    await files.rename(fresh, folder).catch(async (cause) => {
      // Another run was faster.
      if (!await files.exists(program.main)) throw cause;
    });
  } finally {
    await files.remove(fresh);
  }
  return program;
}

function failed(said: string): GateError {
  return new GateError("setup", {
    code: "embedded_program_failed",
    message: "Failed to compile a Lean program of lean-gate with embedded Lean",
    hint:
      "Run again; if it stays, give the machine more memory, or use native Lean (--lean native).",
    detail: said.trim().split("\n").slice(-20).join("\n"),
  });
}
