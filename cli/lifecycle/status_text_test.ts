/** The status as text, on terminals of several widths. */
import assert from "node:assert/strict";
import type { Status, TaskStatus } from "../../src/service/overview.ts";
import { styleFor } from "../render/style.ts";
import { statusText } from "./status_text.ts";

const task = (name: string, rest: Partial<TaskStatus>): TaskStatus => ({
  task: 1,
  name,
  state: "ready",
  status: "open",
  legacy: null,
  phase: null,
  failure: null,
  generation: 0,
  attempts: 0,
  retries: 0,
  after: [],
  waived: [],
  waitsFor: [],
  waitsForWorker: false,
  held: null,
  worker: null,
  receipt: null,
  result: null,
  ...rest,
});

const LONG = "build-the-documentation-site-of-everything";
const STATUS: Status = {
  schema: "lifecycle/status/2",
  graph: 1,
  branch: null,
  records: 7,
  torn: 0,
  counts: { ready: 0, waiting: 0, blocked: 1, active: 0, done: 0, failed: 1, abandoned: 0 },
  tasks: [
    task(LONG, { state: "failed", status: "failed", phase: "failed", failure: "noCompletion" }),
    task("ship", {
      state: "blocked",
      after: [LONG, "another-long-name"],
      waitsFor: [{ task: LONG, state: "failed" }],
    }),
  ],
};

Deno.test("the table of tasks fits a terminal, and the notes have names in full", () => {
  for (const columns of [80, 120]) {
    const [, , ...lines] = statusText(STATUS, styleFor(false), columns).trimEnd().split("\n");
    const note = lines.pop();
    assert.deepEqual(lines.filter((line) => line.length > columns), [], `${columns} columns`);
    assert.match(lines[1]!, /^build-the.*… +failed +noCompletion/);
    assert.equal(note, `"ship" is blocked: "${LONG}" is failed`);
  }
});

Deno.test("where there is no terminal, nothing is cut", () => {
  const text = statusText(STATUS, styleFor(false));
  assert.match(text, new RegExp(`^${LONG}  failed`, "m"));
  assert.match(text, new RegExp(`${LONG}, another-long-name`));
});
