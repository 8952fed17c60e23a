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
    /// What `suzume camera watch --json` printed, and when it came. A line `frames` that counts more frames than the one
    /// before is followed by a line `new_frames` of the same fields.
    pub lines: Vec<(f64, Value)>,
    /// What it printed that is no JSON.
    pub noise: Vec<String>,
    /// The cameras of `suzume camera list --json`.
    pub list: Vec<Value>,
    /// What `suzume camera snap --json` and `suzume read --json` printed, by the names `snap` and `read`.
    pub printed: BTreeMap<String, Value>,
    /// What the program says on the host of the pictures that were taken, by their names.
    pub pictures: BTreeMap<String, Value>,
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
        let mut counted = 0;
        for (at, line) in timed(&text("watch.jsonl")) {
            match serde_json::from_str::<Value>(line) {
                Ok(value) => {
                    let newer = (value["event"] == "frames").then(|| newer_frames(&value, &mut counted)).flatten();
                    evidence.lines.push((at, value));
                    evidence.lines.extend(newer.map(|value| (at, value)));
                }
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

    /// Reads the pictures that were taken with `read`, which gets a file and gives what the program printed.
    pub fn read_pictures(&mut self, folder: &Path, read: impl Fn(&Path) -> Option<String>) {
        let files = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        for file in files.filter(|path| path.extension().is_some_and(|ending| ending == "jpg")) {
            if let Some(mut said) = read(&file).and_then(|text| serde_json::from_str::<Value>(&text).ok()) {
                said["event"] = "picture".into();
                self.pictures.insert(file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), said);
            }
        }
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

/// The same line by the name `new_frames`, if it counts more frames than were counted. A new watcher counts from 0.
fn newer_frames(line: &Value, counted: &mut u64) -> Option<Value> {
    let frame = line["frame"].as_u64()?;
    let before = std::mem::replace(counted, frame);
    (frame > before).then(|| {
        let mut newer = line.clone();
        newer["event"] = "new_frames".into();
        newer
    })
}

/// Lines of `SECONDS TEXT`.
fn timed(text: &str) -> impl Iterator<Item = (f64, &str)> {
    text.lines().filter_map(|line| {
        let (at, said) = line.split_once(' ')?;
        Some((at.parse().ok()?, said))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn frames_that_are_only_counted_again_are_not_new() {
        let mut counted = 0;
        let mut newer = |frame: u64| newer_frames(&json!({"event": "frames", "frame": frame}), &mut counted).is_some();
        assert!(!newer(0));
        assert!(newer(7));
        assert!(!newer(7));
        assert!(newer(8));
        assert!(!newer(0), "another watcher");
        assert!(newer(1));
    }

    #[test]
    fn a_script_that_waited_in_vain_or_broke_off_is_complained_of() {
        let said = |events: &[(f64, &str)]| Evidence {
            events: events.iter().map(|(at, said)| (*at, (*said).to_owned())).collect(),
            ..Evidence::default()
        };
        assert!(said(&[(1.0, "watch"), (2.0, "finished")]).complaints().is_empty());
        assert_eq!(said(&[(1.0, "watch")]).complaints().len(), 1);
        assert_eq!(said(&[(1.0, "waited 5 s in vain for x"), (2.0, "finished")]).complaints().len(), 1);
    }

    #[test]
    fn lines_begin_with_the_time() {
        assert_eq!(timed("1.5 watch exit 0\nnonsense\n").collect::<Vec<_>>(), [(1.5, "watch exit 0")]);
    }
}
