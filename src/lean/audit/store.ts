/** Facts that a run keeps for the next: whole answers, and the modules that the kernel has accepted. */
import { join } from "node:path";
import { z } from "zod";
import type { Host } from "../../platform/host/host.ts";
import { type Facts, readFacts } from "./facts.ts";

/** What the program answered, and what that means. */
export interface Look {
  readonly text: string;
  readonly facts: Facts;
}

/** What is known of modules; to be saved when all have been asked about. */
export interface FactStore {
  /** Whether the kernel has accepted the module as it is, and all that it imports. */
  isAccepted(module: string): boolean;
  /** The answers about these modules, asked about together, if they were asked before. */
  looksAt(modules: readonly string[]): Promise<readonly Look[] | undefined>;
  add(modules: readonly string[], looks: readonly Look[]): void;
  /** Writes everything that was added into the folder. */
  save(folder: string): Promise<void>;
}

/** Gives modules a key that no others have. */
export type KeyOf = (modules: readonly string[]) => string;

const INDEX = "index.json";

const indexSchema = z.strictObject({
  /** Keys of the modules that the kernel has accepted. */
  accepted: z.array(z.string()),
  /** The files with the answers about modules of a key. */
  answers: z.array(z.strictObject({ key: z.string(), files: z.array(z.string()) })),
});

/** A store in which nothing is known and nothing is saved. */
export function emptyStore(): FactStore {
  return {
    isAccepted: () => false,
    looksAt: () => Promise.resolve(undefined),
    add() {},
    save: () => Promise.resolve(),
  };
}

/** A store that knows what the folders hold, each of which is intact. */
export async function openStore(
  { files }: Pick<Host, "files">,
  earlier: readonly string[],
  keyOf: KeyOf,
): Promise<FactStore> {
  const accepted = new Set<string>();
  const known = new Map<string, () => Promise<Look[]>>();
  for (const folder of earlier) {
    const index = await readIndex(files, folder);
    index.accepted.forEach((key) => accepted.add(key));
    for (const answer of index.answers) {
      known.set(answer.key, () => readAnswers(files, folder, answer.files));
    }
  }
  const added = new Map<string, readonly Look[]>();
  const modulesAdded = new Set<string>();
  const isAccepted = (module: string) => accepted.has(keyOf([module]));
  return {
    isAccepted,
    looksAt: async (modules) => await known.get(keyOf(modules))?.(),
    add(modules, looks) {
      added.set(keyOf(modules), looks);
      modules.forEach((module) => modulesAdded.add(module));
      if (looks.some(isRefused)) return;
      modules.forEach((module) => accepted.add(keyOf([module])));
    },
    async save(folder) {
      const answers = [];
      let count = 0;
      for (const [key, looks] of added) {
        const names = looks.map(() => `facts-${count++}.ndjson`);
        for (const [i, name] of names.entries()) {
          await files.writeAtomic(join(folder, name), looks[i]!.text);
        }
        answers.push({ key, files: names });
      }
      const index: z.infer<typeof indexSchema> = {
        accepted: [...modulesAdded].filter(isAccepted).map((module) => keyOf([module])),
        answers,
      };
      await files.writeAtomic(join(folder, INDEX), JSON.stringify(index));
    },
  };
}

/** All answers of an intact folder. */
export async function readLooks(
  { files }: Pick<Host, "files">,
  folder: string,
): Promise<Look[]> {
  const { answers } = await readIndex(files, folder);
  return await readAnswers(files, folder, answers.flatMap((answer) => answer.files));
}

async function readAnswers(
  files: Host["files"],
  folder: string,
  names: readonly string[],
): Promise<Look[]> {
  const looks: Look[] = [];
  for (const name of names) {
    const text = await files.readText(join(folder, name)) ?? "";
    looks.push({ text, facts: readFacts(text) });
  }
  return looks;
}

async function readIndex(files: Host["files"], folder: string) {
  const text = await files.readText(join(folder, INDEX));
  // Another version of the gate may have kept other files.
  const index = indexSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  return index.data ?? { accepted: [], answers: [] };
}

function isRefused({ facts }: Look): boolean {
  return [...facts.own.values()].some(({ replay }) => replay.startsWith("refused"));
}
