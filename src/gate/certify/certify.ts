/** Lets Lean's kernel check traces, without trust in compiler or interpreter. */
import { type Diagnostic, error, GateError } from "../../platform/diagnostic.ts";
import type { Project } from "../config/project.ts";
import {
  type ExtraModule,
  extraPath,
  type Progress,
  type Toolchain,
} from "../../lean/toolchain/toolchain.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import { certificateOf, judgeCertificate, newVocabulary, type Stated } from "./certificate.ts";
import type { Host } from "../../platform/host/host.ts";
import { judgeCompiled, lookAtCertificates } from "./compiled.ts";
import type { CertificateProcess } from "./module.ts";

/**
 * Traces in one certificate.
 *
 * Enough to share Lean's start, few enough to be checked side by side.
 */
const TRACES_EACH = 48;

/** What certifies the traces of a project. */
export interface Certifying {
  readonly host: Host;
  readonly project: Project;
  readonly toolchain: Toolchain;
}

/** What came of certifying traces. */
export interface Certified {
  /** Traces that the kernel has accepted. */
  readonly certified: number;
  /** Modules of certificates that had to be compiled in this run. */
  readonly rebuilt: number;
  readonly findings: readonly Diagnostic[];
}

/** The function that certificates apply. Throws GateError `model_unnamed` (usage): no other can stand in for it. */
export function modelOf({ config: { formal }, configFile }: Project): string {
  if (formal.model !== undefined) return formal.model;
  throw new GateError("usage", {
    code: "model_unnamed",
    message: 'The config has "certify", but names no function of the model',
    location: { file: configFile },
    hint:
      'Name the function from a graph and events to decisions and final state: "formal": { "model": "…" }.',
  });
}

/**
 * Writes the certificates of the traces, and has Lean check them against the package as built. The
 * compiled certificates are judged as any module is.
 */
export async function certify(
  module: CertificateProcess,
  { host, project, toolchain }: Certifying,
  traces: readonly PlacedTrace[],
  progress: Progress,
): Promise<Certified> {
  const model = modelOf(project);
  const frame = { imports: module.imports, model, vocabulary: newVocabulary() };
  const stated: Stated[] = [];
  for await (const called of module.terms(traces)) {
    stated.push({ placed: traces[stated.length]!, called });
  }
  const certificates = chunks(stated, TRACES_EACH)
    .map((chunk, i) => certificateOf(frame, chunk, 1 + i * TRACES_EACH));
  const extra = certificates.map(({ text }, i): ExtraModule => ({
    name: `Certificate${i + 1}`,
    text,
  }));
  const checked = await toolchain.check(extra, progress);
  const sound = new Set(checked.modules);
  const compiled = extra.filter(({ name }) => sound.has(name));
  const facts = compiled.length === 0
    ? []
    : await lookAtCertificates(host, project, toolchain, compiled, checked.digests);
  const findings = certificates.flatMap((certificate, i) => {
    const path = extraPath(extra[i]!);
    const own = checked.findings.filter(({ location }) => location?.file.endsWith(path));
    const judged = [
      ...judgeCertificate(certificate, own),
      ...sound.has(extra[i]!.name) ? judgeCompiled(certificate, extra[i]!, facts, model) : [],
    ];
    const silent = !sound.has(extra[i]!.name) &&
      judged.every(({ severity }) => severity !== "error");
    return [...certificate.findings, ...judged, ...(silent ? [unchecked(extra[i]!)] : [])];
  });
  const elsewhere = checked.findings.filter(({ location }) =>
    !extra.some((it) => location?.file.endsWith(extraPath(it)))
  );
  const refused = new Set(findings.map(({ location }) => location));
  const certified = certificates.filter((_, i) => sound.has(extra[i]!.name))
    .flatMap(({ parts }) => parts)
    .filter(({ placed }) => !refused.has(placed.location)).length;
  return { certified, rebuilt: checked.rebuilt, findings: [...elsewhere, ...findings] };
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** The finding for a certificate that Lean neither accepted nor refused. */
function unchecked({ name }: ExtraModule): Diagnostic {
  return error("certificate_unchecked", `Lean did not accept "${name}", and said nothing of it`, {
    hint: "Correct the errors of the build, and run again.",
  });
}
