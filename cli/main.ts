/** Entry of the command line; the only place that ends the process. */
import { run } from "@stricli/core";
import { EXIT_CODES } from "../src/diagnostic.ts";
import { denoHost } from "../src/host/deno.ts";
import { app } from "./app.ts";
import type { Context, TextStream } from "./context.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));

/** Runs the command line and returns the exit code; every child is ended before it returns. */
async function main(args: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  // Children have groups of their own: a terminal that closes ends them only through us.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, onSignal);
  try {
    await using owned = denoHost(interrupt.signal);
    const [out, err] = [stream(Deno.stdout), stream(Deno.stderr)];
    const context: Context = {
      process: { stdout: out, stderr: err, exitCode: 0 },
      host: owned.host,
      out,
      err,
    };
    await run(app, args, context);
    if (interrupt.signal.aborted) return EXIT_CODES.interrupted;
    return exitCodeOf(context.process.exitCode);
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, onSignal);
  }
}

/** The command line's own negative codes all mean that it was used wrongly. */
function exitCodeOf(code: number | string | null | undefined): number {
  const number = Number(code ?? 0);
  return number < 0 ? EXIT_CODES.usage : number;
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
