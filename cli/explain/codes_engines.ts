/** Explains the codes about engines, project modules and divergences. */
import type { CodeTable } from "./code_table.ts";

const PROTOCOL = "Correct the engine; docs/engines.md has the protocol.";
const CORRECT_MODULE = "Correct the module, or where lean-gate.jsonc names it.";

/** Code → what it means, and what to do. */
export const ENGINE_CODES: CodeTable = {
  // Divergences
  divergence: [
    "An engine decides an event differently from the model, or from another engine.",
    'Compare the two decisions. Correct the engine, or change the model and run "lean-gate fixtures --write". "lean-gate replay --shrink FILE" finds the fewest events that show the difference.',
  ],
  divergence_length: [
    "An engine gives more or fewer decisions than there are events.",
    "Give exactly one decision for each event.",
  ],
  divergence_final: [
    "An engine makes the same decisions and ends in another state.",
    "Compare the fields that the finding lists, and correct the engine or the model.",
  ],
  divergence_beginning: [
    "An engine decides the beginning of a trace differently from the whole trace.",
    "Decide each event from the state that the events before it left.",
  ],
  divergence_more: [
    "An engine diverges in more traces than are listed, for the causes that are counted.",
    "Correct what is listed first. The HTML and the JSON report list every diverging trace.",
  ],
  // Starting an engine
  engine_unknown: ["The command names an engine that the config lacks.", "Correct the name."],
  engine_build_failed: [
    "The build command of an engine failed.",
    "Run the build command by itself and correct what it reports.",
  ],
  engine_not_started: [
    "The command of an engine could not be started.",
    'Check the command in the config; "lean-gate doctor" checks all of them.',
  ],
  engine_hello_timeout: [
    "An engine did not answer the greeting in time.",
    "Answer hello at once and flush stdout. Build in the build command, not at the start.",
  ],
  engine_hello_exit: ["An engine ended before it answered the greeting.", PROTOCOL],
  engine_hello_malformed: ["An engine answered the greeting with another shape.", PROTOCOL],
  engine_hello_protocol: ["An engine speaks another version of the protocol.", PROTOCOL],
  // Answers
  engine_declined: [
    "An engine answered a request with an error instead of decisions.",
    "Read the engine's message. Correct the engine, or the trace that it calls malformed.",
  ],
  engine_garbage: [
    "An engine printed a line that is not JSON.",
    "Write log lines to stderr: stdout has answers only.",
  ],
  engine_number_unsafe: ["An answer has a number that is too large to be read exactly.", PROTOCOL],
  engine_number_form: [
    "An answer has a number that is not a plain non-negative integer.",
    PROTOCOL,
  ],
  engine_duplicate_key: ["An object of an answer has the same key twice.", PROTOCOL],
  engine_too_deep: ["An answer is nested too deeply.", PROTOCOL],
  engine_missing_id: ["An answer has no id, so it belongs to no request.", PROTOCOL],
  engine_wrong_id: ["An answer has an id that was not asked for.", PROTOCOL],
  engine_out_of_order: ["Answers are not in the order of the requests.", PROTOCOL],
  engine_answered_twice: ["An engine answered a request twice.", PROTOCOL],
  engine_answer_malformed: ["An answer has another shape than the protocol asks for.", PROTOCOL],
  engine_answer_cut: ["An engine ended in the middle of an answer.", PROTOCOL],
  engine_half_answer: [
    "An engine printed a part of a line and then nothing.",
    "End each answer with a line end and flush stdout.",
  ],
  engine_line_too_long: ["A line of an engine is longer than the limit.", PROTOCOL],
  engine_invalid_utf8: ["An engine printed bytes that are not UTF-8.", "Write UTF-8 to stdout."],
  answer_malformed: ["A module returned a value that is not exact JSON.", CORRECT_MODULE],
  // Ends
  engine_deadline: [
    "An engine did not answer a request in time.",
    "Find the slow or endless request; flush stdout after each answer.",
  ],
  engine_crashed: [
    "An engine ended with a failure or by a signal.",
    "Read its last lines of stderr below the finding, and run the request by itself.",
  ],
  engine_exited: [
    "An engine ended without answering.",
    "Answer every request until stdin is closed.",
  ],
  engine_closed_stdin: ["An engine closed its stdin before all requests were read.", PROTOCOL],
  engine_closed_stdout: ["An engine closed its stdout and went on running.", PROTOCOL],
  engine_did_not_end: [
    "An engine went on running after its stdin was closed.",
    "End the process when stdin ends.",
  ],
  engine_exit_nonzero: [
    "An engine answered everything and ended with a failure.",
    "End with exit code 0 after the last answer.",
  ],
  engine_unasked: ["An engine printed something after its last answer.", PROTOCOL],
  engine_noisy: ["An engine wrote much to stderr, which slows it down.", "Log less."],
  engine_unstable: [
    "An engine fails on a request only sometimes, or only after other requests.",
    "Keep no state between requests, and flush stdout after each answer.",
  ],
  engine_restart_failed: ["An engine could not be started again after a failure.", PROTOCOL],
  engine_gave_up: [
    "An engine was restarted too often, so the rest was not asked.",
    "Correct the failures that are listed before.",
  ],
  engine_skipped: [
    "An event sequence was not asked, because the engine had been given up.",
    "Correct what made the engine be given up.",
  ],
  replay_more: [
    "An engine failed on more traces than are listed.",
    "Correct what is listed first.",
  ],
  replay_nothing: [
    "An engine was given nothing to replay.",
    "Check that the fixtures folder has traces, and that the selection leaves some.",
  ],
  shard_empty: ["A shard has no traces.", "Split them into fewer shards."],
  nothing_to_compare: [
    "One engine alone was to replay events without decisions: it would agree with itself.",
    "Add another engine, or the model with --oracle lean.",
  ],
  oracle_not_configured: [
    "The command asks the model, and the config names no oracle.",
    'Name the executable that answers the engine protocol: "formal": { "oracle": "…" }.',
  ],
  oracle_name_taken: [
    "An engine has the name that the oracle has.",
    "Give the engine another name.",
  ],
  // Modules of the project
  module_failed: ["A module of the project could not be imported.", CORRECT_MODULE],
  module_malformed: ["A module of the project exports another shape.", CORRECT_MODULE],
  engine_module_failed: ["The module of an engine could not be imported.", CORRECT_MODULE],
  engine_module_malformed: [
    "The module of an engine exports another shape.",
    "Export an object of the type EngineModule as the default.",
  ],
  coverage_module_failed: ["The coverage module could not be imported.", CORRECT_MODULE],
  coverage_module_malformed: [
    "The coverage module exports another shape.",
    "Export an object of the type CoverageModule as the default.",
  ],
  view_module_failed: ["The view module could not be imported.", CORRECT_MODULE],
  view_module_malformed: [
    "The view module exports another shape.",
    "Export an object of the type ViewModule as the default.",
  ],
  certificate_module_failed: ["The certificate module could not be imported.", CORRECT_MODULE],
  certificate_module_malformed: [
    "The certificate module exports another shape.",
    "Export an object of the type CertificateModule as the default.",
  ],
  fuzz_module_failed: ["The fuzz module could not be imported.", CORRECT_MODULE],
  fuzz_module_malformed: [
    "The fuzz module exports another shape.",
    "Export an object of the type FuzzModule as the default.",
  ],
  module_path_comma: [
    "A file of a module has a comma in its path, which Deno's permissions cannot express.",
    "Rename the file or the folder.",
  ],
  module_reads_fixtures: [
    "A module imports a file of the fixtures or journals, so it could answer from them.",
    "Compute the answers; remove the import.",
  ],
};
