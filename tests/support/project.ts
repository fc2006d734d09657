/** Copies of a project that a test may tamper with. */
import { dirname, join } from "node:path";
import { REPOSITORY } from "./cli.ts";

/** A project in a temporary folder, removed when the test ends. */
export interface Scratch extends AsyncDisposable {
  readonly root: string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Replaces the one occurrence of `find`; fails when there is not exactly one. */
  edit(path: string, find: string, replace: string): Promise<void>;
}

/** What the gate needs of this repository: the model with what was built of it, fixtures, engines. */
const PARTS = [
  "lean-gate.jsonc",
  "formal",
  "fixtures/traces",
  "fixtures/journals",
  "src/lifecycle",
  "rust",
];

/** A copy of this repository's project. */
export function copyRepository(): Promise<Scratch> {
  return copyProject(REPOSITORY, PARTS);
}

/** A new project of these files, by path. */
export async function newProject(files: Readonly<Record<string, string>>): Promise<Scratch> {
  const project = await copyProject(REPOSITORY, []);
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(project.root, path)), { recursive: true });
    await project.write(path, text);
  }
  return project;
}

/** A copy of the named files and folders of a project. */
export async function copyProject(from: string, parts: readonly string[]): Promise<Scratch> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-test-" }));
  for (const part of parts) {
    await Deno.mkdir(dirname(join(root, part)), { recursive: true });
    // `cp` keeps the times, by which cargo knows what it has built.
    const copy = new Deno.Command("cp", { args: ["-a", join(from, part), join(root, part)] });
    const { success, stderr } = await copy.output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }
  const read = (path: string) => Deno.readTextFile(join(root, path));
  const write = (path: string, text: string) => Deno.writeTextFile(join(root, path), text);
  return {
    root,
    read,
    write,
    async edit(path, find, replace) {
      const parts = (await read(path)).split(find);
      if (parts.length !== 2) {
        throw new Error(`"${find}" stands ${parts.length - 1} times in "${path}", not once`);
      }
      await write(path, parts.join(replace));
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(root, { recursive: true });
    },
  };
}
