/** Opens a module of the config in its own process, and calls its methods. */
import { clip } from "../../platform/json/clip.ts";
import { parseExact } from "../../platform/json/exact.ts";
import { isObject, type Json, type JsonObject } from "../../platform/json/json.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import { detailOf } from "../engines/faults.ts";
import { DEFAULT_LIMITS, type Limits } from "../engines/limits.ts";
import { helloLine, PROTOCOL } from "../engines/protocol.ts";
import { type Reading, startSession } from "../engines/session.ts";
import { moduleCommand, type ModuleSource } from "./command.ts";
import { ANSWER_MALFORMED, SHAPES } from "./protocol.ts";

/** What a method gave: a value, or why there is none, e.g. `threw "no task"`. */
export type Called =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly phrase: string };

/** A module that is ready. Disposing it leaves no child. */
export interface ProjectModule extends AsyncDisposable {
  /** The fields of its default export that are no functions. */
  readonly data: JsonObject;
  /**
   * Calls a method with each of the arguments, which are JSON texts, many in flight; answers come in the
   * order of the arguments. Throws GateError `…_module_failed` (set-up) when the module does not answer,
   * or `interrupted`.
   */
  call(method: string, args: Iterable<string>): AsyncIterable<Called>;
}

/** Longest wait for a module to load, and for one answer, in milliseconds. */
const LIMITS: Limits = { ...DEFAULT_LIMITS, helloMs: 60_000, answerMs: 60_000 };
/** Calls in flight, and characters of their arguments. */
const WINDOW = 128;
const WINDOW_CHARS = 1024 * 1024;
/** Longest piece of a wrong answer that is quoted. */
const QUOTED = 120;

/**
 * Starts the child and loads the module. Throws GateError `…_module_failed`, `…_module_malformed` (set-up),
 * or `interrupted`.
 */
export async function openProjectModule(
  host: Host,
  source: ModuleSource,
  overrides: Partial<Limits> = {},
): Promise<ProjectModule> {
  const limits = { ...LIMITS, ...overrides };
  const config = {
    name: source.kind,
    command: await moduleCommand(host, source),
    shown: `deno run ${source.path}`,
    cwd: host.cwd,
  };
  const session = startSession(config, source.root, host, limits);

  /** Ends the child, and tells what was wrong with it. */
  async function failure(phrase: string): Promise<GateError> {
    const ending = await session.stop();
    stopIfInterrupted(host);
    const detail = detailOf(config, ending);
    return moduleError(source, "failed", phrase, { detail });
  }

  async function answer(reading: Reading, ms: number): Promise<JsonObject> {
    if (reading.type === "late") throw await failure(`it did not answer within ${ms / 1000} s`);
    if (reading.type === "end") await session.ended(limits.graceMs);
    if (reading.type !== "line") throw await failure("it ended, or closed its pipes");
    const parsed = parseExact(reading.text);
    if (parsed.ok && isObject(parsed.value)) return parsed.value;
    throw await failure(`it printed "${clip(reading.text, QUOTED)}", which is no answer`);
  }

  async function* call(method: string, args: Iterable<string>): AsyncGenerator<Called> {
    const waiting = args[Symbol.iterator]();
    const sizes: number[] = [];
    let [next, due, chars] = [0, 0, 0];
    let done = false;
    while (true) {
      let lines = "";
      while (!done && sizes.length < WINDOW && (sizes.length === 0 || chars < WINDOW_CHARS)) {
        const taken = waiting.next();
        if (taken.done) done = true;
        else {
          lines += `{"id":"${next++}","method":"${method}","argument":${taken.value}}\n`;
          sizes.push(taken.value.length);
          chars += taken.value.length;
        }
      }
      if (lines !== "") session.send(lines);
      if (sizes.length === 0) return;
      const { id, value, error } = await answer(
        await session.read(limits.answerMs),
        limits.answerMs,
      );
      if (id !== `${due++}`) throw await failure(`it answered "${id}" in place of "${due - 1}"`);
      chars -= sizes.shift()!;
      yield value !== undefined ? { ok: true, value } : { ok: false, phrase: phraseOf(error) };
    }
  }

  session.send(helloLine());
  const hello = await answer(await session.read(limits.helloMs), limits.helloMs);
  const { protocol, data, error } = hello;
  if (isObject(error)) {
    await session.stop();
    const malformed = error["code"] === "module_malformed";
    throw moduleError(source, malformed ? "malformed" : "failed", String(error["message"]));
  }
  if (protocol !== PROTOCOL || !isObject(data)) {
    throw await failure("it wrote into its own answers");
  }
  return {
    data,
    call,
    async [Symbol.asyncDispose]() {
      await session.stop();
    },
  };
}

/**
 * The failure of a module that does not load or keep to its type.
 *
 * `phrase` says why.
 */
export function moduleError(
  { kind, path }: Pick<ModuleSource, "kind" | "path">,
  what: "failed" | "malformed",
  phrase: string,
  more: { readonly detail?: string } = {},
): GateError {
  return new GateError("setup", {
    code: `${kind}_module_${what}`,
    message: what === "failed"
      ? `Failed to import the ${kind} module "${path}": ${phrase}`
      : `The ${kind} module "${path}" ${phrase}`,
    hint: what === "failed"
      ? `Correct the module, or where lean-gate.jsonc names it.`
      : `Export an object of the type ${SHAPES[kind].type} as the default.`,
    ...more,
  });
}

function phraseOf(error: Json | undefined): string {
  if (!isObject(error)) return "gave no answer";
  const { code, message } = error;
  return code === ANSWER_MALFORMED
    ? `returned what is not exact JSON (${message})`
    : `threw "${message}"`;
}
