import assert from "node:assert/strict";
import { lakefileFindings } from "./lakefile_options.ts";

const found = (content: string) =>
  lakefileFindings(content, "lakefile.toml").map(({ rule, line, column }) =>
    `${rule} ${line}:${column}`
  );

Deno.test("lakefileFindings() finds an option where the lakefile sets it", () => {
  const skip: readonly (readonly [string, string])[] = [
    ["[leanOptions]\ndebug.skipKernelTC = true\n", "2:1"],
    ['[leanOptions]\n"debug.skipKernelTC" = true\n', "2:1"],
    ["[leanOptions.debug]\n  skipKernelTC = true\n", "2:3"],
    ["leanOptions.debug.skipKernelTC = true\n", "1:13"],
    ["[[lean_lib]]\nleanOptions = { weak.debug.skipKernelTC = true }\n", "2:17"],
    ["[[lean_lib]]\nleanOptions = { weak = { debug = { skipKernelTC = true } } }\n", "2:36"],
    ['[[lean_exe]]\n[lean_exe.leanOptions]\nname = "x"\ndebug.skipKernelTC = "true"\n', "4:1"],
    ['weakLeanArgs = ["-DskipKernelTC", "-Ddebug.skipKernelTC=true"]\n', "1:35"],
    ['\nmoreLeanArgs = ["-D", "debug.skipKernelTC=true"]\n', "2:23"],
    ['leanOptions = [{ name = "debug.skipKernelTC", value = true }]\n', "1:25"],
    ['[[leanOptions]]\nname = "debug.skipKernelTC"\nvalue = true\n', "2:8"],
  ];
  for (const [content, place] of skip) {
    assert.deepEqual(found(content), [`skip_kernel ${place}`], content);
  }
  assert.deepEqual(found("[leanOptions]\ndebug.byAsSorry = true\nwarn.sorry = false\n"), [
    "as_sorry 2:1",
    "warn_off 3:1",
  ]);
});

Deno.test("lakefileFindings() leaves harmless options alone", () => {
  assert.deepEqual(
    found(
      'name = "debug.skipKernelTC"\n[leanOptions]\nwarn.sorry = true\ndebug.byAsSorry = false\n' +
        "pp.unicode.fun = true\nautoImplicit = false\n[other]\nwarn.sorry = false\n",
    ),
    [],
  );
});
