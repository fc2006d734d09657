//! Short ways to write logs in tests. Everything is about graph 1, unless a key says otherwise.
#![allow(dead_code)] // each test crate uses its own part

use lean_gate_lifecycle::codec::decode_events;
use lean_gate_lifecycle::event::Event;
use lean_gate_lifecycle::json::parse;
use lean_gate_lifecycle::reduce::reduce;
use lean_gate_lifecycle::state::State;
use serde_json::{Value, json};

/// A key: graph, task, generation, attempt, fence.
pub type Key = [u64; 5];

/// The key of the first attempt at a task.
pub fn first(task: u64) -> Key {
    [1, task, 0, 1, 1]
}

/// The transaction in tests.
pub const TX: u64 = 11;
/// Its candidate.
pub const CANDIDATE: u64 = 12;
/// Its receipt.
pub const RECEIPT: u64 = 13;
/// Its cleanup.
pub const CLEANUP: u64 = 14;

/// An event without its `eid`: the type, then what `fields` says.
fn saying(kind: &str, fields: Value) -> Value {
    let mut event = json!({ "type": kind });
    if let (Some(event), Value::Object(fields)) = (event.as_object_mut(), fields) {
        event.extend(fields);
    }
    event
}

pub fn declare(task: u64, deps: &[u64], retries: u64) -> Value {
    saying(
        "TaskDeclared",
        json!({ "task": task, "deps": deps, "retries": retries }),
    )
}

pub fn imported(task: u64, status: &str, trusted: bool, deps: &[u64], retries: u64) -> Value {
    let fields = json!({
        "task": task, "deps": deps, "retries": retries, "status": status, "trusted": trusted
    });
    saying("LegacyImported", fields)
}

pub fn claim(key: Key) -> Value {
    saying("AttemptClaimed", json!({ "key": key }))
}

pub fn release(key: Key) -> Value {
    saying("AttemptReleased", json!({ "key": key }))
}

pub fn finish(key: Key, contract: &str) -> Value {
    let fields = json!({ "key": key, "tx": TX, "candidate": CANDIDATE, "contract": contract });
    saying("FinishBegun", fields)
}

pub fn validate(key: Key, passed: bool) -> Value {
    let fields = json!({ "key": key, "tx": TX, "candidate": CANDIDATE, "passed": passed });
    saying("CandidateValidated", fields)
}

pub fn intend(key: Key) -> Value {
    saying(
        "PromotionIntended",
        json!({ "key": key, "tx": TX, "candidate": CANDIDATE }),
    )
}

pub fn accept(key: Key, receipt: u64) -> Value {
    let fields = json!({ "key": key, "tx": TX, "candidate": CANDIDATE, "receipt": receipt });
    saying("OutcomeAccepted", fields)
}

pub fn probed(key: Key, found: Option<u64>) -> Value {
    saying(
        "PromotionProbed",
        json!({ "key": key, "tx": TX, "found": found }),
    )
}

pub fn cleaned(key: Key, receipt: u64, cleanup: u64) -> Value {
    let fields = json!({ "key": key, "tx": TX, "receipt": receipt, "cleanup": cleanup });
    saying("CleanupRecorded", fields)
}

pub fn fail_request(key: Key) -> Value {
    saying("FailRequested", json!({ "key": key }))
}

pub fn exit(key: Key, code: u64) -> Value {
    saying(
        "ProcessExited",
        json!({ "key": key, "role": "worker", "code": code }),
    )
}

/// The wrapper exits, which proves nothing about the worker.
pub fn wrapper_exit(key: Key, code: u64) -> Value {
    saying(
        "ProcessExited",
        json!({ "key": key, "role": "wrapper", "code": code }),
    )
}

pub fn fault(key: Key, fault: &str) -> Value {
    saying("ProviderFault", json!({ "key": key, "fault": fault }))
}

pub fn lost(key: Key) -> Value {
    saying("OwnerLost", json!({ "key": key }))
}

pub fn late_commit(key: Key, commit: u64) -> Value {
    saying("LateCommitSeen", json!({ "key": key, "commit": commit }))
}

pub fn observe(task: u64, generation: u64, projection: Value) -> Value {
    let fields = json!({ "task": task, "generation": generation, "projection": projection });
    saying("ProjectionObserved", fields)
}

/// What the outside displays.
pub fn shown(status: &str, receipt: Option<u64>) -> Value {
    json!({ "status": status, "receipt": receipt })
}

pub fn kill(key: Key) -> Value {
    saying("KillRequested", json!({ "key": key }))
}

pub fn abandon(task: u64, generation: u64) -> Value {
    saying(
        "AbandonRequested",
        json!({ "task": task, "generation": generation }),
    )
}

pub fn retry(task: u64, generation: u64) -> Value {
    saying(
        "RetryRequested",
        json!({ "task": task, "generation": generation }),
    )
}

/// A request about a generation of a task that says nothing more.
fn request(kind: &str, task: u64, generation: u64) -> Value {
    saying(kind, json!({ "task": task, "generation": generation }))
}

pub fn reopen(task: u64, generation: u64) -> Value {
    request("ReopenRequested", task, generation)
}

pub fn clear(task: u64, generation: u64) -> Value {
    request("HoldCleared", task, generation)
}

pub fn trust(task: u64, generation: u64) -> Value {
    request("LegacyTrusted", task, generation)
}

pub fn grant(task: u64, generation: u64, count: u64) -> Value {
    let fields = json!({ "task": task, "generation": generation, "count": count });
    saying("RetriesGranted", fields)
}

pub fn waive(task: u64, generation: u64, dep: u64) -> Value {
    let fields = json!({ "task": task, "generation": generation, "dep": dep });
    saying("DependencyWaived", fields)
}

pub fn converge(task: u64) -> Value {
    saying("ConvergeRequested", json!({ "task": task }))
}

/// All events of a success up to, and without, the acceptance.
pub fn promoting(key: Key) -> Vec<Value> {
    vec![
        claim(key),
        finish(key, "land"),
        validate(key, true),
        intend(key),
    ]
}

/// All events of a success.
pub fn success(key: Key) -> Vec<Value> {
    let mut all = promoting(key);
    all.extend([accept(key, RECEIPT), cleaned(key, RECEIPT, CLEANUP)]);
    all
}

/// The effect that requests a claim of a task.
pub fn ready(task: u64, generation: u64) -> Value {
    json!({ "type": "ready", "task": task, "generation": generation })
}

/// A list of sayings as events, numbered from `eid`.
pub fn log(sayings: &[Value], eid: u64) -> Vec<Event> {
    let numbered: Vec<Value> = (eid..)
        .zip(sayings)
        .map(|(eid, saying)| {
            let mut event = saying.clone();
            event["eid"] = json!(eid);
            event
        })
        .collect();
    let text = serde_json::to_vec(&numbered).unwrap();
    decode_events(&parse(&text).unwrap()).unwrap()
}

/// The state after a list of sayings from the beginning.
pub fn after(sayings: &[Value]) -> State {
    further(&State::initial(1), sayings).1
}

/// The decisions on further sayings.
pub fn on(state: &State, sayings: &[Value]) -> Vec<Value> {
    further(state, sayings).0
}

/// The decisions on further sayings, and the state after them.
pub fn further(state: &State, sayings: &[Value]) -> (Vec<Value>, State) {
    let mut state = state.clone();
    let eid = state.evidence().len() as u64 + 1;
    let decisions = log(sayings, eid)
        .into_iter()
        .map(|event| serde_json::to_value(reduce(&mut state, event)).unwrap())
        .collect();
    (decisions, state)
}

/// A task on the wire.
pub fn task(state: &State, id: u64) -> Value {
    serde_json::to_value(state.find_task(id).unwrap()).unwrap()
}

/// The tasks on the wire.
pub fn tasks(state: &State) -> Value {
    serde_json::to_value(state).unwrap()["tasks"].clone()
}

/// One decision that has a verdict only.
pub fn only(verdict: &str) -> Vec<Value> {
    vec![json!([verdict])]
}

/// Several lists of sayings as one.
pub fn all<const N: usize>(lists: [Vec<Value>; N]) -> Vec<Value> {
    lists.concat()
}
