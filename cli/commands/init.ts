/** `lean-gate init`: a new project that passes the gate. */
import { buildCommand } from "@stricli/core";
import { basename, dirname, join, resolve } from "node:path";
import { GateError } from "../../src/platform/diagnostic.ts";
import type { Files } from "../../src/platform/host/host.ts";
import { type Context, wantsColor } from "../context.ts";
import { withFailures } from "../failure.ts";
import { PROJECT_FILES } from "../init/files.ts";
import { blockerOf } from "../paths.ts";
import { styleFor } from "../render/style.ts";

/** The command. */
export const initCommand = buildCommand<Record<never, never>, [string?], Context>({
  func(_flags, folder = ".") {
    return withFailures(this, () => run(this, folder));
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "Folder of the project (default: .)",
        placeholder: "folder",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "Write a new project: a small model with its proof and traces, and an engine",
    fullDescription: [
      "Writes a commented config, a Lean package with a model, a proof and an emitter, the model's",
      "traces, and an implementation in TypeScript that agrees with it. Replaces no file: when one of",
      "them is there already, nothing is written.",
      "",
      "Examples:",
      "  lean-gate init",
      "  lean-gate init my-project && cd my-project && lean-gate verify",
    ].join("\n"),
  },
});

async function run(context: Context, folder: string): Promise<void> {
  const { host: { files, cwd }, out } = context;
  const root = resolve(cwd, folder);
  const present: string[] = [];
  for (const { path } of PROJECT_FILES) {
    const blocker = await blockerOf(files, join(root, path));
    if (blocker !== undefined) {
      throw new GateError("usage", {
        code: "init_folder_blocked",
        message: `Failed to write a project to "${folder}": "${blocker}" is no folder`,
        hint: "Name another folder, or move the file away.",
      });
    }
    if (await isTaken(files, join(root, path))) present.push(path);
  }
  if (present.length > 0) {
    throw new GateError("usage", {
      code: "init_file_exists",
      message: `Failed to write a project to "${folder}": "${present[0]}" is there already`,
      hint: "Name another folder, or move the files away.",
      ...(present.length > 1 ? { detail: present.join("\n") } : {}),
    });
  }
  const style = styleFor(wantsColor(context, out));
  const width = Math.max(...PROJECT_FILES.map(({ path }) => path.length));
  for (const { path, content, said } of PROJECT_FILES) {
    await files.writeAtomic(join(root, path), content);
    out.write(`${style.good("+")} ${path.padEnd(width)}  ${style.dim(said)}\n`);
  }
  out.write(
    [
      "",
      "Next:",
      ...(root === cwd ? [] : [`  cd ${cdArguments(folder)}`]),
      "  lean-gate doctor              whether everything is there",
      "  lean-gate verify              the gate",
      "  lean-gate fixtures --write    after a change of the model",
      "",
    ].join("\n"),
  );
  context.process.exitCode = 0;
}

/** Whether something has the name, be it a link that leads nowhere. */
async function isTaken(files: Files, path: string): Promise<boolean> {
  const beside = await files.list(dirname(path)) ?? [];
  return beside.some(({ name }) => name === basename(path));
}

/** What `cd` is given to go to the folder, as a shell reads it: nothing in its name is an option or expanded. */
function cdArguments(text: string): string {
  return /^[\w./][\w./-]*$/.test(text) ? text : `-- '${text.replaceAll("'", "'\\''")}'`;
}
