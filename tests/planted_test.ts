/** The planted bugs apply to the Rust reducer as it is; that fuzzing finds them is for `test:planted`. */
import assert from "node:assert/strict";
import { apply, parsePlanted, PATCHES, readPlanted } from "./planted/patch.ts";
import { join } from "node:path";
import { REPOSITORY } from "./support/cli.ts";
import { copyProject } from "./support/project.ts";

Deno.test("every planted bug applies to the Rust reducer, and changes it alone", async () => {
  const bugs = await readPlanted();
  assert.ok(bugs.length >= 10);
  await using project = await copyProject(REPOSITORY, ["rust/src"]);
  for (const planted of bugs) {
    const files = [...planted.patch.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, file]) => file!);
    assert.ok(files.length > 0 && files.every((file) => file.startsWith("rust/src/")));
    const before = await Promise.all(files.map(project.read));
    await apply(project.root, planted);
    assert.notDeepEqual(await Promise.all(files.map(project.read)), before, planted.name);
    await apply(project.root, planted, true);
    assert.deepEqual(await Promise.all(files.map(project.read)), before, planted.name);
  }
});

Deno.test("a planted bug that no longer applies is named, and one without its header refused", async () => {
  const [planted] = await readPlanted();
  await using project = await copyProject(REPOSITORY, ["rust/src"]);
  await apply(project.root, planted!);
  await assert.rejects(apply(project.root, planted!), new RegExp(`"${planted!.name}"`));
  assert.throws(() => parsePlanted("x.patch", "# Plants: a bug\ndiff --git a b\n"), /"x\.patch"/);
});

Deno.test("the table of the planted bugs says what their patches say, and that each was shrunk so far", async () => {
  const table = await Deno.readTextFile(join(REPOSITORY, PATCHES, "README.md"));
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const expected = (await readPlanted()).map(({ name, plants, needs, reason }) =>
    `| \`${name}\` | ${plants} | ${needs} | ${reason} | ${needs} |`
  );
  assert.deepEqual(rows, expected);
});
