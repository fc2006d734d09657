/** The lifecycle service's command line: which commands there are. */
import { type Application, buildApplication, buildRouteMap } from "@stricli/core";
import { EXIT_CODES } from "../../src/platform/diagnostic.ts";
import { VERSION } from "../version.ts";
import { claimCommand } from "./commands/claim.ts";
import { compactCommand } from "./commands/compact.ts";
import { convergeCommand } from "./commands/converge.ts";
import { declareCommand } from "./commands/declare.ts";
import { failCommand } from "./commands/fail.ts";
import { finishCommand } from "./commands/finish.ts";
import { importCommand } from "./commands/import.ts";
import { initCommand } from "./commands/init.ts";
import { logCommand } from "./commands/log.ts";
import { logsCommand } from "./commands/logs.ts";
import { exitedCommand, grantRetriesCommand, waiveCommand } from "./commands/operate.ts";
import {
  abandonCommand,
  clearHoldCommand,
  killCommand,
  reopenCommand,
  retryCommand,
  trustCommand,
} from "./commands/requests.ts";
import { runCommand } from "./commands/run.ts";
import { statusCommand } from "./commands/status.ts";
import { superviseCommand } from "./commands/supervise.ts";
import type { LifecycleContext } from "./context.ts";

/** The application. */
export const app: Application<LifecycleContext> = buildApplication(
  buildRouteMap({
    routes: {
      init: initCommand,
      declare: declareCommand,
      import: importCommand,
      claim: claimCommand,
      supervise: superviseCommand,
      run: runCommand,
      finish: finishCommand,
      fail: failCommand,
      kill: killCommand,
      abandon: abandonCommand,
      retry: retryCommand,
      reopen: reopenCommand,
      "grant-retries": grantRetriesCommand,
      waive: waiveCommand,
      trust: trustCommand,
      "clear-hold": clearHoldCommand,
      exited: exitedCommand,
      converge: convergeCommand,
      status: statusCommand,
      log: logCommand,
      logs: logsCommand,
      compact: compactCommand,
    },
    docs: {
      brief: "Run workers on a graph of tasks: the first terminal result wins, durably",
      fullDescription: [
        "Records what happens to tasks in one journal, decides each event by the proved reducer, and acts",
        "on a decision only when it is durable. A worker finishes its own task; what its wrapper or its",
        "provider says afterwards is kept as evidence and changes nothing.",
        "",
        "  lifecycle init --repository .                   a store, here in .lifecycle",
        "  lifecycle declare build --retries 1             a task",
        "  lifecycle declare ship --after build            another, which waits for it",
        "  lifecycle supervise build -- ./worker.sh        run a worker in a worktree of its own",
        "  lifecycle finish                                called by the worker: land what it has committed",
        "  lifecycle status                                the status of every task",
        "  lifecycle converge                              after a crash: carry on what is unfinished",
        "",
        "Exit codes: 0 done as asked; 1 refused, or the attempt did not succeed; 2 wrong usage; 3 set-up",
        "(journal, lock, disk, git); 130 interrupted.",
      ].join("\n"),
    },
  }),
  {
    name: "lifecycle",
    versionInfo: { currentVersion: VERSION },
    // A command that throws has done nothing that it could answer for.
    determineExitCode: () => EXIT_CODES.setup,
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
  },
);
