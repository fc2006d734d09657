/** Which Lean a run would use. */
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { type BackendDescription, describeToolchain } from "../../lean/toolchain/describe.ts";
import type { PackagePlace } from "../../lean/package/formal_package.ts";
import type { BackendChoice } from "../../lean/toolchain/toolchain.ts";
import { type Check, doubtful, missing, ok } from "./check.ts";

/** The pin, both backends, and whether the choice leads to one of them. */
export async function leanChecks(
  host: Host,
  place: PackagePlace,
  choice: BackendChoice,
): Promise<readonly Check[]> {
  try {
    const { pin, backends, chosen } = await describeToolchain(host, { ...place, choice });
    const wanted = choice === "auto" ? backends : backends.filter((it) => it.backend === choice);
    const advice = wanted.map((backend) => backend.advice?.hint).find((hint) => hint !== undefined);
    return [
      ok("lean pin", `${pin.text} (${pin.file})`),
      ...backends.map(backendCheck),
      chosen === undefined
        ? missing("lean", "no backend would do", advice ?? "Install elan, or ask for --lean auto")
        : ok("lean", `a run uses the ${chosen} one`),
    ];
  } catch (cause) {
    if (!(cause instanceof GateError)) throw cause;
    const { message, hint } = cause.diagnostic;
    return [missing("lean pin", message, hint ?? "Write the pin to lean-toolchain")];
  }
}

/** A backend that is not there is no failure: one of them is enough. */
function backendCheck({ backend, status, version, paths, advice }: BackendDescription): Check {
  const subject = `lean ${backend}`;
  const places = Object.values(paths);
  const found = [
    status,
    ...(version === undefined ? [] : [`Lean ${version}`]),
    ...(places.length === 0 ? [] : [places[0]!]),
  ].join(", ");
  if (status === "ready") return ok(subject, found);
  const fix = status === "fetchable" && advice === undefined
    ? "Nothing: it is fetched from npm on first use"
    : advice?.hint ?? "Use the other backend";
  return doubtful(subject, advice === undefined ? found : `${found}: ${advice.message}`, fix);
}
