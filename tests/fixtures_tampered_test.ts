/** Tampered fixtures, through the whole gate without Lean: each is refused with a code of its own. */
import assert from "node:assert/strict";
import { type Finding, REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject, copyRepository, type Scratch } from "./support/project.ts";

const TRACES = "fixtures/traces/scenarios.ndjson";

/** Tampers with a copy, verifies it, and returns what was found. */
async function refused(
  tamper: (project: Scratch) => Promise<void>,
  expectedExit = 1,
): Promise<readonly Finding[]> {
  await using project = await copyProject(REPOSITORY, [
    "lean-gate.jsonc",
    "fixtures/traces",
    "src/lifecycle",
  ]);
  // The Rust engine has its own tests; here it would only be built again and again.
  await onlyTypescript(project);
  await onlyScenarios(project);
  await tamper(project);
  const { code, findings } = await verifyJson(["--only", "replay,diff"], project.root);
  assert.equal(code, expectedExit, JSON.stringify(findings));
  return findings;
}

async function onlyTypescript(project: Scratch): Promise<void> {
  await project.write(
    "lean-gate.jsonc",
    `{
      "formal": { "root": "formal", "emitter": "emit-traces" },
      "fixtures": "fixtures/traces",
      "engines": [{ "name": "typescript", "module": "src/lifecycle/engine.ts" }]
    }`,
  );
}

/** What is tampered with are the scenarios: the traces beside them only take time. */
async function onlyScenarios(project: Scratch): Promise<void> {
  await Deno.remove(`${project.root}/fixtures/traces/cover.ndjson`);
}

function lines(text: string): string[] {
  return text.split("\n");
}

function codes(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ code }) => code))];
}

Deno.test("verify agrees on the fixtures as they are", async () => {
  assert.deepEqual(await refused(async () => {}, 0), []);
});

Deno.test("verify refuses fixtures from which a trace was removed", async () => {
  const findings = await refused(async (project) => {
    await project.write(TRACES, lines(await project.read(TRACES)).toSpliced(3, 1).join("\n"));
  });
  assert.deepEqual(codes(findings), ["trace_count_mismatch"]);
  assert.equal(findings[0]?.file, TRACES);
});

Deno.test("verify refuses fixtures in which two traces were exchanged", async () => {
  const findings = await refused(async (project) => {
    const [header, ...traces] = lines(await project.read(TRACES));
    [traces[4], traces[5]] = [traces[5]!, traces[4]!];
    await project.write(TRACES, [header, ...traces].join("\n"));
  });
  assert.deepEqual(codes(findings), ["trace_unsorted"]);
  assert.equal(findings[0]?.line, 7);
});

Deno.test("verify refuses a trace in which one number of a decision was flipped", async () => {
  const findings = await refused(async (project) => {
    await project.edit(
      TRACES,
      '["applied",{"type":"projectDone","task":1,"generation":5,"disposition":"landed","receipt":1},{"type":"ready"',
      '["applied",{"type":"projectDone","task":1,"generation":5,"disposition":"landed","receipt":2},{"type":"ready"',
    );
  });
  assert.deepEqual(codes(findings), ["divergence"]);
  assert.match(
    findings[0]!.message,
    /"typescript".*"incident\/formalize-lifecycle-finish-lean4".*step 21 of 25/,
  );
});

Deno.test("verify refuses a trace whose final state was altered", async () => {
  const findings = await refused(async (project) => {
    await project.edit(
      TRACES,
      '"cleanup":1},"worker":"present"},"closed":[{"key":[1,1,1,1,1]',
      '"cleanup":9},"worker":"present"},"closed":[{"key":[1,1,1,1,1]',
    );
  });
  assert.deepEqual(codes(findings), ["divergence_final"]);
});

Deno.test("verify refuses an edited header", async () => {
  const withHeader = (find: string, replace: string) => (project: Scratch) =>
    project.edit(TRACES, find, replace);
  assert.deepEqual(
    codes(await refused(withHeader('"format":"lean-gate/trace"', '"format":"other"'))),
    ["trace_header_unsupported"],
  );
  assert.deepEqual(codes(await refused(withHeader('"version":1', '"version":2'))), [
    "trace_header_unsupported",
  ]);
  assert.deepEqual(
    codes(await refused(withHeader('"emitter":{"backend"', '"emitter":{"backand"'))),
    ["trace_header_malformed"],
  );
  assert.deepEqual(
    codes(
      await refused(async (project) => {
        const text = await project.read(TRACES);
        await project.write(TRACES, text.replace(/"steps":\d+/, '"steps":1'));
      }),
    ),
    ["trace_count_mismatch"],
  );
});

Deno.test("verify refuses an empty fixtures folder", async () => {
  const findings = await refused(async (project) => {
    await Deno.remove(`${project.root}/${TRACES}`);
  });
  assert.deepEqual(codes(findings), ["traces_missing"]);
});

Deno.test("verify refuses a number beyond 2^53 with its place, and never rounds it into agreement", async () => {
  const findings = await refused(async (project) => {
    // As doubles the two are equal: 9007199254740993 is 2^53 + 1.
    const text = await project.read(TRACES);
    await project.write(
      TRACES,
      text.replace('"eid":1,', '"eid":9007199254740993,'),
    );
  });
  assert.ok(codes(findings).includes("trace_number_unsafe"));
  const finding = findings.find(({ code }) => code === "trace_number_unsafe");
  assert.equal(finding?.line, 2);
  assert.ok((finding?.column ?? 0) > 1);
  assert.match(finding!.message, /9007199254740993/);
});

Deno.test("verify sees no difference in a checkout with CRLF", async () => {
  const findings = await refused(async (project) => {
    await project.write(TRACES, (await project.read(TRACES)).replaceAll("\n", "\r\n"));
  }, 0);
  assert.deepEqual(findings, []);
});

Deno.test("verify names the engine and the step when the TypeScript reducer decides otherwise", async () => {
  const findings = await refused(async (project) => {
    for await (const { name, isFile } of Deno.readDir(`${project.root}/src/lifecycle`)) {
      if (!isFile) continue;
      const path = `src/lifecycle/${name}`;
      const text = await project.read(path);
      if (name.endsWith("_test.ts") || !text.includes('"lateCommit"')) continue;
      if (name.includes("rule")) {
        await project.write(path, text.replaceAll('"lateCommit"', '"afterSuccess"'));
      }
    }
  });
  assert.ok(codes(findings).includes("divergence"));
  const finding = findings.find(({ message }) => message.includes("fix-brokered"));
  assert.match(finding!.message, /Engine "typescript" .* at step 8 of 14/);
  assert.match(finding!.detail!, /LateCommitSeen/);
  assert.equal(finding!.file, TRACES);
});

Deno.test("verify names the engine and the step when the Rust reducer decides otherwise", async () => {
  await using project = await copyRepository();
  await onlyScenarios(project);
  await project.edit("rust/src/rule.rs", "Why::LateCommit", "Why::AfterSuccess");
  const { code, findings } = await verifyJson(["--only", "replay,diff"], project.root);
  assert.equal(code, 1);
  const finding = findings.find(({ message }) => message.includes("fix-brokered"));
  assert.match(finding!.message, /Engine "rust" .* at step 8 of 14/);
  assert.ok(findings.every(({ message }) => !message.includes('"typescript"')));
});
