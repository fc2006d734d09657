/** JSON inside a page: as text that no parser of HTML can mistake for markup. */

/** The value as JSON for a script element that is data. `</script>` cannot occur in it. */
export function plainBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** The same as gzip in base64, which the page decodes on demand. */
export async function packedBlock(id: string, value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `<script type="application/gzip" id="${id}">${bytes.toBase64()}</script>`;
}
