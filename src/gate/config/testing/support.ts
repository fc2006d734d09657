/** For tests: a project that needs no config file. */
import type { TracedProject } from "../project.ts";

/** A project in `/project`, with this folder of fixtures. */
export function testProject(fixtures = "fixtures"): TracedProject {
  return {
    root: "/project",
    configFile: "lean-gate.jsonc",
    config: { formal: { root: "formal", emitter: "emit" }, fixtures, engines: [], allow: [] },
  };
}
