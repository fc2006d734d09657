/** Whether a run of the action may use what an earlier run kept. Pure. */

/** What started the run, as GitHub tells it. */
export interface Start {
  readonly event: string;
  readonly ref: string;
  readonly defaultBranch: string;
}

/**
 * Events that run the code of the branch itself.
 *
 * `pull_request_target` and similar events can run beside code that anybody wrote.
 */
const OWN_CODE = ["push", "schedule", "workflow_dispatch"];

/**
 * Whether nobody but those who may push to the default branch wrote what would be restored. A pull request
 * writes caches of its own while it is built, and can leave in them, for its next run, another Lean, forged
 * modules or a forged engine.
 */
export function isTrusted({ event, ref, defaultBranch }: Start): boolean {
  return defaultBranch !== "" && OWN_CODE.includes(event) && ref === `refs/heads/${defaultBranch}`;
}

/** Whether caches are restored and saved: never, where they are to be trusted, or always. */
export function usesCaches(input: string, start: Start): boolean {
  return input === "always" || (input === "true" && isTrusted(start));
}
