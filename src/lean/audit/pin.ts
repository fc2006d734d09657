/** Whether the pinned Lean's kernel is known to be unsound. */
import type { Pin } from "../toolchain/pin.ts";

/** A release that fixes how a proof of False could be accepted. */
export interface KernelFix {
  readonly since: string;
  /** Pull requests of lean4 with the fix. */
  readonly pulls: readonly number[];
}

/** By the release notes of Lean, the oldest release first. */
export const KERNEL_FIXES: readonly KernelFix[] = [
  { since: "4.32.1", pulls: [14498] },
  { since: "4.32.2", pulls: [14577] },
  { since: "4.33.0", pulls: [14607, 14609, 14613, 14616] },
  { since: "4.33.1", pulls: [14582, 14806, 14807, 14833, 14838, 14843] },
  { since: "4.34.1", pulls: [15241, 15288, 15289] },
];

/** The fixes that the pinned release lacks; of a nightly nothing is known. */
export function missingFixes({ version }: Pick<Pin, "version">): readonly KernelFix[] {
  const pinned = partsOf(version);
  if (pinned === undefined) return [];
  return KERNEL_FIXES.filter(({ since }) => isBefore(pinned, partsOf(since)!));
}

/** Major, minor, patch, and the number of the release candidate: a release comes behind all of its own. */
function partsOf(version: string): number[] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-rc(\d+))?$/.exec(version);
  return match?.slice(1).map((part) => part === undefined ? Infinity : Number(part));
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((part, k) => part !== b[k]);
  return at >= 0 && a[at]! < b[at]!;
}
