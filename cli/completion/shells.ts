/** The shells that there are completions for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
/** One of {@linkcode SHELLS}. */
export type Shell = typeof SHELLS[number];
