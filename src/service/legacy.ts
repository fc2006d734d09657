/** Reads legacy records. */
import { z } from "zod";
import { GateError, messageOf } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { STATUSES } from "../lifecycle/value.ts";
import type { Legacy } from "./tasks.ts";

const Record = z.strictObject({
  name: z.string(),
  status: z.enum(STATUSES),
  after: z.array(z.string()).default([]),
  retries: z.int().nonnegative().default(0),
});

/** A line of the graph that an older service wrote. */
const GraphRow = z.object({
  task: z.int(),
  name: z.string(),
  status: z.enum(STATUSES),
  generation: z.int(),
  deps: z.array(z.string()),
}).transform(({ name, status, deps }) => ({ name, status, after: deps, retries: 0 }));

/**
 * The records of a file, one a line. Throws GateError `legacy_missing`, `legacy_malformed` (usage).
 */
export async function readLegacy(
  host: Host,
  file: string,
): Promise<readonly Legacy[]> {
  const text = await host.files.readText(file);
  if (text === undefined) {
    throw new GateError("usage", {
      code: "legacy_missing",
      message: `There is no file "${file}" to import`,
      hint: "Name a file of records, one a line.",
    });
  }
  const lines = text.replace(/^\uFEFF/, "").split("\n").map((line, at) => ({ line, at })).filter((
    { line },
  ) => line.trim());
  if (lines.length === 0) {
    throw new GateError("usage", {
      code: "legacy_missing",
      message: `There is no record in "${file}" to import`,
      hint: "Name a file of records, one a line.",
    });
  }
  return lines.map(({ line, at }) => {
    const place = { file, line: at + 1 };
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch (cause) {
      throw malformed(place, messageOf(cause));
    }
    const parsed = Record.safeParse(json);
    if (parsed.success) return parsed.data;
    const row = GraphRow.safeParse(json);
    if (row.success) return row.data;
    const [issue] = parsed.error.issues;
    throw malformed(place, `${issue!.path.join(".") || "record"}: ${issue!.message}`);
  });
}

function malformed(location: { readonly file: string; readonly line: number }, reason: string) {
  return new GateError("usage", {
    code: "legacy_malformed",
    message: `Failed to read a legacy record: ${reason}`,
    location,
    hint:
      'A record is {"name":"build","status":"done","after":[],"retries":0}. Nothing was imported.',
  });
}
