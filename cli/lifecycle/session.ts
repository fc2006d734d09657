/** Opens the service for a command, and shows what it did. */
import type { Decision } from "../../src/lifecycle/decision.ts";
import { encodeDecision, encodeEvent } from "../../src/lifecycle/codec.ts";
import { GateError } from "../../src/platform/diagnostic.ts";
import { showGraph } from "../../src/service/graph.ts";
import type { Opening } from "../../src/service/journal.ts";
import { openService, type Service } from "../../src/service/service.ts";
import { findStore } from "../../src/service/store.ts";
import { type TextStream, wantsColor } from "../context.ts";
import { styleFor } from "../render/style.ts";
import type { LifecycleContext } from "./context.ts";
import type { StoreFlags } from "./flags.ts";
import { entryLine } from "./render.ts";
import { meaningOf } from "./reasons.ts";

/** How the command opens the journal. */
export function openingOf(
  { reduce }: LifecycleContext,
  purpose: string,
  { wait }: StoreFlags,
): Opening {
  return { reduce, purpose, waitMs: wait };
}

/**
 * Runs `body` with the service open, writes the projection, and shows what was recorded: on `to`,
 * also when the body fails.
 */
export async function withService<T>(
  context: LifecycleContext,
  flags: StoreFlags,
  purpose: string,
  body: (service: Service) => Promise<T>,
  to: TextStream = context.out,
): Promise<T> {
  const { host } = context;
  const store = await findStore(host, flags.store);
  using service = await openService(host, store, openingOf(context, purpose, flags));
  try {
    const result = await body(service);
    if (service.recorded.length > 0) await showGraph(service);
    return result;
  } finally {
    showRecorded(context, service, to);
  }
}

/** Shows what was recorded, mended and left. */
export function showRecorded(context: LifecycleContext, service: Service, to: TextStream): void {
  const style = styleFor(wantsColor(context, to));
  showMended(context, service.mended);
  for (const { seq, body, decision, facts } of service.recorded) {
    const entry = {
      seq,
      event: encodeEvent({ eid: seq, body }),
      decision: encodeDecision(decision),
      ...(facts === undefined ? {} : { facts }),
    };
    to.write(entryLine(entry, service.ledger, style) + "\n");
  }
  for (const sentence of service.kept) context.err.write(`${style.warn("kept")} ${sentence}\n`);
  for (const sentence of service.unfinished) {
    context.err.write(`${style.warn("unfinished")} ${sentence}\n`);
  }
}

/** Shows what was mended at opening. */
export function showMended(context: LifecycleContext, mended: readonly string[]): void {
  const style = styleFor(wantsColor(context, context.err));
  for (const sentence of mended) context.err.write(`${style.warn("mended")} ${sentence}\n`);
}

/** Sets the exit code by a decision. Throws GateError `refused` (verdict) unless it was applied. */
export function expectApplied(
  context: LifecycleContext,
  what: string,
  { verdict }: Decision,
): void {
  if (verdict.type === "applied" || verdict.type === "noop") {
    context.process.exitCode = 0;
    return;
  }
  throw refused(what, `${verdict.type}(${verdict.why})`, meaningOf(verdict));
}

/** The failure of a command whose event was not applied. */
export function refused(what: string, why: string, hint: string): GateError {
  return new GateError("verdict", {
    code: "refused",
    message: `${what}: ${why}`,
    hint,
  });
}
