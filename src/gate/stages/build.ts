/** The build stage: Lean elaborates and kernel-checks every module of the package. */
import { counted } from "../../platform/text/counted.ts";
import { join } from "node:path";
import { countTheorems } from "../../lean/syntax/theorems.ts";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Stage } from "./stage.ts";
import { inspectBuilt } from "../../lean/package/committed.ts";
import { readSourceFiles } from "../../lean/package/formal_package.ts";

/** Builds the package; Lean's own messages are the findings. */
export const buildStage: Stage<"build", "toolchain", never> = {
  name: "build",
  lane: "lean",
  needs: ["toolchain"],
  uses: [],
  async run({ host, project: { root, config }, progress }, { toolchain }) {
    const place = { projectRoot: root, formalRoot: join(root, config.formal.root) };
    const built = await inspectBuilt(host, place, toolchain.info.backend);
    const { modules, rebuilt, findings, digests } = await toolchain.build(progress);
    await built.seal();
    const { lakefile } = await toolchain.config();
    const sources = await readSourceFiles(host, place, lakefile);
    const theorems = sources.reduce((sum, { text }) => sum + countTheorems(text), 0);
    return {
      checked: modules.length,
      summary: `${counted(modules.length, "module")} (${rebuilt} rebuilt), ${
        counted(theorems, "theorem")
      }`,
      findings: [
        ...guided(findings),
        ...built.findings,
      ],
      ...(isBuilt(findings)
        ? { output: { modules, ...(digests && { digests }) } }
        : { withheld: "the model was not built" }),
      counts: { modules: modules.length, rebuilt, theorems },
    };
  },
};

/**
 * Whether all was built.
 *
 * A `sorry` counts in the verdict, and leaves something that can be audited.
 */
function isBuilt(findings: readonly Diagnostic[]): boolean {
  return findings.every(({ code, severity }) => severity !== "error" || code === "lean_sorry");
}

/** Adds a hint to Lean's first error. */
function guided(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = findings.find(({ code }) => code === "lean_error");
  const hint =
    'Correct it first: others may follow from it. Then run "lean-gate verify --only build".';
  return findings.map((finding) => finding === first ? { ...finding, hint } : finding);
}
