/** Explains the codes about traces, fixtures, coverage, certificates and event sequences. */
import type { CodeTable } from "./code_table.ts";

const REGENERATE = 'Restore the file from git, or write it with "lean-gate fixtures --write".';
const ACCEPT_OR_RESTORE =
  'If the model is right, write the fixtures with "lean-gate fixtures --write"; else correct the model.';

/** Code → what it means, and what to do. */
export const TRACE_CODES: CodeTable = {
  // Trace files
  traces_missing: ["The fixtures folder does not exist or has no trace file.", REGENERATE],
  traces_not_configured: [
    "The command needs traces, and the config names no emitter, fixtures and engines.",
    'Add "formal.emitter", "fixtures" and "engines" to the config.',
  ],
  trace_not_file: ["A trace path is not a regular file.", "Put the trace file in its place."],
  trace_not_utf8: ["A trace file is not valid UTF-8.", REGENERATE],
  trace_bom: ["A trace file begins with a byte order mark.", REGENERATE],
  trace_file_empty: ["A trace file is empty.", REGENERATE],
  trace_final_newline: [
    "The last line of a trace file has no line end: it may be cut.",
    REGENERATE,
  ],
  trace_line_blank: ["A trace file has a blank line.", REGENERATE],
  trace_line_malformed: ["A line of a trace file is not JSON.", REGENERATE],
  trace_header_missing: ["A trace file does not begin with its header.", REGENERATE],
  trace_header_malformed: [
    "The header of a trace file lacks a field or has a wrong one.",
    REGENERATE,
  ],
  trace_header_unsupported: [
    "The header names a format version that this lean-gate does not read.",
    "Use the lean-gate that wrote it, or emit the traces again.",
  ],
  trace_field_wrong: ["A field of a trace is missing, unknown or of the wrong type.", REGENERATE],
  trace_length_mismatch: ["A trace has not one decision for each event.", REGENERATE],
  trace_count_mismatch: ["The header counts other traces or steps than the file has.", REGENERATE],
  trace_duplicate_id: ["Two traces have the same id.", "Give each trace an id of its own."],
  trace_unsorted: ["The traces of a file are not in the order of their ids.", REGENERATE],
  trace_none: ["A trace file has a header and no trace.", REGENERATE],
  trace_more: ["The file has more findings than are listed.", "Correct the listed ones first."],
  trace_number_unsafe: ["A number of a trace is too large to be read exactly.", REGENERATE],
  trace_number_form: ["A number of a trace is not a plain non-negative integer.", REGENERATE],
  trace_duplicate_key: ["An object of a trace has the same key twice.", REGENERATE],
  trace_too_deep: ["A trace is nested too deeply.", REGENERATE],
  // Drift
  drift_file_extra: ["The fixtures have a file that the model does not emit.", ACCEPT_OR_RESTORE],
  drift_file_missing: ["The model emits a file that the fixtures lack.", ACCEPT_OR_RESTORE],
  drift_file_malformed: ["A committed file has more than the model emits.", ACCEPT_OR_RESTORE],
  drift_header: ["The header of a fixture differs from the model's.", ACCEPT_OR_RESTORE],
  drift_trace_extra: ["The fixtures have a trace that the model does not emit.", ACCEPT_OR_RESTORE],
  drift_trace_missing: ["The model emits a trace that the fixtures lack.", ACCEPT_OR_RESTORE],
  drift_trace_changed: ["The model emits other decisions or events.", ACCEPT_OR_RESTORE],
  drift_cells_extra: [
    "The fixtures have a cells file that the model does not emit.",
    ACCEPT_OR_RESTORE,
  ],
  drift_cells_missing: ["The model emits a cells file that the fixtures lack.", ACCEPT_OR_RESTORE],
  drift_cells_malformed: ["The committed cells file cannot be read.", ACCEPT_OR_RESTORE],
  drift_cells_model: ["The committed cells file is of another model.", ACCEPT_OR_RESTORE],
  drift_cells_changed: ["The model emits other cells than are committed.", ACCEPT_OR_RESTORE],
  emitter_failed: [
    "The emitter ended with a failure.",
    "Read its output below the finding, and run it alone.",
  ],
  emitter_silent: [
    "The emitter wrote no trace file.",
    "Let it write its files into the folder that is its first argument.",
  ],
  emitter_malformed: [
    "The emitter wrote a trace that is not in the trace format.",
    "Correct the emitter; docs/reference.md has the format.",
  ],
  emitter_cells_malformed: [
    "The emitter wrote a cells file that cannot be read.",
    "Correct the emitter; docs/reference.md has the format.",
  ],
  fixtures_refused: [
    "No fixture was written, because the model did not build or its traces are malformed.",
    "Correct the errors above, and run the command again.",
  ],
  // Coverage
  cells_malformed: ["The list of reachable cells cannot be read.", REGENERATE],
  cells_unsupported: [
    "The list of cells has a format that this lean-gate does not read.",
    REGENERATE,
  ],
  cells_duplicate: ["A cell is listed twice.", REGENERATE],
  cells_unsorted: ["The cells are not in order.", REGENERATE],
  coverage_cell_missing: [
    "No trace reaches a cell that the model reaches.",
    "Add a trace that reaches it, or search with a larger bound.",
  ],
  coverage_cell_unlisted: [
    "A trace reaches a cell that the list of reachable cells lacks.",
    "Restore the list, or let the model search until it reaches the cell.",
  ],
  coverage_cells_absent: [
    "The fixtures have no list of reachable cells.",
    'Let the emitter write "cells.txt", then run "lean-gate fixtures --write".',
  ],
  coverage_effect_unused: ["No trace produces an effect.", "Add a trace that produces it."],
  coverage_reason_unused: ["No trace shows a reason.", "Add a trace that shows it."],
  coverage_word_unknown: [
    "A trace has a reason or effect that the coverage module does not list.",
    "Add the word to the module, or correct the model.",
  ],
  coverage_trivial: [
    "There are too few cells for the coverage to mean anything.",
    "Let the emitter write every reachable cell, and let the module tell them apart.",
  ],
  coverage_trace_refused: [
    "The coverage module cannot read a trace.",
    "Correct the module at the error that it reports.",
  ],
  coverage_not_configured: [
    "The config names no coverage module.",
    'Add "coverage" to the config; docs/reference.md shows how.',
  ],
  // Certificates
  certificate_refused: [
    "Lean's kernel does not accept a trace as a theorem about the model.",
    "The trace or its term is wrong. Emit the traces again, or correct the certificate module.",
  ],
  certificate_altered: [
    "The statement that Lean compiled of a trace does not apply the model's function.",
    "Let no macro or notation of the package change what the certificate means.",
  ],
  certificate_unchecked: [
    "Lean neither accepted nor refused a certificate.",
    "Correct the errors of the build, and run again.",
  ],
  certificate_malformed: [
    "The certificate module returned a term that is not allowed.",
    "Return terms only, one for each value that the trace has.",
  ],
  certify_tag_unknown: [
    'No trace has a tag that "certify.always" names.',
    "Correct the tag in the config, or emit such a trace.",
  ],
  certify_not_configured: [
    "The config does not say how to certify traces.",
    'Add "certify" to the config; docs/reference.md shows how.',
  ],
  model_unnamed: [
    'The config has "certify" and names no function of the model.',
    'Name it by "formal.model": from a graph and events to decisions and final state.',
  ],
  // Event sequences and fuzzing
  list_line_malformed: ["A line of an event file is not JSON.", "Correct the line, or remove it."],
  list_number_unsafe: [
    "A number of an event is too large to be read exactly.",
    "Correct the line.",
  ],
  list_number_form: [
    "A number of an event is not a plain non-negative integer.",
    "Correct the line.",
  ],
  list_duplicate_key: ["An object of an event file has the same key twice.", "Correct the line."],
  list_too_deep: ["An event is nested too deeply.", "Correct the line."],
  list_not_utf8: ["An event file is not valid UTF-8.", "Save it as UTF-8."],
  list_mixed: [
    "A file has events with a decision and events without one.",
    "Record decisions for all events of a file, or for none.",
  ],
  list_continues: [
    "A segment of a journal does not begin where the file before it ends.",
    "Name the segments in their order, from the first on.",
  ],
  list_more: ["The file has more findings than are listed.", "Correct the listed ones first."],
  list_refused: [
    "No engine accepts the event sequence as well-formed.",
    "Correct the event that the engines name, or leave the sequence out.",
  ],
  journal_undecided: [
    "A journal lacks the decision of an event.",
    "Each line of a journal has an event and its decision. Remove files that are not journals.",
  ],
  fuzz_not_configured: [
    "The config names no fuzz module.",
    'Add "fuzz" to the config; docs/reference.md shows how.',
  ],
  fuzz_trivial: [
    "The fuzz module drew only empty or equal event sequences.",
    "Let it draw sequences that differ.",
  ],
};
