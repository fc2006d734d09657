/** The keys of `verify --watch`: what the user types becomes commands of the loop. */
import { STAGE_NAMES, type StageName } from "../../src/gate/report/report.ts";

/** What a key asks for. */
export type WatchCommand =
  | { readonly type: "rerun" }
  | { readonly type: "quit" }
  /** Run only these stages from now on; an empty list means all requested stages. */
  | { readonly type: "filter"; readonly stages: readonly StageName[] };

/** The keys, in one line. */
export const KEYS = "r runs again, f filters by stage, q quits";

const [BACKSPACE, DELETE, ESCAPE] = ["\b", "\x7f", "\x1b"];

/** Returns a reader of typed text; `echo` shows what is typed into the filter. */
export function keyReader(echo: (text: string) => void): (typed: string) => WatchCommand[] {
  let typing: string | undefined;
  return (typed) => {
    const commands: WatchCommand[] = [];
    // An arrow key sends an escape sequence, whose letters are no keys of ours.
    // deno-lint-ignore no-control-regex -- CSI sequences of ECMA-48
    for (const key of typed.replaceAll(/\x1b[[O][\d;]*[A-Za-z~]/g, "")) {
      if (typing === undefined) {
        if (key === "r") commands.push({ type: "rerun" });
        if (key === "q") commands.push({ type: "quit" });
        if (key === "f") {
          typing = "";
          echo("Stages, separated by commas (none: all): ");
        }
      } else if (key === "\r" || key === "\n") {
        echo("\n");
        const stages = stagesOf(typing, echo);
        if (stages !== undefined) commands.push({ type: "filter", stages });
        typing = undefined;
      } else if (key === ESCAPE) {
        echo("\n");
        typing = undefined;
      } else if (key === BACKSPACE || key === DELETE) {
        if (typing !== "") echo("\b \b");
        typing = typing.slice(0, -1);
      } else if (/[a-z, ]/.test(key)) {
        typing += key;
        echo(key);
      }
    }
    return commands;
  };
}

/** The stages that a filter names, each by its name or the beginning of it. */
function stagesOf(
  text: string,
  echo: (text: string) => void,
): readonly StageName[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const unknown = words.filter((word) => !STAGE_NAMES.some((name) => name.startsWith(word)));
  if (unknown.length > 0) {
    echo(`Unknown stage "${unknown[0]}"; stages: ${STAGE_NAMES.join(", ")}\n`);
    return undefined;
  }
  return STAGE_NAMES.filter((name) => words.some((word) => name.startsWith(word)));
}
