//! The figures as JSON for programs and as a table for people.

use crate::eval::bands::Band;
use crate::eval::measure::{Figures, Share};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use vision::Manifest;

/// Everything that was measured, and with what.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The command that measures the same again.
    pub command: String,
    /// The models.
    pub models: Models,
    /// The figures, set by set.
    pub sets: Vec<SetFigures>,
}

/// Which models were measured.
#[derive(Debug, Serialize)]
pub struct Models {
    /// SHA-256 of the locator's file.
    pub locator: String,
    /// SHA-256 of the reader's file.
    pub reader: String,
    /// The commit whose training code made them.
    pub training_commit: String,
}

/// The figures of one set.
#[derive(Debug, Serialize)]
pub struct SetFigures {
    /// The set's name as it was asked for.
    pub name: String,
    /// What was counted.
    #[serde(flatten)]
    pub figures: Figures,
    /// How many pictures got which advice, by its code.
    pub conditions: BTreeMap<&'static str, usize>,
    /// Milliseconds a picture took: locate, rectify, read, order; neither decoding nor arranging.
    pub ms: Option<Spread>,
}

/// How times spread, in milliseconds.
#[derive(Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Half took at most this long.
    pub median: f32,
    /// Nine of ten did.
    pub p90: f32,
    /// 99 of 100 did.
    pub p99: f32,
    /// The longest.
    pub most: f32,
}

impl Models {
    /// What the manifest says; the models were checked against it when they were loaded.
    pub fn of(manifest: &Manifest) -> Models {
        Models {
            locator: manifest.locator.sha256.clone(),
            reader: manifest.reader.sha256.clone(),
            training_commit: manifest.training_commit.clone(),
        }
    }
}

impl Spread {
    /// Of these times; `None` of none.
    pub fn of(mut times: Vec<f32>) -> Option<Spread> {
        times.sort_by(f32::total_cmp);
        // The smallest time that at least this share of all does not exceed.
        let at = |share: f32| {
            let rank = (times.len() as f32 * share).ceil().max(1.0) as usize;
            times.get(rank - 1).map(|ms| (ms * 100.0).round() / 100.0)
        };
        Some(Spread { median: at(0.5)?, p90: at(0.9)?, p99: at(0.99)?, most: at(1.0)? })
    }
}

/// The columns: heading and width.
const COLUMNS: [(&str, usize); 14] = [
    ("pictures", 8),
    ("tiles", 6),
    ("found", 7),
    ("named", 7),
    ("game's faces", 16),
    ("false", 12),
    ("hands", 17),
    ("playable", 17),
    ("wrong sure", 11),
    ("false sure", 11),
    ("right doubt", 12),
    ("ECE", 6),
    ("red/normal", 16),
    ("ms (p90)", 14),
];
const NAME: usize = 28;

impl Report {
    /// What comes above the table, and its heading.
    pub fn heading(&self) -> String {
        let Models { locator, reader, training_commit } = &self.models;
        let mut text =
            format!("{}\nlocator {locator}\nreader  {reader}\ntrained at {training_commit}\n\n", self.command);
        let _ = write!(text, "{:<NAME$}", "set");
        for (name, width) in COLUMNS {
            let _ = write!(text, " {name:>width$}");
        }
        text
    }

    /// What comes below the table: each set's most frequent confusions, the faces that were oftenest not read, and the tiles named by
    /// size and turn.
    pub fn remarks(&self) -> String {
        let mut text = String::new();
        for set in &self.sets {
            let frequent: Vec<String> = set
                .figures
                .confusions
                .iter()
                .take(6)
                .map(|confusion| format!("{} read {} x{}", confusion.face, confusion.read, confusion.count))
                .collect();
            let unread = set.figures.unread();
            let unread = unread.iter().take(6).map(|(face, count)| format!("{face} not read x{count}"));
            let advice: Vec<String> = set.conditions.iter().map(|(code, count)| format!("{code} x{count}")).collect();
            let rejected = set.figures.rejected.count;
            let _ = write!(
                text,
                "\n{}: {} rejected, hand proposed {}",
                set.name,
                rejected,
                parts(&set.figures.proposed_hands)
            );
            for said in frequent.into_iter().chain(unread).chain(advice) {
                let _ = write!(text, ", {said}");
            }
            for (what, bands) in
                [("by shorter side in px", &set.figures.by_side), ("by turn in degrees", &set.figures.by_turn)]
            {
                if !bands.is_empty() {
                    let _ = write!(text, "\n  named {what}: {}", by_band(bands));
                }
            }
        }
        text
    }
}

impl SetFigures {
    /// The set's line of the table.
    pub fn row(&self) -> String {
        let f = &self.figures;
        let cells = [
            f.pictures.to_string(),
            f.tiles.to_string(),
            percent(&f.found),
            percent(&f.named),
            parts(&f.game_faces),
            format!("{} {}", f.false_tiles.count, percent(&f.false_tiles)),
            parts(&f.hands),
            parts(&f.playable_hands),
            percent(&f.wrong_unflagged),
            percent(&f.false_unflagged),
            percent(&f.right_flagged),
            f.calibration_error.map_or("-".to_owned(), |error| format!("{:.2}", error * 100.0)),
            parts(&f.colour),
            self.ms.as_ref().map_or("-".to_owned(), |ms| format!("{:.0} ({:.0})", ms.median, ms.p90)),
        ];
        let mut line = format!("{:<NAME$}", self.name);
        for (cell, (_, width)) in cells.iter().zip(COLUMNS) {
            let _ = write!(line, " {cell:>width$}");
        }
        line
    }
}

/// `98.53`: percent, or `-` of none.
fn percent(share: &Share) -> String {
    share.share.map_or("-".to_owned(), |share| format!("{:.2}", share * 100.0))
}

/// `0-16 88.10 of 42, 16- 97.30 of 1037`.
fn by_band(bands: &[Band]) -> String {
    let one = |band: &Band| {
        format!("{}-{} {}", band.from, band.to.map_or(String::new(), |to| to.to_string()), parts(&band.named))
    };
    bands.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// `98.53 of 1074`.
fn parts(share: &Share) -> String {
    format!("{} of {}", percent(share), share.of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        assert_eq!(Spread::of(Vec::new()), None);
        let spread = Spread::of((1..=100).map(|ms| ms as f32).collect());
        assert_eq!(spread, Some(Spread { median: 50.0, p90: 90.0, p99: 99.0, most: 100.0 }));
        assert_eq!(Spread::of(vec![7.0]), Some(Spread { median: 7.0, p90: 7.0, p99: 7.0, most: 7.0 }));
    }
}
