import assert from "node:assert/strict";

/** Specifiers that a module imports or re-exports from, other than its siblings. */
function foreign(source: string): readonly string[] {
  const found = source.matchAll(/^(?:import|export)\b[^;]*?from\s+"([^"]+)";/gm);
  return Array.from(found, ([, specifier]) => specifier!)
    .filter((specifier) => !/^\.\/[a-z_]+\.ts$/.test(specifier));
}

Deno.test("the lifecycle imports nothing but itself, and zod for its schemas", async () => {
  const folder = new URL("./", import.meta.url);
  let modules = 0;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !name.endsWith(".ts") || /_(test|bench)\.ts$/.test(name)) continue;
    const source = await Deno.readTextFile(new URL(name, folder));
    assert.deepEqual(foreign(source), name === "schema.ts" ? ["zod"] : [], name);
    assert(!/\bimport\(/.test(source), name);
    modules++;
  }
  assert(modules > 15);
});

Deno.test("an import from outside the lifecycle is noticed", () => {
  const source =
    'import { a } from "./value.ts";\nimport type {\n  B,\n} from "../diagnostic.ts";\n';
  assert.deepEqual(foreign(source), ["../diagnostic.ts"]);
  assert.deepEqual(foreign('export * from "node:fs";'), ["node:fs"]);
});
