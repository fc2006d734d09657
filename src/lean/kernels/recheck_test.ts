/** The kernels of a toolchain, played by the stand-in of `tests/standin` as it stands in a folder. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fakeRelease, installStandin } from "../../../tests/standin/install.ts";
import { denoHost } from "../../platform/host/deno.ts";
import type { Host } from "../../platform/host/host.ts";
import { recheck, type RecheckRequest } from "./recheck.ts";

const quiet = () => {};

/** Re-checks these declarations with the kernels of a release. */
async function rechecked(
  version: string,
  declarations: readonly string[],
  options: Partial<RecheckRequest> & { readonly path?: string } = {},
) {
  await using owned = denoHost(new AbortController().signal);
  const elanHome = await owned.host.files.tempDir("lean-gate-elan");
  await installStandin(owned.host, elanHome, fakeRelease(version));
  const folder = join(elanHome, "toolchains", `leanprover--lean4---v${version}`, "bin");
  const formalRoot = await owned.host.files.tempDir("lean-gate-kernels");
  await owned.host.files.writeAtomic(join(formalRoot, "lakefile.toml"), 'name = "p"\n');
  const host: Host = owned.host;
  const result = await recheck(
    host,
    { folder, lake: [join(folder, "lake")], lean: version },
    {
      formalRoot,
      modules: ["Model"],
      declarations,
      required: false,
      // What runs the stand-in's programs maps more memory than it uses.
      memoryBytes: 2 ** 43,
      deadlineMs: 60_000,
      ...options,
    },
    quiet,
  );
  assert.deepEqual((await host.files.list(join(formalRoot, ".lake/lean-gate/kernels"))) ?? [], []);
  return { ...result, codes: result.findings.map(({ code, severity }) => `${severity} ${code}`) };
}

Deno.test("recheck() has one independent kernel check every declaration, and names its version", async () => {
  const { codes, checked, summary } = await rechecked("4.35.0", [".Model.t", ".Model.my-lib"]);
  assert.deepEqual(codes, []);
  assert.equal(checked, 2);
  assert.equal(summary, "2 declarations accepted by nanoda_bin 0.4.17");
});

Deno.test("recheck() uses the kernels that are asked for", async () => {
  const use = ["lean4lean", "con-ron"] as const;
  const { summary } = await rechecked("4.35.0", [".Model.t"], { use });
  assert.equal(
    summary,
    "1 declarations accepted by lean4lean of Lean 4.35.0, con-ron of Lean 4.35.0",
  );
});

Deno.test("recheck() refuses what any kernel rejects", async () => {
  for (const use of [undefined, ["con-leche"], ["lean4lean", "nanoda_bin"]] as const) {
    const { codes } = await rechecked("4.35.0", [".Model.t", ".Model.standin_rejected"], {
      ...(use === undefined ? {} : { use }),
    });
    assert.deepEqual(codes, Array(use?.length ?? 1).fill("error kernel_rejected"));
  }
});

Deno.test("recheck() does not believe an export that lacks a declaration", async () => {
  const declarations = [".Model.t", ".Model.standin_left_out"];
  const { codes, findings, summary } = await rechecked("4.35.0", declarations);
  assert.deepEqual(codes, ["error kernel_export_incomplete"]);
  assert.match(findings[0]!.message, /lacks "Model\.standin_left_out"/);
  assert.equal(summary, "nothing re-checked");
});

Deno.test("recheck() says how many private declarations no argument can name", async () => {
  const { checked, summary } = await rechecked("4.35.0", [".Model.t", "._private.Model#0.hidden"]);
  assert.equal(checked, 1);
  assert.match(summary, /; 1 private declarations that no other uses were not$/);
});

Deno.test("recheck() takes a kernel without memory or time for neither yes nor no", async () => {
  // Deno cannot even start in so little, as a kernel cannot hold a large export in it.
  const starved = await rechecked("4.35.0", [".Model.t"], { memoryBytes: -(2 ** 34) + 2 ** 26 });
  assert.equal(starved.codes.length, 1);
  assert.match(starved.codes[0]!, /^error kernel_(unfinished|export_failed)$/);
  const late = await rechecked("4.35.0", [".Model.t"], { deadlineMs: 1 });
  assert.match(late.codes[0]!, /^error kernel_(unfinished|export_failed)$/);
});

Deno.test("recheck() has Lean's own kernel check again where there is no other, and says so", async () => {
  const { codes, summary, absent } = await rechecked("4.34.1", [".Model.t"]);
  assert.deepEqual([codes, absent], [[], undefined]);
  assert.match(
    summary,
    /^1 modules accepted by leanchecker of Lean 4\.34\.1; .* no kernel but its own$/,
  );
  const required = await rechecked("4.34.1", [".Model.t"], { required: true });
  assert.deepEqual(required.codes, ["error kernel_absent"]);
});
