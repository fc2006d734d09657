import assert from "node:assert/strict";
import { declaredLakefile } from "./lakefile_declared.ts";
import { parseLakefile } from "./lakefile.ts";

const read = (text: string) => {
  const toml = declaredLakefile(text);
  return toml === undefined ? undefined : parseLakefile(toml, "lakefile.lean");
};

Deno.test("declaredLakefile() reads what literals declare, as Lake translates it", () => {
  const lakefile = read(`import Lake
open Lake DSL

package «my-pkg» where
  version := v!"0.1.0"
  leanOptions := #[⟨\`pp.unicode.fun, true⟩, ⟨\`maxRecDepth, 1000⟩]

/-- The library. -/
@[default_target]
lean_lib Model where
  srcDir := "src"
  roots := #[\`Model.Main, \`Other]
  globs := #[.submodules \`Model, Glob.one \`Other, .andSubmodules \`A.B]

lean_exe tool { root := \`Main }
`);
  const options = [["pp.unicode.fun", "true"], ["maxRecDepth", "1000"]];
  assert.deepEqual(lakefile, {
    name: "my-pkg",
    libs: [{
      name: "Model",
      srcDir: "src",
      roots: ["Model.Main", "Other"],
      globs: [
        { module: "Model", kind: "submodules" },
        { module: "Other", kind: "one" },
        { module: "A.B", kind: "withSubmodules" },
      ],
      options,
    }],
    exes: [{ name: "tool", srcDir: "", root: "Main", options }],
    requires: [],
    library: ".lake/build/lib/lean",
  });
});

Deno.test("declaredLakefile() leaves to Lake what is a program", () => {
  const head = "import Lake\nopen Lake DSL\npackage p\n";
  assert.equal(read(head)?.name, "p");
  for (
    const text of [
      "import Lake\n",
      `${head}require foo from git "x"\n`,
      `${head}def dir := "src"\nlean_lib P where\n  srcDir := dir\n`,
      `${head}lean_lib P where\n  srcDir := "a" ++ "b"\n`,
      `${head}lean_lib P where\n  roots := #[root "A"]\n`,
      `${head}meta if get_config? x |>.isSome then\nlean_lib P\n`,
      `${head}@[test_driver]\nscript x do return 0\n`,
      `${head}lean_lib P {\n  srcDir := "a"\n`,
    ]
  ) assert.equal(read(text), undefined, text);
});
