/** Keeps the last lines a child wrote to stderr, draining the rest. */

/** The end of a stream that is read to its end in the background. */
export interface Tail {
  /** Resolves when the stream has ended. */
  readonly done: Promise<void>;
  /** The last lines received so far. */
  text(): string;
  /** Bytes received so far, in all. */
  bytes(): number;
  /** Stops reading. */
  cancel(): Promise<void>;
}

/** Starts draining; keeps at most `maxLines` lines and `maxBytes` bytes. */
export function tailOf(
  stream: ReadableStream<Uint8Array>,
  maxLines: number,
  maxBytes: number,
): Tail {
  const reader = stream.getReader();
  let kept: Uint8Array = new Uint8Array(0);
  let dropped = false;
  let bytes = 0;

  function keep(chunk: Uint8Array): void {
    bytes += chunk.length;
    const whole = new Uint8Array(kept.length + chunk.length);
    whole.set(kept);
    whole.set(chunk, kept.length);
    dropped ||= whole.length > maxBytes;
    kept = whole.slice(Math.max(0, whole.length - maxBytes));
  }

  async function drain(): Promise<void> {
    try {
      while (true) {
        const { value, done } = await reader.read();
        if (done) return;
        keep(value);
      }
    } catch {
      // The child is gone and the pipe with it; what was kept remains.
    }
  }

  return {
    done: drain(),
    bytes: () => bytes,
    text() {
      const text = new TextDecoder().decode(kept).trimEnd();
      if (text === "") return "";
      const lines = text.split(/\r?\n/);
      // The first line is a piece when bytes before it were dropped.
      if (dropped && lines.length > 1) lines.shift();
      return lines.slice(-maxLines).map(printable).join("\n");
    },
    cancel: () => reader.cancel().catch(() => {}),
  };
}

/** Colours are dropped; other control characters, which would act on the reader's terminal, replaced. */
function printable(line: string): string {
  // deno-lint-ignore no-control-regex
  const plain = line.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "");
  // deno-lint-ignore no-control-regex
  return plain.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}
