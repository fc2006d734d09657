/** `verify --watch`: puts the loop together with the world. */
import { join } from "node:path";
import { openProject } from "../../src/gate/config/project.ts";
import { asGateError, EXIT_CODES } from "../../src/platform/diagnostic.ts";
import type { StageName, StageStatus } from "../../src/gate/report/report.ts";
import type { Context } from "../context.ts";
import { showFailure } from "../failure.ts";
import { styleOf } from "../render/style.ts";
import { affectedBy } from "./inputs.ts";
import { failedStages, watchLoop } from "./loop.ts";
import { moduleFiles } from "./module_files.ts";
import { changedPaths, runSelf, typedCommands } from "./system.ts";

/** The part of the JSON report that is read. */
interface Judged {
  readonly stages: readonly { readonly name: StageName; readonly status: StageStatus }[];
}

/**
 * Runs until the user interrupts or quits.
 *
 * `args` are the flags of `verify` for every run, but `--only`.
 */
export async function watchVerify(
  context: Context,
  asked: readonly StageName[],
  args: readonly string[],
  config: string | undefined,
): Promise<void> {
  const { host, out } = context;
  const style = styleOf(context, out);
  const { root } = await openProject(host, config);
  const report = join(await host.files.tempDir("lean-gate-watch-"), "report.json");
  using commands = typedCommands((text) => out.write(text));
  const quit = new AbortController();
  const statuses = await watchLoop({
    changes: changedPaths(host, root, AbortSignal.any([host.signal, quit.signal])),
    ...(commands.iterator && { commands: commands.iterator }),
    async affected(paths) {
      try {
        const project = await openProject(host, config);
        const modules = await moduleFiles(host, project);
        const inputs = { config: project.config, configFile: project.configFile, modules };
        return new Set(paths.flatMap((path) => [...affectedBy(path, inputs)]));
      } catch (cause) {
        // The config is wrong for now: a later change may mend it.
        if (!host.signal.aborted) showFailure(context, asGateError(cause));
        return undefined;
      }
    },
    async run(stages, signal) {
      await host.files.remove(report);
      const only = stages.join(",");
      await runSelf(
        ["verify", "--only", only, "--ran-only", "--report", `json=${report}`, ...args],
        signal,
      );
      const text = await host.files.readText(report);
      if (signal.aborted || text === undefined) return undefined;
      const judged = (JSON.parse(text) as Judged).stages.filter(({ status }) =>
        status !== "skipped"
      );
      return new Map(judged.map(({ name, status }) => [name, status]));
    },
    say: (line) => out.write(`${style.dim(style.wrap(`── ${line}`))}\n`),
  }, asked);
  quit.abort();
  const isAgreed = statuses.size > 0 && failedStages(statuses).length === 0;
  context.process.exitCode = isAgreed ? 0 : EXIT_CODES.verdict;
}
