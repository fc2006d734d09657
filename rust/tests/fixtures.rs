//! Every committed trace, replayed as the engine does: the answer is the model's, to the byte.
//!
//! The gate shows the same with better words; this is what mutants of the reducer are judged by.

use std::fs;
use std::path::Path;

use lean_gate_lifecycle::serve::serve;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A trace, its parts as they are written.
#[derive(Deserialize)]
struct Trace<'a> {
    id: &'a str,
    graph: u64,
    #[serde(borrow)]
    events: &'a RawValue,
    decisions: &'a RawValue,
    r#final: &'a RawValue,
}

/// Replays the traces of a file below `fixtures/traces`, up to the first that is answered otherwise.
fn agrees(name: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures/traces")
        .join(name);
    let content = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = content.lines().skip(1).collect();
    assert!(lines.len() >= least, "{} traces", lines.len());
    for line in lines {
        let trace: Trace<'_> = serde_json::from_str(line).unwrap();
        let Trace {
            id,
            graph,
            events,
            decisions,
            r#final,
        } = trace;
        let request = format!(r#"{{"op":"replay","id":"{id}","graph":{graph},"events":{events}}}"#);
        let expected = format!(r#"{{"id":"{id}","decisions":{decisions},"final":{final}}}"#);
        let mut answer = Vec::new();
        serve(request.as_bytes(), &mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        assert!(
            answer.trim_end() == expected,
            "Trace \"{id}\":\n{answer}{expected}"
        );
    }
}

#[test]
fn scenarios_are_answered_as_the_model_decides() {
    agrees("scenarios.ndjson", 90);
}

#[test]
fn traces_through_every_cell_are_answered_as_the_model_decides() {
    agrees("cover.ndjson", 1_000);
}
