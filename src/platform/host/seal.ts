/**
 * Seals what a run keeps for the next one, by a key that lies outside of every project and of what is cached
 * elsewhere: what somebody else put into a checkout or a cache is never taken for the gate's own.
 */
import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Host } from "./host.ts";

/**
 * The seal of a text.
 *
 * Equal texts have equal seals, and nobody without the key can make one.
 */
export type Seal = (text: string) => string;

/**
 * Variable with the key, for machines that are made anew for each run.
 *
 * A file that is sealed with it is trusted.
 */
export const KEY_VARIABLE = "LEAN_GATE_KEY";

/** Used where no key can be kept: then nothing of another run is believed. */
const OWN_KEY = randomBytes(32).toString("hex");

/** A key of less than so many characters could be guessed. */
const KEY_LENGTH = 32;

/** The seal of this user on this machine. The key is made when there is none. */
export async function openSeal(host: Pick<Host, "env" | "files">): Promise<Seal> {
  const key = await keyOf(host);
  return (text) => createHmac("sha256", key).update(text).digest("hex");
}

/** Where the key is kept; `undefined` where no home folder is known. */
export function keyFile(host: Pick<Host, "env">): string | undefined {
  const state = host.env("XDG_STATE_HOME");
  if (state) return join(state, "lean-gate", "key");
  const home = host.env("HOME") || host.env("USERPROFILE");
  return home ? join(home, ".local", "state", "lean-gate", "key") : undefined;
}

async function keyOf(host: Pick<Host, "env" | "files">): Promise<string> {
  const given = host.env(KEY_VARIABLE) ?? "";
  if (given.length >= KEY_LENGTH) return given;
  const file = keyFile(host);
  if (file === undefined) return OWN_KEY;
  try {
    const known = await host.files.readText(file) ?? "";
    if (known.length >= KEY_LENGTH) return known;
    await host.files.writeAtomic(file, randomBytes(32).toString("hex"));
    // Another run may have been faster.
    return await host.files.readText(file) ?? OWN_KEY;
  } catch {
    return OWN_KEY;
  }
}
