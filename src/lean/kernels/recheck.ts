/** Has kernels that are not Lean's own check the declarations of a package. */
import { join } from "node:path";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Finished, Host } from "../../platform/host/host.ts";
import { outputTail } from "../../platform/host/output.ts";
import { programFile } from "../../platform/host/windows.ts";
import { nameParts, shownName } from "../audit/names.ts";
import type { Programs, Progress } from "../toolchain/toolchain.ts";
import { type Bounds, programVersion, runBounded } from "./bounded.ts";
import { exportedName, nameArgument, readExport } from "./exported.ts";
import {
  EXPORTER,
  type Kernel,
  KERNEL_NAMES,
  kernelConfig,
  KERNELS,
  OWN_CHECKER,
  verdictOf,
} from "./kernels.ts";
import { ownFolder } from "../package/own_folders.ts";

/** What to check, and by what. */
export interface RecheckRequest extends Bounds {
  readonly formalRoot: string;
  readonly modules: readonly string[];
  /** Names of the declarations, as `audit/names.ts` reads them. */
  readonly declarations: readonly string[];
  /** Kernels to use; the first that there is unless given. */
  readonly use?: readonly typeof KERNEL_NAMES[number][];
  /** Whether a kernel that is not Lean's own has to accept. */
  readonly required: boolean;
}

/** What came of it. */
export interface Rechecked {
  /** Declarations of the package that kernels checked; modules when it was Lean's own kernel. */
  readonly checked: number;
  readonly summary: string;
  readonly findings: readonly Diagnostic[];
  /** Set when there is nothing to check by. */
  readonly absent?: string;
}

/** An exporter maps all libraries into its memory. */
const MAPPED_BYTES = 16 * 2 ** 30;

/** Checks the declarations by the toolchain's kernels. */
export async function recheck(
  host: Host,
  programs: Programs,
  request: RecheckRequest,
  progress: Progress,
): Promise<Rechecked> {
  const found = await kernelsAt(host, programs, request.use);
  const exporter = join(programs.folder, programFile(host, EXPORTER));
  const folder = join(ownFolder(request.formalRoot, "kernels"), crypto.randomUUID());
  try {
    await host.files.mkdir(folder);
    if (found.length === 0 || !await host.files.exists(exporter)) {
      return await ownKernel(host, programs, request, folder, progress);
    }
    return await independent(
      host,
      { programs, exporter, kernels: found, folder },
      request,
      progress,
    );
  } finally {
    await host.files.remove(folder);
  }
}

interface FoundKernel extends Kernel {
  readonly path: string;
}

async function kernelsAt(
  host: Host,
  { folder }: Programs,
  use: RecheckRequest["use"],
): Promise<FoundKernel[]> {
  const found: FoundKernel[] = [];
  for (const name of use ?? KERNEL_NAMES) {
    const path = join(folder, programFile(host, KERNELS[name].program));
    if (await host.files.exists(path)) found.push({ ...KERNELS[name], path });
  }
  return use === undefined ? found.slice(0, 1) : found;
}

/** Lean's own kernel is no second opinion, but catches what changed a compiled module afterwards. */
async function ownKernel(
  host: Host,
  { folder, lake, lean }: Programs,
  { modules, formalRoot, required, ...bounds }: RecheckRequest,
  scratch: string,
  progress: Progress,
): Promise<Rechecked> {
  const absent = `Lean ${lean} comes with no kernel but its own`;
  const findings = required ? [absentKernel(absent)] : [];
  // By its path: Lake puts the package's own programs in front of the toolchain's.
  const checker = join(folder, programFile(host, OWN_CHECKER));
  if (!await host.files.exists(checker)) {
    return { checked: 0, summary: absent, findings, absent };
  }
  progress(`${OWN_CHECKER} checks ${modules.length} modules`);
  const argv = [...lake, "env", checker, ...modules];
  const ended = await runBounded(host, argv, join(scratch, "out"), mapped(bounds), formalRoot);
  const verdict = verdictOf({ declines: [] }, ended);
  const summary =
    `${modules.length} modules ${verdict} by ${OWN_CHECKER} of Lean ${lean}; ${absent}`;
  if (verdict === "accepted") return { checked: modules.length, summary, findings };
  const finding = await conclude(host, OWN_CHECKER, ended, verdict, scratch);
  return { checked: modules.length, summary, findings: [...findings, finding] };
}

async function independent(
  host: Host,
  { programs, exporter, kernels, folder }: {
    readonly programs: Programs;
    readonly exporter: string;
    readonly kernels: readonly FoundKernel[];
    readonly folder: string;
  },
  request: RecheckRequest,
  progress: Progress,
): Promise<Rechecked> {
  const { formalRoot, modules, declarations } = request;
  const wanted = declarations.map((written) => ({ written, parts: nameParts(written) }));
  const named = wanted.flatMap(({ parts }) => nameArgument(parts) ?? []);
  progress(`exporting ${named.length} declarations`);
  const exported = join(folder, "export.ndjson");
  const argv = [...programs.lake, "env", exporter, ...modules, "--", ...named];
  const written = await runBounded(host, argv, exported, mapped(request), formalRoot);
  if (written.code !== 0) {
    return {
      checked: named.length,
      summary: "nothing re-checked",
      findings: [
        failure("kernel_export_failed", `"${EXPORTER}" ${how(written)}`, written),
      ],
    };
  }
  const content = await readExport(linesOf(host, exported));
  const left = wanted.filter(({ parts }) => !content.names.has(exportedName(parts)));
  const lost = left.filter(({ parts }) => nameArgument(parts) !== undefined);
  if (content.problem !== undefined || lost.length > 0) {
    const why = content.problem ?? `it lacks "${shownName(lost[0]!.written)}"`;
    const message = `Failed to use the export of "${EXPORTER}": ${why}`;
    return {
      checked: named.length,
      summary: "nothing re-checked",
      findings: [failure("kernel_export_incomplete", message, written)],
    };
  }
  const config = join(folder, "config.json");
  await host.files.writeAtomic(config, kernelConfig(exported));
  const findings: Diagnostic[] = [];
  const accepted: string[] = [];
  for (const kernel of kernels) {
    const version = await programVersion(host, kernel.path, folder, request) ??
      `of Lean ${programs.lean}`;
    progress(`${kernel.program} checks ${content.declarations} declarations`);
    const command = [kernel.path, ...kernel.args({ export: exported, config })];
    const ended = await runBounded(host, command, join(folder, "out"), request, folder);
    const verdict = verdictOf(kernel, ended);
    if (verdict === "accepted") accepted.push(`${kernel.program} ${version}`);
    else {
      const name = `${kernel.program} ${version}`;
      findings.push(await conclude(host, name, ended, verdict, folder));
    }
  }
  const checked = wanted.length - left.length;
  const rest = left.length === 0
    ? ""
    : `; ${left.length} private declarations that no other uses were not`;
  return {
    checked,
    summary: accepted.length === 0
      ? "accepted by no kernel"
      : `${checked} declarations accepted by ${accepted.join(", ")}${rest}`,
    findings,
  };
}

function mapped({ memoryBytes, deadlineMs }: Bounds): Bounds {
  return { memoryBytes: memoryBytes + MAPPED_BYTES, deadlineMs };
}

/** The finding for a kernel that did not accept. */
async function conclude(
  host: Host,
  kernel: string,
  ended: Finished,
  verdict: "rejected" | "unfinished",
  folder: string,
): Promise<Diagnostic> {
  const stdout = (await host.files.readText(join(folder, "out")) ?? "").slice(-4_000);
  const said = { ...ended, stdout };
  if (verdict === "unfinished") {
    return failure("kernel_unfinished", `The kernel ${kernel} ${how(ended)}`, said);
  }
  return error("kernel_rejected", `The kernel ${kernel} rejects the package's declarations`, {
    hint: "Lean's kernel accepted them: find out which one is wrong before anything is believed.",
    detail: outputTail(said),
  });
}

function how({ timedOut, signal, code }: Finished): string {
  if (timedOut) return "did not end in time";
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

/** What could not be done: a check that was not made is no check that passed. */
function failure(code: string, message: string, ended: Finished): Diagnostic {
  return error(code, message, {
    hint:
      'Give it more memory or time by "memoryMb" and "deadlineMs" of "kernels", or use another kernel.',
    detail: outputTail(ended),
  });
}

/** The finding for a kernel that is required and not there. */
export function absentKernel(why: string): Diagnostic {
  return error("kernel_absent", `No independent kernel can check the package: ${why}`, {
    hint: 'Pin Lean 4.35 or newer and use --lean native, or do not require one ("kernels").',
  });
}

async function* linesOf(host: Host, path: string): AsyncGenerator<string> {
  const stream = await host.files.readStream(path);
  if (stream === undefined) return;
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}
