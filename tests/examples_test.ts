/** The examples of the documentation are as strictly typed as what they are copied into. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "./support/cli.ts";

/** What a reader imports by name, as files. */
const EXPORTS = {
  '"@lean-gate/lean-gate/gate"': "gate.ts",
  '"@lean-gate/lean-gate"': "mod.ts",
  '"./mod.ts"': "mod.ts",
};

/** The examples in a text: `deno test --doc` runs them, but without their types. */
function examples(text: string): string[] {
  const plain = text.replaceAll(/^ \* ?/gm, "");
  return Array.from(plain.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code!)
    .map((code) => code.replace(/^\/\/ @ts-nocheck.*\n/, ""))
    .map((code) =>
      Object.entries(EXPORTS).reduce(
        (it, [name, file]) => it.replaceAll(name, JSON.stringify(join(REPOSITORY, file))),
        code,
      )
    );
}

/** What the compiler says of the codes, each a module. */
async function check(codes: readonly string[]): Promise<{ ok: boolean; said: string }> {
  const folder = await Deno.makeTempDir({ prefix: "lean-gate-examples-" });
  try {
    const paths = codes.map((_, i) => join(folder, `example_${i}.ts`));
    await Promise.all(codes.map((code, i) => Deno.writeTextFile(paths[i]!, code)));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--config", join(REPOSITORY, "deno.json"), ...paths],
      env: { NO_COLOR: "1" },
    }).output();
    return { ok: success, said: new TextDecoder().decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("every example of the documentation holds under strict types", async () => {
  const files = ["mod.ts", "gate.ts", "README.md"];
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(join(REPOSITORY, file))));
  const codes = texts.flatMap(examples);
  assert.ok(codes.length >= 5, `${codes.length} examples`);
  assert.deepEqual(await check(codes), { ok: true, said: "" });
});

Deno.test("an example that does not is told", async () => {
  const [code] = examples("```ts\n// @ts-nocheck: not here\nexport const a: string = 1;\n```\n");
  const { ok, said } = await check([code!]);
  assert.equal(ok, false);
  assert.match(said, /TS2322/);
});
