import assert from "node:assert/strict";
import { error, warning } from "../../src/platform/diagnostic.ts";
import { githubLines } from "./github.ts";

Deno.test("githubLines() writes the file, the range and the code as properties", () => {
  const location = { file: "formal/A.lean", line: 3, column: 14, endLine: 3, endColumn: 19 };
  assert.equal(
    githubLines([error("sorry", "'sorry' is no proof", { location, hint: "Prove it." })]),
    "::error file=formal/A.lean,line=3,endLine=3,col=14,endColumn=19,title=sorry::" +
      "'sorry' is no proof%0Ahelp: Prove it.\n",
  );
});

Deno.test("githubLines() escapes what would end a property or the command", () => {
  const location = { file: "a,b:c%\n.lean", line: 1 };
  assert.equal(
    githubLines([warning("extern", "100%, a:b\r\nc\rd", { location, detail: "x\ny" })]),
    "::warning file=a%2Cb%3Ac%25%0A.lean,line=1,title=extern::100%25, a:b%0Ac\\x0dd%0Ax%0Ay\n",
  );
});

Deno.test("githubLines() keeps the hint within what GitHub shows of an annotation", () => {
  const long = "x".repeat(5_000);
  const detail = `state: ${long}\nexpected | got\n${`${long}\n`.repeat(20)}`;
  const [, text] = githubLines([error("a", long, { detail, hint: "Prove it." })]).split("::")
    .slice(1);
  assert.ok(text!.length < 4_096, `${text!.length}`);
  assert.match(
    text!,
    /^x{999}…%0Astate: x{292}…%0Aexpected \| got%0Ax{299}…%0A.*…%0Ahelp: Prove it\.\n$/,
  );
});

Deno.test("githubLines() lets no text begin a command of its own", () => {
  const lines = githubLines([error("lean_error", "a\n::set-env name=X::1\n::stop-commands::t")]);
  assert.equal(lines.match(/^::/gm)?.length, 1);
});

Deno.test("githubLines() names files from the root of the repository, and no place that is not known", () => {
  const finding = error("drift", "It drifts", { location: { file: "../a.ndjson" } });
  assert.equal(
    githubLines([finding], "sub/gate"),
    "::error file=sub/a.ndjson,title=drift::It drifts\n",
  );
  assert.equal(githubLines([error("x", "Y")]), "::error title=x::Y\n");
  assert.equal(githubLines([]), "");
});

Deno.test("githubLines() leaves out the last column of a range over several lines", () => {
  const location = { file: "a", line: 1, column: 2, endLine: 3, endColumn: 4 };
  assert.equal(
    githubLines([error("x", "Y", { location })]),
    "::error file=a,line=1,endLine=3,col=2,title=x::Y\n",
  );
});
