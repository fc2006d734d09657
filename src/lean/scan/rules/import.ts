import type { Rule } from "../finding.ts";
import { importedModule } from "../../syntax/header.ts";
import { identParts } from "../../syntax/names.ts";
import { mayStandBehind, nextWord } from "../prefilter/raw_text.ts";
import { isRoot } from "../roots.ts";
import { isWord } from "../../syntax/tokens.ts";

/** Roots of the modules that come with Lean. */
const TOOLCHAIN: ReadonlySet<string> = new Set(["Init", "Std", "Lean", "Lake"]);

/** What a line of a header has before an import that is not its first word; `-/` ends a comment. */
const BEFORE: readonly string[] = [
  "import",
  "module",
  "prelude",
  "public",
  "private",
  "meta",
  "-/",
];

/** Imports from outside the package, and files that import nothing at all. */
export const imports: Rule = {
  id: "import",
  severity: "warning",
  explanation:
    "A module outside the package can bring axioms, macros and instances that this scan does not see. A file that starts with 'prelude' drops the core library, so that 'False' and '=' are whatever it says.",
  fix: "Declare the package in the lakefile, or import a module of this one.",
  good: "import Lean\n\ntheorem a : 1 = 1 := rfl\n",
  bad: "import Evil.Axioms\n\ntheorem a : 1 = 1 := rfl\n",
  triggers: ["import", "prelude"],
  filter(bytes, offset, word, { roots }) {
    if (word !== "import") return true;
    if (!mayStandBehind(bytes, offset, BEFORE)) return false;
    const root = nextWord(bytes, offset + word.length);
    return !(TOOLCHAIN.has(root) || isRoot(roots, root));
  },
  check(source, at, word, report) {
    const { tokens } = source;
    if (!isWord(tokens, at, word) || at >= source.headerEnd()) return;
    if (word === "prelude") return report(at, "'prelude' drops the core library");
    const parts = identParts(tokens, importedModule(tokens, at));
    const root = parts[0];
    if (root === undefined || TOOLCHAIN.has(root) || isRoot(source.options.roots, root)) return;
    report(at, `The module '${parts.join(".")}' is outside the package`);
  },
};
