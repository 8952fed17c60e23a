//! The house rules that no compiler and no linter checks.

use crate::error::{Error, Result};
use crate::{arrows, metadata, shell};
use std::fs;
use std::path::Path;

/// No source file may be longer, in lines.
const LONGEST: usize = 600;

/// No file in git may be larger, in bytes.
const LARGEST: u64 = 4 << 20;

/// Endings of the files that people write.
const SOURCES: &[&str] = &["rs", "ts", "svelte", "js", "mjs", "css", "html", "py", "sh"];

/// A word that only some files may hold.
struct Word {
    word: &'static str,
    /// Where it is looked for.
    within: &'static str,
    ending: &'static str,
    /// Where it may be all the same.
    except: &'static [&'static str],
    why: &'static str,
}

const WORDS: &[Word] = &[
    Word {
        word: "ort::",
        within: "",
        ending: "rs",
        except: &["crates/vision/src/onnx.rs"],
        why: "only onnx.rs names ort",
    },
    Word {
        word: "rusqlite::",
        within: "",
        ending: "rs",
        // And two that make its file refuse, to see what becomes of what was asked.
        except: &["crates/ledger/", "crates/table/tests/common/mod.rs", "src-tauri/src/parts_tests.rs"],
        why: "only the ledger stores",
    },
    Word { word: "tauri::", within: "crates/", ending: "rs", except: &[], why: "the crates know no window" },
    Word {
        word: "@tauri-apps",
        within: "ui/src/",
        ending: "",
        except: &["ui/src/backend/"],
        why: "src/backend is the one door to Rust",
    },
    Word { word: "std::fs", within: "crates/rules/src/", ending: "rs", except: &[], why: "rules do no IO" },
    Word { word: "std::io", within: "crates/rules/src/", ending: "rs", except: &[], why: "rules do no IO" },
    Word { word: "std::env", within: "crates/rules/src/", ending: "rs", except: &[], why: "rules do no IO" },
    Word { word: "std::net", within: "crates/rules/src/", ending: "rs", except: &[], why: "rules do no IO" },
    Word { word: "std::time", within: "crates/rules/src/", ending: "rs", except: &[], why: "rules know no clock" },
    Word { word: "println!", within: "crates/rules/src/", ending: "rs", except: &[], why: "rules do no IO" },
    Word { word: "{@html", within: "ui/src/", ending: "svelte", except: &[], why: "no markup out of strings" },
];

/// Marks of unfinished work and of tests that do not run. Spelled in two parts, so that this file does not hold them.
const UNFINISHED: &[(&str, &str)] = &[
    ("TO", "DO"),
    ("FIX", "ME"),
    ("XX", "X:"),
    ("#[ign", "ore"),
    ("it.sk", "ip("),
    ("it.on", "ly("),
    ("test.sk", "ip("),
    ("test.on", "ly("),
];

/// Folders of the machines we work on; a path with one of them works nowhere else.
const MACHINES: &[(&str, &str)] = &[("/wo", "rk/"), ("/ro", "ot/"), ("/home/", "runner/")];

/// `cargo xtask tidy`.
pub fn command() -> Result<()> {
    let complaints = complaints()?;
    if complaints.is_empty() {
        eprintln!("tidy: nothing to complain about");
        return Ok(());
    }
    Err(Error::Check(format!("tidy:\n  {}", complaints.join("\n  "))))
}

/// Everything that is not as it should be, a line each.
pub fn complaints() -> Result<Vec<String>> {
    let mut found = arrows::complaints(&metadata::packages()?);
    for name in tracked()? {
        let path = shell::root().join(&name);
        // A file that was just deleted is still listed until that is committed.
        let Ok(facts) = fs::metadata(&path) else { continue };
        if facts.len() > LARGEST {
            found.push(format!("{name}: {} bytes, the most is {LARGEST}", facts.len()));
        }
        let ending = Path::new(&name).extension().and_then(|e| e.to_str()).unwrap_or_default();
        if SOURCES.contains(&ending) {
            let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
            found.extend(of_source(&name, ending, &text));
        }
    }
    Ok(found)
}

fn of_source(name: &str, ending: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST && !is_generated(text) {
        found.push(format!("{name}: {lines} lines, the most is {LONGEST}"));
    }
    if ending == "rs" && !name.contains("tests") && !text.starts_with("//!") {
        found.push(format!("{name}:1: does not begin with a //! line that says what it is"));
    }
    for (index, line) in text.lines().enumerate() {
        let here = format!("{name}:{}", index + 1);
        for (mark, why) in [(UNFINISHED, "unfinished, or does not run"), (MACHINES, "a path of one machine")] {
            for (first, second) in mark {
                let word = format!("{first}{second}");
                if line.contains(&word) {
                    found.push(format!("{here}: {word} ({why})"));
                }
            }
        }
        for rule in WORDS.iter().filter(|rule| rule.applies_to(name, ending)) {
            if has_word(line, rule.word) {
                found.push(format!("{here}: {} ({})", rule.word, rule.why));
            }
        }
    }
    found
}

/// Written by a program that is in the tree, and says so in its first line.
fn is_generated(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.contains("generated by"))
}

/// Whether the line holds the word and not just a longer word that ends in it (`sort::` is not `ort::`).
fn has_word(line: &str, word: &str) -> bool {
    let start = |index: usize| line[..index].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_');
    line.match_indices(word).any(|(index, _)| start(index))
}

impl Word {
    fn applies_to(&self, name: &str, ending: &str) -> bool {
        name.starts_with(self.within)
            && (self.ending.is_empty() || self.ending == ending)
            && !name.starts_with("xtask/")
            && !self.except.iter().any(|except| name.starts_with(except))
    }
}

/// The files that are in git or would be.
fn tracked() -> Result<Vec<String>> {
    let mut command = shell::program("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let text = shell::quiet(&mut command)
        .ok_or_else(|| Error::Check("tidy: `git ls-files` failed; is this a clone?".into()))?;
    Ok(text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_onnx_rs_names_ort() {
        assert!(of_source("crates/vision/src/onnx.rs", "rs", "//! x\nuse ort::session::Session;\n").is_empty());
        assert_eq!(of_source("crates/vision/src/read.rs", "rs", "//! x\nuse ort::session::Session;\n").len(), 1);
        assert!(of_source("crates/vision/src/read.rs", "rs", "//! x\nuse sort::by;\n").is_empty());
    }

    #[test]
    fn long_files_and_unfinished_work_are_found() {
        assert_eq!(of_source("a.py", "py", &"x\n".repeat(LONGEST + 1)).len(), 1);
        assert!(of_source("a.py", "py", &"x\n".repeat(LONGEST)).is_empty());
        for (first, second) in UNFINISHED {
            assert_eq!(of_source("a.ts", "ts", &format!("x {first}{second} x\n")).len(), 1);
        }
    }

    #[test]
    fn rules_do_no_io() {
        assert_eq!(of_source("crates/rules/src/lib.rs", "rs", "//! x\nuse std::time::Instant;\n").len(), 1);
        assert!(of_source("crates/ledger/src/lib.rs", "rs", "//! x\nuse std::time::Instant;\n").is_empty());
    }
}
