/** The facts that the native backend relies on, and whether this machine satisfies each. */
import { join } from "node:path";
import { getStaticTOMLValue } from "toml-eslint-parser";
import { missingFixes } from "../../lean/audit/pin.ts";
import { EXPORTER, KERNEL_NAMES, OWN_CHECKER } from "../../lean/kernels/kernels.ts";
import { type PackagePlace, readLakefile, readPin } from "../../lean/package/formal_package.ts";
import { LAKEFILE_LEAN, MANIFEST, parseToml } from "../../lean/package/lakefile.ts";
import { findNative, type NativeLean } from "../../lean/toolchain/native/find.ts";
import { requiresMathlib } from "../../lean/toolchain/native/mathlib.ts";
import type { Pin } from "../../lean/toolchain/pin.ts";
import type { BackendChoice } from "../../lean/toolchain/toolchain.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { programFile } from "../../platform/host/windows.ts";
import { type Check, doubtful, missing, ok } from "./check.ts";
import { versionOf } from "./program.ts";

/** The oldest release whose tools were compared with what the gate expects, as `[major, minor]`. */
const COMPARED_SINCE = [4, 28] as const;
/** The first release in which the environment has Lake restore what its artifact cache holds. */
const RESTORES_SINCE = [4, 31] as const;

/** What is known before any fact is looked at. */
interface Subject {
  readonly host: Host;
  readonly place: PackagePlace;
  readonly pin: Pin;
  readonly lean: NativeLean | undefined;
  readonly kernelRequired: boolean;
}

/** Every fact, where a run would use native Lean or was asked to. */
export async function nativeChecks(
  host: Host,
  place: PackagePlace,
  choice: BackendChoice,
  kernelRequired: boolean,
): Promise<readonly Check[]> {
  if (choice !== "native" && choice !== "auto") return [];
  try {
    const pin = await readPin(host, place).catch(() => undefined);
    // The check of the pin itself says what is wrong with it.
    if (pin === undefined) return [];
    const found = await findNative(host, place.formalRoot, pin);
    const lean = found.status === "ready" ? found.lean : undefined;
    if (lean === undefined && choice === "auto") return [];
    const subject: Subject = { host, place, pin, lean, kernelRequired };
    return [
      releaseCheck(subject),
      fixesCheck(subject),
      ...await programChecks(subject),
      ...await packageChecks(subject),
      await kernelsCheck(subject),
      await boundsCheck(subject),
    ];
  } catch (cause) {
    if (!(cause instanceof GateError)) throw cause;
    const { message, hint } = cause.diagnostic;
    return [missing("native lakefile", message, hint ?? "Correct the lakefile")];
  }
}

function releaseCheck({ pin }: Subject): Check {
  const found = `${pin.toolchain}, as elan resolves "${pin.text}"`;
  return isBefore(pin, COMPARED_SINCE)
    ? doubtful("native pin", found, "Pin Lean 4.28 or newer: older tools were not compared")
    : ok("native pin", found);
}

function fixesCheck({ pin }: Subject): Check {
  const fixes = missingFixes(pin).map(({ since }) => since);
  return fixes.length === 0
    ? ok("native kernel fixes", "all that are known")
    : doubtful("native kernel fixes", `lacks those of ${fixes.join(", ")}`, "Move the pin");
}

async function programChecks({ host, lean, pin }: Subject): Promise<Check[]> {
  if (lean === undefined) return [];
  const { lean: program = "lean", lake = "lake" } = lean.paths;
  const version = await versionOf(host, lake);
  return [
    ok("native lean", `Lean ${lean.version} (${program})`),
    version?.includes(`Lean version ${lean.version}`)
      ? ok("native lake", `${version} (${lake})`)
      : doubtful(
        "native lake",
        `${version ?? "no version"} (${lake})`,
        `Install the toolchain anew: elan toolchain install ${pin.toolchain}`,
      ),
  ];
}

async function packageChecks({ host, place, pin }: Subject): Promise<Check[]> {
  const config = await readLakefile(host, place);
  const manifest = await host.files.readText(join(place.formalRoot, MANIFEST));
  if (config === undefined) {
    return [ok("native lakefile", `${LAKEFILE_LEAN}, which Lake translates at each run`)];
  }
  const { lakefile: { libs, exes, requires }, lakefile, toml } = config;
  const settings = getStaticTOMLValue(parseToml(toml, "lakefile.toml")) as Record<string, unknown>;
  const cached = settings.enableArtifactCache === true && settings.restoreAllArtifacts !== true;
  return [
    ok(
      "native lakefile",
      `${libs.length} libraries and ${exes.length} executables, built into ${lakefile.library}`,
    ),
    cached && isBefore(pin, RESTORES_SINCE)
      ? missing(
        "native artifact cache",
        "compiled modules are in Lake's artifact cache alone",
        'Set "restoreAllArtifacts = true" in the lakefile, or pin Lean 4.31 or newer',
      )
      : ok("native artifact cache", "compiled modules are in the build folder"),
    requires.length > 0 && manifest === undefined
      ? doubtful(
        "native requirements",
        `${requires.join(", ")}, in versions that nothing fixes`,
        `Run "lake update", and commit ${MANIFEST}`,
      )
      : ok("native requirements", requires.join(", ") || "none"),
    requiresMathlib(lakefile, manifest)
      ? ok("native Mathlib", 'required: "lake exe cache get" fetches its compiled modules')
      : ok("native Mathlib", "not required"),
  ];
}

async function kernelsCheck({ host, lean, kernelRequired }: Subject): Promise<Check> {
  const folder = lean?.paths["lean"]?.replace(/[^/\\]+$/, "") ?? "";
  const there: string[] = [];
  for (const name of [EXPORTER, ...KERNEL_NAMES, OWN_CHECKER]) {
    if (await host.files.exists(join(folder, programFile(host, name)))) there.push(name);
  }
  const independent = there.includes(EXPORTER) && KERNEL_NAMES.some((it) => there.includes(it));
  if (independent) return ok("native kernels", there.join(", "));
  const found = `no kernel but Lean's own${there.length === 0 ? "" : ` (${there.join(", ")})`}`;
  return (kernelRequired ? missing : doubtful)("native kernels", found, "Pin Lean 4.35 or newer");
}

async function boundsCheck({ host }: Subject): Promise<Check> {
  return await host.which("sh") !== undefined && host.os.startsWith("linux")
    ? ok("native memory bounds", "kernels are held to them")
    : doubtful("native memory bounds", `not held on ${host.os}`, "Watch the memory of kernels");
}

function isBefore({ version }: Pin, [major, minor]: readonly [number, number]): boolean {
  const [, ours, its] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  if (ours === undefined) return false;
  return Number(ours) < major || (Number(ours) === major && Number(its) < minor);
}
