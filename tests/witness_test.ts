import assert from "node:assert/strict";

const root = new URL("../", import.meta.url);
const readme = await Deno.readTextFile(new URL("formal/README.md", root));
const reached = await Deno.readTextFile(
  new URL("formal/Lifecycle/Proofs/Witness/Reached.lean", root),
);

/** Theorems of every log without a hypothesis that a run could fail to meet. */
const UNCONDITIONAL = ["1", "3", "20", "22", "26"];

/** The theorems of each numbered row of the table, with those of the rows that continue it. */
function theoremsByNumber(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, string[]>();
  let number = "";
  for (const line of text.split("\n")) {
    const cells = /^\| *(\d*) *\|[^|]*\|([^|]*)\| `[A-Z]/.exec(line);
    if (cells === null) continue;
    number = cells[1] || number;
    const names = [...cells[2]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
    rows.set(number, [...rows.get(number) ?? [], ...names]);
  }
  return rows;
}

/** The theorems that a committed scenario is shown to reach. */
function reachedNames(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/⟨"(\w+)",/g)].map((match) => match[1]!));
}

/** Numbered theorems with hypotheses that no scenario is shown to meet. */
function unreached(table: string, witness: string): readonly string[] {
  const names = reachedNames(witness);
  return [...theoremsByNumber(table)]
    .filter(([number, theorems]) =>
      !UNCONDITIONAL.includes(number) && !theorems.some((name) => names.has(name))
    )
    .map(([number]) => number);
}

Deno.test("a committed scenario reaches every numbered theorem with hypotheses", () => {
  assert(theoremsByNumber(readme).size > 20);
  assert.deepEqual(unreached(readme, reached), []);
});

Deno.test("a theorem whose witness is dropped is noticed", () => {
  const dropped = reached.replaceAll(/⟨"convergence_\w+",/g, '⟨"other",');
  assert.deepEqual(unreached(readme, dropped), ["18"]);
});
