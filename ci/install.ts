/**
 * Puts the command `lean-gate` on PATH: `deno task install`. Where deno itself is not on PATH, as when it
 * came by npx, the command starts the deno that runs this.
 */
import { delimiter, join } from "node:path";
import { PERMISSIONS } from "../cli/permissions.ts";
import { which } from "../src/platform/host/deno.ts";

/** The launcher with the path of deno in place of its name. */
export function withDenoPath(launcher: string, deno: string): string {
  const quoted = `'${deno.replaceAll("'", `'\\''`)}'`;
  const changed = launcher.replace(/^exec deno (?=run )/m, () => `exec ${quoted} `);
  if (changed === launcher) throw new Error("deno install wrote a launcher of another shape");
  return changed;
}

async function install(): Promise<number> {
  const root = join(import.meta.dirname!, "..");
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "install",
      "--global",
      "--force",
      "--frozen=false",
      "--config",
      join(root, "deno.json"),
      "--name",
      "lean-gate",
      ...PERMISSIONS,
      join(root, "cli", "main.ts"),
    ],
  }).spawn().status;
  if (code !== 0) return code;
  // npx puts its deno on PATH for this process alone.
  const path = (Deno.env.get("PATH") ?? "").split(delimiter)
    .filter((folder) => !/[\\/](_npx|node_modules)[\\/]/.test(folder)).join(delimiter);
  if (await which("deno", path) !== undefined) return 0;
  const home = Deno.env.get("DENO_INSTALL_ROOT") ?? Deno.env.get("DENO_INSTALL") ??
    join(Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? ".", ".deno");
  const file = join(home, "bin", "lean-gate");
  const launcher = await Deno.readTextFile(file).catch(() => undefined);
  if (launcher === undefined) {
    console.error(`deno is not on PATH: put it there, or the command "lean-gate" cannot start it.`);
    return 3;
  }
  await Deno.writeTextFile(file, withDenoPath(launcher, Deno.execPath()));
  console.log(`deno is not on PATH: lean-gate starts ${Deno.execPath()}`);
  return 0;
}

if (import.meta.main) Deno.exit(await install());
