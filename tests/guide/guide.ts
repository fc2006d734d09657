/** The worked example of CONTRIBUTING.md: its commands, and what it says that they print. */

/** A command of a page. */
export interface Command {
  /** Its line in the page. */
  readonly line: number;
  readonly command: string;
  /** Lines that it prints, in this order; `…` stands for anything. */
  readonly prints: readonly string[];
}

/** The guide's file, from the root of the repository. */
export const GUIDE = "CONTRIBUTING.md";
/** Where its patches are. */
export const PATCHES = "fixtures/example/heartbeat";

const START = /^### A worked example/;

/** The commands of one section, by default the worked example's, in order. */
export function commandsOf(markdown: string, start: RegExp = START): Command[] {
  const commands: (Command & { readonly prints: string[] })[] = [];
  let [within, block] = [false, false];
  for (const [index, text] of markdown.split("\n").entries()) {
    if (/^##/.test(text)) within = start.test(text);
    else if (/^```/.test(text)) block = within && text === "```console";
    else if (block && text.startsWith("$ ")) {
      commands.push({ line: index + 1, command: text.slice(2), prints: [] });
    } else if (block) commands.at(-1)!.prints.push(text);
  }
  return commands;
}

/** The first line that the output lacks, after those before it; `undefined` when it has them all. */
export function lacking({ prints }: Command, output: string): string | undefined {
  const lines = output.split("\n");
  let at = 0;
  for (const expected of prints) {
    const found = lines.findIndex((line, index) => index >= at && holds(line, expected));
    if (found < 0) return expected;
    at = found + 1;
  }
  return undefined;
}

/** Whether the line has the parts between `…`, in their order. */
function holds(line: string, expected: string): boolean {
  let at = 0;
  for (const part of expected.trim().split("…").map((part) => part.trim())) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
