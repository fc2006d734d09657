/** Creates a store. */
import { join, relative, resolve } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { outputTail } from "../platform/host/output.ts";
import { branchUse } from "./branch.ts";
import { commitOf, gitIn } from "./git.ts";
import { createJournal, refuseExisting } from "./journal.ts";
import { takeLock } from "./lock.ts";
import { FORMAT, type Header, VERSION } from "./record.ts";
import { type Store, storeAt, unlinked } from "./store.ts";

/** What the user chose. */
export interface Choices {
  /** Folder of the store. */
  readonly store: string;
  readonly graph: number;
  /** A git repository to land commits in. */
  readonly repository?: string;
  /** Name of its integration branch. */
  readonly branch: string;
  /** Folder for what is delivered; in the store, unless given. */
  readonly outbox?: string;
}

/** Creates the store, and the integration branch if there is none. */
export async function init(host: Host, choices: Choices): Promise<Store> {
  const named = storeAt(resolve(host.cwd, choices.store));
  // Before anything is made in the repository.
  await refuseExisting(host, named);
  const branch = `refs/heads/${choices.branch}`;
  const repository = choices.repository === undefined
    ? null
    : await prepareRepository(host, resolve(host.cwd, choices.repository), branch);
  await host.files.mkdir(named.root);
  const store = await unlinked(host, named);
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    graph: choices.graph,
    settings: {
      repository: repository === null ? null : relative(store.root, repository) || ".",
      branch: repository === null ? null : branch,
      outbox: choices.outbox === undefined
        ? "outbox"
        : relative(store.root, resolve(host.cwd, choices.outbox)),
    },
  };
  const lock = await takeLock(host, store.lock, { purpose: "init", waitMs: 0 });
  try {
    await createJournal(host, store, header);
    // The store may stand in the repository that it serves: git is not to see it.
    await host.files.writeAtomic(join(store.root, ".gitignore"), "*\n");
  } finally {
    lock.release();
  }
  return store;
}

async function prepareRepository(host: Host, folder: string, branch: string): Promise<string> {
  if (!await host.files.exists(folder)) {
    throw refusal("repository_missing", `There is no folder "${folder}"`, [ELSE]);
  }
  const git = gitIn(host, folder);
  const found = await git.run("rev-parse", "--git-dir");
  if (found.code !== 0) {
    const message = `Git finds none in "${folder}"`;
    throw refusal(
      "repository_missing",
      message,
      [`Correct what git reports. ${ELSE}`],
      outputTail(found),
    );
  }
  if ((await git.run("check-ref-format", branch)).code !== 0) {
    throw refusal("branch_name", `Git takes no branch "${branch}"`, [
      "Name another with --branch; git help check-ref-format has the rules.",
    ]);
  }
  const use = await branchUse(host, git, branch);
  if (use?.what === "a symbolic ref") {
    throw refusal("branch_symbolic", `Branch "${branch}" is a symbolic ref to "${use.where}"`, [
      "Landing would move that one. Name a branch of its own with --branch.",
    ]);
  }
  if (use !== undefined) {
    throw refusal("branch_checked_out", `Branch "${branch}" is ${use.what} in "${use.where}"`, [
      "Landing moves the branch without touching any worktree, which would leave that one behind.",
      "Choose a branch that nobody works on with --branch.",
    ]);
  }
  if (await commitOf(git, branch) === undefined) {
    const head = await commitOf(git, "HEAD");
    if (head === undefined) {
      throw refusal(
        "branch_missing",
        `HEAD of "${folder}" is no commit for "${branch}" to begin at`,
        [
          "Make a first commit, or the branch itself.",
        ],
      );
    }
    await git.out("update-ref", branch, head, "");
  }
  return folder;
}

const ELSE =
  'Make one with "git init", or leave out --repository: then files and texts can be the results.';

function refusal(
  code: string,
  message: string,
  hint: readonly string[],
  detail?: string,
): GateError {
  return new GateError("usage", {
    code,
    message: `Failed to use the repository: ${message}`,
    hint: hint.join(" "),
    ...(detail === undefined ? {} : { detail }),
  });
}
