/** Files whose changes a review does not show, because a `.gitattributes` says so. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { askGit } from "./ask_git.ts";

/** By attribute: its values by which a change is left out, or folded up. */
const HIDING: Readonly<Record<string, ReadonlySet<string>>> = {
  "diff": new Set(["unset"]),
  "linguist-generated": new Set(["set", "true"]),
};

/** Paths in one question: fewer than any system's limit. */
const PATHS = 400;

/** Asks git about the files, whose paths are relative to `root`. Where it cannot answer, it shows no change at all. */
export async function findHiddenDiffs(
  host: Pick<Host, "run" | "which">,
  root: string,
  files: readonly string[],
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (let from = 0; from < files.length; from += PATHS) {
    const paths = files.slice(from, from + PATHS);
    const question = ["check-attr", "-z", ...Object.keys(HIDING), "--", ...paths];
    const answer = await askGit(host, root, question) ?? [];
    for (let i = 0; i + 2 < answer.length; i += 3) {
      const [file, attribute, value] = answer.slice(i, i + 3) as [string, string, string];
      if (HIDING[attribute]?.has(value) === true) found.push(hidden(file, attribute, value));
    }
  }
  return found;
}

function hidden(file: string, attribute: string, value: string): Diagnostic {
  const written = value === "unset" ? `-${attribute}` : attribute;
  return error("diff_hidden", `A .gitattributes has reviews leave out what changes in "${file}"`, {
    location: { file },
    hint: `Remove "${written}" for this file: what is claimed must be seen.`,
  });
}
