/** Keeps what the config names, which runs in this process, from ending it or writing into its result. */

/** Methods of the console that write to stdout. */
const PRINTERS = ["log", "info", "debug", "dir", "table"] as const;

/**
 * Until it is disposed, `Deno.exit` and `process.exit` throw, for an exit code that a module chose would
 * pass for a verdict; and what a module prints goes to stderr.
 */
export function guardProcess(): Disposable {
  const { exit } = Deno;
  const printers = Object.fromEntries(PRINTERS.map((name) => [name, console[name]]));
  Object.assign(Deno, {
    exit(code = 0): never {
      throw new Error(`called exit(${code}): only lean-gate ends this process`);
    },
  });
  Object.assign(console, Object.fromEntries(PRINTERS.map((name) => [name, console.error])));
  return {
    [Symbol.dispose]() {
      Object.assign(Deno, { exit });
      Object.assign(console, printers);
    },
  };
}
