/** Verdicts in plain words. */
import type { Verdict, Why } from "../../src/lifecycle/decision.ts";

/** What each reason means. */
const MEANINGS: Readonly<Record<Why, string>> = {
  duplicate: "The same event is recorded already.",
  already: "It is so already.",
  agrees: "Nothing is to be done: everything agrees.",
  staleGeneration:
    "The attempt is of an earlier generation; it was kept as evidence and changes nothing.",
  staleAttempt: "A later attempt has been claimed; it was kept as evidence and changes nothing.",
  staleFence: "A later claim holds the task; it was kept as evidence and changes nothing.",
  afterSuccess: "The attempt had succeeded durably; it was kept as evidence and changes nothing.",
  afterFailure: "The attempt had failed already; it was kept as evidence and changes nothing.",
  lateCommit: "The commit came after the success; it was kept as evidence.",
  workInProgress: "The attempt is still at work.",
  projectionContradiction: "What the graph showed contradicted the truth.",
  projectionAgrees: "What is shown agrees with the truth now.",
  converging: "What is unfinished was asked for again.",
  promotionInFlight: "The promotion is in flight; whether it has come about is being looked at.",
  promotionAbsent: "The promotion has not come about; it was asked for again.",
  finishInProgress: "A finish is in progress.",
  alreadyDeferred: "The attempt is to end already, once its promotion is known.",
  closed: "The attempt is closed; it was kept as evidence and changes nothing.",
  afterIntent: "The promotion was intended already.",
  eidConflict: "Another event has that number.",
  wrongGraph: "The key is of another graph.",
  unknownTask: "No such task is declared.",
  unknownAttempt: "No such attempt was claimed.",
  unknownGeneration: "The task has no such generation yet.",
  taskExists: "A task of that name is declared already.",
  unknownDependency: "A dependency is not declared: declare it first.",
  noTransaction: "The attempt has no transaction.",
  txMismatch: "The attempt has another transaction.",
  candidateMismatch: "The transaction has another candidate.",
  receiptMismatch: "The transaction has another receipt.",
  notValidated: "The candidate was not validated.",
  notIntended: "The promotion was not intended.",
  notAccepted: "The transaction is not accepted.",
  ownerActive: "An attempt is at work: wait for it, or kill it.",
  alreadyAccepted: "The task has succeeded durably: there is nothing left to do to it.",
  notReady:
    "The task is not ready: its dependencies are not Done, its last worker has not ended, or it has " +
    "failed and wants a retry.",
  notFailed: "Only a failed task can be retried.",
  abandoned: "The task was abandoned: reopen it first.",
  notAbandoned: "The task is not abandoned.",
  notLegacyDone: "The task is no legacy Done: its success needs no trust.",
  held: "A late acceptance holds the task: look at it, then run clear-hold.",
  receiptConflict: "Two receipts are claimed for one transaction: an operator must look.",
  acceptedAfterClose: "A closed attempt is said to have been accepted: an operator must look.",
  doneWithoutTransaction:
    "The graph shows a success that no transaction stands behind: an operator must look.",
  retriesExhausted: "No retries are left: grant some with grant-retries, or abandon the task.",
};

/** What a verdict means. */
export function meaningOf(verdict: Verdict): string {
  return verdict.type === "applied" ? "It was applied." : MEANINGS[verdict.why];
}
