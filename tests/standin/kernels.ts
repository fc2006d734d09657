/** The stand-in's bundled checkers, for tests only: see `install.ts`. */

/** Runs a checker; returns the exit code. */
export function kernel(program: string, _args: readonly string[]): Promise<number> {
  console.error(`The stand-in does not know "${program}"`);
  return Promise.resolve(1);
}
