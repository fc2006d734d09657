/** When a compiled module may be used again: the key of everything it was made from. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { leanMessageSchema } from "../messages.ts";
import type { Module } from "../../package/modules.ts";
import type { Seal } from "../../../platform/host/seal.ts";

/** What is kept beside a compiled module. */
export const recordSchema = z.strictObject({
  key: z.string(),
  /** SHA-256 of each file that the compilation wrote, by the file's suffix. */
  artifacts: z.record(z.string(), z.string()),
  /** Lean's messages, shown again whenever the module is used again. */
  messages: z.array(leanMessageSchema),
});
/** See {@linkcode recordSchema}. */
export type BuildRecord = z.infer<typeof recordSchema>;

/**
 * Keys of all modules, by name. A key covers the text (with LF), the options, the Lean in use, the digest of
 * the files that code may read and, through their keys, all imports; `order` has every module behind its imports.
 */
export function moduleKeys(
  order: readonly Module[],
  identity: string,
  data = "",
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const { name, path, text, options, imports } of order) {
    const inputs = [
      identity,
      name,
      path,
      options,
      imports.map((imported) => [imported, keys.get(imported)]),
      text.replaceAll("\r\n", "\n"),
      ...(data === "" ? [] : [data]),
    ];
    keys.set(name, createHash("sha256").update(JSON.stringify(inputs)).digest("hex"));
  }
  return keys;
}

/** The record in a file's text, or `undefined` when there is none, or it is of another form or another's. */
export function parseRecord(text: string | undefined, seal: Seal): BuildRecord | undefined {
  const end = text?.indexOf("\n") ?? -1;
  if (text === undefined || end < 0 || text.slice(0, end) !== seal(text.slice(end + 1))) {
    return undefined;
  }
  try {
    return recordSchema.safeParse(JSON.parse(text.slice(end + 1))).data;
  } catch {
    return undefined;
  }
}

/** The text of a record, behind its seal: who else writes one is not believed. */
export function recordText(record: BuildRecord, seal: Seal): string {
  const text = JSON.stringify(record);
  return `${seal(text)}\n${text}`;
}
