import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import { findHiddenDiffs } from "./hidden_diffs.ts";

Deno.test("findHiddenDiffs() tells of files whose changes a .gitattributes leaves out", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const root = await host.files.tempDir("hidden-diffs");
  const files = ["formal/statements.txt", "formal/A.lean", "formal/B.lean", "lean-gate.jsonc"];
  const found = async (attributes: string) => {
    await host.files.writeAtomic(join(root, "formal/.gitattributes"), attributes);
    const findings = await findHiddenDiffs(host, root, files);
    return findings.map(({ code, location }) => `${code} ${location?.file}`);
  };
  // Without a repository nothing is left out.
  assert.deepEqual(await found("* -diff\n"), []);
  assert.equal((await host.run({ argv: ["git", "init", "--quiet"], cwd: root })).code, 0);
  assert.deepEqual(await found("statements.txt -diff\n"), ["diff_hidden formal/statements.txt"]);
  assert.deepEqual(await found("*.txt binary\n"), ["diff_hidden formal/statements.txt"]);
  assert.deepEqual(await found("*.lean linguist-generated\nB.lean linguist-generated=false\n"), [
    "diff_hidden formal/A.lean",
  ]);
  assert.deepEqual(await found("A.lean linguist-generated=true\n"), ["diff_hidden formal/A.lean"]);
  // What changes how a difference is shown shows it.
  assert.deepEqual(
    await found("* text=auto eol=lf\n*.lean diff=lean linguist-language=Lean\n"),
    [],
  );
});
