import assert from "node:assert/strict";
import { posix } from "node:path";
import { memoryHost } from "../../platform/host/memory.ts";
import type { ScanFinding } from "./finding.ts";
import { scanFolder } from "./package.ts";

interface Expected {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly col: number;
  readonly severity: string;
  readonly accept?: readonly string[];
  readonly loose_line?: boolean;
}

interface Project {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
  readonly expect: readonly Expected[];
  readonly tolerate?: readonly string[];
  readonly severity_max?: string;
}

const PROJECTS = new URL("../../../fixtures/escapes/projects.jsonl", import.meta.url);

/** The findings for a package: its folder is `p`, where there is one. */
async function scanned(files: Project["files"]): Promise<readonly ScanFinding[]> {
  const { host } = memoryHost({ cwd: "/w", files });
  const folder = Object.keys(files).some((path) => path.startsWith("p/")) ? "p" : "";
  const show = (path: string) => posix.join(folder, path);
  return (await scanFolder(host, posix.join("/w", folder), show)).findings;
}

/** Differences between what a project expects and what the scan reports; empty when they agree. */
function differences(project: Project, findings: readonly ScanFinding[]): string[] {
  const unused = new Set(findings);
  const wrong: string[] = [];
  for (const { kind, file, line, col, severity, accept = [], loose_line } of project.expect) {
    const match = [...unused].find((found) =>
      [kind, ...accept].includes(found.rule) && found.file === file && found.line === line &&
      (loose_line || found.column === col)
    );
    if (match === undefined) wrong.push(`missing ${kind} at ${file}:${line}:${col}`);
    else {
      unused.delete(match);
      if (match.severity !== severity) wrong.push(`${match.rule} is a ${match.severity}`);
    }
  }
  for (const { rule, file, line, column, severity } of unused) {
    const place = `${rule} at ${file}:${line}:${column}`;
    if (!project.tolerate?.includes(rule)) wrong.push(`unexpected ${place}`);
    else if (project.severity_max === "warning" && severity === "error") {
      wrong.push(`error ${place}`);
    }
  }
  return wrong;
}

for (const line of Deno.readTextFileSync(PROJECTS).split("\n").filter((line) => line !== "")) {
  const project: Project = JSON.parse(line);
  Deno.test(`scanFolder() judges the project ${project.id}`, async () => {
    assert.deepEqual(differences(project, await scanned(project.files)), []);
  });
}
