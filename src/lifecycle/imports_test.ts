import assert from "node:assert/strict";

/** Specifiers that a module imports or re-exports from, other than its siblings. */
function foreign(source: string): readonly string[] {
  const found = source.matchAll(/^(?:import|export)\b[^;]*?from\s+"([^"]+)";/gm);
  return Array.from(found, ([, specifier]) => specifier!)
    .filter((specifier) => !/^\.\/[a-z_]+\.ts$/.test(specifier));
}

/** What the modules of a folder import from elsewhere, by their names. */
async function foreignIn(folder: string): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const url = new URL(folder, import.meta.url);
  for await (const { name, isFile } of Deno.readDir(url)) {
    if (!isFile || !name.endsWith(".ts") || /_(test|bench)\.ts$/.test(name)) continue;
    const source = await Deno.readTextFile(new URL(name, url));
    assert(!/\bimport\(/.test(source), name);
    found[name] = foreign(source);
  }
  return found;
}

Deno.test("the lifecycle imports nothing but itself, and zod for its schemas", async () => {
  const { "schema.ts": schema, ...others } = await foreignIn("./");
  assert.deepEqual(schema, ["zod"]);
  assert.deepEqual(Object.values(others).flat(), []);
  assert(Object.keys(others).length > 15);
});

Deno.test("the lifecycle's fuzzing imports the lifecycle, and types of fast-check", async () => {
  const { "lists.ts": lists, ...others } = await foreignIn("./fuzz/");
  assert.deepEqual(lists!.filter((it) => !/^\.\.\/[a-z_]+\.ts$/.test(it)), ["fast-check"]);
  const rest = Object.values(others).flat();
  assert(rest.length > 0);
  assert.deepEqual(rest.filter((it) => !/^\.\.\/[a-z_]+\.ts$/.test(it)), []);
});

Deno.test("an import from outside the lifecycle is noticed", () => {
  const source =
    'import { a } from "./value.ts";\nimport type {\n  B,\n} from "../platform/diagnostic.ts";\n';
  assert.deepEqual(foreign(source), ["../platform/diagnostic.ts"]);
  assert.deepEqual(foreign('export * from "node:fs";'), ["node:fs"]);
});
