/** Files of the in-memory host: a map from absolute paths to bytes. */
import { Buffer } from "node:buffer";
import { dirname, resolve } from "node:path";
import type { Entry, Files } from "./host.ts";

/** A file's content as a test gives it. */
export type Content = string | Uint8Array;

/** Files in memory. Folders exist by the files in them, or by `mkdir`. */
export interface MemoryFiles extends Files {
  /** Absolute paths of all files, in code-unit order. */
  paths(): readonly string[];
}

/** Creates the files; relative paths are taken from `cwd`. */
export function memoryFiles(
  cwd: string,
  initial: Readonly<Record<string, Content>> = {},
): MemoryFiles {
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  const folders = new Set<string>(["/"]);
  const locked = new Set<string>();
  let temporary = 0;
  const at = (path: string) => resolve(cwd, path);
  const isFolder = (path: string) => folders.has(path);

  function makeFolder(path: string): void {
    if (bytes.has(path)) throw new Error(`Failed to make folder "${path}": it is a file`);
    if (isFolder(path)) return;
    makeFolder(dirname(path));
    folders.add(path);
  }

  function put(path: string, content: Content): void {
    if (isFolder(path)) throw new Error(`Failed to write "${path}": it is a folder`);
    if (!isFolder(dirname(path))) throw new Error(`Failed to write "${path}": no such folder`);
    // A copy: what the caller does to its bytes later is no concern of the file.
    const given = typeof content === "string" ? new TextEncoder().encode(content) : content;
    bytes.set(path, new Uint8Array(given));
  }

  function get(path: string): Uint8Array<ArrayBuffer> | undefined {
    if (isFolder(path)) throw new Error(`Failed to read "${path}": it is a folder`);
    return bytes.get(path)?.slice();
  }

  function within(folder: string): string[] {
    const prefix = folder === "/" ? "/" : `${folder}/`;
    return [...bytes.keys(), ...folders].filter((path) => path.startsWith(prefix));
  }

  function entriesOf(folder: string): Entry[] {
    const names = within(folder).filter((path) => path !== "/" && dirname(path) === folder);
    return names.sort().map((path) => ({
      name: path.slice(folder === "/" ? 1 : folder.length + 1),
      isFile: bytes.has(path),
      isDirectory: isFolder(path),
    }));
  }

  function removeAll(path: string): void {
    for (const inner of [path, ...within(path)]) {
      bytes.delete(inner);
      folders.delete(inner);
    }
  }

  function move(from: string, to: string): void {
    if (!bytes.has(from) && !isFolder(from)) {
      throw new Error(`Failed to rename "${from}": there is no such file or folder`);
    }
    if (!isFolder(dirname(to))) throw new Error(`Failed to rename to "${to}": no such folder`);
    const fits = bytes.has(from) ? !isFolder(to) : !bytes.has(to) && within(to).length === 0;
    if (!fits) throw new Error(`Failed to rename "${from}" to "${to}": something is in the way`);
    for (const inner of [from, ...within(from)]) {
      const content = bytes.get(inner);
      const target = to + inner.slice(from.length);
      if (content === undefined) folders.add(target);
      else bytes.set(target, content);
    }
    removeAll(from);
  }

  makeFolder(cwd);
  for (const [path, content] of Object.entries(initial)) {
    makeFolder(dirname(at(path)));
    put(at(path), content);
  }
  return {
    paths: () => [...bytes.keys()].sort(),
    async readText(path) {
      const content = await this.readBytes(path);
      return content && Buffer.from(content).toString("utf8");
    },
    // deno-lint-ignore require-await -- a failure is a rejection, as with real files
    readBytes: async (path) => get(at(path)),
    list: (path) => Promise.resolve(isFolder(at(path)) ? entriesOf(at(path)) : undefined),
    exists: (path) => Promise.resolve(bytes.has(at(path)) || isFolder(at(path))),
    kindOf: (path) =>
      Promise.resolve(bytes.has(at(path)) ? "file" : isFolder(at(path)) ? "folder" : undefined),
    size: (path) => Promise.resolve(bytes.get(at(path))?.length),
    async readStream(path) {
      const content = await this.readBytes(path) as Uint8Array<ArrayBuffer> | undefined;
      return content && ReadableStream.from([content]);
    },
    // deno-lint-ignore require-await
    async writeAtomic(path, content) {
      makeFolder(dirname(at(path)));
      put(at(path), content);
    },
    async write(path, content) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      put(at(path), Buffer.concat(chunks));
    },
    // deno-lint-ignore require-await
    rename: async (from, to) => move(at(from), at(to)),
    // There are no links.
    realPath: (path) => Promise.resolve(at(path)),
    // deno-lint-ignore require-await
    mkdir: async (path) => makeFolder(at(path)),
    // deno-lint-ignore require-await
    remove: async (path) => removeAll(at(path)),
    // deno-lint-ignore require-await
    async tempDir(prefix) {
      const folder = `/tmp/${prefix}-${++temporary}`;
      makeFolder(folder);
      return folder;
    },
    // deno-lint-ignore require-await
    sync: async (path) => {
      if (!bytes.has(at(path)) && !isFolder(at(path))) throw new Error(`Failed to sync "${path}"`);
    },
    // deno-lint-ignore require-await
    openLog: async (path) => {
      const file = at(path);
      if (!bytes.has(file)) put(file, "");
      return {
        get size() {
          return bytes.get(file)?.length ?? 0;
        },
        // deno-lint-ignore require-await
        append: async (more) => put(file, Buffer.concat([bytes.get(file) ?? Buffer.of(), more])),
        // deno-lint-ignore require-await
        truncate: async (size) => put(file, (bytes.get(file) ?? Buffer.of()).subarray(0, size)),
        close() {},
      };
    },
    // deno-lint-ignore require-await
    tryLock: async (path) => {
      const file = at(path);
      if (locked.has(file)) return undefined;
      if (!bytes.has(file)) put(file, "");
      locked.add(file);
      return {
        // deno-lint-ignore require-await
        describe: async (holder) => put(file, holder),
        release() {
          put(file, "");
          locked.delete(file);
        },
      };
    },
  };
}
