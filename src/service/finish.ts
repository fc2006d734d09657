/**
 * Task-owned completion: the worker offers a candidate, and one durable transaction validates,
 * promotes, accepts and cleans it up. Whoever comes after a crash carries on where it stands.
 */
import { basename, relative, resolve } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Decision } from "../lifecycle/decision.ts";
import { findTask } from "../lifecycle/state.ts";
import type { Key } from "../lifecycle/value.ts";
import { drive } from "./drive.ts";
import type { Candidate } from "./facts.ts";
import { commitOf } from "./git.ts";
import type { Reduce } from "./ledger.ts";
import { stage } from "./place.ts";
import { act, currentOf, nextNumber, type Service } from "./service.ts";
import { isInUse } from "./stop.ts";
import { worktreeFact, worktreeHead, worktreeOf } from "./worktree.ts";
import { needRepository, repositoryOf } from "./world.ts";

/** What a worker offers. */
export type Offer =
  /** A commit; what the attempt's worktree stands at, unless named. */
  | { readonly contract: "land"; readonly commit?: string; readonly worktree?: string }
  | { readonly contract: "deliver"; readonly file: string; readonly worktree?: string }
  | { readonly contract: "report"; readonly text: string };

/** What became of an offer. */
export interface Finish {
  /** The attempt's result is durable. */
  readonly accepted: boolean;
  /** Why not: a verdict, or what validation found. */
  readonly reasons: readonly string[];
}

/**
 * Finishes the attempt of this key with the offer. Asked again, it carries on with the transaction
 * that is there, and takes no second candidate.
 */
export async function finish(
  service: Service,
  key: Key,
  offer: Offer,
  reduce: Reduce,
): Promise<Finish> {
  const phase = currentOf(service, key)?.phase.type;
  const begun = phase === "finishing" || phase === "promoting" || phase === "accepted" ||
    phase === "cleaned";
  if (begun) return await resume(service, key);
  const number = nextNumber(service);
  const begin = {
    type: "finishBegun",
    tx: number,
    candidate: number,
    contract: offer.contract,
  } as const;
  // A stale worker's files are nobody's concern: ask what would be decided before looking at them.
  const event = { eid: number, body: { type: "onAttempt", key, act: begin } as const };
  const { decision } = reduce(service.ledger.state, event);
  if (decision.verdict.type !== "applied") {
    return refusedBy(await act(service, key, begin));
  }
  const candidate = await candidateOf(service, key, offer, number);
  await drive(service, await act(service, key, begin, { candidate }));
  return outcomeOf(service, key);
}

/** Carries the attempt's transaction on as far as it comes, by asking for its effects again. */
export async function resume(service: Service, key: Key): Promise<Finish> {
  const current = currentOf(service, key);
  const phase = current?.phase.type;
  const waits = current !== undefined && phase === "accepted" && await isInUse(service, current);
  if (phase === "finishing" || phase === "promoting" || phase === "accepted" && !waits) {
    await drive(service, await service.record({ type: "convergeRequested", task: key.task }));
  }
  return outcomeOf(service, key);
}

/** What has become of the attempt. */
function outcomeOf(service: Service, key: Key): Finish {
  const t = findTask(key.task, service.ledger.state.tasks);
  const phase = currentOf(service, key)?.phase.type;
  if (phase === "accepted" || phase === "cleaned") return { accepted: true, reasons: [] };
  if (phase === "finishing" && t?.held) {
    return { accepted: false, reasons: ["A late acceptance holds the task"] };
  }
  // Left to another run: the effects were tried, and did not come to their end.
  if (phase === "finishing" || phase === "promoting") {
    return { accepted: false, reasons: service.unfinished };
  }
  return { accepted: false, reasons: [lastReason(service) ?? "The attempt is over"] };
}

async function candidateOf(
  service: Service,
  key: Key,
  offer: Offer,
  tx: number,
): Promise<Candidate> {
  switch (offer.contract) {
    case "land":
      return await commitCandidate(service, key, offer);
    case "deliver":
      return await fileCandidate(service, key, offer, tx);
    case "report":
      return { type: "text", text: offer.text };
  }
}

async function commitCandidate(
  service: Service,
  key: Key,
  { commit, worktree }: { readonly commit?: string; readonly worktree?: string },
): Promise<Candidate> {
  const { git } = needRepository(service);
  const found = commit === undefined
    ? await worktreeHead(service, key)
    : await commitOf(git, commit);
  if (found === undefined) {
    throw new GateError("usage", {
      code: "candidate_missing",
      message: commit === undefined
        ? `There is no commit to land: worktree "${worktreeOf(service, key)}" does not exist`
        : `There is no commit "${commit}" to land`,
      hint: "Commit the work in the attempt's worktree, or name a commit with --commit.",
    });
  }
  return { type: "commit", commit: found, worktree: worktreeFact(service, key, worktree) };
}

async function fileCandidate(
  service: Service,
  key: Key,
  { file, worktree }: { readonly file: string; readonly worktree?: string },
  tx: number,
): Promise<Candidate> {
  const { host } = service;
  const named = resolve(host.cwd, file);
  // A link in the worktree may lead out of it.
  const path = await host.files.exists(named) ? await host.files.realPath(named) : named;
  const sha256 = await stage(service, path, tx);
  if (sha256 === undefined) {
    throw new GateError("usage", {
      code: "candidate_missing",
      message: `There is no file "${path}" to deliver`,
      hint: "Name a file that exists; a folder cannot be delivered.",
    });
  }
  const from = repositoryOf(service) === undefined ? null : worktreeFact(service, key, worktree);
  const fact = relative(service.store.root, path);
  return { type: "file", name: basename(named), sha256, path: fact, worktree: from };
}

function refusedBy({ verdict }: Decision): Finish {
  const why = verdict.type === "applied" ? "applied" : `${verdict.type}(${verdict.why})`;
  return { accepted: false, reasons: [why] };
}

function lastReason({ recorded }: Service): string | undefined {
  return recorded.findLast(({ facts }) => facts?.reason !== undefined)?.facts?.reason;
}
