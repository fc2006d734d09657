import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import type { Host } from "../../platform/host/host.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { ModuleConfig } from "./engine.ts";
import { openEngine, type Replay, replayWith } from "./replay.ts";
import { request, SHORT_MS, sums, withHost } from "./testing/support.ts";

const CONFIG: ModuleConfig = {
  name: "mine",
  module: "engine.ts",
  hidden: ["fixtures", "journals"],
};

/** Adds numbers; `before` runs on import, `during` in each replay. */
function adder(before: string, during = ""): string {
  return `${before}
    export default {
      name: "adder",
      version: "2",
      replay(request) {
        const { events } = request;
        ${during}
        let sum = 0;
        const decisions = events.map((n) => ["applied", sum += n]);
        return { decisions, final: { sum } };
      },
    };`;
}

/** Runs the body in a folder with these files, of which \`engine.ts\` is the module. */
async function inFolder(
  files: Record<string, string>,
  body: (folder: string, host: Host, interrupt: () => void) => Promise<void>,
): Promise<void> {
  await using owned = denoHost(new AbortController().signal);
  const folder = await Deno.makeTempDir({ prefix: "engine " });
  for (const [name, text] of Object.entries(files)) {
    await owned.host.files.writeAtomic(join(folder, name), text);
  }
  try {
    await withHost((host, interrupt) => body(folder, host, interrupt));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function openFailure(files: Record<string, string>): Promise<GateError> {
  let failure: unknown;
  await inFolder(files, async (folder, host) => {
    failure = await openEngine(CONFIG, folder, host).catch((cause) => cause);
  });
  assert.ok(failure instanceof GateError, String(failure));
  assert.equal(failure.kind, "setup");
  return failure;
}

/** Replays a trace on which the engine runs \`during\`, and a good one. */
async function answering(before: string, during: string): Promise<Replay> {
  let result: Replay | undefined;
  const source = adder(before, `if (events.length === 1) { ${during} }`);
  await inFolder({ "engine.ts": source }, async (folder, host) => {
    const limits = { answerMs: SHORT_MS, helloMs: 60_000 };
    const requests = [request("odd", 1), request("b", 1, 2)];
    result = await replayWith(CONFIG, folder, host, requests, { limits });
  });
  return result!;
}

/** The trace "odd" fails with this code; the other is answered. */
async function failing(during: string, code: string, phrase: RegExp, before = "") {
  const { results, findings } = await answering(before, during);
  assert.deepEqual(
    results.map(({ type }) => type),
    ["failure", "answer"],
    JSON.stringify(findings),
  );
  assert.deepEqual(findings.map((finding) => finding.code), [code]);
  assert.match(findings[0]!.message, /^On trace "odd", engine "mine" /);
  assert.match(findings[0]!.message, phrase);
  assert.deepEqual(findings[0]!.location, { file: "fixtures/traces/sums.ndjson", line: 7 });
}

Deno.test("openModule() starts an engine by its path, and what it imports", () =>
  inFolder({
    "engine.ts": `import { plus } from "./lib/plus.ts"; ${adder("")}`.replace(
      "sum += n",
      "sum = plus(sum, n)",
    ),
    "lib/plus.ts": `import zero from "./zero.json" with { type: "json" };
      export const plus = (a, b) => a + b + zero;`,
    "lib/zero.json": "0",
    "fixtures/a.ndjson": "[]",
  }, async (folder, host) => {
    const { version, findings, results } = await replayWith(CONFIG, folder, host, [
      request("a", 4, 5),
    ]);
    assert.deepEqual([version, findings], ["2", []]);
    const [result] = results;
    assert.deepEqual(result?.type === "answer" && result.answer, sums(4, 5));
  }));

Deno.test("openModule() reports a module that is absent or does not load", async () => {
  const sources: [Record<string, string>, RegExp][] = [
    [{}, /^Failed to import the engine module "engine\.ts": there is no such file$/],
    [{ "engine.ts": 'throw new Error("no licence");' }, /no licence$/],
    [{ "engine.ts": 'import x from "./absent.ts"; export default x;' }, /absent\.ts/],
    [{ "engine.ts": "Deno.exit(0);" }, /ended or closed its stdout without a hello$/],
    [
      { "engine.ts": 'import process from "node:process"; process.exit(0);' },
      /ended or closed its stdout without a hello$/,
    ],
    [
      { "engine.ts": 'await Deno.stdout.write(new TextEncoder().encode("Hello\\n"));' },
      /answered hello with "Hello"/,
    ],
  ];
  for (const [files, phrase] of sources) {
    const { diagnostic, message } = await openFailure(files);
    assert.equal(diagnostic.code, "engine_module_failed");
    assert.match(message, phrase);
  }
});

Deno.test("openModule() ends a module that does not become ready in time", () =>
  inFolder({ "engine.ts": adder("while (true);") }, async (folder, host) => {
    const opening = openEngine(CONFIG, folder, host, { helloMs: SHORT_MS });
    await assert.rejects(opening, /did not answer hello within 1000 ms/);
  }));

Deno.test("openModule() reports a module without an engine as its default export", async () => {
  for (
    const source of [
      "export const replay = 1;",
      "export default null;",
      'export default { name: "a", version: "1" };',
      'export default { name: "a", version: 1, replay() {} };',
    ]
  ) {
    const { diagnostic } = await openFailure({ "engine.ts": source });
    assert.equal(diagnostic.code, "engine_module_malformed", source);
  }
});

Deno.test("openModule() refuses a module that is made of fixtures or journals, by a link too", async () => {
  const traces = '["applied"]';
  const imports = (path: string) =>
    `import known from "${path}" with { type: "json" };\n${adder("globalThis.known = known;")}`;
  for (const path of ["./fixtures/a.json", "./journals/a.json", "./x/../fixtures/a.json"]) {
    const files = { "engine.ts": imports(path), "fixtures/a.json": traces, "journals/a.json": "1" };
    assert.equal((await openFailure(files)).diagnostic.code, "module_reads_fixtures", path);
  }
  const files = { "engine.ts": imports("./link/a.json"), "fixtures/a.json": traces };
  await inFolder(files, async (folder, host) => {
    await Deno.symlink("fixtures", join(folder, "link"));
    await assert.rejects(openEngine(CONFIG, folder, host), /imports "link\/a\.json"/);
  });
});

Deno.test("an engine module may read, write, run and ask nothing but its own code", async () => {
  const attempts = {
    "reads the fixtures": 'Deno.readTextFileSync(folder + "/fixtures/a.json")',
    "reads them by a link": 'Deno.readTextFileSync(folder + "/link/a.json")',
    "reads them by the process": 'Deno.readTextFileSync("/proc/self/cwd/fixtures/a.json")',
    "lists its folder": "[...Deno.readDirSync(folder)]",
    "writes into its folder": 'Deno.writeTextFileSync(folder + "/engine.ts", "")',
    "runs a program": 'new Deno.Command("true").outputSync()',
    "reads the environment": 'Deno.env.get("PATH")',
    "kills its parent": 'Deno.kill(Deno.ppid, "SIGTERM")',
    "reads with Node": 'process.getBuiltinModule("node:fs").readFileSync(folder + "/engine.ts2")',
  };
  const during = Object.values(attempts).map((attempt) => `() => ${attempt}`).join(", ");
  const source = adder(
    'import process from "node:process"; const folder = import.meta.dirname;',
    `const done = [${during}].map((attempt) => { try { attempt(); return true; } catch { return false; } });
     return { decisions: events.map(() => ["applied", done]), final: 0 };`,
  );
  await inFolder({ "engine.ts": source, "fixtures/a.json": "1" }, async (folder, host) => {
    await Deno.symlink("fixtures", join(folder, "link"));
    const { results: [result] } = await replayWith(CONFIG, folder, host, [request("a", 1)]);
    assert.ok(result?.type === "answer");
    const done = result.answer.decisions[0]![1] as readonly boolean[];
    assert.deepEqual(Object.keys(attempts).filter((_, i) => done[i]), []);
    assert.equal(done.length, Object.keys(attempts).length);
  });
});

Deno.test("an engine module is told no more than the events, by an id that says nothing", async () => {
  const during = 'return { decisions: [["applied", Object.keys(request), request.id]], final: 0 };';
  const { results: [result] } = await answering("", during);
  assert.ok(result?.type === "answer");
  const [, keys, id] = result.answer.decisions[0]!;
  assert.deepEqual(keys, ["id", "graph", "events"]);
  assert.match(String(id), /^\d+$/);
});

Deno.test("replay() passes on what a module throws as declined", () =>
  failing(
    'throw new TypeError("events[0].key: expected a list");',
    "engine_declined",
    /declined the trace with "TypeError": events\[0\]\.key: expected a list$/,
  ));

Deno.test("replay() refuses malformed answers of a module", async () => {
  const cases: [string, RegExp][] = [
    ["undefined", /not an object/],
    ["Promise.resolve({ decisions: [], final: 1 })", /"decisions" is not a list/],
    ["{ final: 1 }", /"decisions" is not a list/],
    ["{ decisions: [] }", /"final" is missing/],
    ['{ decisions: ["applied"], final: 1 }', /"decisions\[0\]" is not a list headed by a verdict/],
    [
      '{ decisions: [["applied", { n: 2 ** 53 }]], final: 1 }',
      /"decisions\[0\]\[1\]\.n": 9007199254740992/,
    ],
    ['{ decisions: [["applied", -0]], final: 1 }', /"decisions\[0\]\[1\]": -0 is not/],
    ['{ decisions: [["applied"]], final: { n: 0.5 } }', /"final\.n": 0\.5 is not/],
    ['{ decisions: [["applied"]], final: { n: undefined } }', /a value of type "undefined" is not/],
    ['{ decisions: [["applied"]], final: { n: 1n } }', /a value of type "bigint" is not JSON/],
  ];
  for (const [answer, phrase] of cases) {
    await failing(`return ${answer};`, "engine_answer_malformed", phrase);
  }
});

Deno.test("replay() names the trace on which a module ends its process, or computes for ever", async () => {
  await failing("Deno.exit(0);", "engine_exited", /exit code 0 without answering/);
  await failing("Deno.exit(7);", "engine_crashed", /exit code 7/);
  await failing("while (true);", "engine_deadline", /did not answer within 1000 ms/);
});

Deno.test("what a module prints is no answer, and what it does to this realm stays there", async () => {
  const before = `
    Array.prototype.every = () => true; Array.prototype.some = () => false;
    JSON.parse = () => ({}); JSON.stringify = () => "{}"; Map.prototype.get = () => undefined;
    String.prototype.endsWith = () => true; globalThis.Deno.stdout.close = () => {};`;
  const print = 'console.log("a"); console.info("b"); console.table([1]);';
  const { results, findings } = await answering(before + print, print);
  assert.deepEqual(findings, []);
  assert.deepEqual(results.map((result) => result.type === "answer" && result.answer), [
    sums(1),
    sums(1, 2),
  ]);
  assert.equal([1].every((n) => n > 1), false);
});

Deno.test("a module that leaves timers running ends in order", async () => {
  const { findings, answered } = await answering("setInterval(() => {}, 1_000);", "");
  assert.deepEqual([findings, answered], [[], 2]);
});

Deno.test("an interrupt ends a module that computes for ever", () =>
  inFolder({ "engine.ts": adder("", "while (true);") }, async (folder, host, interrupt) => {
    const running = replayWith(CONFIG, folder, host, [request("a", 1)]);
    setTimeout(interrupt, 500);
    await assert.rejects(running, (cause) => {
      assert.ok(cause instanceof GateError);
      return cause.kind === "interrupted";
    });
  }));
