/**
 * Mutants of the model: small weakenings, kept as unified diffs.
 *
 * A patch starts with `# Weakens: ` and what no longer holds, then a line `# Touches: FILE DECLARATION` for
 * each declaration that it changes. Both `git apply` and `patch -p1` pass over these lines.
 */

/** A declaration of the model. */
export interface Place {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Name as it is written at the declaration, e.g. `Task.claim`. */
  readonly declaration: string;
}

/** One weakening of the model. */
export interface Mutant {
  /** Name of the file without its ending, e.g. `01-fence-not-compared`. */
  readonly name: string;
  /** What no longer holds. */
  readonly weakens: string;
  /** What it says that it changes. */
  readonly touches: readonly Place[];
  /** The whole file. */
  readonly patch: string;
}

/** Where the mutants are kept, from the root of the repository. */
export const MUTANTS = "fixtures/rejected/model";

/** The files that a mutant may change: those that decide. */
export const MODEL_FILES: readonly string[] = [
  "Value",
  "Event",
  "Decision",
  "State",
  "Guard",
  "Rule",
  "TaskRule",
  "Reduce",
].map((name) => `formal/Lifecycle/${name}.lean`);

/**
 * Reads a patch.
 *
 * @throws Error when the header is not complete, or the diff changes another file than the header names.
 */
export function parseMutant(file: string, patch: string): Mutant {
  const fail = (reason: string) => new Error(`Failed to read the mutant "${file}": ${reason}`);
  const weakens = /^# Weakens: (\S.*)\n/.exec(patch)?.[1];
  if (weakens === undefined) throw fail('its first line is not "# Weakens: …"');
  const touches = [...patch.matchAll(/^# Touches: (\S+) (\S+)$/gm)]
    .map(([, file, declaration]) => ({ file: file!, declaration: declaration! }));
  const named = unique(touches.map(({ file }) => file));
  const changed = unique([...patch.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, file]) => file!));
  if (changed.length === 0) throw fail("it has no diff");
  if (named.join() !== changed.join()) {
    throw fail(`its header names the files "${named}", its diff changes "${changed}"`);
  }
  const outside = changed.find((file) => !MODEL_FILES.includes(file));
  if (outside !== undefined) throw fail(`"${outside}" is no file of the model`);
  return { name: file.replace(/\.patch$/, ""), weakens, touches, patch };
}

/** The declarations in which two texts of a file differ; `""` is what stands before the first. */
export function changedDeclarations(before: string, after: string): string[] {
  const [old, now] = [declarations(before), declarations(after)];
  const names = unique([...old.keys(), ...now.keys()]);
  return names.filter((name) => old.get(name) !== now.get(name));
}

const HEAD = /^(?:@\[[^\]]*\] )?(?:def|instance|inductive|structure|theorem) (\S+)/;

/** Each declaration's lines, up to the next one; `end` of a namespace ends none. */
function declarations(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let name = "";
  for (const line of text.split("\n")) {
    name = HEAD.exec(line)?.[1] ?? name;
    found.set(name, `${found.get(name) ?? ""}${line}\n`);
  }
  return found;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
