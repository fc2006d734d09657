/** Which files of a project read what others declare: a macro's file is seldom the one that uses it. Pure. */
import type { SharedSyntax } from "./declared_syntax.ts";

/** A file as far as its syntax goes. */
export interface SyntaxFile {
  readonly path: string;
  /** Paths of the files it imports; those that are none of the project's are passed over. */
  readonly imports: readonly string[];
  readonly shared: readonly SharedSyntax[];
}

/**
 * The files, each behind those that it imports, by what is seen of them there. Where some import each other,
 * which Lean refuses, all come twice, so that each is seen by the others. Linear in the files and imports.
 */
export function inImportOrder(files: readonly SyntaxFile[]): readonly SyntaxFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const ordered = new Set<SyntaxFile>();
  const entered = new Set<SyntaxFile>();
  let circular = false;
  // No recursion: a chain of imports may be as long as there are files.
  const open = files.toReversed();
  for (let file = open.at(-1); file !== undefined; file = open.at(-1)) {
    if (entered.has(file)) {
      ordered.add(file);
      open.pop();
      continue;
    }
    entered.add(file);
    for (const path of file.imports) {
      const imported = byPath.get(path);
      if (imported === undefined || ordered.has(imported)) continue;
      if (entered.has(imported)) circular = true;
      else open.push(imported);
    }
  }
  return circular ? [...ordered, ...ordered] : [...ordered];
}

/** What reaches the files behind one that declares `shared`, where `imported` reach it. Shares what it can. */
export function passedOn(
  imported: readonly ReadonlySet<SharedSyntax>[],
  shared: readonly SharedSyntax[] = [],
): ReadonlySet<SharedSyntax> {
  const [first = new Set<SharedSyntax>(), ...rest] = [...new Set(imported)].sort((a, b) =>
    b.size - a.size
  );
  const more = [...rest.flatMap((set) => [...set]), ...shared].filter((one) => !first.has(one));
  return more.length === 0 ? first : new Set([...first, ...more]);
}

/** What of `syntax` a text may use. */
export function used(syntax: ReadonlySet<SharedSyntax>, text: string): readonly SharedSyntax[] {
  return [...syntax].filter((one) =>
    text.includes(one.text) && text.includes(one.scope.split(".").at(-1)!)
  );
}
