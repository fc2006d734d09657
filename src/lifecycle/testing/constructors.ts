/**
 * Finds the constructors of the enumerations and unions in a source text, by the name of their type,
 * in order. It reads the shapes that this project's sources have, no more.
 */

/** Constructors in order, by the name of their type. */
export type Constructors = ReadonlyMap<string, readonly string[]>;

/** Those of Lean inductives: `inductive Name where | a | b (x : Nat)`. */
export function leanConstructors(source: string): Constructors {
  const code = source.replace(/\/-[\s\S]*?-\//g, "").replace(/--.*$/gm, "");
  const found = code.matchAll(/^inductive (\w+) where\n((?:[ \t]+\|.*\n|[ \t]*\n)+)/gm);
  return new Map(Array.from(found, ([, name, body]) => [
    name!,
    Array.from(body!.matchAll(/\|\s*«?(\w+)»?/g), ([, constructor]) => constructor!),
  ]));
}

/** Those of TypeScript unions told apart by `type`, of tables, and of lists of words. */
export function typeScriptConstructors(source: string): Constructors {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
  const all = new Map<string, readonly string[]>();
  const unions = code.matchAll(/^export type (\w+) =\n((?: +[|}\w].*\n| *\n)+)/gm);
  for (const [, name, body] of unions) {
    all.set(name!, Array.from(body!.matchAll(/readonly type: "(\w+)"/g), ([, word]) => word!));
  }
  const tables = code.matchAll(
    /^export const (\w+) = \{\n([\s\S]*?)^\} as const;\s*export type (\w+) = Variants<typeof \1,/gm,
  );
  for (const [, , body, name] of tables) {
    all.set(name!, Array.from(body!.matchAll(/^ {2}(\w+): \{/gm), ([, word]) => word!));
  }
  const words = code.matchAll(
    /^export const (\w+) = \[([^\]]*)\] as const;\s*export type (\w+) = typeof \1\[number\]/gm,
  );
  for (const [, , list, name] of words) {
    all.set(name!, Array.from(list!.matchAll(/"(\w+)"/g), ([, word]) => word!));
  }
  return all;
}

/** Those of Rust enumerations, named as the model names them, and of `words!`, by their words. */
export function rustConstructors(source: string): Constructors {
  const code = source.replace(/\/\/.*$/gm, "").replace(/#\[[^\]]*\]/g, "");
  const all = new Map<string, readonly string[]>();
  const enums = code.matchAll(/^( *)pub enum (\w+) \{\n([\s\S]*?)^\1\}/gm);
  for (const [, indent, name, body] of enums) {
    const variants = body!.matchAll(new RegExp(`^${indent} {4}(\\w+)`, "gm"));
    all.set(name!, Array.from(variants, ([, variant]) => lowerFirst(variant!)));
  }
  for (const [, name, body] of code.matchAll(/^words! \{\s*(\w+) \{([^}]*)\}/gm)) {
    all.set(name!, Array.from(body!.matchAll(/\w+ = "(\w+)"/g), ([, word]) => word!));
  }
  return all;
}

function lowerFirst(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1);
}
