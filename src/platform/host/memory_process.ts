/** Scripted children of the in-memory host. */
import { interrupted } from "./interrupt.ts";
import type { Child, Command, Exit } from "./host.ts";
import type { MemoryClock } from "./memory_clock.ts";

/** What a running script sees of its process. */
export interface Script {
  readonly command: Omit<Command, "onLine">;
  readonly stdin: ReadableStream<Uint8Array>;
  stdout(text: string | Uint8Array): void;
  stderr(text: string | Uint8Array): void;
  /** Aborts when the child is ended; what the script does afterwards is not seen by anyone. */
  readonly ended: AbortSignal;
}

/** A script: what a child does, to its exit code. */
export type Body = (script: Script) => number | Promise<number>;

/**
 * What a test lets a command come to.
 *
 * All it writes at once and its exit, or a script.
 */
export type Answer =
  | { readonly code?: number; readonly stdout?: string; readonly stderr?: string }
  | Body;

/** Starts a scripted child. `clock` is what its deadline goes by. */
export function startScript(
  command: Omit<Command, "onLine">,
  answer: Answer,
  pid: number,
  clock: MemoryClock,
  signal: AbortSignal,
): Child {
  if (signal.aborted) throw interrupted();
  const body: Body = typeof answer === "function" ? answer : ({ stdout, stderr }) => {
    stdout(answer.stdout ?? "");
    stderr(answer.stderr ?? "");
    return answer.code ?? 0;
  };
  const ending = new AbortController();
  const input = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 16 });
  const [stdout, stderr] = [outlet(), outlet()];
  const { promise: exit, resolve } = Promise.withResolvers<Exit>();
  let over = false;

  function finish(how: Exit): void {
    if (over) return;
    over = true;
    untime();
    stdout.close();
    stderr.close();
    ending.abort();
    resolve(how);
  }
  const kill = (timedOut: boolean) => finish({ code: 143, signal: "SIGTERM", timedOut });
  const untime = command.deadlineMs === undefined
    ? () => {}
    : clock.after(command.deadlineMs, () => kill(true));
  signal.addEventListener("abort", () => kill(false), { once: true, signal: ending.signal });

  // After the current task, so that the caller holds the child before it acts.
  const running = Promise.resolve().then(() =>
    over ? 0 : body({
      command,
      stdin: input.readable,
      stdout: stdout.write,
      stderr: stderr.write,
      ended: ending.signal,
    })
  );
  running.then(
    (code) => finish({ code, signal: null, timedOut: false }),
    (cause) => {
      stderr.write(`${cause}\n`);
      finish({ code: 1, signal: null, timedOut: false });
    },
  );
  return {
    pid,
    stdin: input.writable,
    stdout: stdout.readable,
    stderr: stderr.readable,
    exit,
    end() {
      kill(false);
      return exit;
    },
  };
}

/** A stream that is written from outside, and takes nothing more once it is closed. */
function outlet() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let open = true;
  const readable = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      open = false;
    },
  });
  return {
    readable,
    write(text: string | Uint8Array) {
      if (open) controller.enqueue(typeof text === "string" ? encoder.encode(text) : text);
    },
    close() {
      if (open) controller.close();
      open = false;
    },
  };
}
