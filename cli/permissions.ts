/** What a run of the command line may do; the tasks of `deno.json` name the same. */
export const PERMISSIONS: readonly string[] = [
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
  "--allow-sys=cpus,systemMemoryInfo",
];
