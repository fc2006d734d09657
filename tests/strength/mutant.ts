/** What became of the mutants of a reducer. */

/** A mutant that is worth telling of. */
export interface Mutant {
  /** Path from the root of the repository. */
  readonly file: string;
  /** The function it stands in. */
  readonly within: string;
  /** What was put in place of what. */
  readonly change: string;
}

/** The outcome of a run of one tool. */
export interface Outcome {
  /** The reducer's language. */
  readonly language: "TypeScript" | "Rust";
  /** Mutants that some trace tells from the reducer, or that never come to an end. */
  readonly killed: number;
  /** Mutants that decide every trace as the model does. */
  readonly survived: readonly Mutant[];
}
