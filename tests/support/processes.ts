/** Finds processes that a test started, by a mark in their environment. */

/** Name of the variable that carries the mark; children inherit it. */
export const MARK = "LEAN_GATE_TEST_MARK";

/** Command lines of living processes whose environment has this mark. */
export async function marked(mark: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const environ = await Deno.readTextFile(`/proc/${name}/environ`).catch(() => "");
    if (!environ.split("\0").includes(`${MARK}=${mark}`)) continue;
    // A zombie has no command line: it has ended.
    const line = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (line !== "") found.push(line.replaceAll("\0", " ").trim());
  }
  return found;
}
