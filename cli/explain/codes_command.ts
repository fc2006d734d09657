/** Explains the codes about the config, the command line and the machine. */
import type { CodeTable } from "./code_table.ts";

/** Code → what it means, and what to do. */
export const COMMAND_CODES: CodeTable = {
  config_missing: [
    "There is no lean-gate.jsonc here or above, and no Lean package.",
    'Change to the folder of the project, or write a config with "lean-gate init".',
  ],
  config_syntax: [
    "The config is not valid JSON with comments.",
    "Correct it at the place that the finding names.",
  ],
  config_invalid: [
    "A field of the config is missing, unknown or of the wrong type.",
    "Correct the field; docs/reference.md lists all of them.",
  ],
  checked_nothing: [
    "A stage or a command had nothing to check. That is never a pass.",
    "Correct the paths, or the selection that left nothing.",
  ],
  stage_not_configured: [
    "--only names a stage for which the config has no section.",
    'Remove the stage from "--only", or add the section that the stage needs.',
  ],
  flags_contradict: ["Two flags exclude each other.", "Remove one of the two."],
  flag_needs_other: ["A flag has a meaning only together with another one.", "Add the other flag."],
  path_missing: ["A path of the command does not exist.", "Correct the path."],
  projects_differ: [
    "The paths of one scan belong to different projects.",
    "Scan each project by itself, or name one config with --config.",
  ],
  code_unknown: [
    "No finding has the code that was asked for.",
    'Correct the spelling, or list all codes with "lean-gate explain".',
  ],
  cache_kind_unknown: [
    "The command names a part of the cache that does not exist.",
    'Run "lean-gate cache" to see the parts.',
  ],
  init_file_exists: [
    '"lean-gate init" would overwrite a file.',
    "Move the file away, or name another folder.",
  ],
  init_folder_blocked: [
    '"lean-gate init" cannot create its folder, because a file has that name.',
    "Move the file away, or name another folder.",
  ],
  init_engine_unused: [
    '"--engine" is for a new project, and the folder has a Lean package.',
    "Write the example into another folder, and take its engine and emitter.",
  ],
  program_missing: [
    "A program that the run needs is not on PATH.",
    'Install it as the finding says; "lean-gate doctor" checks all of them.',
  ],
  deno_missing: [
    "A program called the gate as a library, and Deno does not run it.",
    "Run the program with Deno; only the reducer runs under Node.",
  ],
  command_not_found: ["A program could not be found.", "Install it, or correct its name."],
  report_path_twice: [
    "Two reports would be written to one file.",
    "Give each report a file of its own.",
  ],
  report_path_folder: ["The path of a report is a folder.", "Name a file in it."],
  report_path_blocked: [
    "The folder of a report cannot be created, because a file has that name.",
    "Name another file.",
  ],
  report_not_written: [
    "A report could not be written.",
    "Check the permissions and the free space of its folder.",
  ],
  not_a_file: ["A path leads to a folder or a device.", "Put the expected file in its place."],
  system_error: [
    "The system refused an operation on a file.",
    "Correct the path that is named, or its permissions.",
  ],
  permission_missing: [
    "Deno was not given a permission that the run needs.",
    "Name another path, or run lean-gate with the permission.",
  ],
  interrupted: [
    "The run was interrupted before it ended. There is no verdict.",
    "Run the command again.",
  ],
  internal_error: [
    "lean-gate failed in a way that it does not expect.",
    "This is a defect of lean-gate. Report it with the lines that were printed.",
  ],
};
