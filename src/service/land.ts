/** Landing a commit: a compare-and-swap of the integration branch. */
import { relative, resolve } from "node:path";
import type { Key } from "../lifecycle/value.ts";
import type { Candidate } from "./facts.ts";
import { branchUse } from "./branch.ts";
import { commitOf, contains, gitIn } from "./git.ts";
import { mergeCommit } from "./merge.ts";
import { nameOf } from "./ledger.ts";
import type { Promotion } from "./promotion.ts";
import { needRepository, type World } from "./world.ts";
import { worktreeProblems } from "./worktree.ts";

/** The landing of a commit. It counts as landed once the branch contains it. */
export function landing(
  world: World,
  key: Key,
  { commit, worktree }: Extract<Candidate, { type: "commit" }>,
): Promotion {
  const { folder, branch, git } = needRepository(world);

  async function tipOf(): Promise<string> {
    return await commitOf(git, branch) ?? await git.out("rev-parse", "--verify", branch);
  }

  return {
    async validate() {
      const problems = await worktreeProblems(
        world,
        key,
        resolve(world.store.root, worktree),
        commit,
      );
      if (problems.length > 0) return problems;
      if (await commitOf(git, commit) === undefined) {
        return [`Commit "${commit}" is not in the repository`];
      }
      if (await contains(git, await tipOf(), commit)) {
        return [`Commit "${commit}" is on "${branch}" already: the attempt has committed nothing`];
      }
      const use = await branchUse(world.host, git, branch);
      if (use === undefined) return [];
      if (use.what === "a symbolic ref") {
        return [`Branch "${branch}" is a symbolic ref: landing would move "${use.where}"`];
      }
      const where = relative(world.store.root, use.where);
      return [`Branch "${branch}" is ${use.what} in "${where}", which landing would leave behind`];
    },
    async plan() {
      const tip = await tipOf();
      // Somebody may have landed it since it was asked for.
      if (await contains(git, tip, commit)) return { plan: { from: tip, to: tip } };
      if (await contains(git, commit, tip)) return { plan: { from: tip, to: commit } };
      const message = `Land ${nameOf(world.ledger, key.task)} (generation ${key.generation})`;
      const merged = await mergeCommit(world.host, folder, { tip, candidate: commit, message });
      return "commit" in merged
        ? { plan: { from: tip, to: merged.commit } }
        : { refused: `it conflicts with "${branch}" in ${merged.conflict}` };
    },
    async promote(plan) {
      if (plan === undefined) return undefined;
      const { from, to } = plan;
      // Somebody may have checked it out since it was validated.
      if (await branchUse(world.host, git, branch) !== undefined) return undefined;
      const reason = `lifecycle: land ${nameOf(world.ledger, key.task)}`;
      const landing = gitIn(world.host, folder, { hooks: true });
      const moved = await landing.run("update-ref", "--no-deref", "-m", reason, branch, to, from);
      return moved.code === 0 ? to : undefined;
    },
    async probe(plan) {
      const tip = await tipOf();
      if (!await contains(git, tip, commit)) return undefined;
      return plan !== undefined && await contains(git, tip, plan.to) ? plan.to : commit;
    },
  };
}
