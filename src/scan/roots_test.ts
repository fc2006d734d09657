import assert from "node:assert/strict";
import { parseLakefile } from "../toolchain/lakefile.ts";
import { packageRoots } from "./roots.ts";

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
  const manifest = '{"packages":[{"name":"doc-gen4"},{"name":"mathlib"}]}';
  const roots = packageRoots({ lakefile: LAKEFILE, manifest, paths: [] });
  assert.ok(roots.has("DocGen4"));
  assert.ok(roots.has("Mathlib"));
});
