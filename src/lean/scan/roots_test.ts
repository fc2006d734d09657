import assert from "node:assert/strict";
import { parseLakefile } from "../package/lakefile.ts";
import { isRoot, packageRoots } from "./roots.ts";

const LAKEFILE = parseLakefile(
  `name = "p"
[[lean_lib]]
name = "Model"
[[lean_exe]]
name = "emit"
root = "Tools.Emit"
[[require]]
name = "batteries"
`,
  "lakefile.toml",
);

Deno.test("packageRoots() names the lakefile's libraries, executables and requirements", () => {
  const roots = packageRoots({ lakefile: LAKEFILE, paths: ["Model.lean", "Stray.lean"] });
  for (const root of ["Model", "Tools", "Batteries"]) assert.ok(roots.has(root), root);
  assert.equal(roots.has("Stray"), false);
});

Deno.test("packageRoots() takes the folder's top-level names where there is no lakefile", () => {
  assert.deepEqual([...packageRoots({ paths: ["A.lean", "B/C.lean"] })], ["A", "B"]);
});

Deno.test("packageRoots() names the packages of the manifest", () => {
  const manifest = '{"packages":[{"name":"«doc-gen4»"},{"name":"mathlib"}]}';
  const roots = packageRoots({ lakefile: LAKEFILE, manifest, paths: [] });
  assert.ok(roots.has("DocGen4"));
  assert.ok(roots.has("Mathlib"));
});

Deno.test("packageRoots() finds the modules of a package whose name differs in case", () => {
  const roots = packageRoots({ manifest: '{"packages":[{"name":"proofwidgets"}]}', paths: [] });
  assert.ok(isRoot(roots, "ProofWidgets"));
  assert.equal(isRoot(packageRoots({ paths: ["Gate.lean"] }), "GATE"), false);
});

Deno.test("packageRoots() reads what a lakefile in Lean's own language names", () => {
  const script = `import Lake
open Lake DSL
package p where
  leanOptions := #[⟨\`autoImplicit, false⟩]
require mathlib from git "https://example.org/Evil" @ "v4"
require "leanprover-community" / "proofwidgets" @ git "main"
@[default_target]
lean_lib «Model» where
  srcDir := "src"
  roots := #[\`Model, \`Other.Root]
lean_exe emit where root := \`Tools.Emit
-- lean_lib Hidden
`;
  const roots = packageRoots({ script, paths: ["src/Model.lean"] });
  for (const root of ["Model", "Other", "Tools", "Mathlib", "ProofWidgets", "src"]) {
    assert.ok(isRoot(roots, root), root);
  }
  for (const root of ["Evil", "Hidden", "Lake"]) assert.equal(isRoot(roots, root), false, root);
});
