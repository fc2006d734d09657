/** The real host's files. */
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { asGateError, GateError } from "../diagnostic.ts";
import { openLog, tryLock } from "./deno_log.ts";
import type { Entry, Files } from "./host.ts";

/** Files of the real host; the temporary folders it makes are added to `temporary`. */
export function denoFiles(temporary: Set<string>): Files {
  const files: Files = {
    readText: async (path) => await isThere(path) ? absent(Deno.readTextFile(path)) : undefined,
    readBytes: async (path) => await isThere(path) ? absent(Deno.readFile(path)) : undefined,
    async list(path) {
      const entries: Entry[] = [];
      try {
        for await (const entry of Deno.readDir(path)) entries.push(await followed(path, entry));
      } catch (cause) {
        if (isAbsence(cause)) return undefined;
        throw asGateError(cause);
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async exists(path) {
      return (await absent(Deno.stat(path))) !== undefined;
    },
    async kindOf(path) {
      const info = await absent(Deno.lstat(path));
      if (info === undefined) return undefined;
      if (info.isSymlink) return "link";
      return info.isFile ? "file" : info.isDirectory ? "folder" : "other";
    },
    async size(path) {
      const info = await absent(Deno.stat(path));
      return info?.isFile ? info.size : undefined;
    },
    async readStream(path) {
      return (await absent(Deno.open(path)))?.readable;
    },
    async writeAtomic(path, content) {
      await Deno.mkdir(dirname(path), { recursive: true });
      const sibling = `${path}.${crypto.randomUUID()}.tmp`;
      try {
        await Deno.writeFile(sibling, typeof content === "string" ? Buffer.from(content) : content);
        await Deno.rename(sibling, path);
      } catch (cause) {
        await files.remove(sibling);
        throw asGateError(cause);
      }
    },
    write: (path, content) => Deno.writeFile(path, content),
    rename: (from, to) => Deno.rename(from, to),
    realPath: (path) => Deno.realPath(path),
    mkdir: (path) => Deno.mkdir(path, { recursive: true }),
    async remove(path) {
      await absent(Deno.remove(path, { recursive: true }));
    },
    async tempDir(prefix) {
      const folder = await Deno.makeTempDir({ prefix: `${prefix}-` });
      temporary.add(folder);
      return folder;
    },
    async sync(path) {
      using file = await Deno.open(path);
      await file.sync();
    },
    openLog,
    tryLock,
  };
  return files;
}

/**
 * The entry, or what it links to: Lean reads through a link, and so must a check of what Lean
 * reads. A link that leads nowhere, or to a folder it stands in, is neither a file nor a folder.
 */
async function followed(
  folder: string,
  { name, isSymlink, ...kind }: Deno.DirEntry,
): Promise<Entry> {
  if (!isSymlink) return { name, isFile: kind.isFile, isDirectory: kind.isDirectory };
  try {
    const path = join(folder, name);
    const { isFile, isDirectory } = await Deno.stat(path);
    const [target, home] = await Promise.all([Deno.realPath(path), Deno.realPath(folder)]);
    const loops = home === target || home.startsWith(target.replace(/\/?$/, "/"));
    return { name, isFile, isDirectory: isDirectory && !loops };
  } catch (cause) {
    if (!isAbsence(cause) && !(cause instanceof Deno.errors.FilesystemLoop)) throw cause;
    return { name, isFile: false, isDirectory: false };
  }
}

async function absent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw asGateError(cause);
  }
}

/** Whether a regular file exists; throws for anything else, since a pipe may block for ever. */
async function isThere(path: string): Promise<boolean> {
  const info = await absent(Deno.stat(path));
  if (info === undefined || info.isFile) return info !== undefined;
  throw new GateError("setup", {
    code: "not_a_file",
    message: `Failed to read "${path}": it is ${info.isDirectory ? "a folder" : "no regular file"}`,
    hint: "Put the file that is expected there in its place.",
  });
}

function isAbsence(cause: unknown): boolean {
  return cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory;
}
