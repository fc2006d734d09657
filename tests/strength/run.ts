/**
 * How strong the fixtures are: mutates both reducers, and has nothing but the committed traces judge.
 *
 * `deno task test:strength [typescript] [rust]` prints the table; `--write` keeps it in
 * `tests/strength/strength.md`, if both reducers were mutated. The exit code is 1 when a mutant survives that
 * `equivalent.ts` does not explain, or that file explains one that does not survive.
 */
import { join } from "node:path";
import { taskArguments } from "../../ci/arguments.ts";
import { REPOSITORY } from "../support/cli.ts";
import { outdated, unexplained } from "./equivalent.ts";
import type { Outcome } from "./mutant.ts";
import { mutateRust } from "./rust.ts";
import { table } from "./table.ts";
import { mutateTypeScript } from "./typescript.ts";

const { values, positionals } = taskArguments({
  usage: "deno task test:strength [--write] [typescript] [rust]",
  options: { write: { type: "boolean", default: false } },
  names: Infinity,
});
const unknown = positionals.find((name) => name !== "typescript" && name !== "rust");
if (unknown !== undefined) {
  console.error(`Failed to find the reducer "${unknown}": there are "typescript" and "rust"`);
  Deno.exit(2);
}
const chosen = (name: string) => positionals.length === 0 || positionals.includes(name);
const outcomes: Outcome[] = [];
const folder = await Deno.makeTempDir({ prefix: "strength-" });
try {
  if (chosen("typescript")) outcomes.push(await mutateTypeScript(join(folder, "typescript")));
  if (chosen("rust")) outcomes.push(await mutateRust(join(folder, "rust")));
} finally {
  await Deno.remove(folder, { recursive: true });
}
console.log(table(outcomes));
if (values.write && outcomes.length === 2) {
  const title = "# What the fixtures tell apart\n\nWritten by `deno task test:strength --write`.\n";
  await Deno.writeTextFile(
    join(REPOSITORY, "tests/strength/strength.md"),
    `${title}\n${table(outcomes)}\n`,
  );
}
const survived = outcomes.flatMap(({ survived }) => survived);
const open = unexplained(survived);
for (const { file, within, change } of open) {
  console.error(`Survived: ${file}: ${within}: ${change}`);
}
const stale = outdated(
  survived,
  (file) => chosen(file.startsWith("rust/") ? "rust" : "typescript"),
);
for (const name of stale) console.error(`Fewer survive than are explained: ${name}`);
Deno.exit(open.length + stale.length > 0 ? 1 : 0);
