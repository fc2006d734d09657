import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { parseLakefile } from "./lakefile.ts";

const FILE = "formal/lakefile.toml";

function refusal(content: string): GateError {
  try {
    parseLakefile(content, FILE);
  } catch (error) {
    assert.ok(error instanceof GateError);
    assert.equal(error.kind, "setup");
    assert.equal(error.diagnostic.code, "lakefile_malformed");
    return error;
  }
  throw new assert.AssertionError({ message: "Expected a refusal" });
}

Deno.test("parseLakefile() fills in what Lake fills in", () => {
  assert.deepEqual(
    parseLakefile(
      'name = "model"\n[[lean_lib]]\nname = "Model"\n[[lean_exe]]\nname = "emit-traces"\nroot = "EmitTraces"\n',
      FILE,
    ),
    {
      name: "model",
      libs: [{
        name: "Model",
        srcDir: "",
        roots: ["Model"],
        globs: [{ module: "Model", kind: "one" }],
        options: [],
      }],
      exes: [{ name: "emit-traces", srcDir: "", root: "EmitTraces", options: [] }],
      requires: [],
      library: ".lake/build/lib/lean",
    },
  );
});

Deno.test("parseLakefile() reads globs, folders, options and requirements", () => {
  const lakefile = parseLakefile(
    [
      'name = "model"',
      'srcDir = "src"',
      "leanOptions = { autoImplicit = false, pp.unicode.fun = true }",
      "[[require]]",
      'name = "batteries"',
      "[[lean_lib]]",
      'name = "Model"',
      'srcDir = "./lib/"',
      'globs = ["Model", "Model.A.*", "Model.B.+"]',
      "[lean_lib.leanOptions]",
      "maxRecDepth = 1000",
    ].join("\n"),
    FILE,
  );
  assert.deepEqual(lakefile.requires, ["batteries"]);
  assert.deepEqual(lakefile.libs[0], {
    name: "Model",
    srcDir: "src/lib",
    roots: ["Model"],
    globs: [
      { module: "Model", kind: "one" },
      { module: "Model.A", kind: "withSubmodules" },
      { module: "Model.B", kind: "submodules" },
    ],
    options: [["autoImplicit", "false"], ["pp.unicode.fun", "true"], ["maxRecDepth", "1000"]],
  });
});

Deno.test("parseLakefile() reads where Lake builds, and names as Lake writes them", () => {
  const lakefile = parseLakefile(
    [
      'name = "«my-model»"',
      'buildDir = "./out"',
      "[[lean_lib]]",
      'name = "«my-lib»"',
      'roots = ["«my-lib».Core"]',
      "[[lean_exe]]",
      'name = "«emit-traces»"',
    ].join("\n"),
    FILE,
  );
  assert.equal(lakefile.library, "out/lib/lean");
  assert.deepEqual(lakefile.libs.map(({ name, roots }) => [name, roots]), [[
    "my-lib",
    ["my-lib.Core"],
  ]]);
  assert.deepEqual(lakefile.exes.map(({ name, root }) => [name, root]), [[
    "emit-traces",
    "emit-traces",
  ]]);
});

Deno.test("parseLakefile() reads options that are a list", () => {
  const { libs } = parseLakefile(
    'name = "m"\nleanOptions = [{ name = "pp.all", value = true }]\n[[lean_lib]]\nname = "M"\n',
    FILE,
  );
  assert.deepEqual(libs[0]?.options, [["pp.all", "true"]]);
});

Deno.test("parseLakefile() says where the TOML is broken", () => {
  const { diagnostic } = refusal('name = "model"\n[[lean_lib]]\nname = = 1\n');
  assert.equal(diagnostic.location?.file, FILE);
  assert.equal(diagnostic.location?.line, 3);
  assert.equal(diagnostic.location?.column, 8);
});

Deno.test("parseLakefile() says which entry has the wrong shape", () => {
  const content = [
    'name = "model"',
    "[[lean_lib]]",
    'name = "A"',
    "",
    "[[lean_lib]]",
    'name = "B"',
    "  roots = 7",
  ].join("\n");
  const { diagnostic } = refusal(content);
  assert.match(diagnostic.message, /"lean_lib\.1\.roots"/);
  assert.deepEqual(diagnostic.location, { file: FILE, line: 7, column: 3 });
});

Deno.test("parseLakefile() refuses names that are no modules", () => {
  for (const wrong of ["srcDir = 1", 'roots = ["A/B"]', 'globs = ["*"]']) {
    refusal(`name = "model"\n[[lean_lib]]\nname = "A"\n${wrong}\n`);
  }
  assert.match(refusal("").diagnostic.message, /"name"/);
});

Deno.test("parseLakefile() reads folders outside the package", () => {
  const content =
    'name = "model"\nsrcDir = "lean"\n[[lean_exe]]\nname = "tool"\nsrcDir = "../../scripts/"\n';
  assert.equal(parseLakefile(content, FILE).exes[0]?.srcDir, "../scripts");
});
