/** JSON values as the gate allows them. */

/** A JSON value whose numbers are safe integers. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
