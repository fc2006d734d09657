/** Asks Lean about one module, for messages with places. */
import { posix } from "node:path";
import { type Diagnostic, error } from "../../../platform/diagnostic.ts";
import { outputTail } from "../../../platform/host/output.ts";
import { parseMessages, toDiagnostic } from "../messages.ts";
import { timedOut } from "../timed_out.ts";
import { runLake, type Site } from "./lake.ts";

/** A module to ask about. */
export interface Question {
  readonly name: string;
  /** Relative to the package. */
  readonly path: string;
  /** The same as it is shown. */
  readonly shown: string;
  /** What Lake is called with. */
  readonly args: readonly string[];
}

/** What Lean says of a module. */
export interface Judged {
  /** Whether Lean accepted it. */
  readonly sound: boolean;
  readonly findings: readonly Diagnostic[];
}

/** Runs Lean on the module; one that it does not accept has an error among its findings. */
export async function judge(site: Site, { name, path, shown, args }: Question): Promise<Judged> {
  const { moduleMs } = site.deadlines;
  const ended = await runLake(site, args, 2 * moduleMs);
  const findings = parseMessages(ended.stdout)
    .filter(({ fileName }) => posix.basename(fileName) === posix.basename(path))
    .map((message) => toDiagnostic(message, shown))
    .filter((finding) => finding !== undefined);
  if (ended.code === 0) return { sound: true, findings };
  if (ended.timedOut) {
    const { code, message, hint } = timedOut(`Lean's work on "${name}"`, 2 * moduleMs);
    return {
      sound: false,
      findings: [...findings, error(code, message, { location: { file: shown }, hint })],
    };
  }
  if (findings.some(({ severity }) => severity === "error")) return { sound: false, findings };
  const crashed = error(
    "lean_crashed",
    `Failed to compile "${name}": Lean ended with exit code ${ended.code} and no message`,
    {
      location: { file: shown },
      hint: 'Run "lake build" in the formal folder, and see what it reports.',
      detail: outputTail(ended),
    },
  );
  return { sound: false, findings: [...findings, crashed] };
}
