import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { readLakefile, readSourceFiles } from "./formal_package.ts";

const PLACE = { projectRoot: "/project", formalRoot: "/project/formal" };
const TOML = { "formal/lakefile.toml": 'name = "p"\n' };
const LEAN = { "formal/lakefile.lean": "import Lake\n" };
const read = (files: Readonly<Record<string, string>>) =>
  readLakefile(memoryHost({ files }).host, PLACE);

function fails(code: string) {
  return (error: unknown) => error instanceof GateError && error.diagnostic.code === code;
}

Deno.test("readLakefile() reads the one lakefile that there is", async () => {
  assert.equal((await read(TOML))?.lakefile.name, "p");
  assert.equal(await read(LEAN), undefined);
});

Deno.test("readLakefile() refuses two, of which Lake obeys the one that it cannot read, and none", async () => {
  await assert.rejects(read({ ...TOML, ...LEAN }), fails("lakefile_ambiguous"));
  await assert.rejects(read({}), fails("lakefile_missing"));
});

const PACKAGE = {
  ...TOML,
  "formal/Main.lean": "import Inner.Shared\n",
  "formal/examples/lakefile.lean": "import Lake\n",
  "formal/examples/Example.lean": "",
  "formal/docbuild/lakefile.toml": 'name = "docs"\n',
  "formal/docbuild/Docs.lean": "",
  "formal/Inner/lakefile.toml": 'name = "inner"\n',
  "formal/Inner/Shared.lean": "",
  "formal/Inner/Other.lean": "",
  "formal/Plain/Own.lean": "",
};

Deno.test("readSourceFiles() leaves nested packages out, but not what is imported from their folders", async () => {
  const { host } = memoryHost({ files: PACKAGE });
  const paths = (await readSourceFiles(host, PLACE)).map(({ path }) => path);
  assert.deepEqual(paths, ["Main.lean", "Plain/Own.lean", "Inner/Shared.lean"]);
});
