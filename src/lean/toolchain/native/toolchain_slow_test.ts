/**
 * The native path end to end: the real elan, and behind it the stand-in of `tests/standin`, which hands
 * Lean's work to embedded Lean. Needs elan on PATH, and no Lean.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { installStandin, PINNED, withElanHome } from "../../../../tests/standin/install.ts";
import { GateError } from "../../../platform/diagnostic.ts";
import { denoHost } from "../../../platform/host/deno.ts";
import { openToolchain } from "../choose.ts";
import { describeToolchain } from "../describe.ts";
import { SAMPLE, samplePackage, writeFiles } from "../testing/sample.ts";

const quiet = () => {};

function refuses(code: string, words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof GateError, String(error));
    assert.equal(error.kind, "setup");
    assert.equal(error.diagnostic.code, code);
    assert.match(error.message, words);
    return true;
  };
}

Deno.test("native Lean builds and runs a package through elan and lake", async (t) => {
  await using owned = denoHost(new AbortController().signal);
  const elanHome = await owned.host.files.tempDir("lean-gate-elan");
  const host = await installStandin(owned.host, elanHome);
  const place = await samplePackage(host);
  const toolchain = await openToolchain(host, { ...place, choice: "native" }, quiet);

  await t.step("it says what it is", () => {
    const { backend, version, pin, paths } = toolchain.info;
    assert.deepEqual([backend, version, pin], ["native", "4.28.0", "leanprover/lean4:v4.28.0"]);
    assert.equal(
      paths["lean"],
      join(elanHome, "toolchains", "leanprover--lean4---v4.28.0", "bin", "lean"),
    );
  });

  await t.step("auto takes it, since the pin is installed", async () => {
    const opened = await openToolchain(host, { ...place, choice: "auto" }, quiet);
    assert.equal(opened.info.backend, "native");
    assert.equal((await describeToolchain(host, { ...place, choice: "auto" })).chosen, "native");
  });

  await t.step("it builds, and a second time builds nothing", async () => {
    const built = await toolchain.build(quiet);
    assert.deepEqual(built.modules, ["Main", "Sample", "Sample.Leaf", "Sample.Other"]);
    assert.equal(built.rebuilt, 4);
    const warning = ["lean_warning", "warning", "formal/Sample/Other.lean", 3, 21];
    const placed = ({ findings }: typeof built) =>
      findings.map(({ code, severity, location }) => [
        code,
        severity,
        location?.file,
        location?.line,
        location?.column,
      ]);
    assert.deepEqual(placed(built), [warning]);
    const replayed = await toolchain.build(quiet);
    assert.equal(replayed.rebuilt, 0);
    assert.deepEqual(placed(replayed), [warning]);
  });

  await t.step("it runs the executable", async () => {
    const folder = await host.files.tempDir("lean-gate-out");
    const { code, stdout } = await toolchain.exec("show", [folder], quiet);
    assert.equal(code, 7);
    assert.equal(stdout, `42 [${folder}]\n`);
    assert.equal(await host.files.readText(join(folder, "out.txt")), "written");
  });

  await t.step("a further module is checked against the package", async () => {
    const text = "module\npublic import Sample.Leaf\ntheorem two : double 1 = 2 := rfl\n";
    const right = await toolchain.check([{ name: "Certificate", text }], quiet);
    assert.deepEqual(right.modules, ["Certificate"]);
    assert.deepEqual(right.findings, []);
    const wrong = [{ name: "Certificate", text: text.replace("= 2", "= 3") }];
    const { modules, findings } = await toolchain.check(wrong, quiet);
    assert.deepEqual(modules, []);
    const file = "formal/.lake/lean-gate/checked/Certificate.lean";
    assert.ok(
      findings.some(({ code, location }) =>
        code === "lean_error" && location?.file === file && location.line === 3
      ),
    );
  });

  await t.step("an error has its place, from Lean's JSON; dependents are passed over", async () => {
    const wrong = "\n  theorem wrong : double 2 = 5 := rfl\n";
    await writeFiles(host, place, { "Sample/Leaf.lean": SAMPLE["Sample/Leaf.lean"] + wrong });
    const built = await toolchain.build(quiet);
    assert.deepEqual(built.modules, ["Sample.Other"]);
    const errors = built.findings.filter(({ severity }) => severity === "error");
    assert.ok(errors.every(({ code }) => code === "lean_error"));
    assert.ok(
      errors.some(({ location }) =>
        location?.file === "formal/Sample/Leaf.lean" && location.line === 6 &&
        location.column === 35
      ),
    );
    assert.equal(built.findings.at(-1)?.code, "modules_not_built");
  });
});

Deno.test("a Lean of another version than the pin is refused before anything runs", async () => {
  await using owned = denoHost(new AbortController().signal);
  const elanHome = await owned.host.files.tempDir("lean-gate-elan");
  const host = await installStandin(owned.host, elanHome, { ...PINNED, version: "4.27.0" });
  const place = await samplePackage(host);
  await assert.rejects(
    openToolchain(host, { ...place, choice: "native" }, quiet),
    refuses("toolchain_mismatch", /4\.28\.0.*4\.27\.0/),
  );
  const { backends, chosen } = await describeToolchain(host, { ...place, choice: "native" });
  assert.equal(backends[0]?.advice?.code, "toolchain_mismatch");
  assert.equal(chosen, undefined);
});

Deno.test("a pin that elan cannot install is a set-up error", async () => {
  await using owned = denoHost(new AbortController().signal);
  const host = withElanHome(owned.host, await owned.host.files.tempDir("lean-gate-elan"));
  const place = await samplePackage(host, {
    ...SAMPLE,
    "lean-toolchain": "leanprover/lean4:v4.99.0\n",
  });
  for (const choice of ["native", "auto"] as const) {
    await assert.rejects(
      openToolchain(host, { ...place, choice }, quiet),
      refuses("toolchain_unavailable", /leanprover\/lean4:v4\.99\.0/),
    );
  }
  await assert.rejects(
    openToolchain(host, { ...place, choice: "embedded" }, quiet),
    refuses("toolchain_mismatch", /4\.99\.0.*4\.28\.0-pre/),
  );
});
