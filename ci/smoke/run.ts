/**
 * `deno task smoke [--only NAME] [--write] [--form binary|script] [--keep]`: plays every scenario
 * with the compiled service, and again with each rule disabled that it is to notice.
 *
 * The journals that the scenarios leave are compared with those in `fixtures/journals`, which
 * `verify` replays; `--write` replaces them.
 */
import { AssertionError } from "node:assert";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Entry, writeLine } from "../../src/service/record.ts";
import { recover } from "../../src/service/recover.ts";
import { taskArguments } from "../arguments.ts";
import { compile, ENTRY, type Form } from "../compile.ts";
import { type Check, CHECKS } from "./checks.ts";
import type { Rule } from "./old/rules.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";
import { makeWorld } from "./world.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const JOURNALS = join(dirname(dirname(HERE)), "fixtures", "journals");

/** The built programs. */
export interface Builds {
  readonly candidate: string;
  /** The candidate on a host that is killed at a durable step. */
  readonly crashing: string;
  /** The candidate with a rule disabled. */
  readonly without: (rule: Rule) => string;
}

/** What the user asked for. */
interface Options {
  readonly only?: string;
  readonly write: boolean;
  readonly keep: boolean;
}

/** Plays a scenario in a folder of its own; what it threw, and the journal it left. */
export async function play(scenario: Scenario, candidate: string, keep: boolean) {
  const root = await Deno.makeTempDir({ prefix: `smoke-${scenario.name}-` });
  try {
    const world = await makeWorld(root, candidate);
    const failure = await scenario.play(world).then(() => undefined, (cause) => cause as Error);
    const journal = timeless(await Deno.readFile(join(world.store, "journal.ndjson")));
    return { failure, journal, root };
  } finally {
    if (!keep) await Deno.remove(root, { recursive: true });
  }
}

/** The journal without the times, which differ from run to run. */
function timeless(bytes: Uint8Array): string {
  const records: unknown[] = [];
  const { header } = recover(bytes, "journal.ndjson", (entry) => void records.push(entry));
  let crc = 0;
  const lines = [header, ...records].map((record) => {
    const { crc: _crc, at: _at, ...rest } = record as Record<string, unknown>;
    const line = writeLine(crc, rest as unknown as Entry);
    crc = line.crc;
    return new TextDecoder().decode(line.bytes);
  });
  return lines.join("");
}

/** Plays a scenario with and without its rules; the sentences of what is wrong. */
async function judge(
  scenario: Scenario,
  builds: Builds,
  { write, keep }: Options,
): Promise<readonly string[]> {
  const { failure, journal, root } = await play(scenario, builds.candidate, keep);
  if (keep) console.log(`  kept ${root}`);
  if (failure !== undefined) return [failure.stack ?? String(failure)];
  const wrong: string[] = [];
  for (const rule of scenario.bites) {
    const without = await play(scenario, builds.without(rule), keep);
    if (without.failure === undefined) {
      wrong.push(`It does not notice that the rule "${rule}" is disabled`);
    } else if (!(without.failure instanceof AssertionError)) {
      wrong.push(`Without "${rule}" it failed otherwise than by an assertion: ${without.failure}`);
    }
  }
  const file = join(JOURNALS, `${scenario.name}.ndjson`);
  if (write) {
    await Deno.mkdir(JOURNALS, { recursive: true });
    await Deno.writeTextFile(file, journal);
  } else if (await Deno.readTextFile(file).catch(() => "") !== journal) {
    wrong.push(`Its journal differs from "${file}"; see what changed, then write it with --write`);
  }
  return wrong;
}

/** Plays a check; what is wrong, and what it has tried. */
async function inspect(check: Check, builds: Builds, { keep }: Options): Promise<Told> {
  const root = await Deno.makeTempDir({ prefix: `smoke-${check.name}-` });
  try {
    return { wrong: [], said: await check.play(await makeWorld(root, builds.candidate), builds) };
  } catch (cause) {
    return {
      wrong: [cause instanceof Error ? cause.stack ?? cause.message : String(cause)],
      said: "",
    };
  } finally {
    if (keep) console.log(`  kept ${root}`);
    else await Deno.remove(root, { recursive: true });
  }
}

/** What came of a scenario or a check. */
interface Told {
  readonly wrong: readonly string[];
  readonly said: string;
}

/** Runs it and prints a line; 1 when it failed. */
async function tell(name: string, run: () => Promise<Told>): Promise<number> {
  const start = performance.now();
  const { wrong, said } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    wrong.length === 0
      ? `✓ ${name} (${said}; ${seconds} s)`
      : `✗ ${name}\n${wrong.join("\n").replace(/^/gm, "    ")}`,
  );
  return wrong.length === 0 ? 0 : 1;
}

/** Builds the candidate and the test build; the latter differs by one environment variable. */
export async function build(folder: string, form: Form | undefined): Promise<Builds> {
  const made = await compile(ENTRY, join(folder, "lifecycle"), form);
  const test = (name: string) =>
    compile(join(HERE, name, "main.ts"), join(folder, name), made.form);
  const [old, crashing] = [await test("old"), await test("crash")];
  console.log(`candidate: a ${made.form}${made.note === undefined ? "" : ` (${made.note})`}`);
  for (const rule of new Set(SCENARIOS.flatMap(({ bites }) => bites))) {
    const text = `#!/bin/sh\nLIFECYCLE_WITHOUT='${rule}' exec '${old.file}' "$@"\n`;
    await Deno.writeTextFile(join(folder, rule), text, { mode: 0o755 });
  }
  return { candidate: made.file, crashing: crashing.file, without: (rule) => join(folder, rule) };
}

async function main(options: Options, form: Form | undefined): Promise<number> {
  const isChosen = ({ name }: { readonly name: string }) =>
    options.only === undefined || name === options.only;
  const [scenarios, checks] = [SCENARIOS.filter(isChosen), CHECKS.filter(isChosen)];
  if (scenarios.length + checks.length === 0) {
    console.error(`No scenario is named "${options.only}"`);
    return 2;
  }
  const folder = await Deno.makeTempDir({ prefix: "smoke-build-" });
  let failed = 0;
  try {
    const builds = await build(folder, form);
    for (const scenario of scenarios) {
      failed += await tell(scenario.name, async () => ({
        wrong: await judge(scenario, builds, options),
        said: `bites without ${scenario.bites.join(" and ")}`,
      }));
    }
    for (const check of checks) {
      failed += await tell(check.name, () => inspect(check, builds, options));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.log(`${scenarios.length} scenarios, ${checks.length} checks, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) {
  const { values: { only, write, keep, form } } = taskArguments({
    usage: "deno task smoke [--only NAME] [--write] [--form binary|script] [--keep]",
    options: {
      only: { type: "string" },
      write: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      form: { type: "string" },
    },
    values: { form: ["binary", "script"] },
  });
  const options = { write, keep, ...(only === undefined ? {} : { only }) };
  Deno.exit(await main(options, form as Form | undefined));
}
