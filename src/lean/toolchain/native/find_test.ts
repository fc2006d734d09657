import assert from "node:assert/strict";
import type { Host } from "../../../platform/host/host.ts";
import { memoryHost } from "../../../platform/host/memory.ts";
import { parsePin } from "../pin.ts";
import { findNative } from "./find.ts";

/** A machine with elan and the given files, whose Lean says that it is of `version`. */
function machine(
  files: readonly string[],
  { version = "4.28.0", os = "linux-x86_64", env = { HOME: "/home/me" } as Record<string, string> },
) {
  const { host, commands } = memoryHost({
    env,
    files: Object.fromEntries(files.map((path) => [path, ""])),
    path: { elan: "/bin/elan" },
    programs: () => ({ stdout: `Lean (version ${version}, x86_64, Release)\n` }),
  });
  return { host: { ...host, os } as Host, commands };
}

const HOME = "/home/me/.elan/toolchains";

Deno.test("findNative() finds what elan installed, however the pin is written", async () => {
  const stable = `${HOME}/leanprover--lean4---v4.28.0/bin/lean`;
  const nightly = `${HOME}/leanprover--lean4-nightly---nightly-2026-01-31/bin/lean`;
  const pins = {
    [stable]: ["v4.28.0", "4.28.0", "leanprover/lean4:4.28.0", "leanprover/lean4:v4.28.0"],
    [nightly]: ["nightly-2026-01-31", "leanprover/lean4:nightly-2026-01-31"],
  };
  for (const [path, texts] of Object.entries(pins)) {
    for (const text of texts) {
      const version = path === stable ? "4.28.0" : "4.29.0-nightly-2026-01-31";
      const { host, commands } = machine([path], { version });
      const pin = parsePin(text, "lean-toolchain");
      const found = await findNative(host, "/formal", pin);
      assert.equal(found.status === "ready" && found.lean.paths["lean"], path, text);
      assert.deepEqual(commands[0]?.argv, ["/bin/elan", "run", pin.toolchain, "lean", "--version"]);
    }
  }
});

Deno.test("findNative() takes a toolchain that is linked by the name of the release first", async () => {
  const linked = `${HOME}/v4.28.0/bin/lean`;
  const { host } = machine([linked, `${HOME}/leanprover--lean4---v4.28.0/bin/lean`], {});
  const found = await findNative(host, "/formal", parsePin("v4.28.0", "lean-toolchain"));
  assert.equal(found.status === "ready" && found.lean.paths["lean"], linked);
});

Deno.test("findNative() does not take one pin for another", async () => {
  const { host } = machine([`${HOME}/leanprover--lean4---v4.28.0/bin/lean`], {});
  for (const text of ["v4.28.1", "nightly-2026-01-31", "own/fork:v4.28.0"]) {
    const found = await findNative(host, "/formal", parsePin(text, "lean-toolchain"));
    assert.equal(found.status, "notInstalled", text);
  }
});

Deno.test("findNative() looks for lean.exe in the profile's folder on Windows", async () => {
  const path = "/profile/.elan/toolchains/leanprover--lean4---v4.28.0/bin/lean.exe";
  const env = { USERPROFILE: "/profile", HOME: "/c/profile" };
  const pin = parsePin("v4.28.0", "lean-toolchain");
  const windows = machine([path], { os: "windows-x86_64", env });
  assert.equal((await findNative(windows.host, "/formal", pin)).status, "ready");
  const { host } = machine([path], { env });
  assert.equal((await findNative(host, "/formal", pin)).status, "notInstalled");
});
