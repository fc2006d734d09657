/**
 * The other side of a pipe.
 *
 * What a child of the gate does with its arguments, stdin and stdout.
 */

/** Methods of the console that write to stdout. */
const PRINTERS = ["log", "info", "debug", "dir", "table"] as const;

/** Longest that answers are held back to be written together, in milliseconds. */
const HOLD_MS = 20;

const LF = 10;

/** The arguments of this process. */
export function childArguments(): readonly string[] {
  return Deno.args;
}

const { exit } = Deno;

/** Ends this process in order, whatever still runs in it. */
export function endChild(): void {
  exit(0);
}

/** Lets the console write to stderr: stdout has the answers. */
export function printToStderr(): void {
  Object.assign(console, Object.fromEntries(PRINTERS.map((name) => [name, console.error])));
}

/** Reads lines until stdin ends, and writes the answer to each, which is one line. Blocks. */
export function answerLines(answer: (line: string) => string): void {
  const decoder = new TextDecoder();
  const input = new Uint8Array(64 * 1024);
  let unfinished: string[] = [];
  for (let read = Deno.stdin.readSync(input); read !== null; read = Deno.stdin.readSync(input)) {
    const bytes = input.subarray(0, read);
    const text = decoder.decode(bytes, { stream: true });
    if (!bytes.includes(LF)) {
      unfinished.push(text);
      continue;
    }
    const lines = (unfinished.join("") + text).split("\n");
    unfinished = [lines.pop()!];
    let answers = "";
    let since = performance.now();
    for (const line of lines) {
      answers += `${answer(line)}\n`;
      if (performance.now() - since < HOLD_MS) continue;
      write(answers);
      answers = "";
      since = performance.now();
    }
    write(answers);
  }
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
