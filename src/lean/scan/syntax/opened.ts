/** Which namespaces a file opens, as a command, in a term or in a tactic. */
import { identParts } from "../../syntax/names.ts";
import { isWord, Kind, kindOf, next, type Tokens } from "../../syntax/tokens.ts";

/** The first parts of the namespaces that `tokens` open or are in. Linear. */
export function findOpened(tokens: Tokens): ReadonlySet<string> {
  const roots = new Set<string>();
  for (let i = 0; i < tokens.count; i++) {
    if (!isWord(tokens, i, "open") && !isWord(tokens, i, "namespace")) continue;
    for (
      let name = next(tokens, i);
      kindOf(tokens, name) === Kind.Ident;
      name = next(tokens, name)
    ) {
      roots.add(identParts(tokens, name)[0]!);
      i = name;
    }
  }
  return roots;
}
