import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { scanFile, scanFolder } from "./package.ts";
import { inImportOrder } from "./syntax/shared_syntax.ts";

const LOG = 'syntax "log! " interpolatedStr(term) : term\n';
const USE = 'def x := log! "a {sorry} b"\n';

/** The findings of a folder, as `rule file:line:column`. */
async function scanned(files: Record<string, string>): Promise<string[]> {
  const { host } = memoryHost({ cwd: "/p", files });
  const { findings } = await scanFolder(host, "/p", (path) => path);
  return findings.map(({ rule, file, line, column }) => `${rule} ${file}:${line}:${column}`);
}

Deno.test("scanFolder() reads a string as code where an imported file says so", async () => {
  const files = {
    "Log.lean": LOG,
    "Direct.lean": `import Log\n${USE}`,
    "Far.lean": `import Direct\n${USE}`,
    "None.lean": USE,
    "Other.lean": `import Log\ndef x := note "a {sorry} b"\n`,
  };
  assert.deepEqual(await scanned(files), ["sorry Direct.lean:2:19", "sorry Far.lean:2:19"]);
});

Deno.test("scanFolder() reads the text after a token that an imported file declares", async () => {
  const notation = 'notation "⟪--" => True\n';
  const use = "theorem a : ⟪-- ∧ 1 = 2 := sorry\n";
  const files = { "N.lean": notation, "A.lean": `import N\n${use}`, "B.lean": use };
  assert.deepEqual(await scanned(files), [
    "sorry A.lean:2:28",
    "macro_hidden N.lean:1:10",
  ]);
});

Deno.test("scanFolder() reads what a file declares behind syntax that it imports itself", async () => {
  // By itself, the comment that B seems to begin would hide what it declares, and that of C its axiom.
  const files = {
    "C.lean": "import B\ndef c := g/- + 1\naxiom d : False\n",
    "B.lean": 'import A\ndef b := f/- + 1\nnotation "g/-" => (1 : Nat)\n',
    "A.lean": 'notation "f/-" => (1 : Nat)\n',
  };
  assert.deepEqual(await scanned(files), [
    "macro_hidden A.lean:1:10",
    "macro_hidden B.lean:3:10",
    "axiom C.lean:3:1",
  ]);
});

Deno.test("scanFolder() finds a word that is glued to a token of an imported file", async () => {
  // Lean 4.28 warns that the theorem uses a sorry.
  const files = {
    "A.lean": 'notation "⟪k" a => a\n',
    "B.lean": "import A\ntheorem t : 1 = 2 := ⟪ksorry\n",
  };
  assert.deepEqual(await scanned(files), ["sorry B.lean:2:24"]);
});

Deno.test("inImportOrder() puts each file behind its imports, however long the chain is", () => {
  const chain = Array.from({ length: 20_000 }, (_, k) => ({
    path: `${k}`,
    imports: k === 0 ? ["elsewhere"] : [`${k - 1}`, `${k >> 1}`],
    shared: [],
  }));
  const order = (files: typeof chain) => inImportOrder(files).map(({ path }) => Number(path));
  const sorted = chain.map((_, k) => k);
  assert.deepEqual(order(chain), sorted);
  assert.deepEqual(order(chain.toReversed()), sorted);
  const circle = order([{ path: "1", imports: ["2"], shared: [] }, {
    path: "2",
    imports: ["1"],
    shared: [],
  }]);
  assert.deepEqual(circle, [2, 1, 2, 1]);
});

Deno.test("scanFolder() leaves local syntax to its file, and scoped syntax to who opens it", async () => {
  const files = {
    "Local.lean": `local ${LOG}`,
    "A.lean": `import Local\n${USE}`,
    "Scoped.lean": `namespace My.Log\nscoped ${LOG}end My.Log\n`,
    "B.lean": `import Scoped\n${USE}`,
    "C.lean": `import Scoped\nopen My.Log\n${USE}`,
  };
  assert.deepEqual(await scanned(files), ["sorry C.lean:3:19"]);
});

Deno.test("scanFolder() follows imports in a circle, and into the folders of the lakefile", async () => {
  const files = {
    "lakefile.toml":
      'name = "p"\n[[lean_lib]]\nname = "Log"\nsrcDir = "src"\n[[lean_lib]]\nname = "A"\n',
    "src/Log.lean": `import A\n${LOG}`,
    "A.lean": `import Log\n${USE}`,
  };
  assert.deepEqual(await scanned(files), ["sorry A.lean:2:19"]);
});

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
  const main = "import Gate.Log\nimport Inner.A\nimport Evil\nimport p\n" + USE;
  const files = { "/p/Gate/Log.lean": LOG, "/p/Gate/Inner/Main.lean": main };
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
  ]);
});

Deno.test("scanFile() gives nothing for a folder, or where there is nothing", async () => {
  const { host } = memoryHost({ files: { "in/A.lean": "" } });
  assert.equal(await scanFile(host, "/project/in", (path) => path), undefined);
  assert.equal(await scanFile(host, "/project/B.lean", (path) => path), undefined);
});

/** A package in which a macro, a file that passes it on, and one that uses it stand in different folders. */
const PACKAGE = {
  "lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "P"\nsrcDir = "src"\n',
  "src/P/Deep/Use.lean": `import P.Passing\n${USE}`,
  "src/P/Deep/Sibling.lean": "import P.Deep.Use\ntheorem a : 1 = 2 := sorry\n",
  "src/P/Passing.lean": "import P.Log\ntheorem a : 1 = 2 := sorry\n",
  "src/P/Log.lean": LOG,
};

Deno.test("scanFile() reads a string as code where an imported file says so, and reports that file alone", async () => {
  const { host } = memoryHost({ cwd: "/p", files: PACKAGE });
  const path = "/p/src/P/Deep/Use.lean";
  const { files, findings } = (await scanFile(host, path, (inner) => join(path, inner)))!;
  assert.deepEqual(files, [path]);
  assert.deepEqual(findings.map(({ rule, file, line }) => [rule, file, line]), [[
    "sorry",
    path,
    2,
  ]]);
});

Deno.test("scanFolder() follows the imports of a package's folder out of it, and reports the folder alone", async () => {
  const { host } = memoryHost({ cwd: "/p", files: PACKAGE });
  const folder = "/p/src/P/Deep";
  const { files, findings } = await scanFolder(host, folder, (path) => path);
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
