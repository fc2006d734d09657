import assert from "node:assert/strict";
import { buildSources } from "./build_sources.ts";
import { parseLakefile } from "./lakefile.ts";

Deno.test("buildSources() tells from the lakefile what a build starts from", () => {
  const lakefile = parseLakefile(
    [
      'name = "p"',
      "[[lean_lib]]",
      'name = "Lib"',
      'srcDir = "src"',
      'globs = ["Lib", "Lib.Deep.*", "All.+"]',
      "[[lean_exe]]",
      'name = "main"',
      'root = "Cli.Main"',
    ].join("\n"),
    "lakefile.toml",
  );
  assert.deepEqual(buildSources(lakefile), {
    srcDirs: ["", "src"],
    files: ["src/Lib.lean", "src/Lib/Deep.lean", "src/All.lean", "Cli/Main.lean"],
    folders: ["src/Lib/Deep", "src/All"],
  });
});

Deno.test("buildSources() without a lakefile starts from nothing, and follows imports", () => {
  assert.deepEqual(buildSources(undefined), { srcDirs: [""], files: [], folders: [] });
});
