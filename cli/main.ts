/** Entry of the command line; the only place that ends the process. */
import { denoHost } from "../src/host/deno.ts";
import type { TextStream } from "./context.ts";
import { runCli } from "./run.ts";

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
    // No exit code beforehand: the command line keeps one that is set, whatever becomes of it.
    const process = { stdout: out, stderr: err };
    return await runCli(args, { process, host: owned.host, out, err });
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, onSignal);
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
