/** Writes the published JSON schemas anew from those that the code uses: `deno task schema`. */
import { join } from "node:path";
import { z } from "zod";
import { ConfigSchema } from "../src/gate/config/schema.ts";
import { ServiceConfigSchema } from "../src/service/config.ts";
import { StatusSchema } from "../src/service/overview.ts";
import { ReportSchema } from "../src/gate/report/schema.ts";

/** Each schema by its file in this folder, as text with a final line end. */
export function schemas(): Readonly<Record<string, string>> {
  return {
    // What a writer may leave out has a default: the schema is of what stands in the file.
    "config.json": text(ConfigSchema, "input", "lean-gate.jsonc", "What lean-gate checks"),
    "report.json": text(ReportSchema, "output", "lean-gate report", "What lean-gate found"),
    "status.json": text(
      StatusSchema,
      "output",
      "lifecycle status",
      "What lifecycle status --json tells",
    ),
    "store.json": text(
      ServiceConfigSchema,
      "input",
      "lifecycle config.json",
      "What bounds the workers of a store",
    ),
  };
}

function text(schema: z.ZodType, io: "input" | "output", title: string, description: string) {
  // The draft that editors know best.
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: "draft-7", io });
  return JSON.stringify({ $schema, title, description, ...rest }, null, 2) + "\n";
}

if (import.meta.main) {
  for (const [name, content] of Object.entries(schemas())) {
    await Deno.writeTextFile(join(import.meta.dirname!, name), content);
  }
}
