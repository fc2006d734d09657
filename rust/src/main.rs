//! `lean-gate-engine`: replays events through the lifecycle reducer, as an engine of lean-gate.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Command;
use lean_gate_lifecycle::serve::serve;

fn main() -> ExitCode {
    Command::new("lean-gate-engine")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Replays events through the lifecycle reducer")
        .after_help(
            "Speaks the engine protocol lean-gate/1: one JSON request a line on stdin, one JSON \
             answer a line on stdout, in the same order. Ends at the end of stdin.",
        )
        .get_matches();
    match serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever asked is gone; there is nobody left to tell.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lean-gate-engine: Cannot read requests or write answers: {error}");
            ExitCode::FAILURE
        }
    }
}
