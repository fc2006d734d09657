/** What the action's inputs may be: a wrong one is refused before anything is set up for it. */
import { LEAN_CHOICES } from "../cli/flags.ts";
import { FORMATS } from "../cli/render/formats.ts";
import { GateError } from "../src/platform/diagnostic.ts";
import type { Host } from "../src/platform/host/host.ts";
import { parseShard } from "../src/replay/engines/shard.ts";
import { STAGE_NAMES } from "../src/gate/report/report.ts";

/** GitHub knows texts only; a third word would be taken for "false" by one step, and not by another. */
const SWITCH = ["true", "false"];

/** The words that an input may be. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  lean: LEAN_CHOICES,
  format: FORMATS,
  "fail-on-warning": SWITCH,
  cache: [...SWITCH, "always"],
  "upload-sarif": SWITCH,
};

/**
 * Checks the inputs of a step, which it has as variables: `INPUT_FAIL_ON_WARNING`.
 *
 * @throws GateError (usage) `input_invalid`
 */
export function checkInputs(host: Pick<Host, "env">): void {
  const valueOf = (name: string) =>
    host.env(`INPUT_${name.replaceAll("-", "_").toUpperCase()}`) ?? "";
  for (const [name, words] of Object.entries(WORDS)) check(name, valueOf(name), words);
  const only = valueOf("only").replaceAll(/\s/g, "");
  if (only !== "") { for (const stage of only.split(",")) check("only", stage, STAGE_NAMES); }
  const shard = valueOf("shard");
  if (shard !== "") checkShard(shard);
}

function check(name: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) throw invalid(name, value, `Give one of ${words.join(", ")}.`);
}

function checkShard(shard: string): void {
  try {
    parseShard(shard);
  } catch {
    throw invalid("shard", shard, "Give a part such as 1/3, from 1/n to n/n.");
  }
}

function invalid(name: string, value: string, hint: string): GateError {
  return new GateError("usage", {
    code: "input_invalid",
    message: `Input "${name}" has "${value}"`,
    hint,
  });
}
