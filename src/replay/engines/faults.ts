/** Words for what went wrong with an engine. Pure. */
import { type Diagnostic, error, type Location, warning } from "../../platform/diagnostic.ts";
import type { CommandConfig } from "./engine.ts";
import type { Limits } from "./limits.ts";
import type { Fault } from "./protocol.ts";
import type { Ending, Reading } from "./session.ts";

/** What to do about an engine that does not take the events of a trace. */
export const DECLINED_HINT =
  'The engine takes the events for malformed: let its codec follow the model\'s, then run "lean-gate verify --only replay,diff".';

/** A fault, and whether it can only be the doing of the request that was due. */
export interface Blame {
  /** What went wrong. */
  readonly fault: Fault;
  /**
   * An engine may answer several requests and lose the answers when it dies, unless it flushes each.
   * Then any request in flight may have killed it.
   */
  readonly certain: boolean;
}

/** A reading that is not a line. */
export type NoLine = Exclude<Reading, { readonly type: "line" }>;

/** Says what a reading means that gave no line, knowing how the process ended. */
export function blameFor(reading: NoLine, ending: Ending, limits: Limits): Blame {
  switch (reading.type) {
    case "too_long":
      return certain(
        "engine_line_too_long",
        `printed a line longer than ${limits.lineBytes} bytes`,
      );
    case "not_utf8":
      return certain("engine_invalid_utf8", "printed a line that is not valid UTF-8");
    case "stdin_closed":
      return uncertain("engine_closed_stdin", "closed its stdin before it had read every request");
    case "late":
      // It may be gone and a process that it left behind hold its stdout open.
      if (ending.byItself) return blameForEnd(reading.partial, ending);
      if (reading.stdinClosed) {
        return uncertain("engine_closed_stdin", "closed its stdin and did not answer");
      }
      if (reading.partial > 0) {
        return certain(
          "engine_half_answer",
          `printed ${reading.partial} bytes without a line end and then nothing within ${limits.answerMs} ms`,
        );
      }
      return uncertain("engine_deadline", `did not answer within ${limits.answerMs} ms`);
    case "end":
      return blameForEnd(reading.partial, ending);
  }
}

function blameForEnd(partial: number, { exit, byItself }: Ending): Blame {
  const how = !byItself
    ? "closed its stdout"
    : exit.signal !== null
    ? `was killed by ${exit.signal}`
    : `ended with exit code ${exit.code}`;
  // Whose answer was begun is known.
  if (partial > 0) return certain("engine_answer_cut", `${how} in the middle of an answer`);
  if (!byItself) return uncertain("engine_closed_stdout", `${how} but did not end`);
  if (exit.signal !== null || exit.code !== 0) return uncertain("engine_crashed", how);
  return uncertain("engine_exited", `${how} without answering`);
}

/** The warning for an engine that wrote so many bytes to stderr, which is for faults. */
export function noisyFinding(config: CommandConfig, bytes: number): Diagnostic {
  return warning("engine_noisy", `Engine "${config.name}" wrote ${bytes} bytes to stderr`, {
    hint: "Log less: what an engine writes there is shown when it fails, and slows it down.",
  });
}

/** A finding about one request, or about the engine when there is none. */
export function engineFinding(
  config: CommandConfig,
  { code, phrase }: Fault,
  ending: Ending | undefined,
  request?: { readonly id: string; readonly location?: Location },
): Diagnostic {
  const subject = request === undefined
    ? `Engine "${config.name}"`
    : `On trace "${request.id}", engine "${config.name}"`;
  return error(code, `${subject} ${phrase}`, {
    ...(request?.location && { location: request.location }),
    hint: hintFor(code, config),
    ...(ending && { detail: detailOf(config, ending) }),
  });
}

/** Command, exit and last stderr lines of an engine's process. */
export function detailOf(config: CommandConfig, { exit, byItself, stderr }: Ending): string {
  const exited = !byItself
    ? "was running, ended by the gate"
    : exit.signal !== null
    ? exit.signal
    : `code ${exit.code}`;
  return [
    `command: ${shownCommand(config)}`,
    `exit: ${exited}`,
    ...(stderr === ""
      ? ["stderr: nothing"]
      : ["stderr, last lines:", ...stderr.split("\n").map((line) => `  ${line}`)]),
  ].join("\n");
}

function hintFor(code: string, config: CommandConfig): string {
  switch (code) {
    case "engine_deadline":
    case "engine_half_answer":
      return `Raise "deadlineMs" of the engine in lean-gate.jsonc if it is only slow, and check that it flushes stdout after each answer.`;
    case "engine_unstable":
      return "Flush stdout after each answer, and look for state that one request leaves to the next.";
    case "engine_declined":
      return DECLINED_HINT;
    default:
      return `Run "${
        shownCommand(config)
      }" by hand and give it the requests of the engine protocol.`;
  }
}

function shownCommand({ command, shown = command.join(" ") }: CommandConfig): string {
  return shown;
}

function certain(code: string, phrase: string): Blame {
  return { fault: { code, phrase }, certain: true };
}

function uncertain(code: string, phrase: string): Blame {
  return { fault: { code, phrase }, certain: false };
}
