/**
 * Builds every git command of the service, on repositories that others use too.
 *
 * What git answers here decides what is landed and what is deleted. So it must not depend on how
 * somebody has configured git: the environment is cleared of what chooses a repository or changes an
 * answer, settings that could are overridden, and the commands are plumbing with NUL-separated
 * output.
 */
import { GateError } from "../platform/diagnostic.ts";
import { runToEnd } from "../platform/host/drain.ts";
import type { Command, Finished, Host } from "../platform/host/host.ts";
import { outputTail } from "../platform/host/output.ts";

/** A repository: any folder that git finds it from. */
export interface Git {
  /** Runs git and returns what it wrote, without the last line end; throws `git_failed` (set-up). */
  out(...args: string[]): Promise<string>;
  /** As `out`, for output that is separated by NUL. */
  list(...args: string[]): Promise<readonly string[]>;
  /** Runs git and tells how it ended. */
  run(...args: string[]): Promise<Finished>;
  /** Runs git with these NUL-terminated names on its stdin; throws `git_failed` (set-up). */
  feed(names: readonly string[], ...args: string[]): Promise<void>;
}

/** What differs between commands. */
export interface GitOptions {
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Added to the settings that are overridden. */
  readonly settings?: readonly Setting[];
  /** Leaves the repository's hooks on: its `reference-transaction` hook may refuse an update. */
  readonly hooks?: boolean;
}

/** A setting of git's configuration, and its value. */
export type Setting = readonly [name: string, value: string];

/** Git in a folder. */
export function gitIn(host: Host, folder: string, options: GitOptions = {}): Git {
  const command = (args: readonly string[]): Command => ({
    argv: ["git", ...args],
    // Its own folder, for ours may be a worktree that was just removed.
    cwd: folder,
    env: environment(host, options),
    inherits: isNeutral,
  });
  const run = (...args: string[]) => host.run(command(args));
  async function must(args: readonly string[], running: Promise<Finished>): Promise<string> {
    const done = await running;
    if (done.code === 0) return done.stdout;
    throw new GateError("setup", {
      code: "git_failed",
      message: `Failed to run "git ${args.join(" ")}" in "${folder}": exit code ${done.code}`,
      hint: 'Correct what git reports, then run "lifecycle converge".',
      detail: outputTail(done),
    });
  }
  return {
    run,
    out: async (...args) => (await must(args, run(...args))).replace(/\n$/, ""),
    list: async (...args) => fields(await must(args, run(...args))),
    async feed(names, ...args) {
      const child = host.spawn(command(args));
      const stdin = child.stdin.getWriter();
      await stdin.write(new TextEncoder().encode(names.map((name) => `${name}\0`).join("")));
      stdin.releaseLock();
      await must(args, runToEnd(child, undefined));
    },
  };
}

/** The parts of an output that ends each with NUL. */
export function fields(output: string): readonly string[] {
  return output.split("\0").filter((field) => field !== "");
}

/**
 * Variables of git that a child may inherit: where its configuration lies, and how it reaches other
 * repositories. Every other one could choose the repository, or change an answer.
 */
const HARMLESS =
  /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|SSH|SSH_.*|SSL_.*|HTTP_.*|PROXY_.*|ALLOW_PROTOCOL|PROTOCOL_FROM_USER|ASKPASS|EXEC_PATH|LFS_.*)$/;

function isNeutral(name: string): boolean {
  return !name.startsWith("GIT_") || HARMLESS.test(name);
}

/**
 * By these, whoever runs us (a git hook, say) would choose the repository for a worker's git, in
 * whatever folder that runs. All else of the environment is the worker's own affair.
 */
export function isWorkers(name: string): boolean {
  return !/^GIT_(DIR|WORK_TREE|IMPLICIT_WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|INTERNAL_SUPER_PREFIX|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|NO_REPLACE_OBJECTS|QUARANTINE_PATH|ATTR_SOURCE|CONFIG|CONFIG_PARAMETERS)$/
    .test(name);
}

const ENV = {
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
  LANGUAGE: "",
  // Ancestry and contents as every other repository has them.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "1",
};

/** Settings by which a user or a repository could hide a change, or have code run. */
const SETTINGS: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["core.ignoreStat", "false"],
  ["core.checkStat", "default"],
  ["core.trustCtime", "true"],
  ["core.fileMode", "true"],
  ["core.ignoreCase", "false"],
  ["core.alternateRefsCommand", ""],
  ["sparse.expectFilesOutsideOfPatterns", "false"],
  ["i18n.commitEncoding", "UTF-8"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  // The repository was named by the user, bare or not.
  ["safe.bareRepository", "all"],
];
const NO_HOOKS: Setting = ["core.hooksPath", "/dev/null"];

/** The overrides come behind those that the user's environment has, and so win. */
function environment(
  host: Host,
  { env, settings = [], hooks = false }: GitOptions,
): Record<string, string> {
  const given = Number(host.env("GIT_CONFIG_COUNT") ?? 0) || 0;
  const overrides = [...SETTINGS, ...hooks ? [] : [NO_HOOKS], ...settings];
  const config = overrides.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${given + at}`, name],
    [`GIT_CONFIG_VALUE_${given + at}`, value],
  ]);
  return {
    ...ENV,
    GIT_CONFIG_COUNT: String(given + overrides.length),
    ...Object.fromEntries(config),
    ...env,
  };
}

/** The commit that a name stands for, or `undefined`. */
export async function commitOf(git: Git, name: string): Promise<string | undefined> {
  const { code, stdout } = await git.run(
    ...["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`],
  );
  return code === 0 ? stdout.trim() : undefined;
}

/**
 * Whether a commit is the other, or before it. Throws `git_failed` (set-up) when git cannot tell.
 */
export async function contains(git: Git, later: string, earlier: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", earlier, later];
  const { code } = await git.run(...args);
  if (code !== 0 && code !== 1) await git.out(...args);
  return code === 0;
}

/** The folder that all worktrees of a repository share. */
export async function commonFolder(git: Git): Promise<string> {
  return await git.out("rev-parse", "--path-format=absolute", "--git-common-dir");
}
