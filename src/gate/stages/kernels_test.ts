import assert from "node:assert/strict";
import { testProject } from "../config/testing/support.ts";
import { fakeToolchain } from "../../lean/toolchain/testing/fake.ts";
import type { Toolchain } from "../../lean/toolchain/toolchain.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { kernelsStage } from "./kernels.ts";
import { runStage } from "./stage.ts";

/** Runs the stage with a toolchain that has these files beside `lean`. */
async function checked(
  beside: readonly string[] | undefined,
  { required = false, denyWarnings = false } = {},
) {
  const files = Object.fromEntries((beside ?? []).map((name) => [`/bin/${name}`, ""]));
  const { host } = memoryHost({ files, programs: () => ({}) });
  const programs: Partial<Toolchain> = beside === undefined
    ? {}
    : { programs: { folder: "/bin", lake: ["/bin/lake"], lean: "4.28.0" } };
  const toolchain = fakeToolchain(host, {}, programs);
  const project = testProject();
  const config = { ...project.config, kernels: { required } };
  const run = {
    host,
    project: { ...project, config },
    lean: "auto",
    denyWarnings,
    progress: () => {},
  } as const;
  const given = {
    toolchain,
    build: { modules: ["A"] },
    audit: { accepted: [".A.t"], looks: [], sources: new Map() },
  };
  return (await runStage(kernelsStage, run, given)).report;
}

Deno.test("the kernels stage is skipped, by name, where the toolchain has no kernel", async () => {
  for (const beside of [undefined, ["lean"]]) {
    for (const denyWarnings of [false, true]) {
      const { status, summary, findings } = await checked(beside, { denyWarnings });
      assert.deepEqual([status, findings], ["skipped", []]);
      assert.match(summary, /no kernel but its own/);
    }
  }
});

Deno.test("the kernels stage fails without a kernel that is required", async () => {
  for (const beside of [undefined, ["lean"], ["lean", "leanchecker"]]) {
    const { status, findings } = await checked(beside, { required: true });
    assert.equal(status, "failed");
    assert.deepEqual(findings.map(({ code }) => code), ["kernel_absent"]);
  }
});

Deno.test("the kernels stage passes when Lean's own kernel checks again, and names it", async () => {
  const { status, summary, checked: count } = await checked(["lean", "leanchecker"]);
  assert.deepEqual([status, count], ["passed", 1]);
  assert.match(summary, /leanchecker of Lean 4\.28\.0; Lean 4\.28\.0 comes with no kernel/);
});
