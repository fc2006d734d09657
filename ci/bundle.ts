/** Bundles the program of the HTML report: `deno task bundle`. */
import { join } from "node:path";
import * as esbuild from "npm:esbuild@0.28.2";

const CLIENT = join(import.meta.dirname!, "..", "cli", "render", "html", "client");

/** Path of the bundle. */
export const BUNDLE: string = join(CLIENT, "bundle.txt");

/** The program as one script, since a page opened from disk may import no module. */
export async function bundled(): Promise<string> {
  try {
    const { outputFiles: [script] } = await esbuild.build({
      entryPoints: [join(CLIENT, "main.js")],
      bundle: true,
      write: false,
      format: "iife",
      target: "es2022",
      charset: "utf8",
      legalComments: "none",
      logLevel: "silent",
    });
    return script!.text;
  } finally {
    await esbuild.stop();
  }
}

if (import.meta.main) await Deno.writeTextFile(BUNDLE, await bundled());
