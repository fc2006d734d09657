/** The command line: which commands there are. */
import { type Application, buildApplication, buildRouteMap, type RouteMap } from "@stricli/core";
import { EXIT_CODES } from "../src/platform/diagnostic.ts";
import type { Context } from "./context.ts";
import { cacheCommand } from "./commands/cache.ts";
import { certifyCommand } from "./commands/certify.ts";
import { buildCompletionsCommand } from "./commands/completions.ts";
import { coverageCommand } from "./commands/coverage.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { explainCommand } from "./commands/explain.ts";
import { fixturesCommand } from "./commands/fixtures.ts";
import { fuzzCommand } from "./commands/fuzz.ts";
import { buildHelpCommand } from "./commands/help.ts";
import { initCommand } from "./commands/init.ts";
import { replayCommand } from "./commands/replay.ts";
import { scanCommand } from "./commands/scan.ts";
import { statementsCommand } from "./commands/statements.ts";
import { toolchainCommand } from "./commands/toolchain.ts";
import { verifyCommand } from "./commands/verify.ts";
import { VERSION } from "./version.ts";

/** All commands. */
export const routes: RouteMap<Context> = buildRouteMap({
  routes: {
    verify: verifyCommand,
    statements: statementsCommand,
    fixtures: fixturesCommand,
    certify: certifyCommand,
    coverage: coverageCommand,
    fuzz: fuzzCommand,
    replay: replayCommand,
    scan: scanCommand,
    explain: explainCommand,
    toolchain: toolchainCommand,
    doctor: doctorCommand,
    cache: cacheCommand,
    init: initCommand,
    completions: buildCompletionsCommand(() => routes),
    help: buildHelpCommand(() => app, () => routes),
  },
  docs: {
    brief: "Keep a Lean 4 model, its proofs and its implementations in agreement",
  },
});

/** The application. */
export const app: Application<Context> = buildApplication(
  routes,
  {
    name: "lean-gate",
    versionInfo: { currentVersion: VERSION },
    // A command that throws has judged nothing: 1 would say that it had.
    determineExitCode: () => EXIT_CODES.setup,
    // The flags stand below with what they do; all of them in one line would be read by nobody.
    documentation: { onlyRequiredInUsageLine: true },
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
  },
);
