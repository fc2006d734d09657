/** One process of embedded Lean that compiles module after module, and so starts and warms up only once. */
import { z } from "zod";
import type { Child, Host } from "../../../platform/host/host.ts";
import { splitLines } from "../../../platform/host/lines.ts";
import type { LeanOptions } from "../../package/lakefile.ts";
import type { EmbeddedLean } from "./install.ts";
import { HEAP_REPORT } from "./launcher.ts";
import program from "./resident.lean" with { type: "text" };
import { ownProgram } from "./own_program.ts";
import { debugLines, leanCommand } from "./run.ts";

/** A module to compile. */
export interface Job {
  /** Absolute path of its text. */
  readonly file: string;
  /** What Lean calls the file in its messages. */
  readonly shown: string;
  /** Parts of the module's name. */
  readonly module: readonly string[];
  /** File to write, in the folder of the process. */
  readonly olean: string;
  readonly options: LeanOptions;
}

/** What became of a job. */
export interface JobResult {
  /** `ended`: the process ended, or was ended at the deadline, before it answered. */
  readonly status: "compiled" | "refused" | "ended";
  readonly timedOut: boolean;
  /** What the process wrote meanwhile; Lean's messages are among the lines of `stdout`. */
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that takes one job at a time. */
export interface Resident {
  /** How many jobs it was given. */
  readonly jobs: number;
  /** Whether it may take another job: it runs, and has memory left. */
  isFit(): boolean;
  compile(job: Job, deadlineMs: number): Promise<JobResult>;
  end(): Promise<void>;
}

/**
 * Heap in bytes from which on a process takes no further job. Each job leaves its imports in the heap, which can
 * hold 2 GiB; past that, Lean stalls.
 */
const HEAP_LIMIT = 1.2 * 2 ** 30;

const answerSchema = z.object({ token: z.string(), ok: z.boolean() });

/** Starts a process that may read `readable`, and write to `folder` alone, which exists. */
export async function startResident(
  host: Host,
  lean: EmbeddedLean,
  { folder, readable, path }: {
    readonly folder: string;
    readonly readable: string;
    readonly path: readonly string[];
  },
): Promise<Resident> {
  const own = await ownProgram(host, lean, program);
  const child = host.spawn(leanCommand(host, lean, {
    args: ["--run", own.main],
    cwd: readable,
    path: [own.folder, ...path],
    readable: [],
    writable: [folder],
  }));
  const output = follow(child);
  const writer = child.stdin.getWriter();
  // A pipe that breaks shows as the end of the process.
  writer.closed.catch(() => {});
  let jobs = 0;
  return {
    get jobs() {
      return jobs;
    },
    isFit: () => !output.hasEnded() && output.heap() < HEAP_LIMIT,
    async compile(job, deadlineMs) {
      jobs++;
      const token = crypto.randomUUID();
      const answer = output.next((line) => answerTo(line, token));
      let timedOut = false;
      const timer = setTimeout(() => {
        timedOut = true;
        void child.end();
      }, deadlineMs);
      try {
        const line = new TextEncoder().encode(`${JSON.stringify({ ...job, token })}\n`);
        writer.write(line).catch(() => {});
        const { found, stdout, stderr } = await answer;
        const status = found === undefined ? "ended" : found.ok ? "compiled" : "refused";
        return { status, timedOut, stdout, stderr };
      } finally {
        clearTimeout(timer);
      }
    },
    end: async () => {
      await child.end();
    },
  };
}

function answerTo(line: string, token: string): { ok: boolean } | undefined {
  if (!line.includes(token)) return undefined;
  const answer = answerSchema.safeParse(JSON.parse(line));
  return answer.success && answer.data.token === token ? answer.data : undefined;
}

/** The lines of a process, up to the one that is waited for. */
interface Output {
  hasEnded(): boolean;
  /** Size of the heap in bytes when the process last waited for a job. */
  heap(): number;
  /** What is written from now on, to the line in which something is `found`, or to the end. */
  next<T>(find: (line: string) => T | undefined): Promise<Said<T>>;
}

interface Said<T> {
  readonly found: T | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function follow(child: Child): Output {
  let ended = false;
  let heap = 0;
  let stdout: string[] = [];
  let stderr: string[] = [];
  let onLine: (line: string) => void = () => {};
  let onEnd = () => {};
  const isDebug = debugLines();
  const streams = [
    eachLine(child.stdout, (line) => {
      stdout.push(line);
      onLine(line);
    }),
    eachLine(child.stderr, (line) => {
      if (line.startsWith(HEAP_REPORT)) heap = Number(line.slice(HEAP_REPORT.length));
      else if (!isDebug(line)) stderr.push(line);
    }),
  ];
  Promise.allSettled([...streams, child.exit]).then(() => {
    ended = true;
    onEnd();
  });
  return {
    hasEnded: () => ended,
    heap: () => heap,
    next<T>(find: (line: string) => T | undefined) {
      stdout = [];
      stderr = [];
      return new Promise<Said<T>>((resolve) => {
        const say = (found: T | undefined) =>
          resolve({ found, stdout: stdout.join("\n"), stderr: stderr.join("\n") });
        onEnd = () => say(undefined);
        onLine = (line) => {
          const found = find(line);
          if (found !== undefined) say(found);
        };
        if (ended) onEnd();
      });
    },
  };
}

async function eachLine(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  const lines = splitLines(onLine);
  for await (const chunk of stream) lines.push(chunk);
  lines.flush();
}
