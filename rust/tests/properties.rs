//! Properties of random logs, drawn by a small generator so that every run draws the same ones.

mod common;

use std::collections::HashMap;

use common::*;
use lean_gate_lifecycle::decision::{Effect, Verdict, Why};
use lean_gate_lifecycle::reduce::reduce;
use lean_gate_lifecycle::state::{Phase, State, Task, Worker};
use lean_gate_lifecycle::value::Status;
use serde_json::{Value, json};

/// A linear congruential generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

/// The key of the task's current or next attempt, or one beside it.
fn key(dice: &mut Dice, state: &State, id: u64, claims: bool) -> Key {
    let Some(t) = state.find_task(id) else {
        return first(id);
    };
    let next = u64::from(claims);
    let mut key = [1, id, t.generation, t.attempts + next, t.fence + next];
    match dice.below(12) {
        0 => key[dice.pick(&[2, 3, 4])] += 1,
        1 => {
            let at = dice.pick(&[2, 3, 4]);
            key[at] = key[at].saturating_sub(1);
        }
        2 if !t.closed.is_empty() => {
            key = t.closed[dice.below(t.closed.len() as u64) as usize]
                .key
                .into();
        }
        _ => {}
    }
    key
}

/// The event that leads the task's attempt on to success.
fn onwards(t: &Task) -> Value {
    if t.held.is_some() {
        return clear(t.id, t.generation);
    }
    if let Some(last) = t.closed.last()
        && last.worker != Worker::Gone
    {
        return lost(last.key.into());
    }
    let Some(a) = t.current else {
        return claim([1, t.id, t.generation, t.attempts + 1, t.fence + 1]);
    };
    let key = a.key.into();
    match a.phase {
        Phase::Running => finish(key, "land"),
        Phase::Finishing { validated, .. } if !validated => validate(key, true),
        Phase::Finishing { .. } => intend(key),
        Phase::Promoting { .. } => accept(key, RECEIPT),
        Phase::Accepted { .. } => cleaned(key, RECEIPT, CLEANUP),
        Phase::Failed { .. } => retry(t.id, t.generation),
        Phase::Cleaned { .. } | Phase::Cancelled { .. } => converge(t.id),
    }
}

fn saying(dice: &mut Dice, state: &State) -> Value {
    let id = 1 + dice.below(4);
    match state.find_task(id) {
        None if dice.below(2) == 0 => return declare(id, &[], 3),
        Some(t) if dice.below(2) == 0 => return onwards(t),
        _ => {}
    }
    let generation = state.find_task(id).map_or(0, |t| t.generation);
    let generation = generation + u64::from(dice.below(9) == 0);
    let deps: Vec<u64> = (1..id).filter(|_| dice.below(2) == 0).collect();
    let receipt = RECEIPT + u64::from(dice.below(8) == 0);
    let statuses = ["open", "active", "done", "failed", "abandoned"];
    let choice = dice.below(31);
    let k = key(dice, state, id, choice < 4);
    match choice {
        0..=3 => claim(k),
        4 | 5 => declare(id, &deps, 3),
        6 => imported(id, dice.pick(&statuses), dice.below(2) == 0, &deps, 3),
        7 => release(k),
        8 | 9 => finish(k, "land"),
        10 | 11 => validate(k, dice.below(6) != 0),
        12 | 13 => intend(k),
        14 => accept(k, receipt),
        15 => probed(
            k,
            if dice.below(2) == 0 {
                Some(receipt)
            } else {
                None
            },
        ),
        16 => cleaned(k, receipt, CLEANUP),
        17 => exit(k, dice.below(2)),
        18 => fault(k, "timeout"),
        19 => kill(k),
        20 => late_commit(k, 1),
        21 => observe(id, generation, shown(dice.pick(&statuses), None)),
        22 if dice.below(4) == 0 => abandon(id, generation),
        23 => converge(id),
        24 => lost(k),
        25 => wrapper_exit(k, dice.below(2)),
        26 => reopen(id, generation),
        27 => clear(id, generation),
        28 => grant(id, generation, 1),
        29 => trust(id, generation),
        30 => waive(id, generation, 1 + dice.below(4)),
        _ => retry(id, generation),
    }
}

/// What of a task only an applied event may change: not what is known of the outside, nor the hold.
fn lifecycle(t: &Task) -> Value {
    let mut value = serde_json::to_value(t).unwrap();
    for name in ["projection", "held"] {
        value[name] = json!(null);
    }
    for a in value["closed"].as_array_mut().unwrap() {
        a["worker"] = json!(null);
    }
    if value["current"] != Value::Null {
        value["current"]["worker"] = json!(null);
    }
    value
}

fn durable(t: &Task) -> bool {
    t.current
        .is_some_and(|a| matches!(a.phase, Phase::Accepted { .. } | Phase::Cleaned { .. }))
}

fn claimable(state: &State, t: &Task) -> bool {
    t.status == Status::Open
        && t.held.is_none()
        && t.closed.iter().all(|a| a.worker == Worker::Gone)
        && t.deps
            .iter()
            .all(|dep| t.waived.contains(*dep) || state.find_task(*dep).unwrap().satisfies())
}

#[test]
fn every_step_of_random_logs_keeps_the_properties() {
    let mut dice = Dice(7);
    let mut verdicts: HashMap<String, usize> = HashMap::new();
    for _ in 0..120 {
        let mut state = State::initial(1);
        for eid in 1..80 {
            let said = saying(&mut dice, &state);
            let kind = said["type"].as_str().unwrap().to_owned();
            let event = log(&[said], eid).remove(0);
            let before = state.clone();
            let decision = reduce(&mut state, event.clone());
            *verdicts.entry(decision.verdict.to_string()).or_default() += 1;

            // Evidence grows by exactly this event; a duplicate changes nothing.
            assert_eq!(state.evidence().len(), before.evidence().len() + 1);
            assert_eq!(state.find_entry(eid).unwrap().verdict, decision.verdict);
            let after = serde_json::to_value(&state).unwrap();
            let again = reduce(&mut state, event);
            assert_eq!(again, Verdict::Noop(Why::Duplicate).into());
            assert_eq!(serde_json::to_value(&state).unwrap(), after);

            // Only an applied event changes a lifecycle.
            if decision.verdict != Verdict::Applied {
                let (was, now) = (before.tasks(), state.tasks());
                assert!(was.map(lifecycle).eq(now.map(lifecycle)));
            }
            if !matches!(decision.verdict, Verdict::Applied | Verdict::Observed(_)) {
                assert_eq!(decision.effects, []);
                let may_hold = matches!(decision.verdict, Verdict::Hold(_));
                assert!(may_hold || before.tasks().eq(state.tasks()));
            }

            // An accepted attempt never fails; fences and attempts never decrease.
            for was in before.tasks() {
                let now = state.find_task(was.id).unwrap();
                assert!(now.fence >= was.fence && now.attempts >= was.attempts);
                assert!(!durable(was) || durable(now));
            }

            // Attempts are numbered from 1 over all generations.
            for t in state.tasks() {
                let all = t.closed.iter().chain(&t.current);
                assert!(all.map(|a| a.key.attempt).eq(1..=t.attempts));
            }

            // One owner at a time: who is live has no predecessor whose worker is not gone.
            for t in state.tasks() {
                let all = t.closed.iter().chain(&t.current);
                assert!(all.filter(|a| a.worker != Worker::Gone).count() <= 1);
                let earlier_gone = t.closed.iter().all(|a| a.worker == Worker::Gone);
                assert!(!t.has_live() || earlier_gone);
            }

            // An applied event requests ready of exactly those that a look through all tasks finds;
            // converge and a cleared hold repeat it.
            if decision.verdict != Verdict::Applied || kind == "HoldCleared" {
                continue;
            }
            let told: Vec<u64> = decision
                .effects
                .iter()
                .filter_map(|effect| match effect {
                    Effect::Ready { task, .. } => Some(*task),
                    _ => None,
                })
                .collect();
            let found: Vec<u64> = state
                .tasks()
                .filter(|t| claimable(&state, t))
                .inspect(|t| assert!(t.ready))
                .filter(|t| {
                    let was = before.find_task(t.id);
                    was.is_none_or(|was| !was.ready || was.generation != t.generation)
                })
                .map(|t| t.id)
                .collect();
            assert_eq!(told, found);
        }
    }
    // The control: the properties would hold of logs that do nothing.
    for verdict in [
        "applied",
        "observed(afterSuccess)",
        "hold(acceptedAfterClose)",
    ] {
        let count = verdicts.get(verdict).copied().unwrap_or_default();
        assert!(count > 5, "{verdict}: {verdicts:?}");
    }
    assert!(verdicts.len() > 25, "{verdicts:?}");
}
