/**
 * Serves one package as an npm registry does: `registry.ts FOLDER TARBALL`, the folder with its
 * `package.json`. Prints the registry's address.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";

if (import.meta.main) {
  const [folder, tarball] = Deno.args as [string, string];
  const manifest = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
  const bytes = await Deno.readFile(tarball);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const { name, version } = manifest;
  Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/`),
  }, ({ url }) => {
    const { origin, pathname } = new URL(url);
    if (pathname === "/package.tgz") return new Response(bytes);
    if (decodeURIComponent(pathname) !== `/${name}`) return new Response(null, { status: 404 });
    const dist = { integrity, tarball: `${origin}/package.tgz` };
    return Response.json({
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist } },
    });
  });
}
