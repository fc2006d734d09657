/** The engines that are compared, and with them, when it is asked for, the model itself. */
import type { BuildContext } from "../../replay/engines/build.ts";
import { type Engine, ORACLE } from "../../replay/engines/engine.ts";
import { type Engines, openEngines, together } from "../../replay/engines/open.ts";
import { openToolchain, toolchainRequest } from "../../lean/toolchain/choose.ts";
import type { BackendChoice } from "../../lean/toolchain/toolchain.ts";
import type { Project } from "../config/project.ts";
import { openOracle } from "./oracle.ts";

/** The oracle among the engines, if it takes part, and the others. */
export function split(
  engines: readonly Engine[],
): { readonly oracle?: Engine; readonly others: readonly Engine[] } {
  const oracle = engines.find(({ name }) => name === ORACLE);
  const others = engines.filter((engine) => engine !== oracle);
  return oracle === undefined ? { others } : { oracle, others };
}

/**
 * Opens the engines of these names, or all of the config. With a Lean the oracle is opened too, and stands
 * first: the reference. Throws what opening the toolchain, the oracle and the engines throw.
 */
export async function openWithOracle(
  context: BuildContext & { readonly project: Project },
  names: readonly string[],
  lean: BackendChoice | undefined,
): Promise<Engines> {
  if (lean === undefined) return await openEngines(context, names);
  const { host, project, progress } = context;
  await using opening = new AsyncDisposableStack();
  const engines = opening.use(await openEngines(context, names));
  const request = toolchainRequest(project, lean);
  const toolchain = await openToolchain(host, request, progress);
  progress("asking Lean for the model");
  const oracle = opening.use(await openOracle(host, project, toolchain));
  return together([oracle, ...engines.all], opening.move());
}
