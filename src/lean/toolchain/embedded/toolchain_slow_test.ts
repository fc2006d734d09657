/** Real embedded Lean on a small package. The first run on a machine fetches it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import { denoHost } from "../../../platform/host/deno.ts";
import type { Host } from "../../../platform/host/host.ts";
import { openToolchain } from "../choose.ts";
import { processesWith } from "../testing/processes.ts";
import { SAMPLE, samplePackage, writeFiles } from "../testing/sample.ts";
import { buildFolder } from "./compile.ts";

const quiet = () => {};

function open(host: Host, place: Awaited<ReturnType<typeof samplePackage>>, deadlineMs = 300_000) {
  return openToolchain(
    host,
    { ...place, choice: "embedded", deadlines: { moduleMs: deadlineMs } },
    quiet,
  );
}

Deno.test("embedded Lean builds a package, and again only what changed", async (t) => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const place = await samplePackage(host);
  const { formalRoot } = place;
  const toolchain = await open(host, place);

  await t.step("everything at first, with Lean's warnings", async () => {
    const notes: string[] = [];
    const built = await toolchain.build((note) => notes.push(note));
    assert.deepEqual(built.modules, ["Main", "Sample", "Sample.Leaf", "Sample.Other"]);
    assert.equal(built.rebuilt, 4);
    assert.deepEqual(notes.map((note) => note.replace(/^\S+ /, "")).sort(), [
      "(1 of 4)",
      "(2 of 4)",
      "(3 of 4)",
      "(4 of 4)",
    ]);
    assert.deepEqual(
      built.findings.map(({ code, location }) => [code, location?.file, location?.line]),
      [["lean_warning", "formal/Sample/Other.lean", 3]],
    );
    assert.equal(built.findings[0]?.location?.column, 21);
  });

  await t.step(
    "nothing when nothing changed, nor with CRLF; warnings are shown again",
    async () => {
      await writeFiles(host, place, {
        "Sample/Leaf.lean": SAMPLE["Sample/Leaf.lean"]!.replaceAll("\n", "\r\n"),
      });
      const built = await (await open(host, place)).build(quiet);
      assert.equal(built.modules.length, 4);
      assert.equal(built.rebuilt, 0);
      assert.deepEqual(built.findings.map(({ code }) => code), ["lean_warning"]);
    },
  );

  await t.step("the executable runs with its arguments, exit code and files", async () => {
    const folder = await host.files.tempDir("lean-gate-out");
    const { code, stdout, stderr } = await toolchain.exec("show", [folder], quiet);
    assert.equal(code, 7, stderr);
    assert.equal(stdout, `42 [${folder}]\n`);
    assert.equal(await host.files.readText(join(folder, "out.txt")), "written");
  });

  await t.step(
    "the executable may not write elsewhere, nor where the gate keeps what it found",
    async () => {
      for (const folder of [place.formalRoot, join(place.formalRoot, ".lake", "build")]) {
        assert.notEqual(await host.files.list(folder), undefined);
        // Both parts together name the folder; by itself it would be one to write to.
        const { code, stderr } = await toolchain.exec(
          "show",
          [folder.slice(0, -1), folder.at(-1)!],
          quiet,
        );
        assert.equal(code, 1);
        assert.match(stderr, /Requires write access/);
        assert.equal(await host.files.exists(join(folder, "out.txt")), false);
      }
    },
  );

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

  await t.step(
    "an error has its place; its dependents are passed over, others rebuilt",
    async () => {
      await writeFiles(host, place, {
        "Sample/Leaf.lean": SAMPLE["Sample/Leaf.lean"]! +
          "\n  theorem wrong : double 2 = 5 := rfl\n",
        "Sample/Orphan.lean": "module\n",
      });
      const built = await toolchain.build(quiet);
      assert.deepEqual(built.modules, ["Sample.Other"]);
      assert.equal(built.rebuilt, 1);
      const errors = built.findings.filter(({ code }) => code === "lean_error");
      assert.ok(errors.length > 0);
      assert.ok(errors.every(({ location }) => location?.file === "formal/Sample/Leaf.lean"));
      assert.ok(errors.some(({ location }) => location?.line === 6 && location.column === 35));
      const others = built.findings.filter(({ code }) => !code.startsWith("lean_"));
      assert.deepEqual(others.map(({ code }) => code), ["module_unreached", "modules_not_built"]);
      assert.match(others[1]?.message ?? "", /"Sample\.Leaf" failed: "Sample", "Main"/);
    },
  );

  await t.step(
    "a compiled module that was damaged is built again, with what imports it",
    async () => {
      await writeFiles(host, place, { "Sample/Leaf.lean": SAMPLE["Sample/Leaf.lean"]! });
      await host.files.remove(join(formalRoot, "Sample/Orphan.lean"));
      assert.equal((await toolchain.build(quiet)).rebuilt, 1);
      const compiled = join(buildFolder(formalRoot), "lib", "Sample", "Other.olean");
      await host.files.writeAtomic(compiled, "damaged");
      const built = await toolchain.build(quiet);
      assert.equal(built.rebuilt, 1);
      assert.ok(built.findings.every(({ severity }) => severity !== "error"));
    },
  );
});

Deno.test("an interrupted build leaves no child and nothing half-made, and can go on", async () => {
  const interrupt = new AbortController();
  await using owned = denoHost(interrupt.signal);
  const place = await samplePackage(owned.host);
  const { host } = owned;
  const toolchain = await open(host, place);
  const leans = () => processesWith(place.formalRoot);
  const interruptWhenLeanRuns = async () => {
    while ((await leans()).length === 0) await new Promise((done) => setTimeout(done, 10));
    interrupt.abort();
  };
  await Promise.all([
    interruptWhenLeanRuns(),
    assert.rejects(
      toolchain.build(quiet),
      (error: unknown) => error instanceof GateError && error.kind === "interrupted",
    ),
  ]);
  assert.deepEqual(await leans(), []);
  const folder = buildFolder(place.formalRoot);
  assert.deepEqual(await host.files.list(join(folder, "staging")) ?? [], []);
  assert.deepEqual(await host.files.list(join(folder, "records")) ?? [], []);

  await using again = denoHost(new AbortController().signal);
  const built = await (await open(again.host, place)).build(quiet);
  assert.equal(built.rebuilt, 4);
});

Deno.test("a Lean that does not end is ended, and reported", async () => {
  await using owned = denoHost(new AbortController().signal);
  const place = await samplePackage(owned.host, {
    "lean-toolchain": SAMPLE["lean-toolchain"]!,
    "lakefile.toml": 'name = "sample"\n[[lean_lib]]\nname = "Sample"\n',
    "Sample.lean": "module\n",
  });
  const built = await (await open(owned.host, place, 50)).build(quiet);
  assert.deepEqual(built.modules, []);
  assert.deepEqual(built.findings.map(({ code }) => code), ["lean_timed_out"]);
  assert.match(built.findings[0]?.message ?? "", /"Sample" did not end within/);
});
