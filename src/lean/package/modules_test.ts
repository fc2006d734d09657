import assert from "node:assert/strict";
import { parseLakefile } from "./lakefile.ts";
import { type ModuleGraph, moduleGraph } from "./modules.ts";

function graph(
  files: Record<string, string>,
  lakefile = 'name = "p"\n[[lean_lib]]\nname = "A"\n[[lean_exe]]\nname = "main"\nroot = "Main"\n',
): ModuleGraph {
  return moduleGraph({
    lakefile: parseLakefile(lakefile, "lakefile.toml"),
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    isExternal: (module) => /^(Init|Std|Lean)(\.|$)/.test(module),
    show: (path) => `formal/${path}`,
  });
}

const names = ({ order }: ModuleGraph) => order.map(({ name }) => name);

Deno.test("moduleGraph() puts every module behind its imports", () => {
  const result = graph({
    "A.lean": "module\npublic import A.Proofs\npublic import A.State\nimport Lean",
    "A/Proofs.lean": "module\nimport A.State\nimport A.State",
    "A/State.lean": "module",
    "Main.lean": "import A.State\nimport Std.Data",
  });
  assert.deepEqual(names(result), ["A.State", "A.Proofs", "A", "Main"]);
  assert.deepEqual(result.order[1]?.imports, ["A.State"]);
  assert.deepEqual(result.order[3]?.imports, ["A.State"]);
  assert.deepEqual(result.findings, []);
});

Deno.test("moduleGraph() reports a missing module at its import and leaves its dependents out", () => {
  const result = graph({
    "A.lean": "module\nimport A.B\n",
    "A/B.lean": "module\n\n  import A.Gone\nimport Nowhere.X\n",
    "Main.lean": "",
  });
  assert.deepEqual(names(result), ["Main"]);
  assert.deepEqual(result.findings.map(({ code, location }) => ({ code, ...location })), [
    { code: "module_missing", file: "formal/A/B.lean", line: 3, column: 10 },
    { code: "module_missing", file: "formal/A/B.lean", line: 4, column: 8 },
  ]);
  assert.match(result.findings[0]?.message ?? "", /"A\.Gone".*"formal\/A\/Gone\.lean"/);
});

Deno.test("moduleGraph() reports a cycle at the import that closes it", () => {
  const result = graph({
    "A.lean": "import A.B",
    "A/B.lean": "import A.C",
    "A/C.lean": "module\nimport A.B",
    "Main.lean": "import A",
  });
  assert.deepEqual(names(result), []);
  assert.equal(result.findings.length, 1);
  const [finding] = result.findings;
  assert.equal(finding?.code, "module_cycle");
  assert.deepEqual(finding?.location, { file: "formal/A/C.lean", line: 2, column: 8 });
  assert.match(finding?.message ?? "", /"A\.B" → "A\.C" → "A\.B"/);
});

Deno.test("moduleGraph() reports a module that imports itself", () => {
  const { findings } = graph({ "A.lean": "import A", "Main.lean": "" });
  assert.deepEqual(findings.map(({ code }) => code), ["module_cycle"]);
});

Deno.test("moduleGraph() reports a file that no root imports", () => {
  const { findings } = graph({
    "A.lean": "import A.B",
    "A/B.lean": "",
    "A/Proofs/Orphan.lean": "theorem x : 1 = 2 := sorry",
    "Main.lean": "",
  });
  assert.equal(findings.length, 1);
  assert.equal(findings[0]?.code, "module_unreached");
  assert.equal(findings[0]?.severity, "error");
  assert.equal(findings[0]?.location?.file, "formal/A/Proofs/Orphan.lean");
});

Deno.test("moduleGraph() reports a root without a file", () => {
  const { findings } = graph({ "A.lean": "" });
  assert.deepEqual(findings.map(({ code }) => code), ["root_missing"]);
  assert.match(findings[0]?.message ?? "", /"main".*"Main".*"formal\/Main\.lean"/);
});

Deno.test("moduleGraph() follows globs and source folders", () => {
  const lakefile = (globs: string) =>
    `name = "p"\nsrcDir = "src"\n[[lean_lib]]\nname = "A"\nglobs = ["${globs}"]\n`;
  const files = { "src/A.lean": "", "src/A/B.lean": "", "src/A/C/D.lean": "import A.B" };
  assert.deepEqual(names(graph(files, lakefile("A.*"))), ["A", "A.B", "A.C.D"]);
  assert.deepEqual(names(graph(files, lakefile("A.C.+"))), ["A.B", "A.C.D"]);
  assert.deepEqual(graph(files, lakefile("A.C.+")).findings.map(({ code }) => code), [
    "module_unreached",
  ]);
  assert.deepEqual(graph(files, lakefile("A.C.*")).findings.map(({ code }) => code), [
    "root_missing",
    "module_unreached",
  ]);
});

Deno.test("moduleGraph() does not take a module of another library for its own", () => {
  const { findings } = graph({ "A.lean": "import AB", "AB.lean": "", "Main.lean": "" });
  assert.deepEqual(findings.map(({ code }) => code), ["module_missing", "module_unreached"]);
});

Deno.test("moduleGraph() takes what a library's globs name for its own", () => {
  const lakefile = 'name = "p"\n[[lean_lib]]\nname = "A"\nglobs = ["B.+", "C"]\n';
  const { order, findings } = graph(
    { "B/D.lean": "", "B/E.lean": "import B.D\nimport C", "C.lean": "" },
    lakefile,
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(order.map(({ name }) => name), ["B.D", "C", "B.E"]);
});

Deno.test("moduleGraph() refuses modules that hide behind those of Lean's library", () => {
  const lakefile = 'name = "p"\n[[lean_lib]]\nname = "A"\nroots = ["Init.Core", "A"]\n';
  const { order, findings } = graph(
    { "Init/Core.lean": "theorem x : 1 = 2 := sorry", "A.lean": "import Init.Core" },
    lakefile,
  );
  assert.deepEqual(order, []);
  assert.deepEqual(findings.map(({ code, location }) => `${code} ${location?.file}`), [
    "module_taken formal/Init/Core.lean",
  ]);
});
