/** Carries on a transaction that is begun: validates its candidate, and records the intent. */
import type { Decision } from "../lifecycle/decision.ts";
import type { Key } from "../lifecycle/value.ts";
import { promotionOf } from "./promotions.ts";
import { act, currentOf, type Service } from "./service.ts";

/**
 * Carries out `continueFinish`, each step durably. Returns the decision on the last one; `undefined`
 * when the attempt is not finishing by this transaction.
 */
export async function continueFinish(
  service: Service,
  key: Key,
  tx: number,
): Promise<Decision | undefined> {
  const phase = currentOf(service, key)?.phase;
  const offered = service.ledger.transactions.get(tx)?.candidate;
  if (phase?.type !== "finishing" || phase.tx.tx !== tx || offered === undefined) return undefined;
  const { validated, tx: { candidate } } = phase;
  const promotion = promotionOf(service, key, tx, offered);
  const judge = async (problems: readonly string[]) =>
    await act(
      service,
      key,
      { type: "candidateValidated", tx, candidate, passed: problems.length === 0 },
      problems.length === 0 ? undefined : { reason: problems.join("; ") },
    );
  if (!validated) {
    const problems = await promotion.validate();
    const decision = await judge(problems);
    if (problems.length > 0 || decision.verdict.type !== "applied") return decision;
  }
  const planned = await promotion.plan();
  if ("refused" in planned) return await judge([planned.refused]);
  return await act(service, key, { type: "promotionIntended", tx, candidate }, planned);
}
