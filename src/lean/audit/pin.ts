/** Whether the pinned Lean's kernel is known to be unsound. */
import type { Pin } from "../toolchain/pin.ts";

/** The first Lean in which every soundness bug of the kernel that is publicly known is mended. */
export const SOUND_SINCE: readonly [number, number] = [4, 34];

/** Whether the pin is of a release before {@linkcode SOUND_SINCE}; of a nightly nothing is known. */
export function isOutdated({ version }: Pick<Pin, "version">): boolean {
  const match = /^(\d+)\.(\d+)\./.exec(version);
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  const [sinceMajor, sinceMinor] = SOUND_SINCE;
  return major < sinceMajor || (major === sinceMajor && minor < sinceMinor);
}
