import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { parseLakefile } from "../package/lakefile.ts";
import { isRoot, packageRoots, type Roots } from "./roots.ts";

const LAKEFILE = `name = "p"
[[lean_lib]]
name = "Model"
[[lean_exe]]
name = "emit"
root = "Tools.Emit"
`;
const REQUIRING = `${LAKEFILE}[[require]]\nname = "doc-gen4"\n`;

/** The roots of a package with these files. */
function rootsOf(files: Record<string, string>): Promise<Roots> {
  const { host } = memoryHost({ cwd: "/p", files });
  const text = files["lakefile.toml"];
  return packageRoots(host, "/p", text === undefined ? undefined : parseLakefile(text, "l"));
}

function assertRoots(roots: Roots, own: readonly string[], foreign: readonly string[]): void {
  for (const root of own) assert.ok(isRoot(roots, root), root);
  for (const root of foreign) assert.equal(isRoot(roots, root), false, root);
}

Deno.test("packageRoots() names the lakefile's libraries and executables", async () => {
  const roots = await rootsOf({ "lakefile.toml": LAKEFILE, "Stray.lean": "" });
  assertRoots(roots, ["Model", "Tools"], ["Stray", "MODEL", "p"]);
});

Deno.test("packageRoots() takes the folder's top-level names where there is no lakefile", async () => {
  assert.deepEqual(await rootsOf({ "A.lean": "", "B/C.lean": "" }), new Set(["A", "B"]));
});

Deno.test("packageRoots() asks the required packages that are checked out for their libraries", async () => {
  const files = {
    "lakefile.toml": REQUIRING,
    "lake-manifest.json":
      '{"packages":[{"name":"«doc-gen4»","type":"git"},{"name":"own","type":"path","dir":"../own"}]}',
    ".lake/packages/doc-gen4/lakefile.lean": "lean_lib DocGen4\n",
    "/own/lakefile.toml": 'name = "own"\n[[lean_lib]]\nname = "Own"\n',
  };
  assertRoots(await rootsOf(files), ["Model", "DocGen4", "Own"], ["Evil", "own"]);
});

Deno.test("packageRoots() takes any module where a required package is not there to ask", async () => {
  const manifest = '{"packages":[{"name":"doc-gen4"}]}';
  for (
    const files of [
      { "lakefile.toml": REQUIRING },
      { "lakefile.toml": REQUIRING, "lake-manifest.json": manifest },
      { "lakefile.toml": REQUIRING, "lake-manifest.json": "{" },
      { "lakefile.toml": LAKEFILE, "lake-manifest.json": manifest },
      { "lakefile.lean": 'require "a" / "b" @ git "main"\n' },
    ]
  ) assert.equal(await rootsOf(files), "any");
  assert.notEqual(await rootsOf({ "lakefile.toml": LAKEFILE, "lake-manifest.json": "{" }), "any");
});

Deno.test("packageRoots() reads what a lakefile in Lean's own language names", async () => {
  const script = `import Lake
open Lake DSL
package p where
  leanOptions := #[⟨\`autoImplicit, false⟩]
@[default_target]
lean_lib «Model» where
  srcDir := "src"
  roots := #[\`Model, \`Other.Root]
lean_exe emit where root := \`Tools.Emit
-- lean_lib Hidden
`;
  const roots = await rootsOf({ "lakefile.lean": script, "src/Model.lean": "" });
  assertRoots(roots, ["Model", "Other", "Tools", "src"], ["Evil", "Hidden", "Lake"]);
});
