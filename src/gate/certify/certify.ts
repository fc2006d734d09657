/** Lets Lean's kernel check traces, so that neither its compiler nor its interpreter is trusted for them. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import {
  type ExtraModule,
  extraPath,
  type Progress,
  type Toolchain,
} from "../../lean/toolchain/toolchain.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import { certificateOf, judgeCertificate, type Stated } from "./certificate.ts";
import type { CertificateProcess } from "./module.ts";

/** Traces in one certificate: enough to share Lean's start, few enough to be checked side by side. */
const TRACES_EACH = 48;

/** What came of certifying traces. */
export interface Certified {
  /** Traces that the kernel has accepted. */
  readonly certified: number;
  readonly findings: readonly Diagnostic[];
}

/** Writes the certificates of the traces, and has Lean check them against the package as built. */
export async function certify(
  module: CertificateProcess,
  toolchain: Toolchain,
  traces: readonly PlacedTrace[],
  progress: Progress,
): Promise<Certified> {
  const stated: Stated[] = [];
  for await (const called of module.statements(traces)) {
    stated.push({ placed: traces[stated.length]!, called });
  }
  const certificates = chunks(stated, TRACES_EACH)
    .map((chunk) => certificateOf(module.header, chunk));
  const extra = certificates.map(({ text }, i): ExtraModule => ({
    name: `Certificate${i + 1}`,
    text,
  }));
  const checked = await toolchain.check(extra, progress);
  const sound = new Set(checked.modules);
  const findings = certificates.flatMap((certificate, i) => {
    const path = extraPath(extra[i]!);
    const own = checked.findings.filter(({ location }) => location?.file.endsWith(path));
    const judged = judgeCertificate(certificate, own);
    const silent = !sound.has(extra[i]!.name) &&
      judged.every(({ severity }) => severity !== "error");
    return [...certificate.findings, ...judged, ...(silent ? [unchecked(extra[i]!)] : [])];
  });
  const elsewhere = checked.findings.filter(({ location }) =>
    !extra.some((it) => location?.file.endsWith(extraPath(it)))
  );
  const certified = certificates
    .filter((_, i) => sound.has(extra[i]!.name))
    .reduce((sum, { parts }) => sum + parts.length, 0);
  return { certified, findings: [...elsewhere, ...findings] };
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
