/** Which engines a list is replayed on while it is shrunk. Pure. */
import type { Judged, Problem } from "../agree/agree.ts";
import type { Engine } from "../engines/engine.ts";

/** Engines among which a problem shows, and the problem as it shows there. */
export interface Partners {
  /** The first is the reference. */
  readonly engines: readonly Engine[];
  readonly problem: Problem;
}

/**
 * The engine that has the problem, and who it is compared with. The oracle, which interprets
 * the model, is spared: an engine that agreed with it stands in for it, if there is one.
 */
export function partnersFor(
  problem: Problem,
  { problems }: Judged,
  engines: readonly Engine[],
  oracle: Engine | undefined,
): Partners {
  const everyone = oracle === undefined ? engines : [oracle, ...engines];
  const own = everyone.find(({ name }) => name === problem.engine)!;
  const isGood = ({ name }: Engine) => problems.every(({ engine }) => engine !== name);
  // Without one, the engine alone: the others have problems of their own on the list.
  const other = engines.find(isGood) ?? everyone.find(isGood);
  if (other === undefined) return { engines: [own], problem };
  return {
    engines: [other, own],
    problem: problem.type === "failure" ? problem : { ...problem, reference: other.name },
  };
}
