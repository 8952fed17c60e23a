//! What must come of a scenario, a line each:
//!
//! ```text
//! list has tilecam                 `suzume camera list` names it, exactly once
//! list lacks vivid                 it does not
//! list counts 2                    so many cameras
//! exit watch 0                     how `suzume camera watch` (snap, list) ended
//! happened "EVENT"                 the script said so
//! seen QUERY[, after "EVENT" | within N s of "EVENT"][, before "EVENT"]
//!                                  `watch` printed such a line (`query.rs`); EVENT is what the script said, its last time
//! never QUERY[, after "EVENT"][, before "EVENT"]
//! memory grows at most 8 MB over 2000 frames
//! snap QUERY                       what `suzume camera snap --json` printed, with the event `snap`
//! read QUERY                       what `suzume read --json` printed, with the event `read`
//! taken NAME QUERY                 what `suzume read --json` says on the host of the picture that `take NAME` took
//! ```

use super::evidence::Evidence;
use super::query::Query;
use serde_json::Value;

/// One line of a scenario's expectations.
#[derive(Debug)]
pub struct Expectation {
    /// As it is written.
    pub text: String,
    what: What,
}

#[derive(Debug)]
enum What {
    ListHas(String),
    ListLacks(String),
    ListCounts(usize),
    Exit { program: String, status: String },
    Happened(String),
    Seen { query: Query, when: When },
    Never { query: Query, when: When },
    Memory { megabytes: f64, frames: u64 },
    Printed { program: String, query: Query },
    Taken { name: String, query: Query },
}

/// Between which moments.
#[derive(Debug, Default, PartialEq)]
struct When {
    after: Option<String>,
    within: Option<f64>,
    before: Option<String>,
}

/// What was found: something to show either way.
pub type Finding = Result<String, String>;

impl Expectation {
    /// Reads a line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let what = What::parse(text)?;
        Ok(Self { text: text.to_owned(), what })
    }

    /// Whether it came true: what was found, or what is wrong.
    pub fn check(&self, evidence: &Evidence) -> Finding {
        match &self.what {
            What::ListHas(name) => named(evidence, name, 1),
            What::ListLacks(name) => named(evidence, name, 0),
            What::ListCounts(count) => {
                let cameras = evidence.list.len();
                found(cameras == *count, format!("{cameras} listed"))
            }
            What::Exit { program, status } => {
                let beginning = format!("{program} exit ");
                let ended = evidence.events.iter().rev().find_map(|(_, said)| said.strip_prefix(&beginning));
                let ended = ended.ok_or_else(|| format!("{program} did not end"))?;
                found(ended == status, format!("exit {ended}"))
            }
            What::Happened(event) => match evidence.moment(event) {
                Some(_) => Ok(String::new()),
                None => Err("it did not".into()),
            },
            What::Seen { query, when } => seen(evidence, query, when),
            What::Never { query, when } => {
                let (from, until) = when.span(evidence)?;
                match evidence.first(query, from, until) {
                    Some((at, line)) => Err(format!("at {at:.1} s: {}", short(line))),
                    None => Ok(String::new()),
                }
            }
            What::Memory { megabytes, frames } => memory(evidence, *megabytes, *frames),
            What::Printed { program, query } => {
                met(evidence.printed.get(program), query, || format!("{program} printed nothing"))
            }
            What::Taken { name, query } => {
                met(evidence.pictures.get(name), query, || format!("there is no {name}.jpg"))
            }
        }
    }
}

fn found(right: bool, what: String) -> Finding {
    if right { Ok(what) } else { Err(what) }
}

fn met(line: Option<&Value>, query: &Query, nothing: impl Fn() -> String) -> Finding {
    let line = line.ok_or_else(nothing)?;
    found(query.meets(line), if query.meets(line) { String::new() } else { short(line) })
}

/// The line, or as much of it as fits in one of the terminal.
fn short(line: &Value) -> String {
    /// In characters.
    const LONGEST: usize = 160;
    let text = line.to_string();
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain("..".chars()).collect() }
}

fn named(evidence: &Evidence, name: &str, times: usize) -> Finding {
    let names: Vec<&str> = evidence.list.iter().filter_map(|camera| camera["name"].as_str()).collect();
    let count = names.iter().filter(|one| **one == name).count();
    found(count == times, format!("listed: {}", names.join(", ")))
}

fn seen(evidence: &Evidence, query: &Query, when: &When) -> Finding {
    /// The script sees what it has done about so many seconds after the program may have.
    const LATE: f64 = 0.3;
    let (from, until) = when.span(evidence)?;
    let late = if when.within.is_some() { LATE } else { 0.0 };
    let Some((at, line)) = evidence.first(query, from - late, until) else {
        return Err("no such line".into());
    };
    let took = at - from;
    match when.within {
        Some(within) if took > within => Err(format!("only after {took:.1} s: {}", short(line))),
        Some(_) => Ok(format!("after {took:.1} s")),
        None => Ok(String::new()),
    }
}

/// The memory of the watcher once it is warm, and after so many frames more.
fn memory(evidence: &Evidence, megabytes: f64, frames: u64) -> Finding {
    /// Buffers are made and pages touched during the first frames.
    const WARM: u64 = 100;
    let counted = |least: u64| {
        let enough = |line: &Value| line["event"] == "frames" && line["frame"].as_u64().is_some_and(|n| n >= least);
        evidence.lines.iter().find(|(_, line)| enough(line)).map(|(at, _)| *at)
    };
    let most = |from: f64, until: f64| {
        let within = evidence.memory.iter().filter(|(at, _)| (from..=until).contains(at));
        within.map(|(_, kilobytes)| *kilobytes).max()
    };
    let (Some(warm), Some(end)) = (counted(WARM), counted(WARM + frames)) else {
        return Err(format!("{} frames were not reached", WARM + frames));
    };
    let (Some(before), Some(after)) = (most(warm, warm + 10.0), most(end - 10.0, end)) else {
        return Err("the memory was not measured".into());
    };
    let grown = (after as f64 - before as f64) / 1024.0;
    found(grown <= megabytes, format!("{grown:+.1} MB over {frames} frames, {:.0} MB in all", after as f64 / 1024.0))
}

impl What {
    fn parse(text: &str) -> Result<Self, String> {
        let unknown = || format!("`{text}` is no expectation");
        let (first, rest) = text.split_once(' ').ok_or_else(unknown)?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        Ok(match (first, words.as_slice()) {
            ("list", ["has", ..]) => Self::ListHas(rest["has".len()..].trim().to_owned()),
            ("list", ["lacks", ..]) => Self::ListLacks(rest["lacks".len()..].trim().to_owned()),
            ("list", ["counts", count]) => Self::ListCounts(count.parse().map_err(|_| unknown())?),
            ("exit", [program, status]) => Self::Exit { program: (*program).to_owned(), status: (*status).to_owned() },
            ("memory", ["grows", "at", "most", megabytes, "MB", "over", frames, "frames"]) => Self::Memory {
                megabytes: megabytes.parse().map_err(|_| unknown())?,
                frames: frames.parse().map_err(|_| unknown())?,
            },
            ("happened", _) => Self::Happened(quoted(rest).ok_or_else(unknown)?),
            ("snap" | "read", _) => Self::Printed { program: first.to_owned(), query: Query::parse(text)? },
            ("taken", [name, ..]) => {
                let query = rest.trim_start()[name.len()..].trim();
                Self::Taken { name: (*name).to_owned(), query: Query::parse(&format!("picture {query}"))? }
            }
            ("seen", _) => {
                let (query, when) = When::parse(rest)?;
                Self::Seen { query, when }
            }
            ("never", _) => {
                let (query, when) = When::parse(rest)?;
                Self::Never { query, when }
            }
            _ => return Err(unknown()),
        })
    }
}

/// What stands between two quotation marks.
fn quoted(text: &str) -> Option<String> {
    text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned)
}

impl When {
    fn parse(text: &str) -> Result<(Query, Self), String> {
        let mut clauses = text.split(',').map(str::trim);
        let query = Query::parse(clauses.next().unwrap_or_default())?;
        let mut when = Self::default();
        for clause in clauses {
            let unknown = || format!("`{clause}` is not known");
            let (word, rest) = clause.split_once(' ').ok_or_else(unknown)?;
            match word {
                "after" => when.after = Some(quoted(rest).ok_or_else(unknown)?),
                "before" => when.before = Some(quoted(rest).ok_or_else(unknown)?),
                "within" => {
                    let (seconds, event) = rest.split_once(" s of ").ok_or_else(unknown)?;
                    when.within = Some(seconds.parse().map_err(|_| unknown())?);
                    when.after = Some(quoted(event).ok_or_else(unknown)?);
                }
                _ => return Err(unknown()),
            }
        }
        Ok((query, when))
    }

    /// From when to when, in seconds of the guest.
    fn span(&self, evidence: &Evidence) -> Result<(f64, f64), String> {
        let moment = |event: &Option<String>, otherwise: f64| match event {
            Some(event) => evidence.moment(event).ok_or_else(|| format!("\"{event}\" did not happen")),
            None => Ok(otherwise),
        };
        Ok((moment(&self.after, 0.0)?, moment(&self.before, f64::INFINITY)?))
    }
}

#[cfg(test)]
#[path = "expect_tests.rs"]
mod tests;
