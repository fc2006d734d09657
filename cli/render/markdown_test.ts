import assert from "node:assert/strict";
import { type Diagnostic, error, warning } from "../../src/platform/diagnostic.ts";
import { type Report, type StageReport, summarize } from "../../src/gate/report/report.ts";
import { renderMarkdown } from "./markdown.ts";

const DIVERGENCE = error("divergence", 'Engine "rust" diverges from the model', {
  location: { file: "fixtures/a.ndjson", line: 7 },
  hint: "Correct the engine",
  detail: "expected | got\n```\nend",
});

function report(findings: readonly Diagnostic[], rest: Partial<Report> = {}): string {
  const status = findings.some(({ severity }) => severity === "error") ? "failed" : "passed";
  const stage: StageReport = {
    name: "diff",
    status,
    ms: 1_234,
    checked: 2,
    summary: "2 answers | compared",
    findings,
  };
  const summary = { lean: null, stages: [stage], counts: {}, engines: [], ms: 1_234 };
  return renderMarkdown({ ...summarize(summary), ...rest });
}

Deno.test("renderMarkdown() heads with the verdict, and has a row for each stage", () => {
  const lines = report([]).split("\n");
  assert.equal(lines[0], "## ✅ Agreed: everything that was asked for ran and agreed (1.2 s)");
  assert.ok(lines.includes("| diff | ✅ passed | 2 answers \\| compared | 1.2 s |"));
  assert.equal(report([DIVERGENCE]).split("\n")[0], "## ❌ Refused: 1 error, exit code 1 (1.2 s)");
});

Deno.test("renderMarkdown() opens the first divergence, wherever it stands", () => {
  const text = report([error("other", "Other"), DIVERGENCE, DIVERGENCE]);
  assert.equal(text.match(/<details open>/g)?.length, 1);
  const opened = text.slice(text.indexOf("<details open>"));
  assert.match(opened, /^<details open><summary>.*Engine "rust" diverges from the model/);
  assert.match(opened, /<code>fixtures\/a\.ndjson:7<\/code>/);
  assert.match(opened, /\*\*help:\*\* Correct the engine/);
});

Deno.test("renderMarkdown() lets nothing out of a block of code", () => {
  const text = report([DIVERGENCE]);
  assert.match(text, /\n````text\nexpected \| got\n```\nend\n````\n/);
});

Deno.test("renderMarkdown() takes no text for markup, a link or a mention", () => {
  const text = report([
    warning("odd", "a </summary><img src=x> @everyone & b", {
      hint: "[x](y) `z` _w_ @me https://evil.example www.evil.example",
    }),
  ]);
  assert.doesNotMatch(text, /<img|@everyone|@me|:\/\/|www\./);
  assert.match(text, / https&#58;\/\/evil\.example www&#46;evil\.example\n/);
  assert.match(text, /a &lt;\/summary&gt;&lt;img src=x&gt; &#64;everyone &amp; b/);
  assert.match(text, /\\\[x\\\]\(y\) \\`z\\` \\_w\\_ &#64;me/);
});

Deno.test("renderMarkdown() shows no more than a job summary can hold, and says so", () => {
  const many = Array.from({ length: 500 }, () => ({ ...DIVERGENCE, detail: "x".repeat(100_000) }));
  const text = report(many);
  assert.ok(new TextEncoder().encode(text).length < 1_048_576);
  assert.match(text, /… and 480 findings more/);
});

Deno.test("renderMarkdown() fits a job summary whatever part of a finding is long", () => {
  // What is escaped takes most room: an "&" takes five bytes, a "$" fourteen.
  for (const char of ["x", "&", "$", "\x07", "\u202e", "🙂", "`", "\n"]) {
    const long = char.repeat(200_000);
    const finding = error("divergence", long, {
      detail: long,
      hint: long,
      location: { file: long },
    });
    const text = report(Array.from({ length: 30 }, () => finding), {
      coverage: {
        reachable: 1,
        hit: 0,
        missing: [],
        unlisted: [],
        unusedReasons: Array.from({ length: 30 }, () => long),
        unusedEffects: [],
      },
    });
    const size = new TextEncoder().encode(text).length;
    assert.ok(size < 1_048_576, `${JSON.stringify(char)}: ${size} bytes`);
    assert.match(text, /<details open>[^]*… and \d+ findings more/);
    assert.match(text, / and 10 more\n/);
  }
});

Deno.test("renderMarkdown() shows what differs below a state that is long", () => {
  const text = report([{ ...DIVERGENCE, detail: `state: ${"x".repeat(9_000)}\nexpected | got` }]);
  assert.match(text, /\nstate: x{1992}…\nexpected \| got\n/);
});

Deno.test("renderMarkdown() makes no formula of Lean's dollar signs", () => {
  const text = report([error("odd", "f <$> x <$> y", { hint: "g $ h $ i" })]);
  assert.doesNotMatch(text.replaceAll("<span>$</span>", ""), /\$/);
  assert.match(text, /f &lt;<span>\$<\/span>&gt; x/);
});

Deno.test("renderMarkdown() says what the traces cover and who replayed them", () => {
  const text = report([], {
    counts: { files: 2, theorems: 3 },
    coverage: {
      reachable: 12,
      hit: 11,
      missing: [["Add", "low", "applied"]],
      unlisted: [],
      unusedReasons: ["limit"],
      unusedEffects: [],
    },
    engines: [{ name: "rust", version: "0.1.0", traces: 1, steps: 9 }],
  });
  assert.match(
    text,
    /\*\*Coverage:\*\* 11 of 12 cells of the model's table, 1 missing; never: <code>limit<\/code>/,
  );
  assert.match(text, /\*\*Counts:\*\* 2 files · 3 theorems\n/);
  assert.match(text, /<code>rust 0\.1\.0<\/code> 1 trace, 9 steps/);
});
