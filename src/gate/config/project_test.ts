import assert from "node:assert/strict";
import { type Diagnostic, GateError } from "../../platform/diagnostic.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { findProject, isTraced, openProject, traced, untraced } from "./project.ts";

const CONFIG = `{
  "formal": { "root": "formal", "emitter": "emit" },
  "fixtures": "fixtures",
  "engines": [{ "name": "a", "module": "a.ts" }]
}`;

/** Opens a project from `/project/deep/inside`. */
function open(files: Record<string, string | Uint8Array>, path?: string) {
  return openProject(memoryHost({ cwd: "/project/deep/inside", files }).host, path);
}

/** Checks that the project is refused as wrong usage, and returns what is said. */
async function refused(
  files: Record<string, string | Uint8Array>,
  path?: string,
): Promise<Diagnostic> {
  try {
    await open(files, path);
  } catch (cause) {
    assert.ok(cause instanceof GateError, String(cause));
    assert.equal(cause.kind, "usage");
    return cause.diagnostic;
  }
  throw new Error("The project was opened");
}

Deno.test("openProject() finds the nearest config, here or in a folder above", async () => {
  const here = await open({ "/project/deep/inside/lean-gate.jsonc": CONFIG });
  assert.equal(here.root, "/project/deep/inside");
  const above = await open({
    "/project/lean-gate.jsonc": CONFIG,
    "/lean-gate.jsonc": "not this one",
  });
  assert.equal(above.root, "/project");
  assert.equal(above.configFile, "lean-gate.jsonc");
  assert.equal(above.config.fixtures, "fixtures");
});

Deno.test("openProject() takes a config in the root of the file system", async () => {
  const { root, configFile } = await open({ "/lean-gate.jsonc": CONFIG });
  assert.deepEqual({ root, configFile }, { root: "/", configFile: "lean-gate.jsonc" });
});

Deno.test("openProject() takes the config that is named, relative to the working directory", async () => {
  const files = { "/project/deep/other.jsonc": CONFIG, "/project/lean-gate.jsonc": "not this one" };
  const { root, configFile } = await open(files, "../other.jsonc");
  assert.deepEqual({ root, configFile }, { root: "/project/deep", configFile: "other.jsonc" });
});

Deno.test("openProject() passes over a folder with the name of the config", async () => {
  const { root } = await open({
    "/project/deep/lean-gate.jsonc/file": "",
    "/project/lean-gate.jsonc": CONFIG,
  });
  assert.equal(root, "/project");
});

Deno.test("openProject() says where it looked for a config", async () => {
  const { code, message, hint } = await refused({});
  assert.equal(code, "config_missing");
  assert.equal(
    message,
    'No "lean-gate.jsonc" and no Lean package in "/project/deep/inside" or any folder above it',
  );
  assert.match(hint ?? "", /--config/);
});

Deno.test("openProject() names a config that is absent or a folder", async () => {
  for (const path of ["absent.jsonc", "."]) {
    const { code, message } = await refused({ "/project/lean-gate.jsonc": CONFIG }, path);
    assert.equal(code, "config_missing");
    assert.equal(message, `Failed to read the config "${path}": there is no such file`);
  }
});

Deno.test("openProject() reports the first error in full, and the others below it", async () => {
  const text = CONFIG.replace('"root": "formal"', '"folder": "formal"').replace('"a.ts"', "1");
  const finding = await refused({ "/project/lean-gate.jsonc": text });
  assert.equal(finding.code, "config_invalid");
  assert.equal(finding.message, 'Invalid config: Missing field "formal.root"');
  assert.deepEqual(finding.location, { file: "lean-gate.jsonc", line: 2, column: 13 });
  assert.deepEqual(finding.detail?.split("\n"), [
    '2:15 Invalid config: Unknown field "formal.folder"',
    '4:40 Invalid config: Expected a string, not a number at "engines.0.module"',
  ]);
});

Deno.test("openProject() reports a config that does not parse", async () => {
  const finding = await refused({ "/project/lean-gate.jsonc": '{\n  "formal": {]\n}\n' });
  assert.equal(finding.code, "config_syntax");
  assert.deepEqual(finding.location, { file: "lean-gate.jsonc", line: 2, column: 14 });
  assert.equal(finding.detail, undefined);
});

Deno.test("openProject() refuses a config that is not UTF-8, and says where", async () => {
  const bytes = (text: string, ...more: number[]) => [...new TextEncoder().encode(text), ...more];
  const wrong: [number[], number, number][] = [
    // UTF-16, with its mark.
    [[0xff, 0xfe, 0x7b, 0, 0x7d, 0], 1, 1],
    [bytes('{\n  "é": "', 0xe9, ...bytes('" }')), 2, 9],
  ];
  for (const [content, line, column] of wrong) {
    const files = { "/project/lean-gate.jsonc": new Uint8Array(content) };
    const { code, message, location } = await refused(files);
    assert.deepEqual([code, location], ["config_syntax", {
      file: "lean-gate.jsonc",
      line,
      column,
    }]);
    assert.match(message, /not UTF-8/);
  }
});

Deno.test("findProject() takes a config that only says what the scan allows", async () => {
  const entry = { rule: "sorry", file: "A.lean", reason: "later" };
  const files = { "/project/lean-gate.jsonc": JSON.stringify({ allow: [entry] }) };
  const { host } = memoryHost({ cwd: "/project", files });
  const project = await findProject(host);
  assert.deepEqual(project?.config.allow, [{ ...entry, place: { line: 1, column: 11 } }]);
  assert.equal(isTraced(project!), false);
  assert.equal(await findProject(memoryHost({ cwd: "/project", files: {} }).host), undefined);
  const { host: wrong } = memoryHost({
    cwd: "/project",
    files: { "/project/lean-gate.jsonc": '{ "alow": [] }' },
  });
  await assert.rejects(findProject(wrong), GateError);
});

Deno.test("openProject() takes a Lean package without a config, from any folder in it", async () => {
  for (const lakefile of ["lakefile.toml", "lakefile.lean"]) {
    const project = await open({ [`/project/deep/${lakefile}`]: "" });
    assert.equal(project.root, "/project/deep");
    assert.deepEqual(project.config, { formal: { root: "." }, engines: [], allow: [] });
    assert.match(untraced(project) ?? "", /^not configured/);
    assert.throws(() => traced(project), { name: "GateError", kind: "usage" });
  }
});

Deno.test("openProject() takes the config whose package it is in, and no config of another one", async () => {
  const formal = JSON.stringify({ formal: { root: "deep" } });
  const own = await open({ "/project/lean-gate.jsonc": formal, "/project/deep/lakefile.toml": "" });
  assert.deepEqual([own.root, own.config.formal.root], ["/project", "deep"]);
  assert.equal(isTraced(own), false);
  const other = await open({
    "/project/lean-gate.jsonc": formal,
    "/project/deep/lakefile.toml": "",
    "/project/deep/inside/lakefile.toml": "",
  });
  assert.equal(other.root, "/project/deep/inside");
  const outer = await open({ "/project/lean-gate.jsonc": CONFIG, "/lakefile.toml": "" });
  assert.equal(outer.root, "/project");
});
