/** Which processes run, for tests that no child is left. */

/** Command lines of the living processes that contain `text`. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-ww", "-o", "stat=,args="] })
    .output();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes(text) && !line.startsWith("Z"));
}
