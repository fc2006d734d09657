/** Delivering a file and reporting a text: both put content in its place by one rename. */
import { createHash } from "node:crypto";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Host } from "../platform/host/host.ts";
import type { Key } from "../lifecycle/value.ts";
import { putFile, siblingOf } from "./durable.ts";
import type { Candidate } from "./facts.ts";
import { nameOf } from "./ledger.ts";
import type { Planned, Promotion } from "./promotion.ts";
import type { World } from "./world.ts";
import { worktreeProblems } from "./worktree.ts";

/** What file systems take for a name. */
const NAME_BYTES = 255;

/** Delivers the file that was staged under the transaction. */
export function delivery(
  world: World,
  key: Key,
  tx: number,
  { name, sha256, path, worktree }: Extract<Candidate, { type: "file" }>,
): Promotion {
  const { host, store, ledger } = world;
  const staged = stagedAt(world, tx);
  const outbox = resolve(store.root, ledger.settings.outbox);
  const target = join(outbox, `${nameOf(ledger, key.task)}.${key.generation}.${name}`);
  return placement(world, target, sha256, {
    preflight: async () => {
      const bytes = new TextEncoder().encode(basename(siblingOf(target))).length;
      if (bytes > NAME_BYTES) {
        return [`The name "${basename(target)}" is ${bytes - NAME_BYTES} bytes too long`];
      }
      if (worktree === null) return [];
      const problems = await worktreeProblems(world, key, resolve(store.root, worktree));
      if (problems.length > 0 || path.startsWith(`${worktree}/`)) return problems;
      return [`File "${path}" is not in the attempt's worktree "${worktree}"`];
    },
    lack: async () =>
      await digestOf(host, staged) === sha256
        ? []
        : [`The staged file "${relative(store.root, staged)}" is gone or was changed`],
    content: () => host.files.readStream(staged),
  });
}

/** Records the text as a report. */
export function reporting(
  world: World,
  key: Key,
  { text }: Extract<Candidate, { type: "text" }>,
): Promotion {
  const { store, ledger } = world;
  const name = `${nameOf(ledger, key.task)}.${key.generation}.txt`;
  const bytes = new TextEncoder().encode(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return placement(world, join(store.reports, name), sha256, {
    preflight: () => Promise.resolve([]),
    lack: () => Promise.resolve(text.trim() === "" ? ["The report is empty"] : []),
    content: () => Promise.resolve(ReadableStream.from([bytes])),
  });
}

/** Where the file of a transaction waits. */
export function stagedAt({ store }: World, tx: number): string {
  return join(store.staging, String(tx));
}

/**
 * Copies a file into the store, durably; returns its SHA-256, `undefined` when there is no such
 * file.
 */
export async function stage(world: World, from: string, tx: number): Promise<string | undefined> {
  const { files } = world.host;
  const content = await files.size(from) === undefined ? undefined : await files.readStream(from);
  if (content === undefined) return undefined;
  await put(world.host, stagedAt(world, tx), content);
  return await digestOf(world.host, stagedAt(world, tx));
}

/** What differs between the two. */
interface Source {
  /** What is wrong with where the content comes from. */
  preflight(): Promise<readonly string[]>;
  /** What is wrong with the content, which by now is in the store. */
  lack(): Promise<readonly string[]>;
  content(): Promise<ReadableStream<Uint8Array> | undefined>;
}

function placement(world: World, target: string, sha256: string, source: Source): Promotion {
  const { host, store } = world;
  const shown = relative(store.root, target);

  async function probe(): Promise<string | undefined> {
    return await digestOf(host, target) === sha256 ? shown : undefined;
  }

  return {
    validate: async () => [...await source.preflight(), ...await source.lack()],
    async plan(): Promise<Planned> {
      const there = await digestOf(host, target);
      if (there === sha256) return {};
      if (there !== undefined) {
        return { refused: `"${shown}" is there already, with other content` };
      }
      if (await host.files.kindOf(target) !== undefined) {
        return { refused: `"${shown}" is there already, and is no file` };
      }
      const [problem] = await source.lack();
      return problem === undefined ? {} : { refused: problem };
    },
    async promote() {
      const there = await digestOf(host, target);
      if (there !== undefined) return there === sha256 ? shown : undefined;
      if (await host.files.kindOf(target) !== undefined) return undefined;
      const content = await source.content();
      if (content === undefined) return undefined;
      return await put(host, target, content, sha256) ? shown : undefined;
    },
    probe,
  };
}

/** As `putFile`, in a folder that is made. Content of another SHA-256 than expected stays out. */
async function put(
  host: Host,
  path: string,
  content: ReadableStream<Uint8Array>,
  expected?: string,
): Promise<boolean> {
  await host.files.mkdir(dirname(path));
  return await putFile(
    host,
    path,
    content,
    async (sibling) => expected === undefined || await digestOf(host, sibling) === expected,
  );
}

async function digestOf(host: Host, path: string): Promise<string | undefined> {
  const content = await host.files.size(path) === undefined
    ? undefined
    : await host.files.readStream(path);
  if (content === undefined) return undefined;
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}
