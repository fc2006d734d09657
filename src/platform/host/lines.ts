/** Splits a byte stream into lines without keeping more than the unfinished one. */

/** Feeds `onLine` with each line (UTF-8, without its end); `flush` gives the unfinished last one. */
export function splitLines(
  onLine: (line: string) => void,
): { push(chunk: Uint8Array): void; flush(): void } {
  const decoder = new TextDecoder();
  let rest = "";
  const take = (text: string) => {
    // Without this, a line of many chunks would be searched anew for each of them.
    if (!text.includes("\n")) {
      rest += text;
      return;
    }
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  };
  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    flush() {
      take(decoder.decode());
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}
