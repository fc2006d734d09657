/** The entry `reducer.ts`: one file without dependencies, which runs under Node. */
import assert from "node:assert/strict";
import { join } from "node:path";
import * as esbuild from "npm:esbuild@0.28.2";
import { REPOSITORY } from "./support/cli.ts";

/** Most bytes of the entry, minified; docs/reference.md states the size. */
const LARGEST = 40_000;

/** The files that a bundle is made of, and its text. */
async function bundled(entry: string) {
  try {
    const { outputFiles: [script], metafile } = await esbuild.build({
      entryPoints: [join(REPOSITORY, entry)],
      absWorkingDir: REPOSITORY,
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: "esm",
      external: ["zod"],
      logLevel: "silent",
    });
    const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
    return {
      text: script!.text,
      external: imports.filter(({ external }) => external === true).map(({ path }) => path),
    };
  } finally {
    await esbuild.stop();
  }
}

Deno.test("the reducer has an entry without zod, small enough to state", async () => {
  const { text, external } = await bundled("reducer.ts");
  assert.deepEqual(external, []);
  assert.ok(text.length < LARGEST, `${text.length} bytes`);
  const schema = await bundled("src/lifecycle/schema.ts");
  assert.deepEqual([...new Set(schema.external)], ["zod"], "the check sees a dependency");
});

Deno.test("the reducer's entry runs under Node, without Deno and without packages", async () => {
  const { text } = await bundled("reducer.ts");
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "reducer.mjs"), text);
    await Deno.writeTextFile(
      join(folder, "main.mjs"),
      'import { initialState, replay } from "./reducer.mjs";\n' +
        "console.log(JSON.stringify(replay(initialState(1), []).decisions));\n",
    );
    const { code, stdout, stderr } = await new Deno.Command("node", {
      args: [join(folder, "main.mjs")],
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.equal(new TextDecoder().decode(stdout), "[]\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
