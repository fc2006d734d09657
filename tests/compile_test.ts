/** One executable file of the service, whichever form can be had here. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { compile, ENTRY } from "../ci/compile.ts";
import { VERSION } from "../cli/version.ts";
import { REPOSITORY } from "./support/cli.ts";

async function run(file: string, ...args: string[]) {
  const { code, stdout } = await new Deno.Command(file, { args, stdin: "null" }).output();
  return { code, text: new TextDecoder().decode(stdout).trim() };
}

Deno.test("the service becomes one file that runs anywhere", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    const made = await compile(ENTRY, join(folder, "lifecycle"), "script");
    assert.equal(made.form, "script");
    assert.deepEqual(await run(made.file, "--version"), { code: 0, text: VERSION });
    const { code } = await run(made.file, "status", "--store", folder);
    assert.equal(code, 2);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder), ({ name }) => name), [
      "lifecycle",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a module that does not compile makes no file", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    const entry = join(folder, "main.ts");
    await Deno.writeTextFile(entry, 'const n: number = "text";\nconsole.log(n);\n');
    await assert.rejects(compile(entry, join(folder, "out"), "script"), /deno bundle failed/);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder), ({ name }) => name), ["main.ts"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what is no form and no file is wrong usage, and makes no file", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    const script = join(REPOSITORY, "ci", "compile.ts");
    for (const args of [["--help"], ["--form"], ["--form", "tape"], ["a", "b"]]) {
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--allow-read", "--allow-write", script, ...args],
        cwd: folder,
        stdin: "null",
      }).output();
      assert.equal(code, 2, args.join(" "));
      assert.match(new TextDecoder().decode(stderr), /^Usage: /m);
    }
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
