/** Lets elan install the pinned Lean. */
import { GateError } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import type { Pin } from "../pin.ts";
import type { Progress } from "../toolchain.ts";

/** Lines of elan's output that an error shows; its first ones say what failed. */
const OUTPUT_HEAD = 8;

/**
 * Installs the pinned Lean by `elan toolchain install`; `instead` is what a user may do without it.
 *
 * @throws GateError `toolchain_unavailable` (set-up) when elan fails or needs longer than `deadlineMs`.
 */
export async function installWithElan(
  host: Host,
  elan: string,
  { pin, instead }: { readonly pin: Pin; readonly instead: string },
  deadlineMs: number,
  progress: Progress,
): Promise<void> {
  const started = host.now();
  const note = () =>
    progress(`elan installs ${pin.toolchain} (${Math.round((host.now() - started) / 1000)} s)`);
  note();
  const ticker = setInterval(note, 5_000);
  try {
    const { code, timedOut, stderr } = await host.run({
      argv: [elan, "toolchain", "install", pin.toolchain],
      deadlineMs,
    });
    stopIfInterrupted(host);
    if (code === 0) return;
    const how = timedOut ? `did not end within ${Math.round(deadlineMs / 1000)} s` : "failed";
    throw new GateError("setup", {
      code: "toolchain_unavailable",
      message: `Failed to install Lean "${pin.toolchain}": elan ${how}`,
      hint: `Check the network and that this version exists, or ${instead}.`,
      detail: stderr.trim().split("\n").slice(0, OUTPUT_HEAD).join("\n"),
    });
  } finally {
    clearInterval(ticker);
  }
}
