import assert from "node:assert/strict";
import { parseLakefile } from "../toolchain/lakefile.ts";
import { modelDigest } from "./fixture.ts";
import { emitterSources } from "./sources.ts";

const LAKEFILE = parseLakefile(
  `name = "p"
[[lean_lib]]
name = "Model"
[[lean_exe]]
name = "emit"
root = "Emit"
`,
  "lakefile.toml",
);

/** The emitter imports the model, which imports its values; a proof imports both. */
const FILES: Readonly<Record<string, string>> = {
  "Emit.lean": "import Model.Reduce\nimport Lean\n",
  "Model.lean": "import Model.Reduce\nimport Model.Proofs\n",
  "Model/Reduce.lean": "import Model.Value\n",
  "Model/Value.lean": "def value := 1\n",
  "Model/Proofs.lean": "import Model.Reduce\ntheorem t : 1 = 1 := rfl\n",
};

function sources(
  files = FILES,
  lakefile: typeof LAKEFILE | undefined = LAKEFILE,
  emitter = "emit",
) {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  return emitterSources(list, lakefile, emitter);
}

const paths = (...args: Parameters<typeof sources>) =>
  sources(...args).map(({ path }) => path).sort();

Deno.test("emitterSources() is what the emitter's root reaches", () => {
  assert.deepEqual(paths(), ["Emit.lean", "Model/Reduce.lean", "Model/Value.lean"]);
});

Deno.test("emitterSources() is every file when nothing names the root", () => {
  const all = Object.keys(FILES).sort();
  assert.deepEqual(paths(FILES, LAKEFILE, "other"), all);
  const list = Object.entries(FILES).map(([path, text]) => ({ path, text }));
  assert.deepEqual(emitterSources(list, undefined, "emit"), list);
});

Deno.test("the digest changes exactly with the sources that the emitter imports", () => {
  const digest = modelDigest(sources());
  for (const path of Object.keys(FILES)) {
    const changed = modelDigest(sources({ ...FILES, [path]: `${FILES[path]}-- changed\n` }));
    const imported = ["Emit.lean", "Model/Reduce.lean", "Model/Value.lean"].includes(path);
    assert.equal(changed !== digest, imported, path);
  }
});

Deno.test("the digest changes when the emitter imports one more file", () => {
  const more = { ...FILES, "Emit.lean": `import Model.Proofs\n${FILES["Emit.lean"]}` };
  assert.ok(paths(more).includes("Model/Proofs.lean"));
  assert.notEqual(modelDigest(sources(more)), modelDigest(sources()));
});
