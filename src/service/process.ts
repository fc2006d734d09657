/**
 * Identifies processes, and ends a worker that its supervisor left behind.
 *
 * A number alone does not identify a process: once it has ended, another may get it. The time at
 * which it started, and the boot of the machine, tell them apart.
 */
import { setTimeout } from "node:timers/promises";
import type { Host } from "../platform/host/host.ts";

/** A process, told from every other that has or gets its number. */
export interface ProcessId {
  readonly pid: number;
  /** When it started, in the system's own words. */
  readonly start: string;
}

/** A process that runs. */
interface Running extends ProcessId {
  /** Number of its process group. */
  readonly group: number;
}

/** How long a worker may take to end after SIGTERM, and after SIGKILL, in milliseconds. */
const GRACE_MS = 2_000;
const POLL_MS = 50;

/** Identifies a process that runs; `undefined` when none does, or the system does not tell. */
export async function processOf(host: Host, pid: number): Promise<ProcessId | undefined> {
  const found = await inspect(host, pid);
  return found && { pid, start: found.start };
}

/** Whether exactly this process runs. */
export async function isRunning(host: Host, { pid, start }: ProcessId): Promise<boolean> {
  return (await inspect(host, pid))?.start === start;
}

/**
 * Whether anything is left of the group that this process leads. When the leader has ended, a member
 * counts only if its environment has all of `marks`, which the leader was started with.
 */
export async function groupRuns(
  host: Host,
  leader: ProcessId,
  marks: readonly string[],
): Promise<boolean> {
  const now = await inspect(host, leader.pid);
  if (now !== undefined) return now.start === leader.start;
  const members = await runningOf(host, STAT_OF_ALL);
  for (const { pid, group } of members) {
    if (group !== leader.pid) continue;
    const environment = (await said(host, 'cat "/proc/$1/environ"', String(pid))).split("\0");
    if (marks.every((mark) => environment.includes(mark))) return true;
  }
  return false;
}

/** Ends the group that this process leads; `false` when something of it still runs. */
export async function endGroup(
  host: Host,
  leader: ProcessId,
  marks: readonly string[],
): Promise<boolean> {
  for (const signal of ["TERM", "KILL"]) {
    if (!await groupRuns(host, leader, marks)) return true;
    await host.run({ argv: ["sh", "-c", `kill -s ${signal} -- -${leader.pid}`] });
    const until = host.now() + GRACE_MS;
    while (host.now() < until && await groupRuns(host, leader, marks)) await setTimeout(POLL_MS);
  }
  return !await groupRuns(host, leader, marks);
}

/** Deno reads nothing below `/proc` without every permission; a program does. */
const BOOT = "cat /proc/sys/kernel/random/boot_id";
const STAT_OF_ONE = 'cat "/proc/$1/stat"';
const STAT_OF_ALL = "cat /proc/[0-9]*/stat";

/** What the system says of a process; one that has ended and waits to be reaped does not run. */
async function inspect(host: Host, pid: number): Promise<Running | undefined> {
  const [found] = await runningOf(host, STAT_OF_ONE, pid);
  return found;
}

/** What the system says of the processes whose lines the script prints. */
async function runningOf(host: Host, script: string, pid?: number): Promise<readonly Running[]> {
  const text = await said(host, `${BOOT}; ${script}`, String(pid));
  const [boot = "", ...lines] = text.split("\n");
  if (boot === "") return pid === undefined ? [] : await runningByPs(host, pid);
  return lines.flatMap((line) => {
    // The name, in parentheses, may hold anything.
    const [state, , group, ...rest] = line.slice(line.lastIndexOf(")") + 2).split(" ");
    if (rest[16] === undefined || state === "Z" || state === "X") return [];
    return [{
      pid: Number(line.split(" ")[0]),
      start: `${boot} ${rest[16]}`,
      group: Number(group),
    }];
  });
}

async function runningByPs(host: Host, pid: number): Promise<readonly Running[]> {
  const text = await said(host, 'TZ=UTC ps -o pgid=,stat=,lstart= -p "$1"', String(pid));
  const [, group, state, start] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(text) ?? [];
  if (start === undefined || state!.startsWith("Z")) return [];
  return [{ pid, start, group: Number(group) }];
}

/** What a shell script writes; nothing where there is no shell, or what it reads is gone. */
async function said(host: Host, script: string, argument: string): Promise<string> {
  if (await host.which("sh") === undefined) return "";
  const argv = ["sh", "-c", `{ ${script}; } 2> /dev/null`, "sh", argument] as const;
  return (await host.run({ argv, env: { LC_ALL: "C" } })).stdout;
}
