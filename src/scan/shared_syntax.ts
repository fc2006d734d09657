/** Which files of a project read what others declare: a macro's file is seldom the one that uses it. Pure. */
import type { SharedSyntax } from "./declared_syntax.ts";

/** A file as far as its syntax goes. */
export interface SyntaxFile {
  readonly path: string;
  /** Paths of the files it imports; those that are none of the project's are passed over. */
  readonly imports: readonly string[];
  readonly shared: readonly SharedSyntax[];
}

/** What reaches each file through its imports and theirs, by its path. Files that nothing reaches are left out. */
export function syntaxReaching(
  files: readonly SyntaxFile[],
): ReadonlyMap<string, readonly SharedSyntax[]> {
  const reaching = new Map<string, SharedSyntax[]>();
  const declaring = files.filter(({ shared }) => shared.length > 0);
  if (declaring.length === 0) return reaching;
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const imported of imports) {
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [path]);
      else known.push(path);
    }
  }
  for (const { path, shared } of declaring) {
    const reached = new Set<string>(importers.get(path));
    for (const one of reached) for (const next of importers.get(one) ?? []) reached.add(next);
    reached.delete(path);
    for (const one of reached) reaching.set(one, [...reaching.get(one) ?? [], ...shared]);
  }
  return reaching;
}

/** What of `syntax` a text may use. */
export function used(syntax: readonly SharedSyntax[], text: string): readonly SharedSyntax[] {
  return syntax.filter((one) =>
    text.includes(one.text) && text.includes(one.scope.split(".").at(-1)!)
  );
}
