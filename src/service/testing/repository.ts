/** For tests: a store on a repository that a shell script makes, as strange as need be. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { reduce } from "../../lifecycle/reduce.ts";
import { denoHost } from "../../platform/host/deno.ts";
import type { Command, Host } from "../../platform/host/host.ts";
import { type Finish, finish, type Offer } from "../finish.ts";
import { init } from "../init.ts";
import type { Store } from "../store.ts";
import { claimTask, within } from "./memory.ts";
import { declare, exited } from "../tasks.ts";

/** A folder with what the script made; `repo` is the repository. */
export interface Strange extends AsyncDisposable {
  readonly host: Host;
  readonly root: string;
  readonly store: Store;
  /** The worktree of the attempt at "build". */
  readonly worktree: string;
  /** Runs a script, in the root unless told otherwise; returns its output without the last line end. */
  sh(script: string, folder?: string): Promise<string>;
  /** Makes the store, declares "build" and claims it. */
  claim(branch?: string): Promise<void>;
  /** Finishes the attempt. */
  finish(offer?: Offer): Promise<Finish>;
  /** Reports that the worker has ended; the worktrees that are kept then, with the reasons. */
  end(): Promise<string>;
}

/** Runs the script in an empty folder, which is also the home of a user without configuration. */
export async function strange(script: string): Promise<Strange> {
  const owned = denoHost(new AbortController().signal);
  const root = await Deno.realPath(await owned.host.files.tempDir("lifecycle-test"));
  const env = { HOME: root, XDG_CONFIG_HOME: join(root, "xdg"), GIT_CONFIG_NOSYSTEM: "1" };
  const at = (command: Command): Command => ({ ...command, env: { ...env, ...command.env } });
  const host: Host = {
    ...owned.host,
    run: (command) => owned.host.run(at(command)),
    spawn: (command) => owned.host.spawn(at(command)),
  };
  let store: Store | undefined;
  const made = () => {
    assert(store !== undefined, "there is a store");
    return { host, store };
  };
  const world: Strange = {
    host,
    root,
    get store() {
      return made().store;
    },
    get worktree() {
      return join(made().store.worktrees, "build-1");
    },
    async sh(text, folder = root) {
      const argv = ["sh", "-c", `set -e\n${text}`] as const;
      const done = await host.run({ argv, cwd: folder, env: BARE_TOO });
      assert.equal(done.code, 0, `${text}\n${done.stdout}${done.stderr}`);
      return done.stdout.trimEnd();
    },
    async claim(branch = "integration") {
      const choices = { repository: join(root, "repo"), graph: 1, branch };
      store = await init(host, { ...choices, store: join(root, "store") });
      await within(made(), async (service) => {
        await declare(service, { name: "build", after: [], retries: 1 });
        await claimTask(service, "build");
      });
    },
    async finish(offer = { contract: "land" }) {
      return await within(made(), (service) => finish(service, BUILD, offer, reduce));
    },
    end: () =>
      within(made(), async (service) => {
        await exited(service, BUILD, 1);
        return service.kept.join("\n");
      }),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
  await world.sh(`${IDENTITY}\n${script}`);
  return world;
}

const BUILD = { graph: 1, task: 1, generation: 0, attempt: 1, fence: 1 };

const BARE_TOO = {
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "safe.bareRepository",
  GIT_CONFIG_VALUE_0: "all",
};

const IDENTITY = "git config --global user.name w; git config --global user.email w@x; " +
  "git config --global protocol.file.allow always";

/** A repository with one commit on `main`. */
export const PLAIN = "git init -q -b main repo; cd repo; echo a > a; git add .; git commit -qm i";
