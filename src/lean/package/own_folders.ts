/** Where the gate keeps its own files inside a package; Lake's are beside them. */
import { join } from "node:path";

/** What the gate keeps for the next run, writes for one run of Lean, or is about to remove, by its folder's name. */
export type OwnFolder =
  | "asked"
  | "audited"
  | "certified"
  | "checked"
  | "emitted"
  | "kernels"
  | "removed";

/** The folder of that name in the package. */
export function ownFolder(formalRoot: string, name: OwnFolder): string {
  return join(formalRoot, ".lake", "lean-gate", name);
}
