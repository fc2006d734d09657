/** What the user configures of a store, in `config.json` there. */
import { z } from "zod";
import { GateError, messageOf } from "../platform/diagnostic.ts";
import type { Host } from "../platform/host/host.ts";
import { CLASSES } from "../lifecycle/value.ts";
import { OUTPUT_BYTES } from "./output.ts";
import type { Store } from "./store.ts";

const Seconds = z.number().positive().max(604_800);

/** The schema of the file. */
export const ServiceConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  deadline: Seconds.optional().describe(
    "Seconds after which a worker is ended, and a provider timeout reported",
  ),
  heartbeat: Seconds.optional().describe(
    "Seconds without output and without a heartbeat after which a worker is ended, and its provider reported unavailable",
  ),
  output: z.int().min(4096).default(OUTPUT_BYTES).describe(
    "Bytes of output that are kept of an attempt",
  ),
  retry: z.array(z.enum(CLASSES)).optional().describe(
    "Failures after which lifecycle run retries a task, as long as it has retries",
  ),
  command: z.array(z.string().min(1)).min(1).optional().describe(
    "Worker of the tasks that were declared without one, for lifecycle run",
  ),
});

/** See above. */
export type ServiceConfig = z.infer<typeof ServiceConfigSchema>;

/** Reads the configuration. Throws GateError `store_config` (usage). */
export async function readConfig(host: Host, store: Store): Promise<ServiceConfig> {
  const text = await host.files.readText(store.config);
  if (text === undefined) return ServiceConfigSchema.parse({});
  let reason: string;
  try {
    const parsed = ServiceConfigSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    reason = `${issue!.path.join(".") || "config"}: ${issue!.message}`;
  } catch (cause) {
    reason = messageOf(cause);
  }
  throw new GateError("usage", {
    code: "store_config",
    message: `Failed to read the configuration: ${reason}`,
    location: { file: store.config },
    hint: 'Correct it; for example {"deadline":600,"heartbeat":60,"output":1048576}.',
  });
}
