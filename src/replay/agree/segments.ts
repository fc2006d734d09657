/** Joins files that are segments of one list: a journal that was compacted. Pure. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import { counted } from "../../platform/text/counted.ts";
import type { NamedList } from "./list.ts";
import type { ListsFile } from "./lists_file.ts";

/** A file that was read, and what to call it. */
export interface ReadFile extends ListsFile {
  readonly file: string;
}

/** All lists of the files, each segment behind the file before it, and what is wrong. */
export function joinSegments(files: readonly ReadFile[]): Pick<ListsFile, "lists" | "findings"> {
  const lists: NamedList[] = [];
  const findings: Diagnostic[] = [];
  /** The list that a segment may continue: that of the file before. */
  let open: NamedList | undefined;
  for (const { file, lists: read, continues, findings: wrong } of files) {
    findings.push(...wrong);
    if (continues === undefined) {
      lists.push(...read);
      open = read.at(-1);
      continue;
    }
    const { after, graph } = continues;
    const events = open?.graph === graph ? open.events.length : 0;
    const own = read.at(-1);
    if (open === undefined || events !== after) {
      findings.push(error(
        "list_continues",
        `File "${file}" continues a list behind event ${after}, and the file before it has ${
          counted(events, "event")
        } of graph ${graph}`,
        {
          location: { file, line: 1 },
          hint: "Name the segments in their order, from the first on.",
        },
      ));
      open = undefined;
    } else if (own !== undefined) {
      lists.push(...read.slice(0, -1));
      lists[lists.lastIndexOf(open)] = open = joined(open, own);
    }
  }
  return { lists, findings };
}

/** The events of both; decisions count when each event has one. */
function joined(first: NamedList, { events, places, decisions }: NamedList): NamedList {
  const { decisions: earlier, places: before, final: _, ...rest } = first;
  return {
    ...rest,
    events: [...first.events, ...events],
    ...(before && places ? { places: [...before, ...places] } : {}),
    ...(earlier && decisions ? { decisions: [...earlier, ...decisions] } : {}),
  };
}
