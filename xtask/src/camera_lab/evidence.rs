//! What a scenario left behind on the host: files that the guest wrote.

use super::query::Query;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All that can be known of a scenario's run. What is not there is empty.
#[derive(Debug, Default)]
pub struct Evidence {
    /// What the script said, and when, in seconds since the guest's start.
    pub events: Vec<(f64, String)>,
    /// What `suzume camera watch --json` printed, and when it came.
    pub lines: Vec<(f64, Value)>,
    /// What it printed that is no JSON.
    pub noise: Vec<String>,
    /// The cameras of `suzume camera list --json`.
    pub list: Vec<Value>,
    /// What `suzume camera snap --json` and `suzume read --json` printed, by the names `snap` and `read`.
    pub printed: BTreeMap<String, Value>,
    /// The watcher's memory in kilobytes.
    pub memory: Vec<(f64, u64)>,
}

impl Evidence {
    /// Reads what is in a scenario's folder.
    pub fn read(folder: &Path) -> Self {
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let mut evidence = Self {
            events: timed(&text("events")).map(|(at, said)| (at, said.to_owned())).collect(),
            memory: timed(&text("memory")).filter_map(|(at, said)| Some((at, said.parse().ok()?))).collect(),
            ..Self::default()
        };
        for (at, line) in timed(&text("watch.jsonl")) {
            match serde_json::from_str(line) {
                Ok(value) => evidence.lines.push((at, value)),
                Err(_) => evidence.noise.push(line.to_owned()),
            }
        }
        for program in ["snap", "read"] {
            if let Ok(mut value @ Value::Object(_)) = serde_json::from_str(&text(&format!("{program}.json"))) {
                value["event"] = program.into();
                evidence.printed.insert(program.to_owned(), value);
            }
        }
        let list: Value = serde_json::from_str(&text("list.json")).unwrap_or_default();
        evidence.list = list["cameras"].as_array().cloned().unwrap_or_default();
        evidence
    }

    /// When this was said the last time.
    pub fn moment(&self, event: &str) -> Option<f64> {
        self.events.iter().rev().find(|(_, said)| said == event).map(|(at, _)| *at)
    }

    /// The first line of the watcher between two moments that is meant.
    pub fn first(&self, query: &Query, from: f64, until: f64) -> Option<(f64, &Value)> {
        let between = self.lines.iter().filter(|(at, _)| (from..=until).contains(at));
        between.map(|(at, line)| (*at, line)).find(|(_, line)| query.meets(line))
    }

    /// What went wrong that no scenario needs to name.
    pub fn complaints(&self) -> Vec<String> {
        let mut found: Vec<String> = self.noise.iter().map(|line| format!("watch printed no JSON: {line}")).collect();
        let vain = self.events.iter().filter(|(_, said)| said.starts_with("waited ") || said.starts_with("no "));
        found.extend(vain.map(|(at, said)| format!("at {at:.1} s the script {said}")));
        if self.moment("finished").is_none() {
            found.push("the script did not come to its end".into());
        }
        found
    }
}

/// Lines of `SECONDS TEXT`.
fn timed(text: &str) -> impl Iterator<Item = (f64, &str)> {
    text.lines().filter_map(|line| {
        let (at, said) = line.split_once(' ')?;
        Some((at.parse().ok()?, said))
    })
}
