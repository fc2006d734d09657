/** Certificates as Lean compiled them: what they state, and what they rest on. */
import { join, posix } from "node:path";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { allowances } from "../../lean/audit/allow.ts";
import { audit } from "../../lean/audit/audit.ts";
import { collectFacts } from "../../lean/audit/collect.ts";
import type { Facts } from "../../lean/audit/facts.ts";
import { writtenModule } from "../../lean/audit/names.ts";
import { equatedWith } from "../../lean/statements/equated.ts";
import {
  type Digests,
  type ExtraModule,
  extraPath,
  type Toolchain,
} from "../../lean/toolchain/toolchain.ts";
import type { Project } from "../config/project.ts";
import { type Certificate, judgeCertificate } from "./certificate.ts";

/** Has Lean write the facts about the compiled certificates. */
export async function lookAtCertificates(
  host: Host,
  { root, config: { formal } }: Project,
  toolchain: Toolchain,
  compiled: readonly ExtraModule[],
  digests: Digests | undefined,
): Promise<readonly Facts[]> {
  const { facts } = await collectFacts(host, join(root, formal.root), toolchain, {
    bundles: [compiled.map(({ name }) => [name])],
    digests,
    folder: "certified",
    isExtra: true,
  });
  return facts;
}

/** Judges what a compiled certificate states, and whether the kernel accepts it. Pure. */
export function judgeCompiled(
  certificate: Certificate,
  module: ExtraModule,
  looks: readonly Facts[],
  model: string,
): Diagnostic[] {
  const written = writtenModule(module.name);
  const facts = looks.find(({ audited }) => audited.has(written));
  const source = { file: posix.join("/", extraPath(module)), text: module.text };
  const findings = facts === undefined ? [] : audit(
    { facts, sources: new Map([[written, source]]), allowances: allowances([], "", "") },
    [],
    [],
  ).findings.filter(({ severity }) => severity === "error");
  const others = certificate.parts.filter(({ number }) =>
    facts === undefined ||
    equatedWith(facts, `.LeanGate.certificate_${number}`) !== writtenModule(model)
  );
  return [
    ...judgeCertificate(certificate, findings),
    ...others.map(({ placed: { trace, location } }) =>
      error("certificate_altered", `Lean compiled another statement of trace "${trace.id}"`, {
        location,
        hint: `Let nothing in the package change what it means to apply "${model}".`,
      })
    ),
  ];
}
