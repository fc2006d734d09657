/** Programs that are interpreted by embedded Lean and talked to while they run. */
import type { Child } from "../../../platform/host/host.ts";
import type { LeanExe } from "../../package/lakefile.ts";
import { parseMessage } from "../messages.ts";
import type { Module } from "../../package/modules.ts";
import type { Prepared } from "../toolchain.ts";
import { compiledFolder, type Workshop } from "./compile.ts";
import { type Main, mainOf } from "./exec.ts";
import { debugLines, leanCommand } from "./run.ts";

/** Makes an executable ready to be started. It may read the package, and write nothing. */
export async function prepareMain(
  workshop: Workshop,
  order: readonly Module[],
  exe: LeanExe,
): Promise<Prepared> {
  const { host, lean, formalRoot } = workshop;
  const main = await mainOf(workshop, order, exe);
  const command = leanCommand(host, lean, {
    args: main.args,
    cwd: formalRoot,
    path: [compiledFolder(formalRoot)],
    readable: main.readable,
    writable: [],
  });
  return {
    spawn: () => asProgram(host.spawn(command), main),
    [Symbol.asyncDispose]: () => main[Symbol.asyncDispose](),
  };
}

/** The child as the program alone would be: without what Lean and its build for WebAssembly add. */
export function asProgram(
  child: Child,
  main: Pick<Main, "file" | "describe">,
): Child {
  const errors: string[] = [];
  const begun = Promise.withResolvers<void>();
  const stdout = child.stdout.pipeThrough(withoutMessages());
  const stderr = child.stderr.pipeThrough(withErrors());
  return { ...child, stdout, stderr };

  /** Leaves out what Lean says of the file, which it does before the program says anything. */
  function withoutMessages(): TransformStream<Uint8Array, Uint8Array> {
    let head: Uint8Array | undefined = new Uint8Array();
    return new TransformStream({
      transform(chunk, controller) {
        if (head === undefined) return controller.enqueue(chunk);
        head = joined(head, chunk);
        for (let end = head.indexOf(NEWLINE); end >= 0; end = head.indexOf(NEWLINE)) {
          const message = parseMessage(new TextDecoder().decode(head.subarray(0, end)));
          if (message?.fileName !== main.file) {
            controller.enqueue(head);
            head = undefined;
            return begun.resolve();
          }
          if (message.severity === "error") errors.push(main.describe(message));
          head = head.subarray(end + 1);
        }
      },
      flush(controller) {
        if (head !== undefined && head.length > 0) controller.enqueue(head);
        begun.resolve();
      },
    });
  }

  /** Leaves out what the build says of its own work, and ends with the errors that Lean found. */
  function withErrors(): TransformStream<Uint8Array, Uint8Array> {
    const isDebug = debugLines();
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let rest = "";
    return new TransformStream({
      transform(chunk, controller) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop()!;
        const kept = lines.filter((line) => !isDebug(line));
        if (kept.length > 0) controller.enqueue(encoder.encode(kept.join("\n") + "\n"));
      },
      async flush(controller) {
        await begun.promise;
        const last = rest === "" || isDebug(rest) ? [] : [rest];
        controller.enqueue(encoder.encode([...last, ...errors].join("\n")));
      },
    });
  }
}

const NEWLINE = 0x0a;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
