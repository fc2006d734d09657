/** Built files that came with the checkout: what they hold was not built from the sources beside them. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { openSeal } from "../../platform/host/seal.ts";
import { askGit } from "./ask_git.ts";
import { type PackagePlace, shownPath } from "./formal_package.ts";

/** Where lake and the gate keep what they built, relative to the package. */
const BUILT = ".lake";
/** Where the gate keeps what it found out, and the seal of the built files; no part of them. */
const OWN = "lean-gate";
const SEALED = join(BUILT, OWN, "built.seal");

/**
 * Compiled modules, wherever in the repository: a lakefile can have Lake look for them in any folder, also in one
 * beside the package, and a required package has its own.
 */
const COMPILED = [":(top)*.olean", ":(top)*.olean.*"];

/** The built files as they are before a build. */
export interface BuiltFiles {
  readonly findings: readonly Diagnostic[];
  /** To be called when the build has ended: what is there then is this gate's own. */
  seal(): Promise<void>;
}

/**
 * Judges the built files that are there before a build, which would believe them. Those that git keeps are
 * refused: whoever commits them decides what counts as built. Where git cannot answer, they must be as this
 * user's gate left them; but embedded Lean believes only what is sealed anyway.
 */
export async function inspectBuilt(
  host: Pick<Host, "run" | "which" | "files" | "env">,
  place: PackagePlace,
  backend: "native" | "embedded",
): Promise<BuiltFiles> {
  const { formalRoot } = place;
  const kept = await keptByGit(host, formalRoot);
  if (kept !== undefined) return { findings: committed(place, kept), seal: async () => {} };
  if (backend === "embedded") return { findings: [], seal: async () => {} };
  const seal = await openSeal(host);
  const before = await digestOfBuilt(host, formalRoot);
  const isOwn = before === undefined ||
    await host.files.readText(join(formalRoot, SEALED)) === seal(before);
  return {
    findings: isOwn ? [] : [unverified(place)],
    async seal() {
      const after = isOwn ? await digestOfBuilt(host, formalRoot) : undefined;
      if (after !== undefined) await host.files.writeAtomic(join(formalRoot, SEALED), seal(after));
    },
  };
}

/** The built files that git keeps, also in submodules; `undefined` when git cannot answer, which is not that it keeps none. */
function keptByGit(
  host: Pick<Host, "run" | "which">,
  formalRoot: string,
): Promise<readonly string[] | undefined> {
  const list = ["ls-files", "-z", "--recurse-submodules"];
  return askGit(host, formalRoot, [...list, "--", BUILT, ...COMPILED]);
}

function committed(place: PackagePlace, [first, ...others]: readonly string[]): Diagnostic[] {
  if (first === undefined) return [];
  const part = first.split("/")[0] === BUILT ? BUILT : first;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return [error("build_committed", `git keeps built files: "${shownPath(place, first)}"${more}`, {
    location: { file: shownPath(place, first) },
    hint: `Run "git rm -r --cached ${shownPath(place, part)}", and have git ignore it.`,
  })];
}

function unverified(place: PackagePlace): Diagnostic {
  const file = shownPath(place, BUILT);
  return error("build_unverified", `Nothing says who built the files in "${file}"`, {
    location: { file },
    hint:
      `git cannot tell whether they came with the checkout: remove "${file}" and every "*.olean" file, or keep the project in git.`,
  });
}

/** SHA-256 over names and bytes of all built files, in order of their paths; `undefined` when there are none. */
async function digestOfBuilt(
  { files }: Pick<Host, "files">,
  formalRoot: string,
): Promise<string | undefined> {
  const hash = createHash("sha256");
  let count = 0;
  async function visit(folder: string, inBuilt: boolean): Promise<void> {
    for (const { name, isFile, isDirectory } of await files.list(join(formalRoot, folder)) ?? []) {
      const path = join(folder, name);
      if (isDirectory && name !== ".git" && path !== join(BUILT, OWN)) {
        await visit(path, inBuilt || path === BUILT);
      }
      if (!isFile || !(inBuilt || /\.olean(\.|$)/.test(name))) continue;
      count++;
      hash.update(`${JSON.stringify(path)}\n`);
      for await (const chunk of await files.readStream(join(formalRoot, path)) ?? []) {
        hash.update(chunk);
      }
      hash.update("\n");
    }
  }
  await visit("", false);
  return count === 0 ? undefined : hash.digest("hex");
}
