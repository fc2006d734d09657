/** The scan: what it costs to look for all escapes at once, against a look for one word. */
import { join } from "node:path";
import { cpuUsage } from "node:process";
import { denoHost } from "../src/platform/host/deno.ts";
import { leanFiles } from "../src/lean/package/files.ts";
import { scanSource } from "../src/lean/scan/scan.ts";
import {
  generateDense,
  generatePlain,
  generateRealistic,
  generateRough,
} from "../src/lean/scan/testing/generate.ts";
import { ROOT } from "./fixtures.ts";
import { least } from "./measure.ts";
import type { Row } from "./table.ts";

const MB = 1_000_000;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Against the search for one word, against a fixed speed on one core, and against a tenth of the text. */
export async function scanRows(): Promise<Row[]> {
  return [
    await searchRow("a generated project of 4 MB", generateRealistic(2, 4 * MB), "Project"),
    await searchRow("this repository's model, ten times", await ownSources(), "Lifecycle", 10),
    await speedRow("1 MB of documented theorems", generatePlain(MB)),
    await processorRow("300 files that declare notation and import it, a hole per 3 KB: 40 MB"),
    await growthRow("every construct, an escape word in every line: 20 MB"),
  ];
}

/** The scan gets the bytes as they are read, the search their text: only the scan pays for decoding. */
async function searchRow(
  name: string,
  texts: readonly string[],
  root: string,
  times = 1,
): Promise<Row> {
  const files = texts.map((text) => ENCODER.encode(text));
  const decoded = files.map((bytes) => DECODER.decode(bytes)); // flat, as text from a file is
  const options = { roots: new Set([root]) };
  const repeated = (work: () => void) => () => {
    for (let n = 0; n < times; n++) work();
  };
  const time = await least(60, {
    search: repeated(() => decoded.forEach(countSorry)),
    scan: repeated(() => files.forEach((bytes) => scanSource("A.lean", bytes, options))),
  });
  return {
    work: `Scan: ${name}`,
    peer: '`indexOf("sorry")` in a loop',
    ratio: time.scan / time.search,
    bound: { most: 3 },
  };
}

async function speedRow(name: string, text: string): Promise<Row> {
  const bytes = ENCODER.encode(text);
  const { scan } = await least(60, { scan: () => scanSource("A.lean", bytes) });
  return {
    work: `Scan: ${name}`,
    peer: "50 MB a second on one core",
    ratio: bytes.length / MB / (scan / 1000) / 50,
    bound: { least: 1 },
  };
}

/** By the processor's time, so that what else the machine does counts less. */
async function processorRow(name: string): Promise<Row> {
  const files = generateRough(3, 40 * MB).map((text) => ENCODER.encode(text));
  const options = { roots: new Set(["Project"]) };
  const scan = () => files.reduce((n, bytes) => n + scanSource("A.lean", bytes, options).length, 0);
  const holes = scan(); // what is compiled at the start is compiled here
  const size = files.reduce((sum, { length }) => sum + length, 0);
  if (holes < size / 4000) throw new Error(`Found ${holes} holes in ${size} bytes`);
  let least = Infinity;
  for (let n = 0; n < 3; n++) {
    const before = cpuUsage();
    scan();
    const { user, system } = cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
    await Promise.resolve();
  }
  return {
    work: `Scan: ${name}`,
    peer: "20 MB a second of processor time",
    ratio: size / MB / least / 20,
    bound: { least: 1 },
  };
}

async function growthRow(name: string): Promise<Row> {
  const [part, whole] = [2 * MB, 20 * MB].map((size) => ENCODER.encode(generateDense(1, size)));
  const time = await least(8, {
    part: () => scanSource("A.lean", part!),
    whole: () => scanSource("A.lean", whole!),
  });
  return {
    work: `Scan: ${name}`,
    peer: "a tenth of it",
    ratio: time.whole / time.part,
    bound: { most: 12 },
  };
}

/** Finds what it looks for, so that no compiler may leave the loop out. */
function countSorry(text: string): number {
  let count = 0;
  for (let at = text.indexOf("sorry"); at >= 0; at = text.indexOf("sorry", at + 1)) count++;
  return count;
}

async function ownSources(): Promise<string[]> {
  await using owned = denoHost(new AbortController().signal);
  const files = await Array.fromAsync(leanFiles(owned.host, join(ROOT, "formal")));
  return files.map(({ bytes }) => DECODER.decode(bytes));
}
