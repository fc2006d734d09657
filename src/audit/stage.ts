/** The audit stage: what the compiled modules say, and not their text, rests on nothing unproved. */
import { join, posix } from "node:path";
import type { Host } from "../host/host.ts";
import { countTheorems } from "../lean/theorems.ts";
import { counted } from "../report/counted.ts";
import type { Stage } from "../stage/stage.ts";
import { readLakefile, readSourceFiles } from "../toolchain/formal_package.ts";
import type { SourceFile } from "../toolchain/modules.ts";
import { parsePin, PIN_FILE } from "../toolchain/pin.ts";
import { allowances } from "./allow.ts";
import { type Audit, audit, type Expectation, joined } from "./audit.ts";
import { STANDARD_AXIOMS } from "./axioms.ts";
import { collectFacts } from "./collect.ts";
import { type AuditFinding, toDiagnostic } from "./finding.ts";
import { groupsOf, type NamedText } from "./groups.ts";
import { writtenModule } from "./names.ts";
import { isOutdated, SOUND_SINCE } from "./pin.ts";
import type { Sources } from "./places.ts";

/** Audits every constant of the package's modules. */
export const auditStage: Stage = {
  name: "audit",
  blockedBy: ({ built }) => built === true ? undefined : "the model was not built",
  async run({ host, project: { root, config, configFile }, progress }, facts) {
    const { toolchain, modules = [], scanned = [] } = facts;
    const { formal, audit: settings } = config;
    const formalRoot = join(root, formal.root);
    const place = { projectRoot: root, formalRoot };
    const lakefile = await readLakefile(host, place);
    const files = await readSourceFiles(host, place, lakefile);
    const sources = sourcesOf(modules, files, formal.root);
    const allowed = allowances(settings?.allow ?? [], host.today(), configFile);
    const audits: Audit[] = [];
    for (const group of groupsOf(named(modules, sources))) {
      progress(`asking Lean about ${counted(group.length, "module")}`);
      const text = { sources: files, lakefile };
      const collected = await collectFacts(host, formalRoot, toolchain!, group, text);
      const matter = { facts: collected, sources, allowances: allowed };
      audits.push(audit(matter, scanned, expectations(group, sources)));
    }
    const { declarations, theorems, axioms, findings } = joined(audits);
    const outdated = await outdatedPin(host, formalRoot, formal.root);
    const accepted = outdated.filter(({ rule, declaration }) => !allowed.covers(rule, declaration));
    return {
      checked: declarations,
      summary: `${counted(declarations, "declaration")} (${counted(theorems, "theorem")}), ${
        restingOn(axioms)
      }`,
      findings: [...findings, ...accepted.map(toDiagnostic), ...allowed.problems()],
      counts: { audited: declarations },
    };
  },
};

/** `axioms` by their shown names. */
function restingOn(axioms: readonly string[]): string {
  const standard = axioms.every((axiom) => STANDARD_AXIOMS.has(`.${axiom}`));
  if (!standard) return `resting on ${axioms.join(", ")}`;
  return axioms.length === 0 ? "resting on no axiom" : `no axiom but ${axioms.join(", ")}`;
}

/** The source of each module: the file whose path is the module's name. */
function sourcesOf(
  modules: readonly string[],
  files: readonly SourceFile[],
  folder: string,
): Sources {
  const byName = new Map(
    files.map((file) => [file.path.replace(/\.lean$/, "").replaceAll("/", "."), file]),
  );
  return new Map(modules.flatMap((module) => {
    const plain = module.replaceAll(/[«»]/g, "");
    // A library may have its sources in a folder of its own.
    const name = byName.has(plain)
      ? plain
      : [...byName.keys()].find((name) => name.endsWith(`.${plain}`));
    const file = name === undefined ? undefined : byName.get(name);
    if (file === undefined) return [];
    const source = { file: posix.join(folder, file.path), text: file.text };
    return [[writtenModule(module), source]];
  }));
}

function named(modules: readonly string[], sources: Sources): NamedText[] {
  return modules.map((name) => ({ name, text: sources.get(writtenModule(name))?.text ?? "" }));
}

function expectations(group: readonly string[], sources: Sources): Expectation[] {
  return group.map(writtenModule).flatMap((module) => {
    const source = sources.get(module);
    if (source === undefined) return [];
    return [{ file: source.file, module, theorems: countTheorems(source.text) }];
  });
}

async function outdatedPin(
  host: Host,
  formalRoot: string,
  folder: string,
): Promise<AuditFinding[]> {
  const file = posix.join(folder, PIN_FILE);
  const pin = parsePin(await host.files.readText(join(formalRoot, PIN_FILE)) ?? "", file);
  if (!isOutdated(pin)) return [];
  return [{
    rule: "pin_outdated",
    severity: "warning",
    message: `Lean ${pin.version} is older than ${
      SOUND_SINCE.join(".")
    }: its kernel has known soundness bugs`,
    declaration: pin.version,
    location: { file, line: 1, column: 1 },
  }];
}
