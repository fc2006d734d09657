/** Finds the browser that the tests drive. */

/** Programs that are Chromium, in the order in which they are tried. */
export const CHROMIUM: readonly [string, ...string[]] = [
  "chromium",
  "chromium-browser",
  "google-chrome",
];

/** Path of the first of them that is on PATH. */
export async function chromiumPath(): Promise<string> {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    for (const program of CHROMIUM) {
      const path = `${folder}/${program}`;
      if ((await Deno.stat(path).catch(() => undefined))?.isFile) return path;
    }
  }
  throw new Error(`None of ${CHROMIUM.join(", ")} is on PATH`);
}
