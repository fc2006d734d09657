import assert from "node:assert/strict";
import { dangerousOptions } from "./options.ts";

const found = (content: string) =>
  dangerousOptions(content, "lakefile.toml").map(({ code, location }) =>
    `${code} ${location?.line}:${location?.column}`
  );

Deno.test("dangerousOptions() finds an option however the lakefile sets it", () => {
  const skip: readonly string[] = [
    'name = "p"\n[leanOptions]\ndebug.skipKernelTC = true\n',
    'name = "p"\n[leanOptions]\n"debug.skipKernelTC" = true\n',
    'name = "p"\n[leanOptions.debug]\nskipKernelTC = true\n',
    'name = "p"\n[[lean_lib]]\nleanOptions = { weak.debug.skipKernelTC = true }\n',
    'name = "p"\n[[lean_exe]]\nweakLeanArgs = ["-DskipKernelTC", "-Ddebug.skipKernelTC=true"]\n',
    'name = "p"\n\nmoreLeanArgs = ["-D", "debug.skipKernelTC=true"]\n',
    'name = "p"\n\nleanOptions = [{ name = "debug.skipKernelTC", value = true }]\n',
  ];
  for (const content of skip) assert.match(found(content).join(), /^skip_kernel 3:\d+$/, content);
  assert.deepEqual(found("[leanOptions]\ndebug.byAsSorry = true\nwarn.sorry = false\n"), [
    "as_sorry 2:7",
    "warn_off 3:6",
  ]);
});

Deno.test("dangerousOptions() leaves harmless options alone", () => {
  assert.deepEqual(
    found(
      'name = "debug.skipKernelTC"\n[leanOptions]\nwarn.sorry = true\ndebug.byAsSorry = false\n' +
        "pp.unicode.fun = true\nautoImplicit = false\n",
    ),
    [],
  );
});
