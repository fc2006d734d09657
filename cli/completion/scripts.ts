/** Completion scripts of the shells. */
import type { Context } from "../context.ts";
import type { Shell } from "./shells.ts";
import { type CommandWords, commandWords, type FlagWords } from "./words.ts";

/** The script for a shell, with a final line end. */
export async function completionScript(shell: Shell, context: Context): Promise<string> {
  const commands = await commandWords(context);
  const lines = { bash, zsh, fish }[shell](commands);
  return [...lines, ""].join("\n");
}

function bash(commands: readonly CommandWords[]): string[] {
  return [
    "# lean-gate: completion for bash",
    "_lean_gate() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}"`,
    "  else",
    '    case "${COMP_WORDS[1]} $before" in',
    ...commands.flatMap(({ name, flags, operands }) => [
      ...flags.filter(({ values }) => values.length > 0).map((flag) =>
        `      "${name} ${flag.name}") words="${flag.values.join(" ")}" ;;`
      ),
      ...anyValue(name, flags),
      `      "${name} "*) words="${[...flags.map((flag) => flag.name), ...operands].join(" ")}" ;;`,
    ]),
    "    esac",
    "  fi",
    '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")',
    "}",
    "complete -o default -o bashdefault -F _lean_gate lean-gate",
  ];
}

/** Behind a flag whose value may be anything, bash offers files. */
function anyValue(name: string, flags: readonly FlagWords[]): string[] {
  const open = flags.filter(({ takesValue, values }) => takesValue && values.length === 0);
  if (open.length === 0) return [];
  return [`      ${open.map((flag) => `"${name} ${flag.name}"`).join("|")}) ;;`];
}

function zsh(commands: readonly CommandWords[]): string[] {
  return [
    "#compdef lean-gate",
    "# lean-gate: completion for zsh",
    "_lean_gate() {",
    "  local -a commands=(",
    ...commands.map(({ name, brief }) =>
      `    ${quoted(`${name}:${brief.replaceAll(":", "\\:")}`)}`
    ),
    "  )",
    "  if (( CURRENT == 2 )); then",
    "    _describe command commands",
    "    return",
    "  fi",
    "  local name=${words[2]}",
    "  shift words",
    "  (( CURRENT-- ))",
    '  case "$name" in',
    ...commands.flatMap(({ name, flags, operands }) => [
      `    ${name})`,
      "      _arguments \\",
      ...flags.map((flag) => `        ${quoted(zshFlag(flag))} \\`),
      operands.length > 0 ? `        '1:value:(${operands.join(" ")})'` : "        '*:file:_files'",
      "      ;;",
    ]),
    "  esac",
    "}",
    'if [ "$funcstack[1]" = "_lean_gate" ]; then _lean_gate "$@"; else compdef _lean_gate lean-gate; fi',
  ];
}

function zshFlag({ name, brief, takesValue, values }: FlagWords): string {
  const said = brief.replaceAll(/[[\]:\\]/g, "\\$&");
  const value = values.length > 0 ? `:value:(${values.join(" ")})` : ":file:_files";
  return `*${name}[${said}]${takesValue ? value : ""}`;
}

function fish(commands: readonly CommandWords[]): string[] {
  return [
    "# lean-gate: completion for fish",
    "complete -c lean-gate -f -n __fish_use_subcommand -l help -d 'Print help'",
    "complete -c lean-gate -f -n __fish_use_subcommand -l version -d 'Print the version'",
    ...commands.flatMap(({ name, brief, flags, operands }) => [
      `complete -c lean-gate -f -n __fish_use_subcommand -a ${name} -d ${quoted(brief)}`,
      ...flags.map((flag) => fishFlag(name, flag)),
      ...operands.length === 0 ? [] : [
        `complete -c lean-gate -f ${fishWhen(name)} -a ${quoted(operands.join(" "))}`,
      ],
    ]),
  ];
}

function fishFlag(command: string, { name, brief, takesValue, values }: FlagWords): string {
  const value = values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : takesValue ? " -r" : "";
  return `complete -c lean-gate ${fishWhen(command)} -l ${name.slice(2)}${value} -d ${
    quoted(brief)
  }`;
}

function fishWhen(command: string): string {
  return `-n '__fish_seen_subcommand_from ${command}'`;
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
