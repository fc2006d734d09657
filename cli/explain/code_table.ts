/** The shape of the explanations. */

/** Code → what it means, and what to do. */
export type CodeTable = Readonly<Record<string, readonly [meaning: string, remedy: string]>>;
