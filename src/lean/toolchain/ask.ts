/** The files of a program that the gate asks the package with. */
import { join } from "node:path";
import type { Host } from "../../platform/host/host.ts";
import type { Answer, ExecResult } from "./toolchain.ts";
import { ownFolder } from "../package/own_folders.ts";

/** Absolute paths of them, in a folder of their own below the package's `.lake`. */
export interface AskFiles {
  readonly folder: string;
  readonly program: string;
  readonly request: string;
  readonly answer: string;
}

/** Lays the files out, lets `run` run the program, and reads its answer; nothing stays behind. */
export async function askWith(
  { files }: Host,
  formalRoot: string,
  { program, request }: { readonly program: string; readonly request: string },
  run: (paths: AskFiles) => Promise<ExecResult>,
): Promise<Answer> {
  const folder = join(ownFolder(formalRoot, "asked"), crypto.randomUUID());
  const paths = {
    folder,
    program: join(folder, "Ask.lean"),
    request: join(folder, "request"),
    answer: join(folder, "answer"),
  };
  try {
    await files.writeAtomic(paths.program, program);
    await files.writeAtomic(paths.request, request);
    const ended = await run(paths);
    return { ...ended, text: await files.readText(paths.answer) };
  } finally {
    await files.remove(folder);
  }
}
