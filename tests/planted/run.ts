/**
 * Shows that fuzzing finds bugs of the Rust reducer: plants each in a copy, builds it, fuzzes it with a fixed
 * seed for at most a minute, and holds the shrunk list against the fewest events that the bug needs.
 *
 * `deno task test:planted [NAME…]` takes the bugs whose name contains one of the words. The exit code is 0
 * when all were found and shrunk, 1 when not, and 2 when no bug has such a name.
 */
import { cli, REPOSITORY } from "../support/cli.ts";
import { copyProject, type Scratch } from "../support/project.ts";
import { apply, type Planted, readPlanted } from "./patch.ts";

const PARTS = ["lean-gate.jsonc", "src/lifecycle", "rust"];
const SEED = "1";
const SECONDS = "60";

/** What became of one bug. */
interface Row {
  readonly planted: Planted;
  /** Events of the shrunk list; `undefined` when the bug was not found. */
  readonly events?: readonly { readonly type: string }[];
  /** Lists replayed until the first that shows the bug. */
  readonly lists: number;
  readonly tried: number;
  readonly seconds: number;
}

Deno.exit(await main(Deno.args));

async function main(words: readonly string[]): Promise<number> {
  const bugs = (await readPlanted())
    .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (bugs.length === 0) {
    console.error(`Failed to find a planted bug whose name contains "${words.join('" or "')}"`);
    return 2;
  }
  await using project = await copyProject(REPOSITORY, PARTS);
  if (await found(project) !== undefined) {
    console.error("Failed the control: the reducer as it is diverges");
    return 1;
  }
  const rows: Row[] = [];
  for (const planted of bugs) {
    await apply(project.root, planted);
    rows.push({ planted, ...await searched(project) });
    await apply(project.root, planted, true);
    console.error(`${rows.length} of ${bugs.length}: ${line(rows.at(-1)!)}`);
  }
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

/** Fuzzes with the control's few runs, or for a minute. */
async function searched({ root }: Scratch, ...limit: string[]) {
  const args = limit.length > 0 ? limit : ["--seconds", SECONDS];
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
    tried: first?.tried ?? 0,
    seconds: Math.round((performance.now() - start) / 1000),
  };
}

async function found(project: Scratch) {
  return (await searched(project, "--runs", "500")).events;
}
