//! How long requests take inside this process: to parse, to replay and answer. Groups of request lines
//! stand on stdin, parted by blank lines; one line of JSON is written for each:
//! `{"bytes":…,"parse":…,"replay":…}`, the least of some rounds, in nanoseconds. The rounds of all groups
//! and both kinds of work take turns, so that what else the machine does meets them alike.

use std::fs;
use std::hint::black_box;
use std::io::{self, Read};
use std::time::{Duration, Instant};

use lean_gate_lifecycle::serve::serve;
use serde_json::Value;

const ROUNDS: usize = 15;

/// Request lines, and the least time that each kind of work took on them.
struct Group<'a> {
    text: &'a str,
    parse: Duration,
    replay: Duration,
}

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let texts = input.trim_end().split("\n\n");
    let mut groups: Vec<Group<'_>> = texts
        .map(|text| Group {
            text,
            parse: Duration::MAX,
            replay: Duration::MAX,
        })
        .collect();
    for group in &groups {
        check(group.text)?;
    }
    for _ in 0..ROUNDS {
        for group in &mut groups {
            let (parse, replay) = (time(|| parse(group.text))?, time(|| replay(group.text))?);
            group.parse = group.parse.min(parse);
            group.replay = group.replay.min(replay);
        }
    }
    for Group {
        text,
        parse,
        replay,
    } in groups
    {
        let (bytes, parse, replay) = (text.len(), parse.as_nanos(), replay.as_nanos());
        println!("{{\"bytes\":{bytes},\"parse\":{parse},\"replay\":{replay}}}");
    }
    Ok(())
}

fn time(work: impl FnOnce() -> io::Result<()>) -> io::Result<Duration> {
    let start = (Instant::now(), processor());
    work()?;
    Ok(match (start.1, processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => start.0.elapsed(),
    })
}

/// Processor time of this process so far, where the system tells it: what else the machine does while
/// the process waits for its turn does not count.
fn processor() -> Option<Duration> {
    let times = fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanos = times.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// Parses each line as any JSON, and nothing else.
fn parse(text: &str) -> io::Result<()> {
    for line in text.lines() {
        black_box(serde_json::from_str::<Value>(line)?);
    }
    Ok(())
}

/// Parses, replays and answers each line, as the engine does.
fn replay(text: &str) -> io::Result<()> {
    let mut answers = Vec::new();
    serve(text.as_bytes(), &mut answers)?;
    black_box(answers);
    Ok(())
}

/// Fails where the engine declines a line: that would be quick.
fn check(text: &str) -> io::Result<()> {
    let mut answers = Vec::new();
    serve(text.as_bytes(), &mut answers)?;
    for line in answers.split_inclusive(|byte| *byte == b'\n') {
        let answer: Value = serde_json::from_slice(line)?;
        if answer.get("final").is_none() {
            return Err(io::Error::other(format!("Declined: {answer}")));
        }
    }
    Ok(())
}
