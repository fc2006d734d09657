/** The house rules that tools can check. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../cli/version.ts";
import engine from "../src/lifecycle/engine.ts";
import { DEVELOPMENT_LOCK, REPOSITORY } from "./support/cli.ts";

async function run(program: string, args: readonly string[], cwd = REPOSITORY): Promise<string> {
  const command = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", CARGO_TERM_COLOR: "never" },
  });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  const output = text.decode(stdout) + text.decode(stderr);
  assert.equal(code, 0, `${program} ${args.join(" ")}\n${output}`);
  return output;
}

const deno = (...args: string[]) => run(Deno.execPath(), args);
const cargo = (...args: string[]) =>
  run("cargo", [args[0]!, "--manifest-path", "rust/Cargo.toml", ...args.slice(1)]);

Deno.test("deno fmt changes nothing", async () => {
  await deno("fmt", "--check");
});

Deno.test("deno lint finds nothing", async () => {
  await deno("lint");
});

Deno.test("every module passes the type checker", async () => {
  await deno("check", DEVELOPMENT_LOCK, ".");
});

Deno.test("the public API is documented", async () => {
  await deno("doc", "--lint", "mod.ts", "gate.ts");
});

Deno.test("the package could be published", async () => {
  await deno("publish", "--dry-run", "--allow-dirty");
});

Deno.test("the command line, both engines and the packages have one version", async () => {
  const text = (path: string) => Deno.readTextFile(join(REPOSITORY, path));
  const { version } = JSON.parse(await text("deno.json"));
  const [, cargo] = /^version = "(.*)"$/m.exec(await text("rust/Cargo.toml"))!;
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual([VERSION, engine.version, cargo], [version, version, version]);
});

Deno.test("cargo fmt changes nothing", async () => {
  await cargo("fmt", "--check");
});

Deno.test("clippy finds nothing", async () => {
  await cargo("clippy", "--locked", "--all-targets", "--", "-D", "warnings");
});

Deno.test("the Rust tests pass, and there are some", async () => {
  const output = await cargo("test", "--locked");
  const passed = [...output.matchAll(/(\d+) passed/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  assert.ok(passed > 0, output);
});
