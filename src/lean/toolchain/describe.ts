/** What `lean-gate toolchain` shows: the pin, both backends, and what to do. Installs nothing. */
import { type Diagnostic, GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { refusal } from "./choose.ts";
import { cacheRoot, installFolder, isInstalled } from "./embedded/install.ts";
import { checkSeparators } from "./embedded/separators.ts";
import { LEAN_WASM } from "./embedded/package.ts";
import { embeddedAccepts, embeddedMismatch } from "./embedded/toolchain.ts";
import { type PackagePlace, readPin, shownPath } from "../package/formal_package.ts";
import { findNative } from "./native/find.ts";
import { type Pin, PIN_FILE } from "./pin.ts";
import type { Backend, BackendChoice } from "./toolchain.ts";

/** A backend as it is on this machine. */
export interface BackendDescription {
  readonly backend: Backend;
  /**
   * `ready` to be used, `fetchable` on first use (embedded by npm, native by elan), or `unusable` for
   * this pin on this machine.
   */
  readonly status: "ready" | "fetchable" | "unusable";
  /** Version of the Lean there is, or that would be fetched; absent when there is none. */
  readonly version?: string;
  /** Named absolute paths; for a backend to be fetched, where it would be. */
  readonly paths: Readonly<Record<string, string>>;
  /** Why it is not ready, and what to do about it. */
  readonly advice?: Diagnostic;
}

/** The state of the toolchain for a package. */
export interface ToolchainDescription {
  readonly pin: { readonly text: string; readonly version: string; readonly file: string };
  readonly backends: readonly BackendDescription[];
  /** The backend that `choice` leads to now; `undefined` when it leads to a set-up error. */
  readonly chosen: Backend | undefined;
}

/**
 * Describes what a request would lead to.
 *
 * @throws GateError `pin_missing` or `pin_malformed` (set-up).
 */
export async function describeToolchain(
  host: Host,
  request: PackagePlace & { readonly choice: BackendChoice },
): Promise<ToolchainDescription> {
  const pin = await readPin(host, request);
  const native = await describeNative(host, request, pin);
  const embedded = await describeEmbedded(host, request, pin);
  return {
    pin: { text: pin.text, version: pin.version, file: shownPath(request, PIN_FILE) },
    backends: [native, embedded],
    chosen: chosenOf(request.choice, native, embedded),
  };
}

/** Mirrors the order in which `openToolchain` tries. */
function chosenOf(
  choice: BackendChoice,
  native: BackendDescription,
  embedded: BackendDescription,
): Backend | undefined {
  const candidates = choice === "auto" ? [native, embedded] : [native, embedded].filter(
    ({ backend }) => backend === choice,
  );
  const usable = candidates.find(({ status }) => status === "ready") ??
    candidates.find(({ status }) => status === "fetchable");
  return usable?.backend;
}

async function describeNative(
  host: Host,
  place: PackagePlace,
  pin: Pin,
): Promise<BackendDescription> {
  const found = await findNative(host, place.formalRoot, pin);
  const backend = "native";
  if (found.status === "ready") {
    return { backend, status: "ready", version: found.lean.version, paths: found.lean.paths };
  }
  const advice = refusal(place, pin, found).diagnostic;
  switch (found.status) {
    case "notInstalled":
      return {
        backend,
        status: "fetchable",
        version: pin.version,
        paths: { elan: found.elan },
        advice: {
          ...advice,
          severity: "warning",
          hint: `Run "elan toolchain install ${pin.toolchain}".`,
        },
      };
    case "mismatch":
      return {
        backend,
        status: "unusable",
        version: found.version,
        paths: { lean: found.path },
        advice,
      };
    case "broken":
      return { backend, status: "unusable", paths: { lean: found.path }, advice };
    case "absent":
      return { backend, status: "unusable", paths: {}, advice };
  }
}

async function describeEmbedded(
  host: Host,
  place: PackagePlace,
  pin: Pin,
): Promise<BackendDescription> {
  const described = { backend: "embedded", version: LEAN_WASM.leanVersion } as const;
  if (!embeddedAccepts(pin)) {
    const advice = embeddedMismatch(place, pin).diagnostic;
    return { ...described, status: "unusable", paths: {}, advice };
  }
  try {
    checkSeparators(place.formalRoot, cacheRoot(host));
    const paths = { cache: installFolder(host) };
    return { ...described, status: await isInstalled(host) ? "ready" : "fetchable", paths };
  } catch (cause) {
    if (!(cause instanceof GateError)) throw cause;
    return { ...described, status: "unusable", paths: {}, advice: cause.diagnostic };
  }
}
