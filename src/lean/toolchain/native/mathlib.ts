/** Fetches what Mathlib's own builds left, which takes minutes where building it takes hours. */
import { join } from "node:path";
import { z } from "zod";
import { type Diagnostic, warning } from "../../../platform/diagnostic.ts";
import { outputTail } from "../../../platform/host/output.ts";
import { type Lakefile, MANIFEST } from "../../package/lakefile.ts";
import type { Progress } from "../toolchain.ts";
import { runLake, type Site } from "./lake.ts";

const REPOSITORY = "github.com/leanprover-community/mathlib4";
const manifestSchema = z.object({
  packages: z.array(z.object({ name: z.string().optional(), url: z.string().optional() })),
});

/** Whether the package or one that it requires requires Mathlib, by its lakefile or Lake's manifest. */
export function requiresMathlib(lakefile: Lakefile, manifest: string | undefined): boolean {
  return lakefile.requires.includes("mathlib") ||
    packagesOf(manifest).some(({ name, url = "" }) =>
      name?.replaceAll(/[«»]/g, "") === "mathlib" || url.includes(REPOSITORY)
    );
}

function packagesOf(manifest: string | undefined): z.infer<typeof manifestSchema>["packages"] {
  try {
    return manifestSchema.parse(JSON.parse(manifest ?? "")).packages;
  } catch {
    // A manifest that Lake cannot read either is Lake's to report.
    return [];
  }
}

/**
 * Runs Mathlib's `lake exe cache get` when the package requires Mathlib. A failure is a warning: Lake
 * then builds what is missing.
 */
export async function fetchMathlibCache(
  site: Site,
  lakefile: Lakefile,
  progress: Progress,
): Promise<Diagnostic[]> {
  const { host, formalRoot, deadlines: { dependenciesMs } } = site;
  const manifest = await host.files.readText(join(formalRoot, MANIFEST));
  if (!requiresMathlib(lakefile, manifest)) return [];
  progress("fetching Mathlib's cache");
  const ended = await runLake(
    site,
    ["exe", "cache", "get"],
    dependenciesMs,
    (_, line) => line.trim() !== "" && progress(line.trim()),
  );
  if (ended.code === 0) return [];
  const how = ended.timedOut
    ? `did not end within ${Math.round(dependenciesMs / 1000)} s`
    : `ended with exit code ${ended.code}`;
  return [warning("mathlib_cache_unavailable", `"lake exe cache get" ${how}`, {
    hint: "Check the network; without its cache, Lake builds Mathlib, which takes hours.",
    detail: outputTail(ended),
  })];
}
