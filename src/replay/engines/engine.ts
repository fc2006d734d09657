/** An engine: a reducer behind one interface, in a child process. */
import type { Diagnostic, Location } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Decision } from "../trace/schema.ts";
import type { TraceText } from "../trace/text.ts";

/** Name of the oracle, the Lean model itself, among the engines. */
export const ORACLE = "lean";

/** What an engine is told: the events of a trace, from the initial state of `graph`. */
export interface EngineModuleRequest {
  /** Unique among the requests of one process; says nothing of the trace. */
  readonly id: string;
  /** The graph whose initial state the events start from. */
  readonly graph: number;
  /** In order; opaque to the gate. */
  readonly events: readonly Json[];
}

/** One replay to do. */
export interface ReplayRequest extends EngineModuleRequest {
  /** Location of the trace, for findings; engines never see it. */
  readonly location?: Location;
  /**
   * What the trace's own line says, which need not be written and read again.
   *
   * Engines never see it.
   */
  readonly known?: Known;
}

/** The line of a trace, and the answer of an engine that agrees with it. */
export interface Known {
  /** As it stands. */
  readonly text: TraceText;
  /** What `text.answer` says. */
  readonly answer: ReplayAnswer;
}

/** What the engine decided: one decision (`[verdict, effect…]`) per event, and the state after the last. */
export interface ReplayAnswer {
  /** One for each event, in order. */
  readonly decisions: readonly Decision[];
  /** The state after the last event. */
  readonly final: Json;
}

/**
 * An engine that is a module: the default export of the module that an engine entry of the config names. It
 * runs in a process of its own, which may read nothing but the files that the module is made of.
 */
export interface EngineModule {
  /** Its own name for itself, which need not be that of the config. */
  readonly name: string;
  /** Shown in reports. */
  readonly version: string;
  /** Throws an Error with path and reason when the events are malformed. */
  replay(request: EngineModuleRequest): EngineModuleAnswer;
}

/** What an engine module returns; the gate checks it before it becomes a {@linkcode ReplayAnswer}. */
export interface EngineModuleAnswer {
  /** One list for each event: the verdict, a string, then effects. */
  readonly decisions: readonly unknown[];
  /** The state after the last event, as JSON. */
  readonly final: unknown;
}

/** An engine that is a TypeScript or JavaScript module. */
export interface ModuleConfig {
  /** Name of the engine in findings and reports. */
  readonly name: string;
  /** Path of the module relative to the project root; its default export is an {@linkcode EngineModule}. */
  readonly module: string;
  /** Folders relative to the project root that have expected decisions: the module imports nothing of them. */
  readonly hidden: readonly string[];
  /** Longest wait for one answer, in milliseconds; default 10,000. */
  readonly deadlineMs?: number;
}

/** An engine that is a program speaking the engine protocol (NDJSON on stdin and stdout). */
export interface CommandConfig {
  /** Name of the engine in findings and reports. */
  readonly name: string;
  /**
   * Program and arguments.
   *
   * A program with a slash is relative to the project root, else found on PATH.
   */
  readonly command: readonly [string, ...string[]];
  /** What findings show in place of the command. */
  readonly shown?: string;
  /** Working directory relative to the project root; default: the root itself. */
  readonly cwd?: string;
  /** Added to the environment of the gate. */
  readonly env?: Readonly<Record<string, string>>;
  /** Longest wait for one answer, in milliseconds; default 10,000. */
  readonly deadlineMs?: number;
}

/** An engine as the config names it. */
export type EngineConfig = ModuleConfig | CommandConfig;

/**
 * What became of a request, in the order of the requests. A `complaint` concerns the engine rather
 * than one request and stands between the others.
 */
export type ReplayOutcome =
  | { readonly type: "answer"; readonly request: ReplayRequest; readonly answer: ReplayAnswer }
  | { readonly type: "failure"; readonly request: ReplayRequest; readonly finding: Diagnostic }
  | { readonly type: "skipped"; readonly request: ReplayRequest }
  | { readonly type: "complaint"; readonly finding: Diagnostic };

/** An engine that is ready to replay. Disposing it leaves no child. */
export interface Engine extends AsyncDisposable {
  /** Name in the config, which findings use. */
  readonly name: string;
  /** Version the engine gave. */
  readonly version: string;
  /**
   * Replays the requests one after the other, many in flight; one run at a time. Requests are taken
   * as they are needed; there must be an end to them, for an engine that is given up skips the rest.
   * Throws GateError `interrupted` when the user interrupts.
   */
  replay(requests: Iterable<ReplayRequest>): AsyncIterable<ReplayOutcome>;
  /**
   * Ends the engine in order and returns what was wrong with its end.
   *
   * Safe to call twice.
   */
  close(): Promise<readonly Diagnostic[]>;
}
