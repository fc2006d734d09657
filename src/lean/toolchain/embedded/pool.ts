/** Compiles modules with as few processes of Lean as is sound: residents for most, a fresh one for the others. */
import { join } from "node:path";
import type { Finished } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import type { Module } from "../../package/modules.ts";
import {
  compiledFolder,
  moduleFile,
  oleanName,
  optionArguments,
  type Output,
  sourceFolder,
  stagingFolder,
  type Workshop,
} from "./compile.ts";
import { type JobResult, type Resident, startResident } from "./resident.ts";
import { runLean } from "./run.ts";

/** Processes that compile modules. Disposing it ends them. */
export interface Pool extends AsyncDisposable {
  /**
   * Compiles a module, in a process of its own if it is to be `alone`. The caller bounds how many are compiled at
   * once, and there are no more processes than that.
   */
  compile(module: Module, alone: boolean): Promise<Output>;
}

/** A resident and the folder that it may write to. */
interface Place {
  readonly resident: Resident;
  readonly folder: string;
}

/** Creates a pool without processes: they are started as they are needed. */
export function openPool(workshop: Workshop): Pool {
  const { host, lean, formalRoot, deadlineMs } = workshop;
  const idle: Place[] = [];
  return {
    async compile(module, alone) {
      if (alone) {
        // Its memory may be needed.
        await endOf(idle.pop());
        return await compileAlone(workshop, module);
      }
      const place = await take();
      const folder = join(place.folder, crypto.randomUUID());
      const result = await compileIn(place, module, folder);
      if (result.status !== "ended") {
        idle.push(place);
        return outputOf(folder, finishedOf(result));
      }
      await endOf(place);
      stopIfInterrupted(host);
      // A process that has done other work may have failed because of it.
      const isFinal = result.timedOut && place.resident.jobs === 1;
      return isFinal ? outputOf(folder, finishedOf(result)) : await compileAlone(workshop, module);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(idle.splice(0).map(endOf));
    },
  };

  /** A resident that may take a job, if need be a new one. */
  async function take(): Promise<Place> {
    const place = idle.pop();
    if (place?.resident.isFit()) return place;
    await endOf(place);
    const folder = join(stagingFolder(formalRoot), crypto.randomUUID());
    await host.files.mkdir(folder);
    const site = { folder, readable: formalRoot, path: [compiledFolder(formalRoot)] };
    return { folder, resident: await startResident(host, lean, site) };
  }

  async function endOf(place: Place | undefined): Promise<void> {
    await place?.resident.end();
    if (place !== undefined) await host.files.remove(place.folder);
  }

  async function compileIn(
    { resident }: Place,
    module: Module,
    folder: string,
  ): Promise<JobResult> {
    await host.files.mkdir(folder);
    const job = {
      file: join(formalRoot, module.path),
      shown: moduleFile(module),
      module: module.name.split("."),
      olean: join(folder, oleanName(module)),
      options: module.options,
    };
    return await resident.compile(job, deadlineMs);
  }

  function outputOf(folder: string, finished: Finished): Output {
    return { finished, folder, [Symbol.asyncDispose]: () => host.files.remove(folder) };
  }
}

/** Compiles a module as `lean` does, in a process that may write nothing but what becomes of it. */
async function compileAlone(workshop: Workshop, module: Module): Promise<Output> {
  const { host, lean, formalRoot, deadlineMs } = workshop;
  const folder = join(stagingFolder(formalRoot), crypto.randomUUID());
  const dispose = () => host.files.remove(folder);
  await host.files.mkdir(folder);
  try {
    const finished = await runLean(host, lean, {
      args: [
        "--json",
        ...optionArguments(module.options),
        "-o",
        join(folder, oleanName(module)),
        moduleFile(module),
      ],
      // Lean takes the module's name from the path of its file below the working directory.
      cwd: sourceFolder(formalRoot, module),
      path: [compiledFolder(formalRoot)],
      readable: [],
      writable: [folder],
      deadlineMs,
    });
    return { finished, folder, [Symbol.asyncDispose]: dispose };
  } catch (cause) {
    await dispose();
    throw cause;
  }
}

/** As if a process had ended with this result. */
function finishedOf({ status, timedOut, stdout, stderr }: JobResult): Finished {
  const code = status === "compiled" ? 0 : 1;
  return { code, signal: null, timedOut, stdout, stderr };
}
