/** Asks Lake what a `lakefile.lean` says: it is a program, which only Lake can run. */
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import { outputTail } from "../../../platform/host/output.ts";
import { type LakeConfig, shownPath } from "../../package/formal_package.ts";
import { LAKEFILE, LAKEFILE_LEAN, parseLakefile } from "../../package/lakefile.ts";
import { timedOut } from "../timed_out.ts";
import { runLake, type Site } from "./lake.ts";
import { ownFolder } from "../../package/own_folders.ts";

/**
 * Has Lake translate the package's `lakefile.lean` to TOML.
 *
 * @throws GateError (set-up) `lakefile_malformed`, `lean_timed_out`
 */
export async function translateLakefile(site: Site): Promise<LakeConfig> {
  const { host: { files }, formalRoot, deadlines } = site;
  const folder = join(ownFolder(formalRoot, "asked"), crypto.randomUUID());
  const output = join(folder, LAKEFILE);
  const file = shownPath(site, LAKEFILE_LEAN);
  try {
    await files.mkdir(folder); // Lake writes no file that is there already
    const ended = await runLake(site, ["translate-config", "toml", output], deadlines.moduleMs);
    const toml = await files.readText(output);
    if (ended.timedOut) {
      throw new GateError("setup", {
        ...timedOut("Lake's reading of the lakefile", deadlines.moduleMs),
        location: { file },
      });
    }
    if (ended.code !== 0 || toml === undefined) {
      throw new GateError("setup", {
        code: "lakefile_malformed",
        message:
          `Failed to read "${file}": "lake translate-config toml" ended with exit code ${ended.code}`,
        location: { file },
        hint: "Correct the lakefile; Lake says below what is wrong with it.",
        detail: outputTail(ended),
      });
    }
    return { lakefile: parseLakefile(toml, file, formalRoot), toml };
  } finally {
    await files.remove(folder);
  }
}
