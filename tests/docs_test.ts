/** The documentation: its links lead somewhere, its lines are short, and the README stays short. */
import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";
import { REPOSITORY } from "./support/cli.ts";

const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "formal/README.md"];
/** Most words of the README. */
const README_WORDS = 700;
/** Most columns of a line; tables, code and links may be longer. */
const COLUMNS = 100;

/** Every page, by its path. */
async function pages(): Promise<Map<string, string>> {
  const paths = [...PAGES];
  for await (const { name } of Deno.readDir(join(REPOSITORY, "docs"))) {
    if (name.endsWith(".md")) paths.push(`docs/${name}`);
  }
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await Deno.readTextFile(join(REPOSITORY, path))] as const),
    ),
  );
}

/** The text without its code blocks. */
const prose = (text: string) => text.replaceAll(/^```.*?^```$/gms, "");

/** Anchors of the headings of a page, as GitHub makes them. */
function anchors(text: string): Set<string> {
  const headings = Array.from(prose(text).matchAll(/^#+ (.+)$/gm), ([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-")
    ),
  );
}

/** The links of a page that lead nowhere. */
async function deadLinks(path: string, text: string): Promise<string[]> {
  const dead: string[] = [];
  for (const [, target] of prose(text).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target!)) continue;
    const [file = "", anchor] = target!.split("#");
    const to = file === "" ? path : normalize(join(dirname(path), file));
    const found = await Deno.stat(join(REPOSITORY, to)).catch(() => undefined);
    if (found === undefined) dead.push(target!);
    else if (
      anchor !== undefined && !anchors(await Deno.readTextFile(join(REPOSITORY, to))).has(anchor)
    ) {
      dead.push(target!);
    }
  }
  return dead;
}

/** Lines of prose that are too long, by their numbers. */
function longLines(text: string): number[] {
  let inCode = false;
  return text.split("\n").flatMap((line, i) => {
    if (line.startsWith("```")) inCode = !inCode;
    const isFree = inCode || /^\s*\||\]\(|^\s*\[/.test(line);
    return !isFree && [...line].length > COLUMNS ? [i + 1] : [];
  });
}

Deno.test("every link of the documentation leads somewhere", async () => {
  for (const [path, text] of await pages()) assert.deepEqual(await deadLinks(path, text), [], path);
});

Deno.test("the README has at most 700 words, and names the pages of docs/", async () => {
  const all = await pages();
  const readme = all.get("README.md")!;
  const words = readme.split(/\s+/).filter((word) => word !== "").length;
  assert.ok(words <= README_WORDS, `${words} words`);
  const docs = [...all.keys()].filter((path) => path.startsWith("docs/"));
  assert.ok(docs.length >= 5);
  assert.deepEqual(docs.filter((path) => !readme.includes(`(${path})`)), []);
});

Deno.test("lines of prose have at most 100 columns", async () => {
  for (const [path, text] of await pages()) {
    if (path === "CONTRIBUTING.md" || path.startsWith("formal/")) continue;
    assert.deepEqual(longLines(text), [], path);
  }
});

Deno.test("a dead link, a dead anchor and a long line are noticed", async () => {
  const text =
    "# Title\n\n[a](no/such.md) [b](README.md#where-to-go-next) [c](README.md#nowhere)\n";
  assert.deepEqual(await deadLinks("x.md", text), ["no/such.md", "README.md#nowhere"]);
  assert.deepEqual(longLines(`ok\n${"x".repeat(101)}\n\`\`\`\n${"x".repeat(101)}\n\`\`\``), [2]);
});
