/**
 * Runs a command line as this process: signals, streams and the host; the exit code is for the
 * entry.
 */
import { denoHost, type HostOptions } from "../src/platform/host/deno.ts";
import { EXIT_CODES } from "../src/platform/diagnostic.ts";
import { type Context, type TextStream, wrappingStream } from "./context.ts";

/** How long a run may take to end after an interrupt, in milliseconds. */
const INTERRUPT_MS = 10_000;

/** Runs the command line and returns the exit code; every child is ended before it returns. */
export async function runProcess(
  run: (context: Context) => Promise<number>,
  options: HostOptions = {},
): Promise<number> {
  const interrupt = new AbortController();
  let drain: AbortController | undefined;
  const drainFirst = () => (drain ??= new AbortController()).signal;
  const onSignal = (signal: Deno.Signal) => {
    if (signal === "SIGINT" && drain?.signal.aborted === false) drain.abort();
    else interrupt.abort();
  };
  // Children have groups of their own: a terminal that closes ends them only through us.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const listeners = signals.map((signal) => [signal, () => onSignal(signal)] as const);
  for (const [signal, listener] of listeners) Deno.addSignalListener(signal, listener);
  try {
    await using owned = denoHost(interrupt.signal, options);
    const [out, err] = [stream(Deno.stdout), stream(Deno.stderr)];
    // No exit code beforehand: the command line keeps one that is set, whatever becomes of it.
    const { host } = owned;
    // The parser of the command line writes help and usage errors there.
    const process = {
      stdout: wrappingStream({ host }, out),
      stderr: wrappingStream({ host }, err),
    };
    const running = run({ process, host, out, err, drainFirst });
    // What runs in this process may wait for ever, and hear of no interrupt.
    const stuck = new Promise<number>((resolve) =>
      interrupt.signal.addEventListener("abort", () => {
        setTimeout(() => resolve(EXIT_CODES.interrupted), INTERRUPT_MS);
      })
    );
    return await Promise.race([running, stuck]);
  } finally {
    for (const [signal, listener] of listeners) Deno.removeSignalListener(signal, listener);
  }
}

function stream(target: typeof Deno.stdout | typeof Deno.stderr): TextStream {
  const encoder = new TextEncoder();
  return {
    isTerminal: target.isTerminal(),
    write(text) {
      const bytes = encoder.encode(text);
      try {
        for (let at = 0; at < bytes.length;) at += target.writeSync(bytes.subarray(at));
      } catch (cause) {
        // A reader such as `head` that closed its end wants no more.
        if (!(cause instanceof Deno.errors.BrokenPipe)) throw cause;
      }
    },
  };
}
