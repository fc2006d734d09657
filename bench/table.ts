/** The table of ratios. Pure. */

/** One ratio, and what it must be. */
export interface Row {
  /** What is compared, as the table says it. */
  readonly work: string;
  /** What it is compared with. */
  readonly peer: string;
  /** How the two are compared: a rate of the peer's, or times the peer's time. */
  readonly ratio: number;
  /** `least`: the ratio must not be below the bound; `most`: not above it. */
  readonly bound: { readonly least: number } | { readonly most: number };
}

/** Whether the ratio is within its bound. */
export function holds({ ratio, bound }: Row): boolean {
  return "least" in bound ? ratio >= bound.least : ratio <= bound.most;
}

/** The rows as a table in Markdown. */
export function table(rows: readonly Row[]): string {
  return [
    "| work | against | ratio | required |",
    "| --- | --- | --- | --- |",
    ...rows.map(({ work, peer, ratio, bound }) =>
      `| ${work} | ${peer} | ${ratio.toFixed(2)} | ${
        "least" in bound ? `≥ ${text(bound.least)}` : `≤ ${text(bound.most)}`
      } |`
    ),
  ].join("\n");
}

function text(bound: number): string {
  return Number.isInteger(bound) ? `${bound}` : bound.toFixed(2);
}
