/** The HTML report, opened from disk in a real browser. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "../cli/render/html/page.ts";
import { judgeOf } from "../src/replay/diff/diff.ts";
import { denoHost } from "../src/platform/host/deno.ts";
import { summarize } from "../src/gate/report/report.ts";
import { openView } from "../src/replay/view/module.ts";
import { error } from "../src/platform/diagnostic.ts";
import { readTraceFolder, type TraceFolder } from "../src/replay/trace/folder.ts";
import type { PlacedTrace } from "../src/replay/trace/read.ts";
import type { Seen } from "./browser/drive.ts";
import { DEVELOPMENT_LOCK, REPOSITORY } from "./support/cli.ts";

/** Runs as a program if anything in a page is taken for markup. */
const EVIL = '</script><img src="x" onerror="window.hacked=1">evil';
/** Shows another text than it is, where it is shown as it is; and is wider than any window. */
const TURNED = `\u202e${"x".repeat(2_000)}\x1b`;
/** A trace of eight events, of which the planted engine gets the fifth wrong. */
const DIVERGES = "success/land";

async function committed(): Promise<TraceFolder> {
  await using owned = denoHost(new AbortController().signal);
  return await readTraceFolder(owned.host, REPOSITORY, "fixtures/traces");
}

/** A trace that says the worst wherever it may say anything. */
function evil(): PlacedTrace {
  const trace = {
    id: EVIL,
    tags: ["evil", EVIL],
    names: { [EVIL]: EVIL },
    graph: 1,
    events: [{ type: EVIL }],
    decisions: [[EVIL, EVIL]] as const,
    final: { [EVIL]: EVIL },
  };
  return { trace, location: { file: EVIL, line: 1 } };
}

/** A trace in which nothing happens. */
function empty(): PlacedTrace {
  const trace = {
    id: "empty",
    tags: ["empty"],
    names: {},
    graph: 1,
    events: [],
    decisions: [],
    final: { nothing: true },
  };
  return { trace, location: { file: "empty.ndjson", line: 2 } };
}

Deno.test("the page works from disk by keyboard, asks for nothing, and runs nothing of what it shows", async () => {
  const folder = await committed();
  const placed = folder.traces.find(({ trace }) => trace.id === DIVERGES)!;
  const { decisions, final } = placed.trace;
  const planted = judgeOf("planted");
  const wrong = decisions.map((decision, i) => i === 4 ? ["noop(planted)"] as const : decision);
  planted.add(placed, { decisions: wrong, final });
  const stage = {
    name: "diff" as const,
    status: "failed" as const,
    // Not "1 min 60 s".
    ms: 119_600,
    checked: 1,
    summary: EVIL,
    findings: [
      error("divergence", EVIL, { location: placed.location, detail: EVIL, hint: EVIL }),
      error("turned", TURNED, { hint: TURNED }),
    ],
  };
  const report = summarize({
    lean: null,
    stages: [stage],
    counts: {},
    engines: [],
    divergences: planted.traces(),
    ms: 1,
  });
  const outputs = {
    replay: {
      folder: { ...folder, traces: [...folder.traces, evil(), empty()] },
      judges: [planted, judgeOf("rust")],
      engines: [],
    },
    coverage: {
      cells: [{ cell: ["AttemptClaimed", "running", "rejected(ownerActive)"] as const, hits: 1 }],
      unlisted: [],
      unusedReasons: [],
      unusedEffects: [],
      unknownWords: [],
    },
  };
  await using owned = denoHost(new AbortController().signal);
  await using view = await openView("src/lifecycle/view.ts", REPOSITORY, owned.host);
  const path = await Deno.makeTempFile({ suffix: ".html" });
  try {
    await Deno.writeTextFile(path, await renderPage({ report, outputs, view }));
    const seen = await visit(path);
    assert.deepEqual([seen.complaints, seen.hacked], [[], false]);
    const asked = seen.requests.map((url) => url.split("#")[0]);
    assert.deepEqual([...new Set(asked)], [pathToFileURL(path).href]);
    assert.equal(seen.verdict, "Refused: 2 errors, exit code 1 (1 ms)");
    assert.deepEqual(seen.stages, ["diff"]);
    assert.deepEqual(seen.times, ["2 min 0 s"]);
    assert.ok(seen.messages[1]!.startsWith("\\u202exxx") && seen.messages[1]!.endsWith("x\\x1b"));
    assert.equal(seen.overhang, 0);
    assert.equal(
      seen.cell.searched,
      "event:AttemptClaimed at:running verdict:rejected(ownerActive)",
    );
    assert.match(seen.cell.step, /AttemptClaimed.*running.*rejected\(ownerActive\)/s);
    assert.deepEqual([seen.opened, seen.step], [DIVERGES, "5"]);
    assert.equal(seen.diverging, "planted diverges");
    const [model, engine, rust] = seen.decisions;
    assert.ok(model!.startsWith("Lean\nthe model") && model!.includes(decisions[4]![0]), model);
    assert.ok(engine!.startsWith("planted\nfirst divergence\nnoop(planted)"), engine);
    assert.ok(rust!.startsWith("rust\nagrees"), rust);
    assert.ok(seen.visited.includes("undeclared") && seen.visited.includes("running"));
    assert.match(seen.state, /"tasks"/);
    assert.deepEqual(seen.moved, ["1", "2"]);
    assert.deepEqual([seen.found, seen.evil], [[EVIL], EVIL]);
    assert.match(seen.address, /#traces\/%3C%2Fscript%3E/);
    assert.equal(seen.empty, '{"nothing":true}');
    assert.equal(seen.deepStep, "2");
    assert.equal(seen.linked, `#traces/${encodeURIComponent(DIVERGES)}/2`);
    assert.deepEqual(seen.violations, []);
    assert.deepEqual(seen.covered, []);
    assert.ok(
      seen.planted.violations > 0 && seen.planted.covered > 0,
      JSON.stringify(seen.planted),
    );
    assert.equal(seen.kept, true);
    assert.deepEqual(seen.headings.slice(1, 4), ["Findings", "Diverging traces", "Stages"]);
    assert.notEqual(seen.grounds[0], seen.grounds[1]);
  } finally {
    await Deno.remove(path);
  }
});

async function visit(path: string): Promise<Seen> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--allow-all",
      DEVELOPMENT_LOCK,
      join(REPOSITORY, "tests/browser/drive.ts"),
      path,
    ],
    cwd: REPOSITORY,
  });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  assert.equal(code, 0, text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}
