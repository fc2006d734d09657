/** A toolchain for tests that does what the test says, and nothing else. */
import assert from "node:assert/strict";
import type { Host } from "../../../platform/host/host.ts";
import { readLakefile } from "../../package/formal_package.ts";
import type { Toolchain } from "../toolchain.ts";

/** Fails for every call that `own` does not answer; the lakefile is that of `/project/formal`. */
export function fakeToolchain(
  host: Pick<Host, "files">,
  info: Partial<Toolchain["info"]>,
  own: Partial<Toolchain>,
): Toolchain {
  const place = { projectRoot: "/project", formalRoot: "/project/formal" };
  return {
    info: {
      backend: "native",
      version: "4.28.0",
      pin: "leanprover/lean4:v4.28.0",
      isPinned: true,
      paths: {},
      ...info,
    },
    config: async () => await readLakefile(host, place) ?? assert.fail("Not a lakefile.toml"),
    build: () => assert.fail("Built"),
    check: () => assert.fail("Checked"),
    prepare: () => assert.fail("Prepared"),
    exec: () => assert.fail("Executed"),
    ask: () => assert.fail("Asked"),
    ...own,
  };
}
