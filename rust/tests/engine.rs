//! The engine as a process: pipelining, a lone request, malformed lines, end of input, a broken pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

fn engine() -> Child {
    Command::new(env!("CARGO_BIN_EXE_lean-gate-engine"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What the engine prints on an input that ends, line by line, having exited with 0 and no complaint.
fn answers(input: &[u8]) -> Vec<Value> {
    let mut child = engine();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("none")
}

#[test]
fn hello_names_the_protocol_the_engine_and_its_version() {
    let hello = json!({ "protocol": "lean-gate/1", "engine": "rust", "version": "0.1.0" });
    assert_eq!(
        answers(b"{\"op\":\"hello\",\"protocol\":\"lean-gate/1\"}\n"),
        std::slice::from_ref(&hello)
    );
    // The gate that asked compares the protocols.
    assert_eq!(
        answers(b"{\"op\":\"hello\",\"protocol\":\"lean-gate/9\"}"),
        [hello]
    );
}

#[test]
fn a_replay_answers_each_event_and_tells_the_final_state() {
    let request = json!({ "op": "replay", "id": "a/b", "graph": 4, "events": [
        { "type": "TaskDeclared", "eid": 1, "task": 1, "deps": [], "retries": 0 },
        { "type": "AttemptClaimed", "eid": 2, "key": [4, 1, 0, 1, 1] },
        { "type": "AttemptClaimed", "eid": 2, "key": [4, 1, 0, 1, 1] },
    ] });
    let answer = json!({
        "id": "a/b",
        "decisions": [
            ["applied", { "type": "ready", "task": 1, "generation": 0 }],
            ["applied"],
            ["noop(duplicate)"]
        ],
        "final": {
            "graph": 4,
            "tasks": [{
                "id": 1, "deps": [], "waived": [], "retries": 0, "generation": 0, "attempts": 1, "fence": 1,
                "ready": false, "status": "active", "projection": null, "held": null,
                "current": {
                    "key": [4, 1, 0, 1, 1], "phase": { "type": "running" }, "worker": "present"
                },
                "closed": [], "origin": { "type": "native" }
            }],
            "evidence": [[1, "applied"], [2, "applied"]]
        }
    });
    assert_eq!(answers(format!("{request}\n").as_bytes()), [answer]);
}

#[test]
fn many_requests_in_flight_are_answered_in_order() {
    let mut input = String::new();
    for id in 0..5000 {
        let events = json!([{ "type": "ConvergeRequested", "eid": 1, "task": id }]);
        input += &json!({ "op": "replay", "id": id.to_string(), "graph": 1, "events": events })
            .to_string();
        input += "\n";
    }
    let answers = answers(input.as_bytes());
    assert_eq!(answers.len(), 5000);
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], id.to_string());
        assert_eq!(answer["decisions"], json!([["rejected(unknownTask)"]]));
    }
}

#[test]
fn a_lone_request_is_answered_while_the_input_stays_open() {
    let mut child = engine();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for id in ["first", "second"] {
        let request = json!({ "op": "replay", "id": id, "graph": 1, "events": [] });
        // The half of a next request behind it must not hold the answer back.
        write!(stdin, "{request}\n{{\"op\":").unwrap();
        stdin.flush().unwrap();
        line.clear();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], id);
        stdin.write_all(b"\"x\"}\n").unwrap();
        line.clear();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(
            code(&serde_json::from_str(&line).unwrap()),
            "malformed_request"
        );
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn every_malformed_line_gets_one_answer_with_its_code() {
    let lines: [(&[u8], &str, Value); 16] = [
        (b"", "malformed_json", Value::Null),
        (b"   ", "malformed_json", Value::Null),
        (b"{", "malformed_json", Value::Null),
        (b"{\"op\":\"hello\"} {}", "malformed_json", Value::Null),
        (b"\xff\xfe", "malformed_json", Value::Null),
        (b"\"\xff\"", "malformed_json", Value::Null),
        (b"\"\\ud800\"", "malformed_json", Value::Null),
        (b"1e999", "malformed_json", Value::Null),
        (b"7", "malformed_request", Value::Null),
        (b"{}", "malformed_request", Value::Null),
        (
            b"{\"op\":\"stop\",\"id\":\"i\"}",
            "malformed_request",
            json!("i"),
        ),
        (b"{\"op\":\"hello\"}", "malformed_request", Value::Null),
        (
            b"{\"op\":\"replay\",\"id\":7,\"graph\":1,\"events\":[]}",
            "malformed_request",
            Value::Null,
        ),
        (
            b"{\"op\":\"replay\",\"id\":\"i\",\"graph\":1.0,\"events\":[]}",
            "malformed_request",
            json!("i"),
        ),
        (
            b"{\"op\":\"replay\",\"id\":\"i\",\"graph\":1,\"events\":[],\"x\":1}",
            "malformed_request",
            json!("i"),
        ),
        (
            b"{\"op\":\"replay\",\"id\":\"i\",\"graph\":1,\"events\":[1]}",
            "malformed_event",
            json!("i"),
        ),
    ];
    let input: Vec<u8> = lines
        .iter()
        .flat_map(|(line, ..)| [line, &b"\n"[..]].concat())
        .collect();
    let answers = answers(&input);
    assert_eq!(answers.len(), lines.len());
    for ((line, expected, id), answer) in lines.iter().zip(&answers) {
        let line = String::from_utf8_lossy(line);
        assert_eq!(code(answer), *expected, "{line}");
        assert_eq!(answer["id"], *id, "{line}");
    }
}

#[test]
fn a_malformed_request_is_explained() {
    let cases = [
        (
            r#"{"op":"replay","id":"i","graph":-1,"events":[]}"#,
            "graph: expected an integer from 0 to 9007199254740991, got -1",
        ),
        (
            r#"{"op":"replay","id":"i","graph":1,"events":{}}"#,
            "events: expected a list, got an object",
        ),
        (
            r#"{"op":"replay","id":"i","graph":1}"#,
            "missing field \"events\"",
        ),
        (
            r#"{"op":"replay","id":"i","id":"i","graph":1,"events":[]}"#,
            "repeated field \"id\"",
        ),
        (
            r#"{"op":"stop"}"#,
            "op: expected \"hello\" or \"replay\", got \"stop\"",
        ),
        (
            r#"{"op":"replay","id":"i","graph":1,"events":[{"type":"AttemptClaimed","eid":1,"key":[1,1,1.5,1,1]}]}"#,
            "events[0].key[2]: expected an integer from 0 to 9007199254740991, got 1.5",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(answers(line.as_bytes())[0]["error"]["message"], expected);
    }
}

#[test]
fn deep_nesting_is_refused_without_an_overflow() {
    let lists = "[".repeat(1_000_000);
    let objects = "{\"a\":".repeat(300_000);
    let answers = answers(format!("{lists}\n{objects}\n").as_bytes());
    assert_eq!(answers.len(), 2);
    for answer in answers {
        assert_eq!(code(&answer), "malformed_json");
    }
}

#[test]
fn random_bytes_are_answered_line_by_line() {
    // A small linear congruential generator: any bytes will do, but the same ones each time.
    let mut seed: u64 = 42;
    let mut input = Vec::new();
    for _ in 0..200_000 {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        input.push((seed >> 33) as u8);
    }
    input.push(b'\n');
    let lines = input.iter().filter(|byte| **byte == b'\n').count();
    assert!(lines > 500);
    assert_eq!(answers(&input).len(), lines);
}

#[test]
fn a_broken_pipe_ends_the_engine_quietly() {
    let mut child = engine();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The engine may end before all of this is written.
    let _ = stdin.write_all(&b"{}\n".repeat(100_000));
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(stderr, "");
}

#[test]
fn an_unknown_flag_is_an_error_and_help_is_not() {
    let run = |flag: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_lean-gate-engine"))
            .arg(flag)
            .output();
        let output = output.unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    assert_eq!(
        run("--version"),
        (Some(0), "lean-gate-engine 0.1.0\n".to_owned())
    );
    let (status, help) = run("--help");
    assert_eq!(status, Some(0));
    assert!(help.contains("lean-gate/1"));
    assert_eq!(run("--nonsense").0, Some(2));
}
