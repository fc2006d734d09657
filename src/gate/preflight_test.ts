import assert from "node:assert/strict";
import { GateError } from "../platform/diagnostic.ts";
import { memoryHost } from "../platform/host/memory.ts";
import { testProject } from "./config/testing/support.ts";
import { preflight } from "./preflight.ts";
import type { StageName } from "./report/report.ts";

const project = {
  ...testProject(),
  config: {
    ...testProject().config,
    engines: [
      { name: "typescript", module: "engine.ts" },
      { name: "rust", build: ["cargo", "build"], command: ["target/engine"] },
      { name: "python", command: ["python3", "engine.py"] },
    ] as ReturnType<typeof testProject>["config"]["engines"],
  },
};

const look = (path: Record<string, string>, ...stages: StageName[]) =>
  preflight(memoryHost({ path }).host, project, new Set(stages));

Deno.test("preflight() is silent when every program of the selected stages is on PATH", async () => {
  await look({ cargo: "/bin/cargo", python3: "/bin/python3" }, "replay", "diff");
  // No stage that starts an engine is selected.
  await look({}, "scan", "build", "audit");
});

Deno.test("preflight() names every program that is missing, the engine that needs it, and its source", async () => {
  await assert.rejects(look({}, "fuzz"), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.kind, "setup");
    const { code, message, hint, detail } = cause.diagnostic;
    assert.equal(code, "program_missing");
    assert.equal(
      message,
      'Engine "rust" needs "cargo", which is not on PATH; 1 more program missing',
    );
    assert.match(hint!, /^Install "cargo" \(https:\/\/rustup\.rs\)/);
    assert.match(detail!, /^engine "python" needs "python3": Install "python3"/);
    return true;
  });
  await assert.rejects(
    look({ cargo: "/bin/cargo" }, "journals"),
    /Engine "python" needs "python3"/,
  );
});
