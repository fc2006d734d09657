/**
 * Shows that fuzzing finds bugs of the Rust reducer: plants each in a copy, builds it, fuzzes it with a fixed
 * seed for at most a minute, and holds the shrunk list against the fewest events that the bug needs.
 *
 * `deno task test:planted [--write] [NAME…]` takes the bugs whose name contains one of the words; `--write`
 * keeps the shrunk lists as regressions. The exit code is 0 when all were found and shrunk, 1 when not, and 2
 * when no bug has such a name.
 */
import { join } from "node:path";
import { taskArguments } from "../../ci/arguments.ts";
import { cli, REPOSITORY } from "../support/cli.ts";
import { copyProject, type Scratch } from "../support/project.ts";
import { apply, type Planted, readPlanted } from "./patch.ts";

const PARTS = ["lean-gate.jsonc", "src/lifecycle", "rust"];
const REGRESSIONS = "fixtures/regressions";
const SEED = "1";
const SECONDS = "60";

/** What became of one bug. */
interface Row {
  readonly planted: Planted;
  /** Events of the shrunk list; `undefined` when the bug was not found. */
  readonly events?: readonly { readonly type: string }[];
  /** Lists drawn until one showed the bug, a batch at a time. */
  readonly lists: number;
  readonly seconds: number;
}

const { values, positionals } = taskArguments({
  usage: "deno task test:planted [--write] [NAME…]",
  options: { write: { type: "boolean", default: false } },
  names: Infinity,
});
Deno.exit(await main(positionals, values.write));

async function main(words: readonly string[], write: boolean): Promise<number> {
  const bugs = (await readPlanted())
    .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (bugs.length === 0) {
    console.error(`Failed to find a planted bug whose name contains "${words.join('" or "')}"`);
    return 2;
  }
  await using project = await copyProject(REPOSITORY, PARTS);
  const control = await searched(project, "--runs", "500");
  if (control.events !== undefined) {
    console.error("Failed the control: the reducer as it is diverges");
    return 1;
  }
  const rows: Row[] = [];
  for (const planted of bugs) {
    await apply(project.root, planted);
    rows.push({ planted, ...await searched(project, "--seconds", SECONDS, "--write") });
    await apply(project.root, planted, true);
    console.error(`${rows.length} of ${bugs.length}: ${line(rows.at(-1)!)}`);
  }
  if (write) await keep(project);
  console.log("| planted bug | needs | shrunk to | lists | seconds |\n|---|---|---|---|---|");
  for (const row of rows) console.log(line(row));
  const caught = rows.filter(isCaught).length;
  console.log(`${caught} of ${rows.length} found and shrunk to what they need`);
  return caught === rows.length ? 0 : 1;
}

function isCaught({ planted, events }: Row): boolean {
  return events !== undefined && events.length <= planted.needs;
}

function line({ planted: { name, plants, needs, reason }, events, lists, seconds }: Row): string {
  const shrunk = events === undefined
    ? "not found"
    : `${events.length}: ${events.map(({ type }) => type).join(", ")}`;
  return `| ${name}: ${plants} | ${needs}: ${reason} | ${shrunk} | ${lists} | ${seconds} |`;
}

/** Fuzzes to a limit, and keeps what is found in the copy. */
async function searched({ root }: Scratch, ...args: string[]) {
  const start = performance.now();
  const { code, stdout, stderr } = await cli(
    ["fuzz", "--seed", SEED, ...args, "--format", "json"],
    root,
  );
  if (code > 1) throw new Error(`fuzz ended with exit code ${code}:\n${stderr}`);
  const { lists, found: [first] } = JSON.parse(stdout);
  return {
    ...(first === undefined ? {} : { events: first.events }),
    lists,
    seconds: Math.round((performance.now() - start) / 1000),
  };
}

/** Copies the regressions of the copy into the repository. */
async function keep({ root }: Scratch): Promise<void> {
  await Deno.mkdir(join(REPOSITORY, REGRESSIONS), { recursive: true });
  for await (const { name } of Deno.readDir(join(root, REGRESSIONS))) {
    await Deno.copyFile(join(root, REGRESSIONS, name), join(REPOSITORY, REGRESSIONS, name));
  }
}
