/**
 * Reads lists of events from NDJSON of any origin, and writes them. Everything wrong is a finding with file,
 * line and column.
 *
 * Each line is one of
 *
 * - a list: an object with the list `events`; beside it `id`, `graph`, `decisions` and `final` may stand, and
 *   `op`, `tags` and `names`, which are passed over. So lines of traces and requests of the engine protocol
 *   are lists;
 * - a record: an object with `event` and `decision`, what was decided on it; other fields are passed over;
 * - an event: any other JSON value.
 *
 * The records and events of a file are one list, in order. A first line with the text `format` is a header:
 * its `graph` is that of the lists that do not say one, and by `after`, a count, the file says that it
 * continues a list of so many events, in the file before it.
 */
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import { parseExact } from "../../platform/json/exact.ts";
import { isObject, type Json, type JsonObject } from "../../platform/json/json.ts";
import { columnAt } from "../../platform/text/position.ts";
import { offsetOf } from "../../platform/json/json_path.ts";
import { type Decision, TRACE_FORMAT, TRACE_VERSION, wrongDecision } from "../trace/schema.ts";
import type { EventList, NamedList } from "./list.ts";

/** Format of files that hold one list, as the gate writes them. */
export const LISTS_FORMAT = "lean-gate/events";
/** The only version of the format there is. */
export const LISTS_VERSION = 1;

/** Content of a file of lists. */
export interface ListsFile {
  /** The well-formed lists, in the order of the file. */
  readonly lists: readonly NamedList[];
  /**
   * Set when the list of the file's own lines, which is the last, continues one of the file before:
   * how many events of that come first, and the graph of both.
   */
  readonly continues?: { readonly after: number; readonly graph: number };
  /** What is wrong; good exactly when empty. A file without any list is good. */
  readonly findings: readonly Diagnostic[];
}

/** Findings of one file that are listed. */
const LISTED_FINDINGS = 20;
/** The graph of lists for which nobody says one. */
const GRAPH = 1;
const LIST_FIELDS = ["id", "graph", "events", "decisions", "final", "op", "tags", "names"];
/** Versions of the formats that are the gate's own. */
const VERSIONS: ReadonlyMap<unknown, number> = new Map([
  [LISTS_FORMAT, LISTS_VERSION],
  [TRACE_FORMAT, TRACE_VERSION],
]);

/**
 * Reads the content of `file`, a path for messages. `graph` is that of the lists that do not say one, in a
 * file without a header. Never throws.
 */
export function readLists(
  file: string,
  content: Uint8Array,
  graph: number = GRAPH,
): ListsFile {
  const text = decode(content);
  if (text === undefined) {
    const finding = error("list_not_utf8", `File "${file}" is not valid UTF-8`, {
      location: { file },
      hint: "Write it as UTF-8.",
    });
    return { lists: [], findings: [finding] };
  }
  const reading: Reading = { file, graph, after: 0, lists: [], own: [], findings: [] };
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  lines.forEach((line, i) => readLine(reading, line, i + 1));
  const own = ownList(reading);
  return {
    lists: own === undefined ? reading.lists : [...reading.lists, own],
    ...(reading.after === 0 ? {} : { continues: { after: reading.after, graph: reading.graph } }),
    findings: firstOf(file, reading.findings),
  };
}

/**
 * The text of a file that holds the list.
 *
 * A header, then each event on a line.
 */
export function writeLists({ graph, events }: EventList): string {
  const header: Json = { format: LISTS_FORMAT, version: LISTS_VERSION, graph };
  return [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** An event on its own line, with its decision if known. */
interface OwnLine {
  readonly event: Json;
  readonly decision?: Decision;
  readonly line: number;
}

/** A file that is being read. */
interface Reading {
  readonly file: string;
  graph: number;
  after: number;
  readonly lists: NamedList[];
  readonly own: OwnLine[];
  readonly findings: Diagnostic[];
}

function readLine(reading: Reading, text: string, line: number): void {
  const { file, findings } = reading;
  const refuse = (code: string, reason: string, offset: number, hint: string) =>
    findings.push(error(code, `Failed to read line ${line} of "${file}": ${reason}`, {
      location: { file, line, column: columnAt(text, offset) },
      hint,
    }));
  const result = parseExact(text);
  if (!result.ok) {
    const { kind, offset, message } = result.problem;
    const code = kind === "syntax" ? "list_line_malformed" : `list_${kind}`;
    refuse(code, message, offset, "Each line is one JSON value; correct the line, or take it out.");
    return;
  }
  const { value } = result;
  if (!isObject(value)) {
    reading.own.push({ event: value, line });
    return;
  }
  const malformed = (path: readonly (string | number)[], reason: string) =>
    refuse("list_line_malformed", reason, offsetOf(text, path), SHAPES);
  if (line === 1 && typeof value["format"] === "string") readHeader(reading, value, malformed);
  else if (Array.isArray(value["events"])) readList(reading, value, line, malformed);
  else if (Object.hasOwn(value, "event") && Object.hasOwn(value, "decision")) {
    const decision = value["decision"]!;
    if (wrongDecision([decision]) === 0) {
      malformed(["decision"], "expected a list headed by a verdict");
    } else reading.own.push({ event: value["event"]!, decision: decision as Decision, line });
  } else reading.own.push({ event: value, line });
}

const SHAPES = "A line is an event, a record with event and decision, or a list with events.";

type Malformed = (path: readonly (string | number)[], reason: string) => void;

function readHeader(reading: Reading, header: JsonObject, malformed: Malformed): void {
  const { format, version, graph, after = 0 } = header;
  const known = VERSIONS.get(format);
  if (known !== undefined && version !== known) {
    malformed(["version"], `this gate reads version ${known} of "${format}"`);
  } else if (graph !== undefined && typeof graph !== "number") {
    malformed(["graph"], '"graph" is no number');
  } else if (!Number.isSafeInteger(after) || (after as number) < 0) {
    malformed(["after"], '"after" is no count');
  } else {
    reading.graph = graph ?? reading.graph;
    reading.after = after as number;
  }
}

function readList(reading: Reading, value: JsonObject, line: number, malformed: Malformed): void {
  const stray = Object.keys(value).find((key) => !LIST_FIELDS.includes(key));
  if (stray !== undefined) return malformed([stray], `a list has no field "${stray}"`);
  const { file } = reading;
  const { id = `${file}:${line}`, graph = reading.graph, events, decisions, final } = value;
  if (typeof id !== "string") return malformed(["id"], '"id" is no text');
  if (typeof graph !== "number") return malformed(["graph"], '"graph" is no number');
  if (decisions !== undefined) {
    if (!Array.isArray(decisions)) return malformed(["decisions"], '"decisions" is no list');
    const wrong = wrongDecision(decisions);
    if (wrong >= 0) return malformed(["decisions", wrong], "expected a list headed by a verdict");
  }
  reading.lists.push({
    id,
    graph,
    events: events as readonly Json[],
    location: { file, line },
    ...(decisions === undefined ? {} : { decisions: decisions as readonly Decision[] }),
    ...(final === undefined ? {} : { final }),
  });
}

/**
 * The list of the events that have lines of their own.
 *
 * Decisions count when each event has one.
 */
function ownList({ file, graph, own, findings }: Reading): NamedList | undefined {
  if (own.length === 0) return undefined;
  const bare = own.find(({ decision }) => decision === undefined);
  const decided = own.find(({ decision }) => decision !== undefined);
  if (bare !== undefined && decided !== undefined) {
    findings.push(error(
      "list_mixed",
      `File "${file}" has events with a decision, first on line ${decided.line}, and events without one`,
      { location: { file, line: bare.line }, hint: SHAPES },
    ));
  }
  const places: Location[] = own.map(({ line }) => ({ file, line }));
  return {
    id: file,
    graph,
    events: own.map(({ event }) => event),
    location: places[0]!,
    places,
    ...(bare === undefined ? { decisions: own.map(({ decision }) => decision!) } : {}),
  };
}

function firstOf(file: string, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  if (findings.length <= LISTED_FINDINGS) return findings;
  const message =
    `"${file}" has ${findings.length} findings, of which ${LISTED_FINDINGS} are listed`;
  return [
    ...findings.slice(0, LISTED_FINDINGS),
    error("list_more", message, { location: { file }, hint: "Correct those first." }),
  ];
}

function decode(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
