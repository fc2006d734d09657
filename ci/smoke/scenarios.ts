/** Every scenario. */
import type { Scenario } from "./scenario.ts";
import { brokeredDeliverable } from "./scenarios/brokered_deliverable_worktree_preflight.ts";
import { exitedWorkerFinishConvergence } from "./scenarios/exited_worker_finish_convergence.ts";
import { lateExitAfterSuccess } from "./scenarios/late_exit_after_success.ts";
import { legacyDone } from "./scenarios/legacy_done.ts";
import { nonzeroExitBeforeSuccess } from "./scenarios/nonzero_exit_before_success.ts";
import { providerTimeoutAfterCleaned } from "./scenarios/provider_timeout_after_cleaned.ts";
import { staleGeneration } from "./scenarios/stale_generation.ts";

/** Every scenario. */
export const SCENARIOS: readonly Scenario[] = [
  lateExitAfterSuccess,
  providerTimeoutAfterCleaned,
  exitedWorkerFinishConvergence,
  brokeredDeliverable,
  nonzeroExitBeforeSuccess,
  staleGeneration,
  legacyDone,
];
