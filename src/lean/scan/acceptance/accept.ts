/** What a project accepts of the findings: by its allowlist, then by its baseline. */
import { join } from "node:path";
import { GateError, type Severity } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import type { Position } from "../../../platform/text/position.ts";
import { type AllowlistEntry, applyAllowlist, matches } from "./allowlist.ts";
import type { InlineAllowed } from "./inline_allow.ts";
import { applyBaseline, type KnownFinding, nextBaseline } from "./baseline.ts";
import { BASELINE_NAME, type BaselineFile, readBaseline, writeBaseline } from "./baseline_file.ts";
import type { ScanFinding } from "../finding.ts";

/** An entry of the allowlist as the config has it. */
interface AllowEntry {
  readonly rule: string;
  readonly file: string;
  readonly declaration?: string | undefined;
  readonly reason: string;
  readonly expires?: string | undefined;
  /** Where it stands in the config. */
  readonly place?: Position;
}

/** Who accepts. All paths are relative to `root`. */
export interface Acceptor {
  readonly host: Pick<Host, "files" | "today">;
  readonly root: string;
  /** The config, and its name for findings; without one, nothing is allowed. */
  readonly configFile?: string;
  readonly config?: {
    readonly allow: readonly AllowEntry[];
    readonly rules?: Readonly<Record<string, "off" | Severity>> | undefined;
    readonly baseline?: string | undefined;
  };
}

/** What was scanned, by paths relative to the root. */
export interface Scanned {
  readonly files: readonly string[];
  readonly findings: readonly ScanFinding[];
  /** What comments in the sources allow. */
  readonly inline?: readonly InlineAllowed[];
}

/** What is left to report, and how much is not. */
export interface Accepted {
  readonly findings: readonly ScanFinding[];
  /** Findings that the allowlist covers. */
  readonly allowed: number;
  /** Findings that the baseline knows. */
  readonly known: number;
}

/** How a baseline is written. */
export interface Writing {
  /** Whether new findings are taken in too. */
  readonly grow: boolean;
}

/** A written baseline. */
export interface Written {
  readonly file: string;
  readonly before: readonly KnownFinding[] | undefined;
  readonly after: readonly KnownFinding[];
}

/** Whether the scan can tell what there is in a file: it was scanned, or it is gone. */
type Judges = (file: string) => boolean;

/** Takes the allowed findings out. With `all`, an entry for a file that was not scanned is idle too. */
export async function allowFindings(
  { host, root, config, configFile }: Acceptor,
  scanned: Scanned,
  all: boolean,
): Promise<Scanned & { readonly allowed: number }> {
  const entries = (config?.allow ?? []).map(allowlistEntry);
  const judges = await judge(host, root, scanned, entries);
  const judged = all
    ? entries
    : entries.filter(({ file }) => judges(file) || scanned.files.some((one) => matches(file, one)));
  const { findings, allowed } = applyAllowlist(
    weighed(scanned.findings, config?.rules),
    judged,
    host.today(),
    configFile,
  );
  return { ...scanned, findings, allowed: allowed.length };
}

/** The findings with the severities of the config, without those of rules that are off. */
function weighed(
  findings: readonly ScanFinding[],
  rules: NonNullable<Acceptor["config"]>["rules"] = {},
): readonly ScanFinding[] {
  return findings.flatMap((finding) => {
    const severity = rules[finding.rule] ?? finding.severity;
    return severity === "off" ? [] : [{ ...finding, severity }];
  });
}

/**
 * Takes the findings out that the baseline knows, if there is one.
 *
 * @throws GateError (usage) `baseline_malformed`, `baseline_missing`
 */
export async function knowFindings(
  acceptor: Acceptor,
  scanned: Scanned,
): Promise<Omit<Accepted, "allowed">> {
  const file = baselineOf(acceptor);
  const baseline = await read(acceptor, file);
  if (baseline === undefined) {
    if (acceptor.config?.baseline === undefined) return { findings: scanned.findings, known: 0 };
    throw new GateError("usage", {
      code: "baseline_missing",
      message: `Failed to read the baseline "${file}": there is no such file`,
      hint:
        'Write it with "lean-gate scan --write-baseline", or take "baseline" out of the config.',
    });
  }
  const judges = await judge(acceptor.host, acceptor.root, scanned, baseline.findings);
  const { placeOf } = baseline;
  return applyBaseline(scanned.findings, baseline.findings, { file, judges, placeOf });
}

/** Writes the baseline that fits the findings. The first one takes all of them; later ones only shrink, unless they may grow. */
export async function updateBaseline(
  acceptor: Acceptor,
  scanned: Scanned,
  { grow }: Writing,
): Promise<Written> {
  const { host, root } = acceptor;
  const file = baselineOf(acceptor);
  const before = (await read(acceptor, file))?.findings;
  const judges = await judge(host, root, scanned, before ?? []);
  const growing = grow || before === undefined;
  const after = nextBaseline(scanned.findings, before ?? [], judges, growing);
  await host.files.writeAtomic(join(root, file), writeBaseline(after));
  return { file, before, after };
}

function baselineOf({ config }: Acceptor): string {
  return config?.baseline ?? BASELINE_NAME;
}

async function read({ host, root }: Acceptor, file: string): Promise<BaselineFile | undefined> {
  const text = await host.files.readText(join(root, file));
  return text === undefined ? undefined : readBaseline(file, text);
}

async function judge(
  { files }: Pick<Host, "files">,
  root: string,
  scanned: Scanned,
  entries: readonly { readonly file: string }[],
): Promise<Judges> {
  const judged = new Set(scanned.files);
  for (const { file } of entries) {
    if (!judged.has(file) && !await files.exists(join(root, file))) judged.add(file);
  }
  return (file) => judged.has(file);
}

function allowlistEntry(entry: AllowEntry): AllowlistEntry {
  const { rule, file, declaration, reason, expires, place } = entry;
  return {
    rule,
    file,
    reason,
    ...(declaration === undefined ? {} : { declaration }),
    ...(expires === undefined ? {} : { expires }),
    ...(place === undefined ? {} : { place }),
  };
}
