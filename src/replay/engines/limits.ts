/** Bounds on what an engine may take: time, memory, restarts. */

/** Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** Longest wait for the answer to `hello`, program start included. */
  readonly helloMs: number;
  /** Longest wait for one answer. */
  readonly answerMs: number;
  /** Longest wait for the end of the process after its stdin was closed. */
  readonly endMs: number;
  /** Time that a process with a broken pipe has to show why. */
  readonly graceMs: number;
  /** Longest answer line. */
  readonly lineBytes: number;
  /** Requests in flight. */
  readonly window: number;
  /** Bytes of requests in flight; a single longer request still goes out alone. */
  readonly windowBytes: number;
  /** Restarts in one run before the rest is given up. */
  readonly restarts: number;
  /** Faults in a row, without an answer between them, before the rest is given up. */
  readonly barren: number;
  /** Bytes that an engine may write to stderr without a warning. */
  readonly noiseBytes: number;
  /** Last lines of stderr shown in findings. */
  readonly stderrLines: number;
  /** Last bytes of stderr shown in findings. */
  readonly stderrBytes: number;
}

/** The limits in force unless a test or the config says otherwise. */
export const DEFAULT_LIMITS: Limits = {
  helloMs: 10_000,
  answerMs: 10_000,
  endMs: 5_000,
  graceMs: 500,
  lineBytes: 32 * 1024 * 1024,
  window: 256,
  windowBytes: 4 * 1024 * 1024,
  restarts: 8,
  barren: 4,
  noiseBytes: 512 * 1024,
  stderrLines: 20,
  stderrBytes: 4 * 1024,
};
