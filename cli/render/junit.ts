/**
 * The report as JUnit XML, in the dialect that Jenkins publishes a schema of.
 *
 * A suite a stage.
 */
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import { EXIT_CODES } from "../../src/platform/diagnostic.ts";
import type { Report, StageReport } from "../../src/gate/report/report.ts";
import { findingLines, placeOf } from "./text.ts";
import { clipped, styleFor } from "./style.ts";
import { xmlOpen, xmlText } from "./xml.ts";

/**
 * Longest name of a case and longest attribute of a failure, in characters.
 *
 * Its body has all of it.
 */
const NAME_LENGTH = 200;
const MESSAGE_LENGTH = 2_000;

/** How many cases of each kind there are. */
interface Tally {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface Suite extends Tally {
  readonly lines: readonly string[];
}

/**
 * The document, with a final line end. A stage that passed is a case that passed, one that did not run is
 * a skipped case, and every error is a case of its own: a failure, or an error where it ended the run.
 */
export function renderJunit(report: Report): string {
  const ender = enderOf(report);
  const suites = report.stages.map((stage) => suiteOf(stage, stage === ender));
  const sum = (key: keyof Tally) => suites.reduce((total, suite) => total + suite[key], 0);
  const head = xmlOpen("testsuites", {
    name: "lean-gate verify",
    tests: sum("tests"),
    failures: sum("failures"),
    errors: sum("errors"),
    time: seconds(report.ms),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${head}>`,
    ...suites.flatMap(({ lines }) => lines),
    "</testsuites>",
    "",
  ].join("\n");
}

/** The stage whose failure ended the run, if one did: that was no verdict. */
function enderOf({ exitCode, stages }: Report): StageReport | undefined {
  if (exitCode === 0 || exitCode === EXIT_CODES.verdict) return undefined;
  return stages.findLast(({ status }) => status === "failed");
}

function suiteOf(stage: StageReport, endedRun: boolean): Suite {
  const { name, ms, status, summary, findings } = stage;
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const ran = status === "passed" || status === "failed";
  const tests = Math.max(1, errors.length);
  const tally: Tally = {
    tests,
    failures: endedRun ? 0 : errors.length,
    errors: endedRun ? errors.length : 0,
    skipped: ran ? 0 : 1,
  };
  const cases = errors.length > 0
    ? errors.map((finding) => failedCase(name, finding, endedRun ? "error" : "failure"))
    : [plainCase(stage, ran)];
  const said = [summary, ...warnings.map((finding) => findingLines(finding, styleFor(false)))];
  return {
    ...tally,
    lines: [
      `  <${xmlOpen("testsuite", { name, ...tally, time: seconds(ms) })}>`,
      ...cases,
      `    <system-out>${xmlText(said.join("\n"))}</system-out>`,
      "  </testsuite>",
    ],
  };
}

function plainCase({ name, ms, checked, summary }: StageReport, ran: boolean): string {
  const head = xmlOpen("testcase", {
    classname: `lean-gate.${name}`,
    name,
    time: seconds(ms),
    ...(ran ? { assertions: checked } : {}),
  });
  return ran ? `    <${head}/>` : `    <${head}><skipped>${xmlText(summary)}</skipped></testcase>`;
}

function failedCase(stage: string, finding: Diagnostic, element: "failure" | "error"): string {
  const { code, message } = finding;
  const head = xmlOpen("testcase", {
    classname: `lean-gate.${stage}`,
    name: clipped(`${placeOf(finding)} ${message}`.trim(), NAME_LENGTH),
  });
  const body = xmlText(findingLines(finding, styleFor(false)));
  return `    <${head}><${
    xmlOpen(element, { type: code, message: clipped(message, MESSAGE_LENGTH) })
  }>${body}</${element}></testcase>`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
