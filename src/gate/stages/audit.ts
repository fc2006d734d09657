/** The audit stage: what the compiled modules say, and not their text, rests on nothing unproved. */
import { join, posix } from "node:path";
import type { Severity } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { parseHeader } from "../../lean/syntax/header.ts";
import { counted } from "../../platform/text/counted.ts";
import type { Stage } from "./stage.ts";
import { readSourceFiles } from "../../lean/package/formal_package.ts";
import type { Lakefile } from "../../lean/package/lakefile.ts";
import { moduleFiles, type SourceFile } from "../../lean/package/modules.ts";
import { isReleasedByLean, parsePin, PIN_FILE } from "../../lean/toolchain/pin.ts";
import { allowances } from "../../lean/audit/allow.ts";
import { audit, type Expectation, joined } from "../../lean/audit/audit.ts";
import { STANDARD_AXIOMS } from "../../lean/audit/axioms.ts";
import { collectFacts } from "../../lean/audit/collect.ts";
import type { Facts } from "../../lean/audit/facts.ts";
import { type AuditFinding, toDiagnostic } from "../../lean/audit/finding.ts";
import { bundlesOf, groupsOf } from "../../lean/audit/groups.ts";
import { writtenModule } from "../../lean/audit/names.ts";
import { KERNEL_FIXES, missingFixes } from "../../lean/audit/pin.ts";
import type { Sources } from "../../lean/audit/places.ts";
import { statedTheorems } from "../../lean/audit/stated.ts";

/** Audits every constant of the package's modules. */
export const auditStage: Stage<"audit", "toolchain" | "build", "scan"> = {
  name: "audit",
  lane: "lean",
  needs: ["toolchain", "build"],
  uses: ["scan"],
  async run({ host, project: { root, config, configFile }, progress }, given) {
    const { toolchain, build: { modules, digests }, scan: scanned = [] } = given;
    const { formal, audit: settings } = config;
    const formalRoot = join(root, formal.root);
    progress(`asking Lean about ${counted(modules.length, "module")}`);
    const place = { projectRoot: root, formalRoot };
    const { lakefile } = await toolchain.config();
    const files = await readSourceFiles(host, place, lakefile);
    const sources = sourcesOf(modules, files, lakefile, formal.root);
    const groups = groupsOf(modules, importsIn(sources));
    const bundles = bundlesOf(groups, (module) => sources.get(writtenModule(module))?.text ?? "");
    const { facts: collected, anew } = await collectFacts(host, formalRoot, toolchain, {
      bundles,
      digests,
      folder: "audited",
    });
    const allowed = allowances(settings?.allow ?? [], host.today(), configFile);
    const audits = collected.map((facts) =>
      audit({ facts, sources, allowances: allowed }, scanned, expectations(sources, facts))
    );
    const { declarations, theorems, axioms, findings } = joined(audits);
    const pinned = await judgePin(host, formalRoot, formal.root);
    const accepted = pinned.filter(({ rule, declaration, constant }) =>
      !allowed.covers(rule, declaration, constant)
    );
    return {
      checked: declarations,
      summary: `${counted(declarations, "declaration")} (${counted(theorems, "theorem")}), ${
        counted(anew, "module")
      } anew, ${restingOn(axioms)}`,
      findings: [...findings, ...accepted.map(toDiagnostic), ...allowed.problems()],
      counts: { audited: declarations },
      output: { accepted: collected.flatMap(acceptedIn), looks: collected, sources },
    };
  },
};

/** The constants that were given to the kernel by themselves: it makes constructors and recursors along. */
function acceptedIn({ own }: Facts): string[] {
  const made: ReadonlySet<string> = new Set(["constructor", "recursor", "quotient"]);
  return [...own.values()].filter(({ replay, kind }) => replay === "accepted" && !made.has(kind))
    .map(({ name }) => name);
}

/** `axioms` by their shown names. */
function restingOn(axioms: readonly string[]): string {
  const standard = axioms.every((axiom) => STANDARD_AXIOMS.has(`.${axiom}`));
  if (!standard) return `resting on ${axioms.join(", ")}`;
  return axioms.length === 0 ? "resting on no axiom" : `no axiom but ${axioms.join(", ")}`;
}

/** The source of each module. */
function sourcesOf(
  modules: readonly string[],
  files: readonly SourceFile[],
  lakefile: Lakefile,
  folder: string,
): Sources {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pathOf = moduleFiles(lakefile, files);
  return new Map(modules.flatMap((module) => {
    const file = byPath.get(pathOf(module) ?? "");
    if (file === undefined) return [];
    return [[writtenModule(module), { file: posix.join(folder, file.path), text: file.text }]];
  }));
}

function importsIn(sources: Sources): (module: string) => string[] {
  return (module) => {
    const source = sources.get(writtenModule(module));
    return source === undefined ? [] : parseHeader(source.text).imports.map((it) => it.module);
  };
}

function expectations(sources: Sources, { audited }: Facts): Expectation[] {
  return [...sources].filter(([module]) => audited.has(module)).map(([module, { file, text }]) => ({
    file,
    module,
    theorems: statedTheorems(text),
  }));
}

/** What is wrong with the Lean that the package asks for. */
async function judgePin(host: Host, formalRoot: string, folder: string): Promise<AuditFinding[]> {
  const file = posix.join(folder, PIN_FILE);
  const pin = parsePin(await host.files.readText(join(formalRoot, PIN_FILE)) ?? "", file);
  const about = (rule: string, severity: Severity, message: string): AuditFinding => ({
    rule,
    severity,
    message,
    declaration: pin.version,
    constant: pin.version,
    location: { file, line: 1, column: 1 },
  });
  const pulls = missingFixes(pin).flatMap((fix) => fix.pulls);
  return [
    ...isReleasedByLean(pin) ? [] : [
      about(
        "pin_foreign",
        "error",
        `"${pin.text}" is no release of Lean's own: it accepts what it likes`,
      ),
    ],
    ...pulls.length === 0 ? [] : [about(
      "pin_outdated",
      "warning",
      `Lean ${pin.version} is older than ${
        KERNEL_FIXES.at(-1)!.since
      }: its kernel has known soundness bugs, fixed by lean4 #${pulls.join(", #")}`,
    )],
  ];
}
