/** What `lean-gate init` writes passes the gate. */
import assert from "node:assert/strict";
import { cli, verifyJson } from "./support/cli.ts";

Deno.test("a new project passes the gate, until its engine decides otherwise than its model", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-test-" }));
  try {
    assert.equal((await cli(["init"], root)).code, 0);
    const only = ["--lean", "embedded", "--deny", "warnings", "--only", "scan,audit,emit,diff"];
    const agreed = await verifyJson(only, root);
    assert.deepEqual([agreed.code, agreed.findings], [0, []]);
    assert.equal(agreed.report.counts.theorems, 2);
    const reducer = `${root}/turnstile.ts`;
    const text = await Deno.readTextFile(reducer);
    await Deno.writeTextFile(reducer, text.replace("passed + 1", "passed + 2"));
    const refused = await verifyJson(["--only", "diff"], root);
    assert.equal(refused.code, 1);
    assert.ok(refused.findings.some(({ code }) => code === "divergence_final"));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

for (const language of ["python", "go", "rust"]) {
  Deno.test(`the ${language} engine of a new project agrees with its traces, and a wrong one is refused`, async () => {
    const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-test-" }));
    try {
      assert.equal((await cli(["init", "--engine", language], root)).code, 0);
      const agreed = await verifyJson(["--only", "diff"], root);
      assert.deepEqual([agreed.code, agreed.findings], [0, []]);
      assert.equal(agreed.report.counts.traces, 4);
      const source = {
        python: "engine.py",
        go: "engine/main.go",
        rust: "engine/src/main.rs",
      }[language]!;
      const text = await Deno.readTextFile(`${root}/${source}`);
      await Deno.writeTextFile(`${root}/${source}`, text.replace(/([Pp]assed) \+ 1/, "$1 + 2"));
      const refused = await verifyJson(["--only", "diff"], root);
      assert.equal(refused.code, 1);
      assert.ok(refused.findings.some(({ code }) => code === "divergence_final"));
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}
