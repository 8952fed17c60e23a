//! A scenario of the camera lab, as it is written in `tests/camera-lab/*.scenario`.
//!
//! ```text
//! title: what a person wants here
//! short: yes
//! limit: 120
//! film live: easy.jpg, mjpeg, 1280x720, 15 fps, 12 frames, noise
//!
//! [guest]
//! what happens, in bash with the words of guest/actions.sh
//!
//! [expect]
//! what must come of it, a line each: see `expect.rs`
//! ```

use super::expect::Expectation;
use super::film::Film;
use crate::error::{Error, Result};
use std::fs;
use std::path::Path;

/// A scenario, read.
#[derive(Debug)]
pub struct Scenario {
    /// The name of its file.
    pub name: String,
    /// One sentence.
    pub title: String,
    /// Whether the short form runs it.
    pub short: bool,
    /// Seconds in the guest after which it hangs.
    pub limit: u64,
    /// Pictures that the cameras show.
    pub films: Vec<Film>,
    /// What happens in the guest.
    pub script: String,
    /// What must come of it.
    pub expectations: Vec<Expectation>,
}

/// All scenarios in a folder, in the order of their names.
pub fn all(folder: &Path) -> Result<Vec<Scenario>> {
    let entries = fs::read_dir(folder).map_err(Error::file(folder))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "scenario"))
        .collect();
    files.sort();
    files.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Scenario> {
    let text = fs::read_to_string(path).map_err(Error::file(path))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Scenario::parse(&name, &text).map_err(|complaint| Error::content(path, complaint))
}

impl Scenario {
    /// Reads the text of a scenario.
    pub fn parse(name: &str, text: &str) -> std::result::Result<Self, String> {
        let mut scenario = Self {
            name: name.to_owned(),
            title: String::new(),
            short: false,
            limit: 0,
            films: Vec::new(),
            script: String::new(),
            expectations: Vec::new(),
        };
        let mut section = "";
        for (index, line) in text.lines().enumerate() {
            let here = |complaint: String| format!("line {}: {complaint}", index + 1);
            let bare = line.trim();
            match (bare, section) {
                ("[guest]", _) => section = "guest",
                ("[expect]", _) => section = "expect",
                (_, "guest") => {
                    scenario.script.push_str(line);
                    scenario.script.push('\n');
                }
                _ if bare.is_empty() || bare.starts_with('#') => {}
                (_, "expect") => scenario.expectations.push(Expectation::parse(bare).map_err(here)?),
                _ => scenario.head(bare).map_err(here)?,
            }
        }
        match &scenario {
            Self { title, .. } if title.is_empty() => Err("it has no title".into()),
            Self { limit: 0, .. } => Err("it has no limit".into()),
            Self { expectations, .. } if expectations.is_empty() => Err("it expects nothing".into()),
            _ => Ok(scenario),
        }
    }

    fn head(&mut self, line: &str) -> std::result::Result<(), String> {
        let (key, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is no `key: value`"))?;
        let value = value.trim();
        match key.trim().split_once(' ') {
            Some(("film", name)) => self.films.push(Film::parse(name.trim(), value)?),
            None if key == "title" => value.clone_into(&mut self.title),
            None if key == "short" => self.short = value == "yes",
            None if key == "limit" => self.limit = value.parse().map_err(|_| format!("`{value}` is no number"))?,
            _ => return Err(format!("`{key}` is not known")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# a remark
title: A hand is read
short: yes
limit: 90
film live: easy.jpg, mjpeg, 1280x720, 15 fps, 12 frames, noise

[guest]
loopback 5=tilecam
    show 5 live   # indented as it is

[expect]
seen camera state=running, within 5 s of \"watch\"
";

    #[test]
    fn a_scenario_is_a_head_a_script_and_expectations() {
        let scenario = Scenario::parse("hand", TEXT).unwrap();
        assert_eq!((scenario.title.as_str(), scenario.short, scenario.limit), ("A hand is read", true, 90));
        assert_eq!(scenario.films.len(), 1);
        assert_eq!(scenario.script, "loopback 5=tilecam\n    show 5 live   # indented as it is\n\n");
        assert_eq!(scenario.expectations.len(), 1);
    }

    #[test]
    fn a_scenario_without_expectations_proves_nothing_and_is_refused() {
        let without = TEXT.lines().filter(|line| !line.starts_with("seen")).collect::<Vec<_>>().join("\n");
        assert!(Scenario::parse("hand", &without).unwrap_err().contains("expects nothing"));
        assert!(Scenario::parse("hand", &TEXT.replace("limit: 90\n", "")).unwrap_err().contains("limit"));
        assert!(Scenario::parse("hand", &TEXT.replace("short", "shirt")).unwrap_err().contains("line 3"));
    }

    #[test]
    fn every_scenario_in_the_tree_can_be_read() {
        let folder = super::super::folder();
        let scenarios = all(&folder).unwrap();
        assert!(scenarios.iter().any(|one| one.short), "the short form would run nothing");
        for one in &scenarios {
            for word in one.script.split_whitespace().collect::<Vec<_>>().windows(3) {
                if word[0] == "show" && !word[2].starts_with('$') {
                    assert!(one.films.iter().any(|film| film.name == word[2]), "{}: no film {}", one.name, word[2]);
                }
            }
        }
    }
}
