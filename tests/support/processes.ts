/** Finds processes that a test started, by a mark in their environment. */

/** Name of the variable that carries the mark; children inherit it. */
export const MARK = "LEAN_GATE_TEST_MARK";

/** Command lines of living processes whose environment has this mark. */
export async function marked(mark: string): Promise<string[]> {
  // `e` shows the environment behind the arguments.
  const ps = new Deno.Command("ps", { args: ["axeww", "-o", "stat=,args="] });
  const { stdout } = await ps.output();
  return new TextDecoder().decode(stdout).split("\n")
    // A zombie has ended.
    .filter((line) => line.includes(`${MARK}=${mark}`) && !line.startsWith("Z"))
    .map((line) => line.slice(0, line.indexOf(`${MARK}=`)));
}
