import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { scanFile, scanFolder } from "./package.ts";

/** The findings of a folder, as `rule file:line:column`. */
async function scanned(files: Record<string, string>): Promise<string[]> {
  const { host } = memoryHost({ cwd: "/p", files });
  const { findings } = await scanFolder(host, "/p", (path) => path);
  return findings.map(({ rule, file, line, column }) => `${rule} ${file}:${line}:${column}`);
}

Deno.test("scanFolder() scans what git ignores when it is imported", async () => {
  const files = {
    "A.lean": "import Hidden\n",
    "Hidden.lean": "theorem a : 1 = 2 := sorry\n",
    "HiddenToo.lean": "theorem a : 1 = 2 := sorry\n",
  };
  const git = { path: { git: "/git" }, programs: () => ({ stdout: "A.lean\0" }) };
  const { host } = memoryHost({ cwd: "/p", files, ...git });
  const { findings } = await scanFolder(host, "/p", (path) => path);
  assert.deepEqual(findings.map(({ rule, file }) => `${rule} ${file}`), [
    "import A.lean",
    "sorry Hidden.lean",
  ]);
});

Deno.test("scanFolder() knows the modules of each package below it, and follows its imports", async () => {
  const lakefile = 'name = "m"\n[[lean_lib]]\nname = "M"\n';
  const files = {
    "formal/lakefile.toml": lakefile,
    "formal/M.lean": "import M.A\nimport «.x».H\nimport Other\n",
    "formal/M/A.lean": "theorem a : 1 = 1 := rfl\n",
    "formal/.x/H.lean": "axiom hidden : False\n",
    "formal/sub/lakefile.lean": "import Lake\n",
    "formal/sub/S.lean": "import S.Inner\nimport M\n",
    "formal/sub/S/Inner.lean": "theorem a : 1 = 2 := sorry\n",
    "Loose.lean": "import Loose2\n",
    "Loose2.lean": "",
  };
  assert.deepEqual(await scanned(files), [
    "import formal/M.lean:2:1",
    "import formal/M.lean:3:1",
    "axiom formal/.x/H.lean:1:1",
    "import formal/sub/S.lean:2:1",
    "sorry formal/sub/S/Inner.lean:1:22",
  ]);
});

Deno.test("scanFile() knows the modules named for the folders around it, up to the working directory", async () => {
  const main = 'import Gate.Log\nimport Inner.A\nimport Evil\nimport p\ndef x := s!"{sorry}"\n';
  const files = { "/p/Gate/Log.lean": "", "/p/Gate/Inner/Main.lean": main };
  const { host } = memoryHost({ cwd: "/p", files });
  const path = "/p/Gate/Inner/Main.lean";
  const { findings } = (await scanFile(host, path, (inner) => join(path, inner)))!;
  assert.deepEqual(findings.map(({ rule, line }) => `${rule} ${line}`), [
    "import 3",
    "import 4",
    "sorry 5",
  ]);
  const { host: inside } = memoryHost({ cwd: "/p/Gate", files });
  const scan = await scanFolder(inside, "/p/Gate", (path) => path);
  assert.deepEqual(scan.findings.map(({ rule, line }) => `${rule} ${line}`), [
    "import 3",
    "import 4",
    "sorry 5",
  ]);
});

Deno.test("scanFile() gives nothing for a folder, or where there is nothing", async () => {
  const { host } = memoryHost({ files: { "in/A.lean": "" } });
  assert.equal(await scanFile(host, "/project/in", (path) => path), undefined);
  assert.equal(await scanFile(host, "/project/B.lean", (path) => path), undefined);
});

/** A package whose files import each other across folders. */
const PACKAGE = {
  "lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "P"\nsrcDir = "src"\n',
  "src/P/Deep/Use.lean": "import P.Passing\ntheorem a : 1 = 2 := sorry\n",
  "src/P/Deep/Sibling.lean": "import P.Deep.Use\ntheorem a : 1 = 2 := sorry\n",
  "src/P/Passing.lean": "theorem a : 1 = 2 := sorry\n",
};

Deno.test("scanFile() reports that file alone", async () => {
  const { host } = memoryHost({ cwd: "/p", files: PACKAGE });
  const path = "/p/src/P/Deep/Use.lean";
  const { files, findings } = (await scanFile(host, path, (inner) => join(path, inner)))!;
  assert.deepEqual(files, [path]);
  assert.deepEqual(findings.map(({ rule, file, line }) => [rule, file, line]), [
    ["sorry", path, 2],
  ]);
});

Deno.test("scanFolder() reports the folder of a package alone", async () => {
  const { host } = memoryHost({ cwd: "/p", files: PACKAGE });
  const { files, findings } = await scanFolder(host, "/p/src/P/Deep", (path) => path);
  assert.deepEqual(files, ["Sibling.lean", "Use.lean"]);
  assert.deepEqual(findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`), [
    "sorry Sibling.lean:2",
    "sorry Use.lean:2",
  ]);
});

Deno.test("scanFile() names the lakefile that it cannot read", async () => {
  const files = { ...PACKAGE, "lakefile.toml": "name = [" };
  const { host } = memoryHost({ cwd: "/p", files });
  const path = "/p/src/P/Deep/Use.lean";
  await assert.rejects(
    scanFile(host, path, (inner) => join(path, inner)),
    (cause) => cause instanceof GateError && cause.diagnostic.location?.file === "/p/lakefile.toml",
  );
});

Deno.test("scanFolder() reads one file at a time", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`A${n}.lean`, "theorem a : 1 = 1 := rfl\n"]),
  );
  const { host } = memoryHost({ cwd: "/p", files });
  let reading = 0;
  let most = 0;
  const readBytes = async (path: string) => {
    reading++;
    most = Math.max(most, reading);
    const bytes = await host.files.readBytes(path);
    await Promise.resolve();
    reading--;
    return bytes;
  };
  await scanFolder({ ...host, files: { ...host.files, readBytes } }, "/p", (path) => path);
  assert.equal(most, 1);
});
