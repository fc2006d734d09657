/** Chooses the backend that provides Lean for a formal package. */
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { isInstalled } from "./embedded/install.ts";
import { embeddedAccepts, openEmbedded } from "./embedded/toolchain.ts";
import { packageOf, type PackagePlace, readPin, shownPath } from "../package/formal_package.ts";
import { findNative, type NativeState } from "./native/find.ts";
import { installWithElan } from "./native/install.ts";
import type { Deadlines } from "./native/lake.ts";
import { openNative } from "./native/toolchain.ts";
import { type Pin, PIN_FILE } from "./pin.ts";
import type { BackendChoice, Progress, Toolchain } from "./toolchain.ts";

/** What to open a toolchain for. */
export interface ToolchainRequest extends PackagePlace {
  readonly choice: BackendChoice;
  /** How long Lean may take; 10 minutes for a module and 2 hours for required packages unless given. */
  readonly deadlines?: Partial<Deadlines>;
}

const DEFAULT_DEADLINES: Deadlines = { moduleMs: 10 * 60_000, dependenciesMs: 2 * 60 * 60_000 };
/** How long elan may take to install the pin when native Lean was asked for, in milliseconds. */
const INSTALL_DEADLINE_MS = 15 * 60_000;
/** The same when embedded Lean would do as well. */
const AUTO_INSTALL_DEADLINE_MS = 2 * 60_000;

/**
 * Opens a Lean of the pinned version.
 *
 * `native` lets elan install the pin if need be. `auto` takes native Lean when it is installed, then
 * embedded Lean when it is set up and fits the pin, then what elan can install within two minutes, and
 * at last embedded Lean, which is set up.
 *
 * @throws GateError (set-up) when the pin cannot be read, when the Lean there is has another version
 * (`toolchain_mismatch`), or when no allowed backend can provide it (`toolchain_unavailable`).
 */
export async function openToolchain(
  host: Host,
  request: ToolchainRequest,
  progress: Progress,
): Promise<Toolchain> {
  const { choice } = request;
  const deadlines = { ...DEFAULT_DEADLINES, ...request.deadlines };
  const pin = await readPin(host, request);
  const anyPin = choice === "embeddedAnyPin";
  const embedded = () => openEmbedded(host, request, { pin, anyPin }, deadlines.moduleMs, progress);
  if (choice === "embedded" || anyPin) return await embedded();

  const fallback = choice === "auto" && embeddedAccepts(pin);
  const found = await findNative(host, request.formalRoot, pin);
  if (found.status === "ready") return openNative(host, request, pin, found.lean, deadlines);
  if (found.status !== "notInstalled") {
    const refused = refusal(request, pin, found);
    if (!fallback) throw refused;
    progress(`${refused.message}; using embedded Lean`);
    return await embedded();
  }

  if (fallback && await isInstalled(host)) return await embedded();
  try {
    const patience = fallback ? AUTO_INSTALL_DEADLINE_MS : INSTALL_DEADLINE_MS;
    const wanted = { pin, instead: withoutPinned(pin) };
    await installWithElan(host, found.elan, wanted, patience, progress);
  } catch (cause) {
    if (!fallback || !(cause instanceof GateError) || cause.kind !== "setup") throw cause;
    progress(`${cause.message}; using embedded Lean`);
    return await embedded();
  }
  const installed = await findNative(host, request.formalRoot, pin);
  if (installed.status !== "ready") throw refusal(request, pin, installed);
  return openNative(host, request, pin, installed.lean, deadlines);
}

/** Whether a Lean for the pin is at hand, so that nothing must be installed first. */
export async function isAtHand(host: Host, place: PackagePlace): Promise<boolean> {
  try {
    const pin = await readPin(host, place);
    const { status } = await findNative(host, place.formalRoot, pin);
    return status === "ready" || (embeddedAccepts(pin) && await isInstalled(host));
  } catch (cause) {
    if (cause instanceof GateError) return false;
    throw cause;
  }
}

/** What to open the toolchain of a project with. */
export function toolchainRequest(
  project: Parameters<typeof packageOf>[0] & {
    readonly config: {
      readonly formal: {
        readonly deadlineMs?: number | undefined;
        readonly dependenciesDeadlineMs?: number | undefined;
      };
    };
  },
  choice: BackendChoice,
): ToolchainRequest {
  const { deadlineMs, dependenciesDeadlineMs } = project.config.formal;
  const deadlines = {
    ...(deadlineMs === undefined ? {} : { moduleMs: deadlineMs }),
    ...(dependenciesDeadlineMs === undefined ? {} : { dependenciesMs: dependenciesDeadlineMs }),
  };
  return { ...packageOf(project), choice, deadlines };
}

/** Why native Lean cannot be used as it is, and what to do about it. */
export function refusal(place: PackagePlace, pin: Pin, found: NativeState): GateError {
  const file = shownPath(place, PIN_FILE);
  const location = { file, line: 1, column: 1 };
  switch (found.status) {
    case "mismatch":
      return new GateError("setup", {
        code: "toolchain_mismatch",
        message: `"${file}" pins Lean ${pin.version}, but "${found.path}" is Lean ${found.version}`,
        location,
        hint:
          `Install the pinned Lean ("elan toolchain install ${pin.toolchain}"), or correct the pin.`,
      });
    case "broken":
      return new GateError("setup", {
        code: "toolchain_unavailable",
        message: `Failed to ask "${found.path}" for its version`,
        location,
        hint: `Install the pinned Lean anew ("elan toolchain install ${pin.toolchain}").`,
        detail: found.detail,
      });
    default:
      return new GateError("setup", {
        code: "toolchain_unavailable",
        message: `Failed to find Lean ${pin.version}, which "${file}" pins: ${
          found.status === "absent"
            ? "neither elan nor Lean is on PATH"
            : "elan has not installed it"
        }`,
        location,
        hint: `Install elan (https://lean-lang.org/install), or ${withoutPinned(pin)}.`,
      });
  }
}

/** What a user may do without the pinned Lean. */
function withoutPinned(pin: Pin): string {
  return embeddedAccepts(pin)
    ? "use --lean embedded"
    : "use --lean embedded --any-pin, which is no verdict on the pinned Lean";
}
