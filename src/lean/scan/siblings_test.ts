/** Packages of the kinds that `fixtures/escapes/projects.jsonl` has one of each of. */
import assert from "node:assert/strict";
import { posix } from "node:path";
import { memoryHost } from "../../platform/host/memory.ts";
import { scanFolder } from "./package.ts";

/** What the files show, the files, and the findings, a `!` behind those that are only warnings. */
type Row = readonly [name: string, files: Readonly<Record<string, string>>, ...found: string[]];

/** A package whose lakefile goes on so. */
function lakefile(rest: string): Record<string, string> {
  return { "lakefile.toml": `name = "p"\n${rest}`, "P.lean": "theorem a : 1 = 1 := rfl\n" };
}

function lean(text: string): Record<string, string> {
  return { "A.lean": `import Lean\nopen Lean Meta\n${text}` };
}

const LIB = '[[lean_lib]]\nname = "P"\n';

const ROWS: readonly Row[] = [
  [
    "an argument of the package",
    lakefile('moreLeanArgs = ["-Dwarn.sorry=false"]\n'),
    "warn_off lakefile.toml:2:17",
  ],
  [
    "an argument of an executable, in two parts",
    lakefile('[[lean_exe]]\nname = "P"\nweakLeanArgs = ["-D", "debug.skipKernelTC=true"]\n'),
    "skip_kernel lakefile.toml:4:23",
  ],
  [
    "an option in a list of a library",
    lakefile(`${LIB}leanOptions = [{ name = "debug.byAsSorry", value = true }]\n`),
    "as_sorry lakefile.toml:4:25",
  ],
  [
    "a weak option in a table of a library",
    lakefile(`${LIB}[lean_lib.leanOptions]\nweak.warn.sorry = false\n`),
    "warn_off lakefile.toml:5:1",
  ],
  [
    "an option that tables of tables spell",
    lakefile(`${LIB}leanOptions = { debug = { proofAsSorry = true } }\n`),
    "as_sorry lakefile.toml:4:27",
  ],
  [
    "options whose names are in the header, dotted and quoted",
    lakefile(`[leanOptions]\n"warn.sorry" = false\n${LIB}leanOptions.debug.skipKernelTC = true\n`),
    "warn_off lakefile.toml:3:1",
    "skip_kernel lakefile.toml:6:13",
  ],
  [
    "options at safe values, and others",
    lakefile(
      "[leanOptions]\nwarn.sorry = true\ndebug.skipKernelTC = false\npp.unicode.fun = true\n",
    ),
  ],
  [
    "unknown commands behind open, set_option and variable",
    {
      "A.lean": "import Lean\nopen Lean Meta in\nfoo_decl x := mkSorry e false\n" +
        "set_option maxRecDepth 9 in\nbar_decl y := sorryAx Nat\nopen Lean in\nbaz z := ofReduceBool a b rfl\n",
    },
    "sorry_ax A.lean:3:15",
    "sorry_ax A.lean:5:15",
    "trust_compiler A.lean:7:10",
  ],
  [
    "goals that are admitted, however they are come by",
    lean(
      "def a (gs : List MVarId) : MetaM Unit := gs.forM (·.admit)\ndef b := gs.forM MVarId.admit\n" +
        "def c := do\n  let g ← getMainGoal\n  g.withContext do g.admit (synthetic := false)\n",
    ),
    "admit A.lean:3:53",
    "admit A.lean:4:18",
    "admit A.lean:7:20",
  ],
  [
    "a goal that is admitted where no namespace is open",
    { "A.lean": "import Lean\ndef a (g : Lean.MVarId) : Lean.MetaM Unit := g.admit\n" },
    "admit A.lean:2:46",
  ],
  [
    "simplification procedures with arrows and attributes",
    lean(
      "simproc ↓ a (f _) := fun e => do return .continue\ndsimproc [simp, seval] b (g _) := h\n",
    ),
    "meta A.lean:3:1",
    "meta A.lean:4:1",
  ],
  [
    "the prose of a document, and code in it",
    {
      "A.lean":
        'import Lean\n\n#doc (Manual) "A title" =>\n\n# Sorry\n\nDon\'t admit "one; the axiom /- of choice.\n' +
        "\n```lean\ntheorem a : 1 = 2 := sorry\n```\n\n```leanOutput a\nsorry\n```\n\n" +
        "See {lean}`(sorry : Nat)` and `sorry`; #eval is partial. unsafe\n",
    },
    "sorry A.lean:10:22",
    "sorry A.lean:17:13",
  ],
  [
    "no document in a comment, and none below another word",
    {
      "A.lean": '/-\n#doc (Manual) "T" =>\n-/\naxiom a : p\ndef b := 1 #doc (x) =>\naxiom c : p\n',
    },
    "axiom A.lean:4:1",
    "axiom A.lean:6:1",
  ],
  [
    "source folders beside and above the package",
    {
      "p/lakefile.toml":
        'name = "p"\n[[lean_lib]]\nname = "P"\n[[lean_lib]]\nname = "Q"\nsrcDir = "../q/src"\n',
      "p/P.lean": "import Q\n",
      "q/src/Q.lean": "axiom q : False\n",
      "q/Other.lean": "axiom other : False\n",
    },
    "axiom q/src/Q.lean:1:1",
  ],
  [
    "an absolute source folder outside the package, and one in it",
    {
      "p/lakefile.toml":
        'name = "p"\n[[lean_lib]]\nname = "P"\nsrcDir = "/w/p/src"\n[[lean_lib]]\nname = "Q"\nsrcDir = "/w/q"\n',
      "p/src/P.lean": "import Q\naxiom p : False\n",
      "q/Q.lean": "axiom q : False\n",
    },
    "axiom p/src/P.lean:2:1",
    "axiom q/Q.lean:1:1",
  ],
  [
    "declarations that are added to something else than an environment",
    lean(
      "def a (m : Map) := m.addDecl 1\ndef b (s : State) := { s with lctx := s.lctx.addDecl d }\n" +
        "def c := ctx |>.addDecl d\ndef e (l : LocalContext) := LocalContext.addDecl l x\n",
    ),
  ],
  [
    "declarations that are added to the environment, once for each expression",
    lean(
      "def a := do\n  addDecl <|\n    .axiomDecl { name := `x }\ndef b := (← getEnv).addDecl {} d\n",
    ),
    "meta A.lean:4:3",
    "meta A.lean:6:21",
  ],
  [
    "constructors called like keywords",
    {
      "A.lean":
        "inductive Kind where\n  | axiom : Kind\n  | unsafe (n : Nat)\n  | partial | opaque\n  deriving Repr\n" +
        "inductive D | axiom | thm\ndef f : Kind → Nat\n  | .axiom => 1\n  | .unsafe n => n\n  | .partial | .opaque => 2\n" +
        "inductive E\n  /-- doc -/\n  | axiom\n  | sorry (n : Nat)\n",
    },
  ],
  [
    "entries of extensions, given in any way",
    lean(
      "def a (n : Name) := modifyEnv fun env => names.addEntry env n\ndef b := do\n  setEnv <| ext.modifyState (← getEnv) f\n" +
        "def c := modifyEnv fun env =>\n  let s := 1\n  ext.setState env s\n" +
        "def d := do\n  modifyEnv (aliasExt.insert · n i)\n  names.addEntry (← getEnv) x |> setEnv\n" +
        "def e := do\n  setEnv env\n  ext.addEntry x\n",
    ),
    "meta A.lean:3:21!",
    "meta A.lean:5:3!",
    "meta A.lean:6:10!",
    "meta A.lean:10:3!",
    "meta A.lean:11:34!",
    "meta A.lean:13:3",
  ],
  [
    "entries of extensions that are constructors of the project, and a declaration beside an entry",
    lean(
      "def a := modifyEnv fun env => ext.addEntry env (.addDecl n m)\n" +
        "def b := modifyEnv fun env => ext.addEntry (env.addDeclCore 0 d) n\n" +
        "def c := modifyEnv fun env => ext.addEntry (env |>.addDeclCore 0 d) n\n",
    ),
    "meta A.lean:3:10!",
    "meta A.lean:4:10",
    "meta A.lean:4:45",
    "meta A.lean:5:10",
    "meta A.lean:5:52",
  ],
  [
    "words in the text of HTML; an axiom behind it stays one",
    {
      "A.lean": 'def a := <p>\n<label for="x">axiom</label> is notation for <code>Sort</code>\n' +
        '<h2 id="a--b">Types</h2></p>\nmacro "p " x:ident : command => `(axiom $x : False)\naxiom «b» : False\n',
    },
    "macro_hidden A.lean:4:35",
    "axiom A.lean:5:1",
  ],
  [
    "tests of messages; a hole stays one",
    {
      "A.lean":
        "#guard_msgs (info) in #check 1\n#guard_msgs (whitespace := lax) in\n#print axioms foo\n#guard_msgs in\nopen Nat in\n#reduce 1\n" +
        "/-- x -/\n#guard_msgs in\nexample : 1 = 1 := by simp?\n#guard_msgs in\ntheorem a : 1 = 2 := by sorry\n",
    },
    "sorry A.lean:11:25",
  ],
  [
    "a package that a path requires",
    {
      ...lakefile(`[[require]]\nname = "foo"\npath = "../foo"\n${LIB}`),
      "P.lean": "import Foo.Bar\n",
    },
  ],
  [
    "a package that a lakefile in Lean requires",
    {
      "lakefile.lean":
        'import Lake\nopen Lake DSL\npackage p\nrequire foo from git "https://x" @ "main"\nlean_lib P\n',
      "P.lean": "import Foo.Bar\n",
    },
  ],
  [
    "a module of a package that nothing requires",
    { ...lakefile(LIB), "P.lean": "import Foo.Bar\n" },
    "import P.lean:1:1!",
  ],
  [
    "tokens longer than those of the core, and atoms of syntax that has a name or a category",
    {
      "A.lean":
        'infix:50 " =ᶠ " => f\nnotation "∃!! " x => f x\nsyntax "∀ᵐ " ident ", " term : term\n' +
        'syntax binOp := " + " <|> " = "\nsyntax (name := foo) term " = " term : mycat\n',
    },
  ],
  [
    "protected names",
    {
      "A.lean":
        "namespace N\nprotected def Nat := 1\nprivate protected inductive False | mk\nend N\n",
    },
  ],
];

for (const [name, files, ...expected] of ROWS) {
  Deno.test(`scanFolder() judges ${name}`, async () => {
    const { host } = memoryHost({ cwd: "/w", files });
    const folder = Object.keys(files).some((path) => path.startsWith("p/")) ? "p" : "";
    const show = (path: string) => posix.join(folder, path);
    const { findings } = await scanFolder(host, posix.join("/w", folder), show);
    assert.deepEqual(
      findings.map(({ rule, file, line, column, severity }) =>
        `${rule} ${file}:${line}:${column}${severity === "warning" ? "!" : ""}`
      ),
      expected,
    );
  });
}
