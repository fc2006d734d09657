/** The stand-in's bundled checkers, for tests only: see `install.ts`. */
import { readFileSync } from "node:fs";
import process from "node:process";

/** A declaration of this name is what the stand-in's kernels reject. */
const REJECTED = "standin_rejected";
/** A declaration of this name is what the exporter leaves out, as the real one does with unknown names. */
const LEFT_OUT = "standin_left_out";
const NANODA_VERSION = "0.4.17";

/** Runs a checker; returns the exit code. */
export function kernel(program: string, args: readonly string[]): number {
  switch (program) {
    case "leanexport":
      return exportDeclarations(args);
    case "leanchecker":
      return args[0] === "--from-export" ? check(args[1]!, 1) : 0;
    case "nanoda_bin":
      return nanoda(args[0]!);
    case "lean4lean":
      return args[0] === "--import" ? check(args[1]!, 1) : fails("usage", 1);
    case "con-leche":
    case "con-ron":
      return args[0]!.startsWith("-") ? fails("usage", 3) : check(args[0]!, 1);
  }
  return fails(`The stand-in does not know "${program}"`, 1);
}

/** Writes declarations of the format; their types and values are one and the same dummy. */
function exportDeclarations(args: readonly string[]): number {
  const names = args.slice(args.indexOf("--") + 1);
  const print = (record: unknown) => console.log(JSON.stringify(record));
  print({
    meta: {
      exporter: { name: "lean4export", version: "3.1.0" },
      format: { version: "3.1.0" },
      lean: { githash: "0", version: process.env.STANDIN_VERSION },
    },
  });
  print({ ie: 0, sort: 0 });
  let next = 1;
  for (const name of names) {
    if (name.endsWith(LEFT_OUT)) continue;
    let last = 0;
    for (const part of name.match(/«[^»]*»|[^.«]+/g) ?? []) {
      print({ in: next, str: { pre: last, str: part.replaceAll(/[«»]/g, "") } });
      last = next++;
    }
    print({ thm: { all: [last], levelParams: [], name: last, type: 0, value: 0 } });
  }
  return 0;
}

/** Told by a file of JSON, as nanoda is; `--help` begins with its version. */
function nanoda(config: string): number {
  if (config === "--help") {
    console.log(`nanoda_bin ${NANODA_VERSION}\n\nA type checker for Lean 4`);
    return 0;
  }
  const read = parsed(config);
  if (typeof read?.export_file_path !== "string") {
    return fails(`Error: no config at "${config}"`, 1);
  }
  const code = check(read.export_file_path, 101);
  if (code === 0 && read.print_success_message === true) {
    console.log(`Checked ${declarationsIn(read.export_file_path)} declarations with no errors`);
  }
  return code;
}

function parsed(path: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function check(exported: string, rejects: number): number {
  const text = readFileSync(exported, "utf8");
  return text.includes(`"${REJECTED}"`) ? fails("type mismatch", rejects) : 0;
}

function declarationsIn(exported: string): number {
  return readFileSync(exported, "utf8").split("\n").filter((it) => it.includes('"thm"')).length;
}

function fails(message: string, code: number): number {
  console.error(message);
  return code;
}
