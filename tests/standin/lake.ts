/**
 * The stand-in's `lake`, for tests only: see `install.ts`. It knows `build [TARGET…]` (which always
 * builds everything), `lean FILE -- --json`, `env lean --json FILE`, `env lean --run FILE ARGS…` and
 * `exe NAME ARGS…`, in the package of the working folder.
 */
import { basename, dirname, join } from "node:path";
import process from "node:process";
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import { denoHost } from "../../src/platform/host/deno.ts";
import type { Host } from "../../src/platform/host/host.ts";
import { buildModules } from "../../src/lean/toolchain/embedded/build.ts";
import { buildFolder, type Workshop } from "../../src/lean/toolchain/embedded/compile.ts";
import { checkExtra } from "../../src/lean/toolchain/embedded/extra.ts";
import { execute, executeProgram, reachedFrom } from "../../src/lean/toolchain/embedded/exec.ts";
import { installEmbedded } from "../../src/lean/toolchain/embedded/install.ts";
import { readLakefile, readModuleGraph } from "../../src/lean/package/formal_package.ts";
import type { LeanMessage } from "../../src/lean/toolchain/messages.ts";
import type { ExecResult } from "../../src/lean/toolchain/toolchain.ts";

const interrupt = new AbortController();
process.on("SIGTERM", () => interrupt.abort());
await using owned = denoHost(interrupt.signal);
const host = owned.host;
const place = { formalRoot: host.cwd, projectRoot: host.cwd };
const lakefile = await readLakefile(host, place);
if (lakefile === undefined) throw new Error("The stand-in for lake needs a lakefile.toml");
const lean = await installEmbedded(host, () => {});
const graph = await readModuleGraph(host, place, lakefile, (name) => lean.modules.has(name));
const workshop: Workshop = {
  host,
  lean,
  formalRoot: host.cwd,
  show: (path) => path,
  deadlineMs: 600_000,
};

const [command, subject, ...rest] = process.argv.slice(2);
switch (command) {
  case "build": {
    const built = await buildModules(workshop, graph, () => {});
    for (const module of built.modules) {
      console.log(`✔ Built ${module}`);
      await writeTrace(host, module);
    }
    // As in the real lake, this is for readers: the gate must not need it.
    for (const { severity, message } of built.findings) console.log(`${severity}: ${message}`);
    process.exitCode = failed(built.findings) ? 1 : 0;
    break;
  }
  case "lean": {
    const module = graph.order.find(({ path }) => path === subject);
    if (module === undefined) throw new Error(`The stand-in for lake has no module "${subject}"`);
    const order = reachedFrom(module.name, graph.order);
    const { findings } = await buildModules(workshop, { order, findings: [] }, () => {});
    for (const finding of findings) console.log(JSON.stringify(toMessage(finding)));
    process.exitCode = failed(findings) ? 1 : 0;
    break;
  }
  case "env": {
    if (subject === "lean" && rest[0] === "--run") {
      const [, program, answer, request] = rest as [string, string, string, string];
      const folder = dirname(program);
      end(await executeProgram(workshop, { folder, program, answer, request }));
      break;
    }
    const file = rest.at(-1);
    const text = file && await host.files.readText(join(host.cwd, file));
    if (subject !== "lean" || rest[0] !== "--json" || !text) {
      throw new Error('The stand-in for lake knows of "env" only "lean --json FILE"');
    }
    const extra = { name: basename(file, ".lean"), text };
    const { findings } = await checkExtra(workshop, graph, [extra], () => {});
    for (const finding of findings) console.log(JSON.stringify(toMessage(finding)));
    process.exitCode = failed(findings) ? 1 : 0;
    break;
  }
  case "exe": {
    const exe = lakefile.exes.find(({ name }) => name === subject);
    if (exe === undefined) throw new Error(`The stand-in for lake has no executable "${subject}"`);
    end(await execute(workshop, graph.order, exe, rest));
    break;
  }
  default:
    throw new Error(`The stand-in for lake does not know "${command}"`);
}

function end({ code, stdout, stderr }: ExecResult): void {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
}

function failed(findings: readonly Diagnostic[]): boolean {
  return findings.some(({ severity }) => severity === "error");
}

/** Lake leaves a trace beside each module, which changes with the module's inputs. */
async function writeTrace(host: Host, module: string): Promise<void> {
  const record = join(buildFolder(host.cwd), "records", `${module}.json`);
  const { key } = JSON.parse(await host.files.readText(record) ?? "{}");
  const path = join(host.cwd, ".lake/build/lib/lean", `${module.replaceAll(".", "/")}.trace`);
  await host.files.writeAtomic(path, JSON.stringify({ depHash: key }));
}

function toMessage({ severity, message, location }: Diagnostic): LeanMessage {
  return {
    severity,
    data: message,
    fileName: location?.file ?? "",
    pos: { line: location?.line ?? 1, column: (location?.column ?? 1) - 1 },
    endPos: null,
  };
}
