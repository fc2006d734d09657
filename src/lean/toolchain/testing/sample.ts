/** A small Lean package for tests, in a temporary folder. */
import { join } from "node:path";
import type { Host } from "../../../platform/host/host.ts";
import type { PackagePlace } from "../../package/formal_package.ts";

/** Files of a package with three library modules and an executable, by path. */
export const SAMPLE: Readonly<Record<string, string>> = {
  "lean-toolchain": "leanprover/lean4:v4.28.0\n",
  "lakefile.toml":
    'name = "sample"\n[[lean_lib]]\nname = "Sample"\n[[lean_exe]]\nname = "show"\nroot = "Main"\n',
  "Sample.lean": "module\npublic import Sample.Leaf\npublic import Sample.Other\n",
  "Sample/Leaf.lean": `module
@[expose] public section
def double (n : Nat) : Nat := n + n
theorem double_two : double 2 = 4 := rfl
`,
  "Sample/Other.lean": `module
public section
def unusedVariable (n : Nat) : Nat := 1
`,
  "Main.lean": `module
public import Sample.Leaf
public section
def main (args : List String) : IO UInt32 := do
  IO.println s!"{double 21} {args}"
  IO.FS.writeFile (System.FilePath.mk (String.intercalate "" args ++ "/out.txt")) "written"
  return 7
`,
};

/** Writes the files below `formal/` of a new temporary project. */
export async function samplePackage(
  host: Host,
  files: Readonly<Record<string, string>> = SAMPLE,
): Promise<PackagePlace> {
  const projectRoot = await host.files.tempDir("lean-gate-sample");
  const place = { projectRoot, formalRoot: join(projectRoot, "formal") };
  await writeFiles(host, place, files);
  return place;
}

/** Writes files of the package. */
export async function writeFiles(
  host: Host,
  { formalRoot }: PackagePlace,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await host.files.writeAtomic(join(formalRoot, path), text);
  }
}
