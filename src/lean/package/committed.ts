/** Built files that came with the checkout: what they hold was not built from the sources beside them. */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { type PackagePlace, shownPath } from "./formal_package.ts";

/** Where lake and the gate keep what they built, relative to the package. */
const BUILT = ".lake";

/** Compiled modules, wherever: a lakefile can have lake look for them in a folder of its own choice. */
const COMPILED = ["*.olean", "*.olean.*"];

const DEADLINE_MS = 60_000;

/**
 * The finding for compiled modules and files of the build folder that git keeps: whoever commits them decides
 * what counts as built. Nothing is said where git is absent, or knows nothing of the folder.
 */
export async function committedBuild(
  host: Pick<Host, "run" | "which">,
  place: PackagePlace,
): Promise<Diagnostic[]> {
  const git = await host.which("git");
  if (git === undefined) return [];
  const { code, stdout } = await host.run({
    argv: [git, "ls-files", "-z", "--", BUILT, ...COMPILED],
    cwd: place.formalRoot,
    env: { GIT_OPTIONAL_LOCKS: "0" },
    deadlineMs: DEADLINE_MS,
  });
  const [first, ...others] = stdout.split("\0").filter((path) => path !== "");
  if (code !== 0 || first === undefined) return [];
  const part = first.split("/")[0] === BUILT ? BUILT : first;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return [error("build_committed", `git keeps built files: "${shownPath(place, first)}"${more}`, {
    location: { file: shownPath(place, first) },
    hint: `Run "git rm -r --cached ${shownPath(place, part)}", and have git ignore it.`,
  })];
}
