/** Has embedded Lean check a model with its proofs, in one process, no longer than needed. */
import { join } from "node:path";
import { denoHost } from "../../src/platform/host/deno.ts";
import type { Host } from "../../src/platform/host/host.ts";
import { reachedFrom } from "../../src/lean/toolchain/embedded/exec.ts";
import type { EmbeddedLean } from "../../src/lean/toolchain/embedded/install.ts";
import { runLean } from "../../src/lean/toolchain/embedded/run.ts";
import type { Lakefile } from "../../src/lean/package/lakefile.ts";
import { type LeanMessage, parseMessage } from "../../src/lean/toolchain/messages.ts";
import { moduleGraph, type SourceFile } from "../../src/lean/package/modules.ts";
import { amalgamate, externalImports } from "../../src/lean/toolchain/embedded/amalgam.ts";
import { type Checked, judge, type Verdict, withSentinel } from "./judge.ts";

/** What checks have in common. */
export interface Laboratory {
  readonly lean: EmbeddedLean;
  readonly lakefile: Lakefile;
  /** The user's interrupt. */
  readonly signal: AbortSignal;
  /** Whether to go on behind the first proof that fails. */
  readonly all: boolean;
}

/** The module that imports the model, its scenarios and its proofs. */
const ROOT = "Lifecycle";
const DEADLINE_MS = 15 * 60_000;

/** Checks the formal package with these files; once more if Lean crashes, as this build of it may. */
export async function check(
  laboratory: Laboratory,
  files: readonly SourceFile[],
): Promise<Verdict> {
  const checked = oneFile(laboratory, files);
  const verdict = await checkOnce(laboratory, checked);
  return verdict.kind === "undecided" ? await checkOnce(laboratory, checked) : verdict;
}

async function checkOnce(laboratory: Laboratory, checked: Checked): Promise<Verdict> {
  const stop = new AbortController();
  const messages: LeanMessage[] = [];
  let verdict: Verdict | undefined;
  const onLine = (_: unknown, line: string) => {
    const message = parseMessage(line);
    if (message === undefined || verdict !== undefined) return;
    messages.push(message);
    // Lean reports in the order of the file, so that nothing before a failure can still come.
    verdict = judge(checked, messages, laboratory);
    if (verdict !== undefined) stop.abort();
  };
  await using owned = denoHost(AbortSignal.any([laboratory.signal, stop.signal]));
  const watched: Host = { ...owned.host, run: (it) => owned.host.run({ ...it, onLine }) };
  const folder = await owned.host.files.tempDir("lean-gate-mutants");
  await owned.host.files.writeAtomic(join(folder, "Mutant.lean"), checked.text);
  const { code, timedOut, stderr } = await runLean(watched, laboratory.lean, {
    args: ["--json", "-DautoImplicit=false", "Mutant.lean"],
    cwd: folder,
    path: [],
    readable: [],
    writable: [folder],
    deadlineMs: DEADLINE_MS,
  });
  laboratory.signal.throwIfAborted();
  if (verdict !== undefined) return verdict;
  const how = timedOut ? `after ${DEADLINE_MS / 60_000} minutes` : `with exit code ${code}`;
  const reason = `Lean ended ${how} before the end of the file: ${stderr.trim().slice(-500)}`;
  return { kind: "undecided", reason };
}

function oneFile({ lakefile, lean }: Laboratory, files: readonly SourceFile[]): Checked {
  const isExternal = (module: string) => lean.modules.has(module);
  const { order, findings } = moduleGraph({ lakefile, files, isExternal, show: (path) => path });
  if (!order.some(({ name }) => name === ROOT)) {
    throw new Error(`Failed to order the modules: ${findings[0]?.message ?? `no "${ROOT}"`}`);
  }
  const modules = reachedFrom(ROOT, order);
  return withSentinel(amalgamate(modules, externalImports(modules)));
}
