/** Which files of a project read what others declare: a macro's file is seldom the one that uses it. Pure. */
import type { SharedSyntax } from "./declared_syntax.ts";
import type { ScanOptions } from "./source.ts";

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

/**
 * The settings that teach the scan what of `syntax` a text uses; undefined when it uses nothing. What is
 * scoped counts only where the text names the namespace.
 */
export function taught(syntax: readonly SharedSyntax[], text: string): ScanOptions | undefined {
  const used = syntax.filter((one) =>
    text.includes(one.text) && text.includes(one.scope.split(".").at(-1)!)
  );
  if (used.length === 0) return undefined;
  const words = (interpolates: boolean) => [
    ...new Set(used.filter((one) => one.interpolates === interpolates).map((one) => one.text)),
  ];
  return { interpolators: words(true), declaredTokens: words(false) };
}
