/**
 * Replays the committed traces through the TypeScript reducer, up to the first that is answered otherwise
 * than the model says: exit code 1. The fixtures alone judge, with neither the gate nor a unit test.
 *
 * Run with the folder of the traces; the scenarios come first, since most mutants fall to them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import engine from "../../src/lifecycle/engine.ts";

const [folder] = process.argv.slice(2);
let count = 0;
for (const name of ["scenarios.ndjson", "cover.ndjson"]) {
  const lines = readFileSync(join(folder!, name), "utf8").trimEnd().split("\n").slice(1);
  for (const line of lines) {
    const { id, tags: _tags, names: _names, graph, events, ...expected } = JSON.parse(line);
    if (JSON.stringify(engine.replay({ graph, events })) !== JSON.stringify(expected)) {
      console.log(`Trace "${id}" is answered otherwise than the model says`);
      process.exit(1);
    }
    count++;
  }
}
if (count < 1_000) throw new Error(`Only ${count} traces`);
