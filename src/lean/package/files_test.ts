import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { type BuildSources, leanFiles, leanPaths } from "./files.ts";

/** A host with these files, each empty or with the text given; git knows of `tracked`, if it answers. */
function hostOf(files: Record<string, string> | readonly string[], tracked?: readonly string[]) {
  const entries = Array.isArray(files) ? files.map((path) => [path, ""]) : Object.entries(files);
  const answer = tracked === undefined ? { code: 128 } : { stdout: `${tracked.join("\0")}\0` };
  return memoryHost({
    files: Object.fromEntries(entries),
    path: { git: "/git" },
    programs: () => answer,
  }).host;
}

function walked(files: Record<string, string> | readonly string[], folder = "/project") {
  return leanPaths(hostOf(files), folder);
}

async function read(
  files: Record<string, string>,
  tracked: readonly string[],
  sources?: BuildSources,
): Promise<string[]> {
  const host = hostOf(files, tracked);
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

Deno.test("leanPaths() takes every file where git gives no answer", async () => {
  const files = { "/project/.gitignore": "*.lean\n", "/project/A.lean": "" };
  assert.deepEqual(await walked(files), ["A.lean"]);
  const broken = memoryHost({ files, path: { git: "/git" }, programs: () => ({ code: 128 }) });
  assert.deepEqual(await leanPaths(broken.host, "/project"), ["A.lean"]);
});

Deno.test("leanPaths() asks git again in a repository inside, and takes what is still there", async () => {
  const files = ["A.lean", "Ignored.lean", "own/B.lean", "own/No.lean", "out/C.lean"];
  const { host, commands } = memoryHost({
    files: Object.fromEntries(files.map((path) => [path, ""])),
    path: { git: "/git" },
    programs: ({ cwd }) => ({
      stdout: cwd === "/project" ? "A.lean\0Gone.lean\0own/\0" : "B.lean\0",
    }),
  });
  assert.deepEqual(await leanPaths(host, "/project"), ["A.lean", "own/B.lean"]);
  assert.deepEqual(commands.map(({ cwd }) => cwd), ["/project", "/project/own"]);
});

Deno.test("leanFiles() reads what is imported, ignored or hidden or not, and what that imports", async () => {
  const files = {
    "/project/A.lean": "import «.hidden».B\nimport Init.Data\nimport Evil\ndef x := 1\n",
    "/project/.hidden/B.lean": "import A",
    "/project/Evil.lean": "import Evil2\n",
    "/project/Evil2.lean": "theorem f : False := sorry\n",
    "/project/Evil3.lean": "",
  };
  assert.deepEqual(await read(files, ["A.lean"]), [
    "A.lean",
    ".hidden/B.lean",
    "Evil.lean",
    "Evil2.lean",
  ]);
});

Deno.test("leanFiles() reads what a build starts from, whatever git ignores", async () => {
  const files = {
    "/project/Main.lean": "import Deep\n",
    "/project/src/Deep.lean": "",
    "/project/src/Glob/.x/A.lean": "",
    "/project/src/Other.lean": "",
  };
  const sources = { srcDirs: ["", "src"], files: ["Main.lean", "No.lean"], folders: ["src/Glob"] };
  assert.deepEqual(await read(files, ["README.md"], sources), [
    "src/Glob/.x/A.lean",
    "Main.lean",
    "src/Deep.lean",
  ]);
  assert.deepEqual(await read(files, ["README.md"]), []);
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
