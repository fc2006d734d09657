/**
 * Index of this wing: the host, text, JSON and diagnostics: what every wing builds on.
 *
 * Code outside the wing may import these modules and no others; a test holds it to that.
 */
export const PUBLIC: readonly string[] = [
  "diagnostic.ts",
  "host/child_stdio.ts",
  "host/deno.ts",
  "host/drain.ts",
  "host/host.ts",
  "host/interrupt.ts",
  "host/kept.ts",
  "host/lines.ts",
  "host/memory.ts",
  "host/output.ts",
  "host/seal.ts",
  "host/windows.ts",
  "json/clip.ts",
  "json/exact.ts",
  "json/inexact.ts",
  "json/json.ts",
  "json/json_path.ts",
  "text/counted.ts",
  "text/position.ts",
];
