/** Completion scripts of the shells. */
import type { RouteMap } from "@stricli/core";
import type { Context } from "../context.ts";
import type { Shell } from "./shells.ts";
import { type CommandWords, commandWords, type FlagWords } from "./words.ts";

/** The script for a shell, with a final line end. */
export async function completionScript(
  shell: Shell,
  routes: RouteMap<Context>,
  context: Context,
): Promise<string> {
  const commands = await commandWords(routes, context);
  const lines = { bash, zsh, fish }[shell](commands);
  return [...lines, ""].join("\n");
}

function bash(commands: readonly CommandWords[]): string[] {
  return [
    "# lean-gate: completion for bash",
    "_lean_gate() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words="" given=""',
    "  COMPREPLY=()",
    "  # Bash splits at an equals sign. Complete a file after one that ends no flag.",
    '  if [ "$word" = "=" ]; then word=""',
    '  elif [ "$before" = "=" ]; then before="${COMP_WORDS[COMP_CWORD-2]}"',
    '  elif [[ "$before" != -* ]]; then before=""; fi',
    '  if [[ "$before" == [^-]* ]]; then return; fi',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}"`,
    "  else",
    '    case "${COMP_WORDS[1]} $before" in',
    ...commands.flatMap(({ name, flags, operands }) => [
      ...flags.filter(({ values }) => values.length > 0).map((flag) => bashFlag(name, flag)),
      ...anyValue(name, flags),
      `      "${name} "*) words="${[...flags.map((flag) => flag.name), ...operands].join(" ")}" ;;`,
    ]),
    "    esac",
    "  fi",
    '  mapfile -t COMPREPLY < <(compgen -P "$given" -W "$words" -- "${word#"$given"}")',
    '  if [[ "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace; fi',
    "}",
    "complete -o default -o bashdefault -F _lean_gate lean-gate",
  ];
}

/** Keeps the part of a list before its last comma. */
function bashFlag(command: string, { name, values, isList }: FlagWords): string {
  const list = isList ? ' if [[ "$word" == *,* ]]; then given="${word%,*},"; fi' : "";
  return `      "${command} ${name}") words="${values.join(" ")}"${list && `;${list}`} ;;`;
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
    ...commands.flatMap((command) => [
      `    ${command.name})`,
      `      _arguments ${
        zshWords(command).map((word) => `\\\n        ${quoted(word)}`).join(" ")
      }`,
      "      ;;",
    ]),
    "  esac",
    "}",
    'if [ "$funcstack[1]" = "_lean_gate" ]; then _lean_gate "$@"; else compdef _lean_gate lean-gate; fi',
  ];
}

function zshWords({ flags, takesOperands, operands }: CommandWords): string[] {
  const words = flags.map(zshFlag);
  if (operands.length > 0) return [...words, `1:value:(${operands.join(" ")})`];
  return takesOperands ? [...words, "*:file:_files"] : words;
}

function zshFlag({ name, brief, takesValue, values, isList }: FlagWords): string {
  const said = brief.replaceAll(/[[\]:\\]/g, "\\$&");
  return `*${name}${takesValue ? "=" : ""}[${said}]${takesValue ? zshValue(values, isList) : ""}`;
}

function zshValue(values: readonly string[], isList: boolean): string {
  const all = values.join(" ");
  if (values.length === 0) return ":file:_files";
  if (isList) return `:value:_sequence compadd - ${all}`;
  return takesFile(values)
    ? `:value:{ if compset -P "*="; then _files; else compadd -S "" - ${all}; fi }`
    : `:value:(${all})`;
}

/** Whether a file is wanted behind the value. */
function takesFile([first]: readonly string[]): boolean {
  return first?.endsWith("=") ?? false;
}

function fish(commands: readonly CommandWords[]): string[] {
  return [
    "# lean-gate: completion for fish",
    "function __lean_gate_command",
    "    set -l words (commandline -opc)",
    '    test "$words[2]" = "$argv[1]"',
    "end",
    `complete -c lean-gate -f ${fishWhen("")} -l help -d 'Print help'`,
    `complete -c lean-gate -f ${fishWhen("")} -l version -d 'Print the version'`,
    ...commands.flatMap(({ name, brief, flags, takesOperands, operands }) => [
      `complete -c lean-gate -f ${fishWhen("")} -a ${name} -d ${quoted(brief)}`,
      ...flags.map((flag) => fishFlag(name, flag)),
      ...operands.length === 0 && takesOperands ? [] : [
        `complete -c lean-gate -f ${fishWhen(name)} -a ${quoted(operands.join(" "))}`,
      ],
    ]),
  ];
}

function fishFlag(command: string, { name, brief, takesValue, values, isList }: FlagWords): string {
  const value = takesValue ? fishValue(values, isList) : "";
  return `complete -c lean-gate ${fishWhen(command)} -l ${name.slice(2)}${value} -d ${
    quoted(brief)
  }`;
}

function fishValue(values: readonly string[], isList: boolean): string {
  const all = values.join(" ");
  if (values.length === 0) return " -r";
  if (isList) return ` -x -a ${quoted(`(__fish_append , ${all})`)}`;
  return ` ${takesFile(values) ? "-r" : "-x"} -a ${quoted(all)}`;
}

/** Only behind the command itself: its name may also be the value of a flag. */
function fishWhen(command: string): string {
  return `-n '__lean_gate_command "${command}"'`;
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
