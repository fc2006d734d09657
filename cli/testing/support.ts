/** For tests: a context whose streams are kept, around an in-memory host. */
import { type MemoryHost, memoryHost, type MemoryWorld } from "../../src/platform/host/memory.ts";
import { type Context, wrappingStream } from "../context.ts";

/** A context, and what was written to it. */
export interface TestContext extends MemoryHost {
  readonly context: Context;
  /** What was written to stdout and stderr, each write by itself. */
  readonly out: string[];
  readonly err: string[];
}

/** Creates the context. `terminal`: both streams lead to one. */
export function testContext(world: MemoryWorld = {}, terminal = false): TestContext {
  const memory = memoryHost(world);
  const [out, err]: [string[], string[]] = [[], []];
  const stream = (writes: string[]) => ({
    isTerminal: terminal,
    write: (text: string) => void writes.push(text),
  });
  const [stdout, stderr] = [stream(out), stream(err)];
  const context: Context = {
    process: { stdout: wrappingStream(memory, stdout), stderr: wrappingStream(memory, stderr) },
    host: memory.host,
    out: stdout,
    err: stderr,
  };
  return { ...memory, context, out, err };
}
