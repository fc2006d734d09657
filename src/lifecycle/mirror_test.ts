import assert from "node:assert/strict";
import {
  type Constructors,
  leanConstructors,
  rustConstructors,
  typeScriptConstructors,
} from "./testing/constructors.ts";

/** The types that the three reducers share. */
const SHARED = [
  "Contract",
  "Disposition",
  "Class",
  "Cancel",
  "Role",
  "Fault",
  "Status",
  "Projection",
  "Act",
  "TaskAct",
  "Body",
  "Why",
  "Verdict",
  "Effect",
  "Deferred",
  "Phase",
  "Worker",
  "Origin",
  "Outcome",
];

const root = new URL("../../", import.meta.url);

async function read(
  files: readonly string[],
  parse: (source: string) => Constructors,
): Promise<Constructors> {
  const sources = await Promise.all(
    files.map((file) => Deno.readTextFile(new URL(file, root))),
  );
  return new Map(sources.flatMap((source) => [...parse(source.replaceAll("\r\n", "\n"))]));
}

const lean = await read(
  ["Value", "Event", "Decision", "State", "Guard"].map((name) => `formal/Lifecycle/${name}.lean`),
  leanConstructors,
);
const typeScript = await read(
  ["value", "event", "decision", "state", "guard"].map((name) => `src/lifecycle/${name}.ts`),
  typeScriptConstructors,
);
const rust = await read(
  ["value", "event", "decision", "state", "guard"].map((name) => `rust/src/${name}.rs`),
  rustConstructors,
);

/** The types of the model whose constructors differ in the other, or that it lacks. */
function differing(model: Constructors, other: Constructors): readonly string[] {
  return [...model].filter(([name, list]) => `${other.get(name)}` !== `${list}`).map(([name]) =>
    name
  );
}

Deno.test("the model's inductives are those that the reducers share", () => {
  assert.deepEqual([...lean.keys()], SHARED);
  assert.deepEqual(lean.get("Status"), ["open", "active", "done", "failed", "abandoned"]);
  const events = ["Act", "TaskAct", "Body"].map((name) => lean.get(name)!.length);
  assert.deepEqual(events, [13, 8, 6]);
  assert.equal(lean.get("Why")!.length, 45);
});

Deno.test("TypeScript has the model's constructors, in the same order", () => {
  assert.deepEqual(differing(lean, typeScript), []);
});

Deno.test("Rust has the model's constructors, in the same order", () => {
  assert.deepEqual(differing(lean, rust), []);
});

Deno.test("a constructor that is added, dropped, renamed or moved in the model is noticed", async () => {
  const source = await Deno.readTextFile(new URL("formal/Lifecycle/State.lean", root));
  const changes: readonly (readonly [string, string, string])[] = [
    ["  | kill\n", "  | kill\n  | drain\n", "Deferred"],
    ["  | kill\n", "", "Deferred"],
    ["  | kill\n  | abandon\n", "  | abandon\n  | kill\n", "Deferred"],
    ["  | running\n", "  | started\n", "Phase"],
    ["  | native\n", "  | declared\n", "Origin"],
  ];
  for (const [from, to, name] of changes) {
    assert(source.includes(from));
    const changed = leanConstructors(source.replaceAll("\r\n", "\n").replace(from, to));
    assert.deepEqual(differing(changed, typeScript), [name]);
    assert.deepEqual(differing(changed, rust), [name]);
  }
});

Deno.test("a constructor that differs in an implementation is noticed", async () => {
  const value = await Deno.readTextFile(new URL("src/lifecycle/value.ts", root));
  const words = typeScriptConstructors(value.replace('"report"', '"inform"'));
  assert.deepEqual(words.get("Contract"), ["land", "deliver", "inform"]);
  const decision = await Deno.readTextFile(new URL("src/lifecycle/decision.ts", root));
  const unions = typeScriptConstructors(decision.replace("probe: {", "ask: {"));
  assert(differing(lean, new Map([...typeScript, ...unions])).includes("Effect"));
  const events = await Deno.readTextFile(new URL("src/lifecycle/event.ts", root));
  const acts = typeScriptConstructors(events.replace("ownerLost: {", "ownerGone: {"));
  assert.deepEqual(differing(lean, new Map([...typeScript, ...acts])), ["Act"]);
  const event = await Deno.readTextFile(new URL("rust/src/event.rs", root));
  const variants = rustConstructors(event.replace("OwnerLost,", "OwnerGone,"));
  assert.deepEqual(differing(lean, new Map([...rust, ...variants])), ["Act"]);
  const enumeration = await Deno.readTextFile(new URL("rust/src/value.rs", root));
  const renamed = rustConstructors(enumeration.replace('Lost = "lost"', 'Lost = "gone"'));
  assert.deepEqual(differing(lean, new Map([...rust, ...renamed])), ["Class"]);
});
