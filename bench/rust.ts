/** The Rust engine inside its own process, against serde_json's parse of the same requests. */
import { join } from "node:path";
import { LOGS } from "../src/lifecycle/testing/logs.ts";
import { readFixtures, requestText, ROOT, tracesOf } from "./fixtures.ts";
import type { Row } from "./table.ts";

/** What `rust/examples/bench.rs` writes for a group of requests; times in nanoseconds. */
interface Times {
  readonly bytes: number;
  readonly parse: number;
  readonly replay: number;
}

/** Logs of one trace each, by which the time of a long trace is told. Were it quadratic, it took ten times as long. */
const LONG = ["interleaved", "diagnostics"] as const;

/** Parse, replay and answer: the committed traces, and long traces. */
export async function rustRows(): Promise<Row[]> {
  await buildRust();
  const fixtures = requestText(tracesOf(await readFixtures()));
  const logs = LONG.flatMap((
    name,
  ) => [longRequest(name, 10_000).repeat(10), longRequest(name, 100_000)]);
  const [traces, ...long] = await timeInRust([fixtures, ...logs]);
  return [
    {
      work: "Rust in its process: parse, replay and answer the same traces",
      peer: "serde_json's parse of the same requests",
      ratio: traces!.parse / traces!.replay,
      bound: { least: 1 / 2 },
    },
    ...LONG.map((name, i): Row => ({
      work: `Rust: one trace of 100,000 events (${name})`,
      peer: "ten of 10,000",
      ratio: long[2 * i + 1]!.replay / long[2 * i]!.replay,
      bound: { most: 3 },
    })),
  ];
}

/** Builds the engine and its benchmark. */
export async function buildRust(): Promise<void> {
  const { success } = await new Deno.Command("cargo", {
    args: ["build", "--quiet", "--release", "--locked", "--bins", "--examples"],
    cwd: join(ROOT, "rust"),
  }).spawn().status;
  if (!success) throw new Error("Failed to build the Rust engine");
}

function longRequest(name: string, length: number): string {
  const events = LOGS[name]!(length);
  return `${JSON.stringify({ op: "replay", id: name, graph: 1, events })}\n`;
}

async function timeInRust(groups: readonly string[]): Promise<readonly Times[]> {
  const process = new Deno.Command(join(ROOT, "rust/target/release/examples/bench"), {
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const output = process.output();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(groups.join("\n")));
  await writer.close();
  const { success, stdout } = await output;
  if (!success) throw new Error("Failed to time the Rust engine");
  return new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
}
