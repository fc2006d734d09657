/** The shape of `lean-gate.jsonc`. */
import { posix } from "node:path";
import { z } from "zod";
import { findRule } from "../../lean/scan/rules/rules.ts";
import { KERNEL_NAMES } from "../../lean/kernels/kernels.ts";

/** A path relative to the config, in its shortest form: findings compare paths as text. */
const path = z.string().min(1, "Expected a path")
  .refine((path) => !path.includes("\0"), "Expected a path without the character NUL")
  .refine((path) => !path.startsWith("/"), "Expected a path relative to the config")
  .overwrite((path) => posix.normalize(path).replace(/(?<=.)\/$/, ""));
const argv = z.tuple([z.string().min(1, "Expected a program")], z.string());

const engineName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'Expected a name such as "rust"');

/** A module whose default export replays traces. */
const ModuleEngineSchema = z.strictObject({
  name: engineName,
  module: path.describe("TypeScript or JavaScript module, relative to the config file"),
  deadlineMs: z.int().positive("Expected at least one millisecond").optional().describe(
    "Longest wait for one answer",
  ),
});

/** An engine in a child process, which speaks the engine protocol. */
const CommandEngineSchema = z.strictObject({
  name: engineName,
  build: argv.optional().describe("Command that builds the engine, run before it is started"),
  command: argv.describe("Program and arguments; a program with a slash is relative to the config"),
  cwd: path.optional().describe("Working directory of both commands, relative to the config"),
  env: z.record(z.string(), z.string()).optional(),
  deadlineMs: z.int().positive("Expected at least one millisecond").optional().describe(
    "Longest wait for one answer",
  ),
});

/** A finding of the scan that the project accepts. */
const AllowSchema = z.strictObject({
  rule: z.string().min(1, "Expected a rule"),
  file: path.describe("A file, a folder or a pattern such as `Old/**`, relative to the config"),
  declaration: z.string().min(1, "Expected a declaration").optional(),
  reason: z.string().min(1, "Expected a reason"),
  expires: z.iso.date("Expected a date such as 2026-12-31").optional().describe(
    "Last day of the exception, YYYY-MM-DD",
  ),
});

/** A finding of the audit that the project accepts. */
const AuditAllowSchema = z.strictObject({
  rule: z.string().min(1, "Expected a rule").describe('Code of the finding, such as "axiom_used"'),
  declaration: z.string().min(1, "Expected a declaration").optional().describe(
    "Full name; without it, every declaration, but for what is unproved",
  ),
  reason: z.string().min(1, "Expected a reason"),
  expires: z.iso.date("Expected a date such as 2026-12-31").optional().describe(
    "Last day of the exception, YYYY-MM-DD",
  ),
});

/** What of the compiled modules is accepted. */
const AuditSchema = z.strictObject({ allow: z.array(AuditAllowSchema).default([]) });

/** Kernels that check the declarations besides Lean's own. */
const KernelsSchema = z.strictObject({
  required: z.boolean().optional().describe(
    "Whether it is a failure when no kernel but Lean's own can check them",
  ),
  use: z.array(z.enum(KERNEL_NAMES)).min(1, "Expected at least one kernel").optional().describe(
    "Kernels to use (default: the first of the list that the toolchain has)",
  ),
  memoryMb: z.int().positive("Expected at least one megabyte").optional().describe(
    "Memory that a kernel may take (default: 8192)",
  ),
  deadlineMs: z.int().positive("Expected at least one millisecond").optional().describe(
    "Longest time for one kernel (default: 30 minutes)",
  ),
});

/** How committed traces are put before Lean's kernel. */
const CertifySchema = z.strictObject({
  module: path.describe("Module that states a trace in Lean, relative to the config"),
  always: z.array(z.string().min(1)).default([]).describe(
    "Tags of traces that are always certified",
  ),
  sample: z.int().nonnegative().default(8).describe("How many of the other traces are certified"),
});

/** The module that classifies the steps of a trace. */
const CoverageSchema = z.strictObject({
  module: path.describe(
    "Module that says what each step of a trace covers, relative to the config",
  ),
});

/** What shows the parts of a trace to a reader. */
const ViewSchema = z.strictObject({
  module: path.describe("Module that describes the steps of a trace, relative to the config"),
});

/** What makes up lists of events on which the engines are to agree. */
const FuzzSchema = z.strictObject({
  module: path.describe("Module that makes up lists of events, relative to the config"),
  runs: z.int().positive("Expected at least one list").default(500).describe(
    "Lists that every run of verify replays",
  ),
  seed: z.int().nonnegative("Expected a number from 0 on").max(2 ** 32 - 1).default(0).describe(
    "Seed of the first of them",
  ),
  regressions: path.default("fixtures/regressions").describe(
    "Folder of the lists that once showed a difference, relative to the config",
  ),
});

/** The Lean package. */
const FormalSchema = z.strictObject({
  root: path.describe("Folder of the Lean package, relative to the config"),
  emitter: z.string().min(1, "Expected an executable").optional().describe(
    "Executable of the package that writes the traces",
  ),
  model: z.string().regex(
    /^[\p{L}_][\p{L}\p{N}_']*(\.[\p{L}_][\p{L}\p{N}_']*)*$/u,
    'Expected the full name of a function, such as "Model.outcome"',
  ).optional().describe(
    "Function of the package that certificates apply: from a graph and events to decisions and final state",
  ),
  oracle: z.string().min(1, "Expected an executable").optional().describe(
    "Executable of the package that answers the engine protocol with the model's own decisions",
  ),
  deadlineMs: z.int().positive("Expected at least one millisecond").optional().describe(
    "Longest time for one module of the package (default: 10 minutes)",
  ),
  dependenciesDeadlineMs: z.int().positive("Expected at least one millisecond").optional().describe(
    "Longest time for fetching and building required packages (default: 2 hours)",
  ),
});

/** Every field of `lean-gate.jsonc`. Unknown fields are refused: a misspelt one would check nothing. */
const FieldsSchema = z.strictObject({
  $schema: z.string().optional(),
  formal: FormalSchema.default({ root: "." }).describe(
    "The Lean package; by default the folder of the config",
  ),
  fixtures: path.optional().describe("Folder of the committed traces, relative to the config"),
  engines: z.array(z.union([ModuleEngineSchema, CommandEngineSchema])).meta({ minItems: 1 })
    .superRefine((engines, context) => {
      for (const [index, { name }] of engines.entries()) {
        if (engines.findIndex((engine) => engine.name === name) === index) continue;
        context.addIssue({
          code: "custom",
          path: [index, "name"],
          message: `Another engine is named "${name}"`,
        });
      }
    })
    .default([]),
  audit: AuditSchema.optional(),
  kernels: KernelsSchema.optional(),
  statements: path.optional().describe(
    "The statement ledger (default: statements.txt in the folder of the Lean package, if it is there)",
  ),
  certify: CertifySchema.optional(),
  coverage: CoverageSchema.optional(),
  view: ViewSchema.optional(),
  fuzz: FuzzSchema.optional(),
  journals: path.optional().describe(
    "Folder of journals of a running service, whose decisions every engine must take",
  ),
  rules: z.record(
    z.string().refine((rule) => findRule(rule) !== undefined, "Expected a rule of the scan"),
    z.enum(["off", "warning", "error"], 'Expected "off", "warning" or "error"'),
  ).optional().describe("Severities of the scan's rules, where they are not the rules' own"),
  allow: z.array(AllowSchema).default([]),
  baseline: path.optional().describe(
    "Findings that the project had before the gate (default: lean-gate.baseline.json, if it is there)",
  ),
});

/** `lean-gate.jsonc`. Emitter, fixtures and engines go together: each is compared with the others. */
export const ConfigSchema = FieldsSchema.superRefine((config, context) => {
  const given: [path: string[], isGiven: boolean][] = [
    [["formal", "emitter"], config.formal.emitter !== undefined],
    [["fixtures"], config.fixtures !== undefined],
    [["engines"], config.engines.length > 0],
  ];
  if (given.every(([, isGiven]) => !isGiven)) return;
  for (const [path, isGiven] of given) {
    // The message shows only for an empty list of engines; any other field is reported as missing.
    const message = "Expected at least one engine: a gate without one compares nothing";
    if (!isGiven) context.addIssue({ code: "custom", path, message });
  }
});

/** The validated config. */
export type Config = z.infer<typeof ConfigSchema>;

/** The config of a project with traces: an emitter writes them, and engines replay them. */
export type TracedConfig = Config & {
  readonly formal: { readonly emitter: string };
  readonly fixtures: string;
};

/** One engine of the config. */
export type EngineEntry = Config["engines"][number];

/** Every name of a field, wherever it belongs. */
export const FIELD_NAMES: readonly string[] = [
  FieldsSchema,
  FormalSchema,
  ModuleEngineSchema,
  CommandEngineSchema,
  AuditSchema,
  AuditAllowSchema,
  KernelsSchema,
  CertifySchema,
  CoverageSchema,
  ViewSchema,
  FuzzSchema,
  AllowSchema,
].flatMap(({ shape }) => Object.keys(shape));
