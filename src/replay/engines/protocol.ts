/** The engine protocol: what is sent, and what an answer line means. Pure. */
import { clip } from "../../platform/json/clip.ts";
import { parseExact } from "../../platform/json/exact.ts";
import { isObject, type Json, type JsonObject } from "../../platform/json/json.ts";
import { columnAt } from "../../platform/text/position.ts";
import { ANSWER_MALFORMED } from "../modules/protocol.ts";
import { wrongDecision } from "../trace/schema.ts";
import type { Known, ReplayAnswer, ReplayRequest } from "./engine.ts";

/** The protocol this gate speaks. */
export const PROTOCOL = "lean-gate/1";

/** What an engine says of itself. */
export interface Hello {
  /** Its own name for itself, which need not be that of the config. */
  readonly engine: string;
  /** Shown in reports. */
  readonly version: string;
}

/**
 * A fault of the engine.
 *
 * A code of the `engine_*` family and a phrase that follows the engine's name.
 */
export interface Fault {
  /** Code of the finding, e.g. `engine_garbage`. */
  readonly code: string;
  /** E.g. `ended with exit code 7`. */
  readonly phrase: string;
}

/** What one line of stdout means, given which requests wait for an answer. */
export type Judgement =
  | { readonly type: "answer"; readonly answer: ReplayAnswer }
  /** The engine declined this request; it is in order otherwise. */
  | { readonly type: "declined"; readonly fault: Fault }
  /** The line answers a request that was answered before; the waiting ones are not to blame. */
  | { readonly type: "again"; readonly id: string; readonly fault: Fault }
  | { readonly type: "fault"; readonly fault: Fault };

/** Longest piece of an engine's line that a message quotes, in UTF-16 units. */
const QUOTED_LENGTH = 120;

/** The ids that an answer to another request than the one that is due may carry. */
export interface Waiting {
  /** Whether the id is of a request that waits for an answer. */
  isInFlight(id: string): boolean;
  /** Whether the id is of a request that has been answered. */
  wasAnswered(id: string): boolean;
  /** The trace that was asked for by this id, for messages. */
  nameOf(id: string): string;
}

/** The request that an answer is due for. */
export interface Due {
  /** By which the engine was asked. */
  readonly id: string;
  readonly known?: Known;
}

/** The first line sent to an engine. */
export function helloLine(): string {
  return `${JSON.stringify({ op: "hello", protocol: PROTOCOL })}\n`;
}

/**
 * The line that asks for a replay by this id.
 *
 * One that says nothing of the trace, for it names the decisions.
 */
export function requestLine(
  { graph, events, known }: Pick<ReplayRequest, "graph" | "events" | "known">,
  id: string,
): string {
  const list = known?.text.events ?? JSON.stringify(events);
  return `{"op":"replay","id":${JSON.stringify(id)},"graph":${graph},"events":${list}}\n`;
}

/** Judges the engine's answer to `hello`. */
export function judgeHello(line: string): Hello | Fault {
  const result = parseExact(line);
  if (!result.ok) {
    return fault("engine_hello_malformed", `answered hello with ${quote(line)}, which is not JSON`);
  }
  const { value } = result;
  const problem = isObject(value) ? value["error"] : undefined;
  if (isObject(problem)) return helloFault(String(problem["code"]), String(problem["message"]));
  if (!isObject(value) || !Object.hasOwn(value, "protocol")) {
    return fault(
      "engine_hello_malformed",
      `answered hello with ${quote(line)}, which has no field "protocol"`,
    );
  }
  const { protocol, engine, version } = value;
  if (protocol !== PROTOCOL) {
    return fault(
      "engine_hello_protocol",
      `speaks protocol ${quote(JSON.stringify(protocol))}, but this gate speaks "${PROTOCOL}"`,
    );
  }
  if (typeof engine !== "string" || typeof version !== "string") {
    return fault(
      "engine_hello_malformed",
      `answered hello with ${quote(line)}, which lacks the text "engine" or "version"`,
    );
  }
  return { engine, version };
}

/**
 * What it means that hello is answered with an error.
 *
 * As the child of a module does.
 */
function helloFault(code: string, message: string): Fault {
  return code === "module_malformed"
    ? fault("engine_module_malformed", clip(message, 4 * QUOTED_LENGTH))
    : fault("engine_module_failed", `could not load: ${clip(message, 4 * QUOTED_LENGTH)}`);
}

/**
 * Judges one line of stdout while the request `due` is the oldest that waits. A line that is, to the
 * character, the one that the model would write needs no reading: what it says is known.
 */
export function judgeLine(line: string, due: Due, waiting: Waiting): Judgement {
  if (due.known !== undefined && saysAsKnown(line, due.id, due.known.text.answer)) {
    return { type: "answer", answer: due.known.answer };
  }
  const result = parseExact(line);
  if (!result.ok) {
    const { kind, offset, message } = result.problem;
    return wrong(
      kind === "syntax" ? "engine_garbage" : `engine_${kind}`,
      kind === "syntax"
        ? `printed a line that is not JSON: ${quote(line)}`
        : `printed an answer that cannot be read exactly: column ${
          columnAt(line, offset)
        }: ${message}`,
    );
  }
  const { value } = result;
  if (!isObject(value)) {
    return wrong("engine_garbage", `printed a line that is not an object: ${quote(line)}`);
  }
  const id = value["id"];
  if (typeof id !== "string" || !Object.hasOwn(value, "id")) {
    return wrong("engine_missing_id", `printed an answer without an id: ${quote(line)}`);
  }
  if (id !== due.id) return misplaced(id, due.id, waiting);
  return Object.hasOwn(value, "error") ? judgeError(value) : judgeAnswer(value);
}

/** Whether a line consists of this id and this rest of an answer. */
function saysAsKnown(line: string, id: string, rest: string): boolean {
  const begin = `{"id":${JSON.stringify(id)},`;
  return line.length === begin.length + rest.length && line.endsWith(rest) &&
    line.startsWith(begin);
}

/** Judges a line that came although nothing was asked. */
export function judgeUnasked(line: string, { wasAnswered, nameOf }: Waiting): Fault {
  const result = parseExact(line);
  const id = result.ok && isObject(result.value) ? result.value["id"] : undefined;
  return typeof id === "string" && wasAnswered(id)
    ? answeredTwice(nameOf(id))
    : fault("engine_unasked", `printed a line that answers no request: ${quote(line)}`);
}

function misplaced(id: string, due: string, waiting: Waiting): Judgement {
  const { isInFlight, wasAnswered, nameOf } = waiting;
  if (isInFlight(id)) {
    const [early, late] = [quote(nameOf(id)), quote(nameOf(due))];
    return wrong("engine_out_of_order", `answered trace ${early} before trace ${late}`);
  }
  if (wasAnswered(id)) return { type: "again", id, fault: answeredTwice(nameOf(id)) };
  return wrong("engine_wrong_id", `answered with the id ${quote(id)}, which was never asked`);
}

function judgeError(value: JsonObject): Judgement {
  const problem = value["error"] as Json;
  if (
    !isObject(problem) || typeof problem["code"] !== "string" ||
    typeof problem["message"] !== "string"
  ) {
    return wrong(
      "engine_answer_malformed",
      'answered with an error that lacks the text "code" or "message"',
    );
  }
  const { code, message } = problem;
  if (code === ANSWER_MALFORMED) {
    return {
      type: "declined",
      fault: fault(
        "engine_answer_malformed",
        `returned a malformed answer (${clip(message, 4 * QUOTED_LENGTH)})`,
      ),
    };
  }
  return {
    type: "declined",
    fault: fault(
      "engine_declined",
      `declined the trace with ${quote(code)}: ${clip(message, 4 * QUOTED_LENGTH)}`,
    ),
  };
}

function judgeAnswer(value: JsonObject): Judgement {
  const stray = Object.keys(value).find((key) => !ANSWER_FIELDS.includes(key));
  if (stray !== undefined) {
    return wrong(
      "engine_answer_malformed",
      `printed an answer with the unknown field ${quote(stray)}`,
    );
  }
  const { decisions, final } = value;
  if (!Array.isArray(decisions) || final === undefined) {
    return wrong(
      "engine_answer_malformed",
      'printed an answer that lacks the list "decisions" or the field "final"',
    );
  }
  const bad = wrongDecision(decisions);
  if (bad >= 0) {
    return wrong(
      "engine_answer_malformed",
      `printed an answer whose "decisions[${bad}]" is not a list headed by a verdict`,
    );
  }
  return { type: "answer", answer: { decisions, final } };
}

const ANSWER_FIELDS: readonly string[] = ["id", "decisions", "final"];

function answeredTwice(id: string): Fault {
  return fault("engine_answered_twice", `answered trace ${quote(id)} twice`);
}

function wrong(code: string, phrase: string): Judgement {
  return { type: "fault", fault: fault(code, phrase) };
}

function fault(code: string, phrase: string): Fault {
  return { code, phrase };
}

function quote(text: string): string {
  return `"${clip(text, QUOTED_LENGTH)}"`;
}
