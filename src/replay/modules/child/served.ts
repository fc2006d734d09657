/** A module that is loaded, as the child answers for it. */

/** A request after hello. */
export interface Request {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** What the child says for a module. */
export interface Served {
  /** Added to the answer to hello. */
  readonly hello: Readonly<Record<string, unknown>>;
  /**
   * The answer to a request.
   *
   * What it throws becomes an error with the name and message of the cause.
   */
  answer(request: Request): unknown;
}
