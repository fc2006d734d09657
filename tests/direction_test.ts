/** What ARCHITECTURE.md says is absent: imports against the direction, effects outside of the host. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "./support/cli.ts";

/** What a module may not do, by the path from the root of the repository. */
function offences(path: string, source: string): string[] {
  const imports = Array.from(source.matchAll(/\bfrom "([^"]+)"/g), ([, specifier]) => specifier!);
  const inHost = path.startsWith("src/host/");
  // The stage is the thin half that takes a host.
  const isPure = /^src\/(diff|report)\//.test(path) && !path.endsWith("/stage.ts");
  const isSyntax = /^src\/(lean|text)\//.test(path);
  return [
    ...imports.filter((it) => /(^|\/)cli\//.test(it)),
    ...imports.filter((it) => !inHost && /^node:(fs|child_process|process|os)/.test(it)),
    ...imports.filter((it) =>
      isSyntax && !/\/(lean|text|host)\/|^\.\/|^node:path$|^[a-z]+$/.test(it)
    ),
    ...imports.filter((it) => isPure && /\/(host|stage|replay)\//.test(it)),
    ...(!inHost && /\bDeno\.[a-z]/.test(source) ? ["Deno"] : []),
  ];
}

/** Every module below a folder that is no test, benchmark or helper of one. */
async function* modules(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(join(REPOSITORY, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "testing") yield* modules(path);
    if (/\.ts$/.test(name) && !/(_test|_bench|test_support|_arbitrary)\.ts$/.test(name)) yield path;
  }
}

Deno.test("no module of the library imports the command line or does by itself what a host is for", async () => {
  let count = 0;
  for await (const path of modules("src")) {
    assert.deepEqual(offences(path, await Deno.readTextFile(join(REPOSITORY, path))), [], path);
    count++;
  }
  assert.ok(count > 150, `${count} modules`);
});

Deno.test("an import against the direction and an effect outside of the host are noticed", () => {
  const refused: [string, string, string][] = [
    ["src/scan/scan.ts", 'import { app } from "../../cli/app.ts";', "../../cli/app.ts"],
    ["src/scan/scan.ts", 'import { readFileSync } from "node:fs";', "node:fs"],
    ["src/scan/scan.ts", "await Deno.readTextFile(path);", "Deno"],
    ["src/diff/diff.ts", 'import type { Host } from "../host/host.ts";', "../host/host.ts"],
    ["src/lean/files.ts", 'import { RULES } from "../scan/rules.ts";', "../scan/rules.ts"],
    ["src/report/report.ts", 'import { run } from "../stage/stage.ts";', "../stage/stage.ts"],
  ];
  for (const [path, source, offence] of refused) {
    assert.deepEqual(offences(path, source), [offence]);
  }
  assert.deepEqual(offences("src/host/deno.ts", 'import "node:os";\nDeno.cwd();'), []);
  assert.deepEqual(offences("src/diff/stage.ts", 'import "x";\nfrom "../replay/replay.ts"'), []);
});
