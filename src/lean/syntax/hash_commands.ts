/**
 * Commands that start with `#`. Lean matches them as whole tokens, longest first, so `#exitnow` is
 * `#exit` and a name, while a bare `#` is an operator that projects may define.
 */
import { idRestLength } from "./chars.ts";

/** Commands an author runs while working and that a finished file does not need. */
export const LEFTOVER_COMMANDS: readonly string[] = [
  "#eval",
  "#eval!",
  "#check",
  "#check_failure",
  "#check_tactic",
  "#check_tactic_failure",
  "#check_simp",
  "#print",
  "#reduce",
  "#synth",
  "#simp",
  "#whnf",
  "#norm_num",
  "#find",
  "#help",
  "#where",
  "#search",
  "#loogle",
  "#leansearch",
  "#moogle",
  "#lint",
  "#explode",
  "#instances",
  "#min_imports",
  "#unfold?",
  "#discr_tree_key",
  "#html",
  "#widget",
  "#time",
  "#count_heartbeats",
];

const COMMANDS: readonly string[] = [
  ...LEFTOVER_COMMANDS,
  "#exit",
  "#guard",
  "#guard_msgs",
  "#guard_expr",
  "#import_path",
  "#redundant_imports",
  "#show_kind",
  "#version",
  "#deprecated_modules",
  "#eval_with_proof",
].sort((a, b) => b.length - a.length);

/** Length in code units of the `#` command at `at`, or 0 when the `#` there starts none. */
export function hashCommandLength(text: string, at: number): number {
  let end = at + 1;
  for (;;) {
    const step = idRestLength(text, end);
    if (step === 0) break;
    end += step;
  }
  if (end === at + 1) return 0;
  for (const command of COMMANDS) {
    if (command.length <= end - at && text.startsWith(command, at)) return command.length;
  }
  return 0;
}
