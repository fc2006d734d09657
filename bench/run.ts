/**
 * The benchmarks: what they compare is in one table of ratios within one run, and every ratio has a bound.
 * Ends with exit code 1 when one is out of it. Arguments choose parts by name.
 */
import { journalRows } from "./journal.ts";
import { longRows, peerRows } from "./reduce.ts";
import { rustRows } from "./rust.ts";
import { subprocessRows } from "./subprocess.ts";
import { scanRows } from "./scan.ts";
import { holds, type Row, table } from "./table.ts";
import { typescriptRows } from "./typescript.ts";
import { verifyRows } from "./verify.ts";

const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  typescript: typescriptRows,
  rust: rustRows,
  subprocess: subprocessRows,
  peers: peerRows,
  long: longRows,
  journal: journalRows,
  scan: scanRows,
};

/** Parts for a quiet machine with the model built: they run only by name. */
const SLOW: Readonly<Record<string, () => Promise<Row[]>>> = { verify: verifyRows };

const chosen = Deno.args.length === 0 ? Object.keys(PARTS) : Deno.args;
const rows: Row[] = [];
for (const name of chosen) {
  const part = PARTS[name] ?? SLOW[name];
  if (part === undefined) {
    console.error(
      `Unknown part "${name}"; there are ${Object.keys({ ...PARTS, ...SLOW }).join(", ")}`,
    );
    Deno.exit(2);
  }
  console.error(`${name} …`);
  rows.push(...await part());
}
console.log(`Ratios within one run:\n\n${table(rows)}`);
const missed = rows.filter((row) => !holds(row));
for (const { work, peer } of missed) console.error(`Missed: ${work}, against ${peer}`);
Deno.exit(missed.length > 0 ? 1 : 0);
