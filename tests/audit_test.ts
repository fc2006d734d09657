/** The audit on real (embedded) Lean: a package in which every proof is a lie that Lean lets pass. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type Finding, REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject, newProject } from "./support/project.ts";

/** What the audit must find in each module, whatever the scan says; places as line and column. */
const TAMPERED: Readonly<Record<string, readonly (readonly [string, number?, number?])[]>> = {
  "Tampered/Assumed.lean": [["vacuous", 4, 9]],
  "Tampered/Axiom.lean": [["axiom", 4, 7], ["axiom_used", 5, 22], ["axiom_used", 6, 23]],
  "Tampered/Honest.lean": [],
  // It has no place: no command has declared it.
  "Tampered/Lied.lean": [["kernel_refused"]],
  "Tampered/Native.lean": [["trust_compiler", 5, 9]],
  "Tampered/Obviously.lean": [["sorry", 5, 9]],
  "Tampered/Printed.lean": [["sorry", 8, 3]],
  "Tampered/Rewritten.lean": [["shadow", 4, 1]],
  "Tampered/Skipped.lean": [["kernel_refused", 5, 9]],
  "Tampered/Syntax.lean": [
    ["shadow", 3, 7],
    ["shadow", 4, 1],
    ["shadow", 5, 1],
    ["own_command", 8, 17],
    ["shadow", 9, 20],
  ],
};

/** What changes the meaning of what it stands beside: the scan may warn of it too, and the audit then does not. */
const DISGUISED: readonly string[] = [
  "vacuous warning 5:9",
  "vacuous warning 6:9",
  "vacuous warning 7:9",
  "vacuous warning 8:9",
  "vacuous warning 10:9",
  "vacuous error 11:5",
  "vacuous warning 14:3",
  "shadow warning 16:7",
  "shadow error 17:9",
  "shadow warning 18:33",
  "shadow warning 20:1",
  "shadow warning 22:20",
  "shadow warning 23:14",
  "shadow warning 25:5",
  "shadow warning 29:26",
  "shadow error 26:9",
  "shadow error 32:1",
  "vacuous error 35:5",
];

/** Modules whose lines say what is found there: `-- sorry` and the like. Lean 4.28 reads them so. */
const MARKED: readonly string[] = [
  "InForce",
  "Interpolated",
  "Meanings",
  "Opened",
  "OpenedInTerms",
  "Premises",
  "Tokens",
];

/** A line of `fixtures/escapes/audit.jsonl`: what a scan of the text cannot see, or not fully. */
interface Case {
  readonly id: string;
  readonly file: string;
  readonly expect: readonly {
    readonly kind: string;
    readonly line: number;
    readonly col: number;
    readonly severity: string;
    readonly loose?: { readonly line: number; readonly end_line: number };
  }[];
}

Deno.test("verify refuses every tampered proof, and sees what no scan can", async () => {
  await using project = await copyProject(join(REPOSITORY, "fixtures", "rejected", "proofs"), [
    "lean-gate.jsonc",
    "formal",
  ]);
  const { code, report } = await verifyJson(
    ["--lean", "embedded", "--only", "scan,audit"],
    project.root,
  );
  assert.equal(code, 1);
  const of = (stage: string) => report.stages.find(({ name }) => name === stage)!;
  assert.equal(of("audit").status, "failed");
  const audited = of("audit").findings;

  const inFile = (file: string) => audited.filter((finding) => finding.file === `formal/${file}`);
  for (const [file, expected] of Object.entries(TAMPERED)) {
    const found = inFile(file).map(({ code, line, column }) => `${code} ${line}:${column}`);
    for (const [rule, line, column] of expected) {
      assert.ok(found.includes(`${rule} ${line}:${column}`), `${file}: ${rule} in ${found}`);
    }
    assert.ok(inFile(file).every(({ severity }) => severity === "error"), file);
  }
  assert.deepEqual(inFile("Tampered/Honest.lean"), []);
  const lied = inFile("Tampered/Lied.lean").map(({ message }) => message).join("\n");
  assert.match(lied, /"lied": the body is not of the declared type/);
  assert.match(lied, /"circular": it knows no "circular"/);

  // Of a warning of the scan and an error of the audit about the same line, the error counts.
  const refused = new Set(
    audited.filter(({ severity }) => severity === "error").map((it) =>
      `${it.code} ${it.file}:${it.line}`
    ),
  );
  const all = [
    ...of("scan").findings.filter(({ severity, code, file, line }) =>
      severity === "error" || !refused.has(`${code} ${file}:${line}`)
    ),
    ...audited,
  ];
  const rivals = all.filter(({ file }) => file === "formal/Tampered/Rivals.lean")
    .map(({ code, line }) => `${code} ${line}`);
  assert.deepEqual(
    rivals.sort(),
    [2, 20, 3, 4, 5, 6].map((line) => `shadow ${line}`),
  );
  const disguised = all.filter(({ file }) => file === "formal/Tampered/Disguised.lean")
    .map(({ code, severity, line, column }) => `${code} ${severity} ${line}:${column}`);
  assert.deepEqual(disguised.sort(), DISGUISED.toSorted());

  for (const name of MARKED) {
    const file = `formal/Tampered/${name}.lean`;
    const lines = (await Deno.readTextFile(join(project.root, file))).split("\n");
    const marked = lines.flatMap((line, k) => {
      const [, rule] = /-- (sorry|shadow|vacuous|axiom)$/.exec(line) ?? [];
      return rule === undefined ? [] : [`${rule} ${k + 1}`];
    });
    assert.ok(marked.length > 2, name);
    const found = audited.filter((finding) => finding.file === file)
      .map(({ code, line }) => `${code} ${line}`);
    assert.deepEqual([...new Set(found)].sort(), marked.sort(), name);
  }

  const cases = (await Deno.readTextFile(join(REPOSITORY, "fixtures", "escapes", "audit.jsonl")))
    .trim().split("\n").map((line): Case => JSON.parse(line));
  assert.equal(cases.length, 6);
  for (const { id, file, expect } of cases) {
    const found = all.filter((finding) => finding.file === `formal/${file}`);
    for (const { kind, line, col, severity, loose } of expect) {
      const isIt = (finding: Finding) =>
        finding.code === kind && finding.severity === severity &&
        (loose === undefined
          ? finding.line === line && finding.column === col
          : finding.line! >= loose.line && finding.line! <= loose.end_line);
      assert.ok(found.some(isIt), `${id}: ${JSON.stringify(found)}`);
    }
    assert.ok(found.every(({ code }) => expect.some(({ kind }) => kind === code)), id);
  }
});

Deno.test("verify refuses a file of lies that nothing imports", async () => {
  const root = join(REPOSITORY, "fixtures", "rejected", "unimported");
  await using project = await copyProject(root, ["lean-gate.jsonc", "formal"]);
  const { code, findings } = await verifyJson(
    ["--lean", "embedded", "--only", "audit"],
    project.root,
  );
  assert.equal(code, 1);
  assert.deepEqual(findings.map(({ code, file }) => ({ code, file })), [
    { code: "module_unreached", file: "formal/Unimported.lean" },
  ]);
});

Deno.test("verify refuses arithmetic of a package's own, which the kernel takes for Lean's", async () => {
  const root = join(REPOSITORY, "fixtures", "rejected", "prelude");
  await using project = await copyProject(root, ["lean-gate.jsonc", "formal"]);
  const { code, findings, report } = await verifyJson(
    ["--lean", "embedded", "--only", "audit"],
    project.root,
  );
  assert.equal(code, 1);
  const refused = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual(refused.map(({ code, file, line }) => `${code} ${file}:${line}`), [
    "kernel_refused formal/Arithmetic.lean:7",
    "kernel_refused formal/Arithmetic.lean:8",
    "kernel_refused formal/Arithmetic.lean:9",
  ]);
  // The other module defines some of the same names: Lean cannot hold the two together.
  const audit = report.stages.find(({ name }) => name === "audit")!;
  assert.match(audit.summary, /\(3 theorems\)/);
});

Deno.test("verify refuses a lie that rests on what the kernel has accepted before", async () => {
  const honest = "import Kept\ntheorem changed : kept = 2 := rfl\n";
  await using project = await newProject({
    "lean-gate.jsonc": '{ "formal": { "root": "formal" } }\n',
    "formal/lean-toolchain": "leanprover/lean4:v4.28.0\n",
    "formal/lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "p"\nroots = ["Kept", "Changed"]\n',
    "formal/Kept.lean": "def kept : Nat := 2\ntheorem sound : kept + 1 = 3 := rfl\n",
    "formal/Changed.lean": honest,
  });
  const audited = async () => {
    const { code, report } = await verifyJson(
      ["--lean", "embedded", "--only", "audit"],
      project.root,
    );
    const { summary, findings } = report.stages.find(({ name }) => name === "audit")!;
    const refused = findings.filter(({ severity }) => severity === "error");
    return {
      code,
      anew: /\d+ modules? anew/.exec(summary)?.[0],
      refused: refused.map(({ code, file, line }) => `${code} ${file}:${line}`),
    };
  };
  assert.deepEqual(await audited(), { code: 0, anew: "2 modules anew", refused: [] });
  await project.write(
    "formal/Changed.lean",
    "import Kept\nset_option debug.skipKernelTC true in\ntheorem changed : kept = 3 := by decide +kernel\n",
  );
  const refused = ["kernel_refused formal/Changed.lean:3"];
  assert.deepEqual(await audited(), { code: 1, anew: "1 module anew", refused });
  // What was refused was not kept as accepted.
  assert.deepEqual(await audited(), { code: 1, anew: "0 modules anew", refused });
  await project.write("formal/Changed.lean", honest);
  assert.deepEqual(await audited(), { code: 0, anew: "1 module anew", refused: [] });
});
