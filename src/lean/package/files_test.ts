import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { type BuildSources, leanFiles, leanPaths } from "./files.ts";

/** A host with these files, each empty or with the text given. */
function hostOf(files: Record<string, string> | readonly string[]) {
  const entries = Array.isArray(files) ? files.map((path) => [path, ""]) : Object.entries(files);
  return memoryHost({ files: Object.fromEntries(entries) }).host;
}

function walked(files: Record<string, string> | readonly string[], folder = "/project") {
  return leanPaths(hostOf(files), folder);
}

async function read(files: Record<string, string>, sources?: BuildSources): Promise<string[]> {
  const host = hostOf(files);
  const found = await Array.fromAsync(leanFiles(host, "/project", sources));
  return found.map(({ path }) => path);
}

Deno.test("leanPaths() finds Lean files in every folder but hidden ones", async () => {
  const files = [
    "/project/B.lean",
    "/project/A/C.lean",
    "/project/.lake/D.lean",
    "/project/x.leanx",
  ];
  assert.deepEqual(await walked(files), ["A/C.lean", "B.lean"]);
  assert.deepEqual(await walked(files, "/none"), []);
});

Deno.test("leanPaths() obeys .gitignore, with anchors, folders, wildcards and case", async () => {
  const files = {
    "/project/.gitignore":
      "\ufeff# made by a tool\r\n/Top.lean\r\nbuild/\r\n*.gen.lean\r\na/**/z.lean\n",
    "/project/Top.lean": "",
    "/project/sub/Top.lean": "",
    "/project/build/A.lean": "",
    "/project/sub/build/A.lean": "",
    "/project/Build/A.lean": "",
    "/project/A.gen.lean": "",
    "/project/a/b/c/z.lean": "",
    "/project/a/z.lean": "",
    "/project/a/y.lean": "",
  };
  assert.deepEqual(await walked(files), ["Build/A.lean", "a/y.lean", "sub/Top.lean"]);
});

Deno.test("leanPaths() lets a later line or an inner file take back what is ignored", async () => {
  const files = {
    "/project/.gitignore": "*.lean\n!Keep.lean\n",
    "/project/Keep.lean": "",
    "/project/Other.lean": "",
    "/project/in/.gitignore": "!*.lean\nKeep.lean\n",
    "/project/in/Keep.lean": "",
    "/project/in/Other.lean": "",
  };
  assert.deepEqual(await walked(files), ["Keep.lean", "in/Other.lean"]);
});

Deno.test("leanPaths() looks into no folder that is ignored, whatever is said in it", async () => {
  const files = {
    "/project/.gitignore": "out/\n!out/Keep.lean\n",
    "/project/out/.gitignore": "!Keep.lean\n",
    "/project/out/Keep.lean": "",
    "/project/A.lean": "",
  };
  assert.deepEqual(await walked(files), ["A.lean"]);
});

Deno.test("leanPaths() looks into a folder that an inner file takes back", async () => {
  const files = {
    "/project/.gitignore": "build/\n",
    "/project/a/.gitignore": "!build/\n",
    "/project/a/build/A.lean": "",
    "/project/b/build/A.lean": "",
  };
  assert.deepEqual(await walked(files), ["a/build/A.lean"]);
});

Deno.test("leanPaths() obeys the files above it, up to the root of the checkout", async () => {
  const files = {
    "/home/.gitignore": "*.lean\n",
    "/home/repo/.git/HEAD": "",
    "/home/repo/.gitignore": "/formal/Old.lean\nNew.lean\n",
    "/home/repo/formal/.gitignore": "!New.lean\n",
    "/home/repo/formal/Old.lean": "",
    "/home/repo/formal/New.lean": "",
    "/home/repo/formal/in/New.lean": "",
    "/home/repo/formal/in/A.lean": "",
  };
  assert.deepEqual(await walked(files, "/home/repo/formal"), [
    "New.lean",
    "in/A.lean",
    "in/New.lean",
  ]);
  assert.deepEqual(await walked(files, "/home/repo/formal/in"), ["A.lean", "New.lean"]);
});

Deno.test("leanPaths() walks a folder that is named although it is ignored", async () => {
  const files = ["/repo/.git/HEAD", "/repo/out/A.lean", "/repo/out/in/B.lean"];
  const host = hostOf({
    ...Object.fromEntries(files.map((path) => [path, ""])),
    "/repo/.gitignore": "out/\n",
  });
  assert.deepEqual(await leanPaths(host, "/repo"), []);
  assert.deepEqual(await leanPaths(host, "/repo/out"), ["A.lean", "in/B.lean"]);
});

Deno.test("leanPaths() obeys no file above a folder that is in no checkout", async () => {
  assert.deepEqual(await walked({ "/.gitignore": "*.lean\n", "/project/A.lean": "" }), ["A.lean"]);
});

Deno.test("leanFiles() reads what is imported, ignored or hidden or not, and what that imports", async () => {
  const files = {
    "/project/.gitignore": "Evil*\n",
    "/project/A.lean": "import «.hidden».B\nimport Init.Data\nimport Evil\ndef x := 1\n",
    "/project/.hidden/B.lean": "import A",
    "/project/Evil.lean": "import Evil2\n",
    "/project/Evil2.lean": "theorem f : False := sorry\n",
    "/project/Evil3.lean": "",
  };
  assert.deepEqual(await read(files), ["A.lean", ".hidden/B.lean", "Evil.lean", "Evil2.lean"]);
});

Deno.test("leanFiles() reads what a build starts from, whatever git ignores", async () => {
  const files = {
    "/project/.gitignore": "src\nMain.lean\n",
    "/project/Main.lean": "import Deep\n",
    "/project/src/Deep.lean": "",
    "/project/src/Glob/.x/A.lean": "",
    "/project/src/Other.lean": "",
  };
  const sources = { srcDirs: ["", "src"], files: ["Main.lean", "No.lean"], folders: ["src/Glob"] };
  assert.deepEqual(await read(files, sources), [
    "src/Glob/.x/A.lean",
    "Main.lean",
    "src/Deep.lean",
  ]);
  assert.deepEqual(await read(files), []);
});

Deno.test("leanFiles() reads each file once, and nothing of a reader that stops early", async () => {
  const host = hostOf({
    "/project/A.lean": "import A\nimport B\n",
    "/project/B.lean": "import A\n",
  });
  const found = await Array.fromAsync(leanFiles(host, "/project"));
  assert.deepEqual(found.map(({ path }) => path), ["A.lean", "B.lean"]);
  for await (const { path } of leanFiles(host, "/project")) {
    assert.equal(path, "A.lean");
    break;
  }
});
