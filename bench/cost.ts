/** What a command costs with all its descendants: time, processor time and memory. */

/** Cost of a command. */
export interface Cost {
  readonly code: number;
  /** Seconds by the clock. */
  readonly wall: number;
  /** Seconds of processor time, of all descendants that were waited for. */
  readonly cpu: number;
  /** The most memory in bytes that it and its descendants held at once, looked at every second. */
  readonly peak: number;
}

/** Adds what one run after the other costs. */
export function both(a: Cost, b: Cost): Cost {
  return {
    code: Math.max(a.code, b.code),
    wall: a.wall + b.wall,
    cpu: a.cpu + b.cpu,
    peak: Math.max(a.peak, b.peak),
  };
}

/** Runs a command to its end; its output goes to this process's standard error. Needs bash and ps. */
export async function costOf(argv: readonly string[], cwd: string): Promise<Cost> {
  const times = await Deno.makeTempFile();
  // The shell's own `time` counts every descendant; the command's output must not reach its file.
  const script = 'exec 3>&2; TIMEFORMAT="%R %U %S"; { time "$@" >&3 2>&3; } 2>"$TIMES"';
  const child = new Deno.Command("bash", {
    args: ["-c", script, "time", ...argv],
    cwd,
    env: { TIMES: times, NO_COLOR: "1" },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  let peak = 0;
  const sampler = setInterval(async () => {
    peak = Math.max(peak, await memoryBelow(child.pid));
  }, 1000);
  const { code } = await child.status;
  clearInterval(sampler);
  const [wall, user, system] = (await Deno.readTextFile(times)).trim().split(/\s+/).map(Number);
  await Deno.remove(times);
  return { code, wall: wall!, cpu: user! + system!, peak };
}

/** Resident memory in bytes of a process and its descendants. */
async function memoryBelow(root: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid=,rss="] })
    .output();
  const rows = new TextDecoder().decode(stdout).trim().split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const below = new Set([root]);
  for (let size = 0; size < below.size;) {
    size = below.size;
    for (const [pid, parent] of rows) if (below.has(parent)) below.add(pid);
  }
  return rows.filter(([pid]) => below.has(pid)).reduce((sum, [, , kib]) => sum + kib * 1024, 0);
}
