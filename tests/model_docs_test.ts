/** formal/README.md names what is proved, and nothing else. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { leanPaths } from "../src/lean/package/files.ts";
import { denoHost } from "../src/platform/host/deno.ts";
import { REPOSITORY } from "./support/cli.ts";

const README = "formal/README.md";
const PROOFS = "formal/Lifecycle/Proofs";

/** Texts of the proofs by the path of their file in the folder, without ".lean". */
async function proofs(): Promise<Map<string, string>> {
  await using owned = denoHost(new AbortController().signal);
  const paths = await leanPaths(owned.host, join(REPOSITORY, PROOFS));
  const texts = paths.map(async (path) =>
    [path.replace(/\.lean$/, ""), await Deno.readTextFile(join(REPOSITORY, PROOFS, path))] as const
  );
  return new Map(await Promise.all(texts));
}

/** Names of the theorems in the statement ledger; `undefined` before there is one. */
async function ledger(): Promise<ReadonlySet<string> | undefined> {
  const text = await Deno.readTextFile(join(REPOSITORY, "formal/statements.txt"))
    .catch((cause) => {
      if (cause instanceof Deno.errors.NotFound) return undefined;
      throw cause;
    });
  return text === undefined ? undefined : theoremsIn(text);
}

/** The last part of each theorem's name. */
function theoremsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^theorem (?:.*[.:])?(\S+)$/gm), ([, name]) => name!));
}

/** What of the table is not in the ledger, which has what the kernel accepted. */
function unledgered(readme: string, theorems: ReadonlySet<string>): string[] {
  return claimsOf(readme).filter(({ theorem }) => !theorems.has(theorem)).map(({ theorem }) =>
    `"${README}" names the theorem "${theorem}", which the ledger does not have: prove it, or correct the row`
  );
}

/** The theorems of the table, each with the file that proves it. */
function claimsOf(readme: string): { file: string; theorem: string }[] {
  const rows = Array.from(
    readme.matchAll(/^\|.*\|\s*((?:`[^`]+`[, ]*)+)\|\s*`([\w/]+)` \|$/gm),
    ([, theorems, file]) => ({
      file: file!,
      theorems: Array.from(theorems!.matchAll(/`([^`]+)`/g)),
    }),
  );
  return rows.flatMap(({ file, theorems }) =>
    theorems.map(([, theorem]) => ({ file, theorem: theorem! }))
  );
}

/** What is wrong with the table of theorems, and what to do about it. */
function wrong(readme: string, files: ReadonlyMap<string, string>): string[] {
  const claims = claimsOf(readme);
  const unproved = claims.filter(({ file, theorem }) =>
    !new RegExp(`^theorem ${theorem}(?![\\w.'])`, "m").test(files.get(file) ?? "")
  );
  // A file that declares nothing is the index of a folder.
  const unnamed = [...files].filter(([name, text]) =>
    /^(?:theorem|def|structure|inductive)\b/m.test(text) && !readme.includes(`\`${name}\``)
  ).map(([name]) => name);
  return [
    ...(claims.length === 0 ? [`"${README}" names no theorem`] : []),
    ...unproved.map(({ file, theorem }) =>
      `"${README}" names the theorem "${theorem}", which "${PROOFS}/${file}.lean" does not prove: prove it, or correct the row`
    ),
    ...unnamed.map((name) =>
      `"${README}" does not name "${PROOFS}/${name}.lean": add a row for what it proves`
    ),
  ];
}

Deno.test("the table of theorems names theorems that are proved, and every file of proofs", async () => {
  const readme = await Deno.readTextFile(join(REPOSITORY, README));
  assert.deepEqual(wrong(readme, await proofs()), []);
  const theorems = await ledger();
  if (theorems !== undefined) assert.deepEqual(unledgered(readme, theorems), []);
});

Deno.test("a theorem of the table that the ledger does not have is noticed", () => {
  const table = "| 2 | A duplicate is the identity | `duplicate_identity` | `Duplicate` |";
  const block = (name: string) => `# Ledger\n\ntheorem ${name}\n  1 = 1\n  digest: 0\n`;
  assert.deepEqual(unledgered(table, theoremsIn(block("Lifecycle.duplicate_identity"))), []);
  assert.deepEqual(unledgered(table, theoremsIn(block("duplicate_identity"))), []);
  for (const name of ["Lifecycle.duplicate_identity'", "Lifecycle.other"]) {
    assert.match(unledgered(table, theoremsIn(block(name))).join(), /the ledger does not have/);
  }
});

Deno.test("a theorem that is not proved and a file that is not named are noticed", () => {
  const table = "| 2 | A duplicate is the identity | `duplicate_identity` | `Duplicate` |";
  const file = (text: string) => new Map([["Duplicate", text]]);
  const proved = file("theorem duplicate_identity (s : State) :\n");
  assert.deepEqual(wrong(table, proved), []);
  for (const text of ["def duplicate_identity := 1\n", "theorem duplicate_identity' : x\n", ""]) {
    assert.match(wrong(table, file(text)).join(), /does not prove: prove it, or correct the row/);
  }
  const more = new Map([...proved, ["Local/Heartbeat", "theorem heartbeat : True := .intro\n"]]);
  assert.match(wrong(table, more).join(), /does not name ".*Local\/Heartbeat\.lean": add a row/);
  const index = new Map([...proved, ["Local", "import Lifecycle.Proofs.Local.Foreign\n"]]);
  assert.deepEqual(wrong(table, index), []);
  assert.match(wrong("", new Map()).join(), /names no theorem/);
});
