/**
 * Runs one module of the project for the gate, in a process of its own that may only read what the
 * module is made of. Arguments: the kind of the module, and its URL.
 */
import { messageOf } from "../../../platform/diagnostic.ts";
import {
  answerLines,
  childArguments,
  endChild,
  printToStderr,
} from "../../../platform/host/child_stdio.ts";
import type { EngineModule } from "../../engines/engine.ts";
import type { FuzzModule } from "../../fuzz/module.ts";
import { fieldsOf, type ModuleKind, SHAPES } from "../protocol.ts";
import { calledOf } from "./called.ts";
import { engineOf } from "./engine.ts";
import type { Request, Served } from "./served.ts";

/** The protocol of engines, which every kind of module greets by. */
const PROTOCOL = "lean-gate/1";

// What the module does to these cannot change what is written for it.
const { parse, stringify } = JSON;

printToStderr();
const [kind, url] = childArguments() as [ModuleKind, string];
const served = await serve();
answerLines((line) => {
  const request = parse(line);
  if (request.op === "hello") return stringify({ protocol: PROTOCOL, ...served.hello });
  try {
    return stringify(served.answer(request as Request));
  } catch (cause) {
    return stringify({ id: request.id, error: errorOf(cause) });
  }
});
// Timers and threads that the module left would keep the process.
endChild();

/** Loads the module; what keeps it from serving is the answer to hello. */
async function serve(): Promise<Served> {
  try {
    const loaded: { default?: unknown } = await import(url);
    const shape = SHAPES[kind];
    const module = loaded.default;
    if (!hasShape(module)) {
      return refusing("module_malformed", `has no default export with ${fieldsOf(shape)}`);
    }
    if (kind === "engine") return engineOf(module as unknown as EngineModule);
    if (kind !== "fuzz") return calledOf(module, shape);
    // Only then: fast-check takes longer to load than all else together.
    const { drawingOf } = await import("./fuzz.ts");
    const drawing = drawingOf(module as unknown as FuzzModule);
    return calledOf(drawing, { data: [], methods: ["draw", "shrink"] });
  } catch (cause) {
    return refusing("module_failed", messageOf(cause));
  }
}

function hasShape(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const { data, methods } = SHAPES[kind];
  return methods.every((name) => typeof fields[name] === "function") &&
    data.every((name) => fields[name] !== undefined);
}

function refusing(code: string, message: string): Served {
  return {
    hello: { error: { code, message } },
    answer: () => {
      throw new Error(message);
    },
  };
}

function errorOf(cause: unknown) {
  const code = cause instanceof Error && typeof cause.name === "string" ? cause.name : "thrown";
  return { code, message: messageOf(cause) };
}
