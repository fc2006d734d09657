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
  for (const { name } of await host.files.list("/proc") ?? []) {
    if (!/^\d+$/.test(name)) continue;
    const member = await inspect(host, Number(name));
    if (member?.group !== leader.pid) continue;
    const environment = (await readable(host, `/proc/${name}/environ`) ?? "").split("\0");
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

/** What the system says of a process; one that has ended and waits to be reaped does not run. */
async function inspect(host: Host, pid: number): Promise<Running | undefined> {
  const boot = await readable(host, "/proc/sys/kernel/random/boot_id");
  if (boot === undefined) return await inspectByPs(host, pid);
  const text = await readable(host, `/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name, in parentheses, may hold anything.
  const [state, , group, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  return { pid, start: `${boot.trim()} ${rest[16]}`, group: Number(group) };
}

async function inspectByPs(host: Host, pid: number): Promise<Running | undefined> {
  if (await host.which("ps") === undefined) return undefined;
  const argv = ["ps", "-o", "pgid=,stat=,lstart=", "-p", String(pid)] as const;
  const { code, stdout } = await host.run({ argv, env: { LC_ALL: "C", TZ: "UTC" } });
  const [, group, state, start] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(stdout) ?? [];
  if (code !== 0 || start === undefined || state?.startsWith("Z")) return undefined;
  return { pid, start, group: Number(group) };
}

/** A file of the system's about a process, which may end while it is read. */
async function readable({ files }: Host, path: string): Promise<string | undefined> {
  try {
    return await files.readText(path);
  } catch {
    return undefined;
  }
}
