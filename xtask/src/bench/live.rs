//! From the first frame of the tiles to the offered hand: the window's own threads on a replayed film.

use super::process::watch;
use crate::error::{Error, Result};
use crate::shell;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Frames a second.
const FPS: &str = "15";
/// So many frames show the empty table before the tiles lie there: by then the models are warm.
const EMPTY: usize = 30;
/// How long each film is watched, in seconds: the empty table, the tiles, and a while in which nothing moves.
const SECONDS: &str = "10";
/// How often it is shown.
const RUNS: usize = 5;
/// What the issue allows, in milliseconds.
const ALLOWED: f64 = 1500.0;

/// Shows the film and prints the table.
pub fn live(suzume: &Path) -> Result<()> {
    let film = film()?;
    let step = shell::step("tiles laid under a camera: the replayed film");
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let mut command = Command::new(suzume);
        command.args(["camera", "watch", "--json", "--profile", "--fps", FPS, "--seconds", SECONDS, "--replay"]);
        let watched = watch(command.arg(&film).current_dir(shell::root()))?;
        let offered = watched.lines.iter().find(|line| line["event"] == "offer");
        let profile = watched.lines.iter().find(|line| line["event"] == "profile");
        match (offered, profile) {
            (Some(offer), Some(profile)) => runs.push(Run::of(offer, profile, watched.peak)?),
            _ => return Err(Error::Check("the hand of the film was not offered".into())),
        }
    }
    step.done();
    print(&runs);
    Ok(())
}

/// The empty table, then a table with tiles. The last picture stays.
fn film() -> Result<PathBuf> {
    let folder = shell::root().join("target").join("bench-film");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let golden = shell::root().join("tests").join("golden");
    let names = std::iter::repeat_n("empty.jpg", EMPTY).chain(["easy.jpg"]);
    for (i, name) in names.enumerate() {
        let from = golden.join(name);
        fs::copy(&from, folder.join(format!("{i:03}.jpg"))).map_err(Error::file(&from))?;
    }
    Ok(folder)
}

/// One showing. Milliseconds and per cent.
#[derive(Debug)]
struct Run {
    hand: String,
    seen: f64,
    still: f64,
    offered: f64,
    frames: f64,
    decode: f64,
    locate: f64,
    read: f64,
    busy: Option<f64>,
    calm: Option<f64>,
    peak: Option<u64>,
}

impl Run {
    fn of(offer: &Value, profile: &Value, peak: Option<u64>) -> Result<Run> {
        let number = |value: &Value| {
            value.as_f64().ok_or_else(|| Error::Check(format!("the profile is not complete: {profile}")))
        };
        let (stages, frame, cpu) = (&profile["stages_ms"], &profile["frame_ms"], &profile["cpu_percent"]);
        Ok(Run {
            hand: offer["hand"].as_str().unwrap_or("no hand").to_owned(),
            seen: number(&stages["seen"])?,
            still: number(&stages["still"])?,
            offered: number(&stages["offered"])?,
            frames: number(&profile["frames_read"])?,
            decode: number(&frame["decode"])?,
            locate: number(&frame["locate"])?,
            read: number(&frame["read"])?,
            busy: cpu["reading"].as_f64(),
            calm: cpu["still"].as_f64(),
            peak,
        })
    }
}

fn print(runs: &[Run]) {
    println!(
        "\nFrom the first frame of the tiles to the offered hand, {FPS} frames a second, each line one showing:\n"
    );
    println!(
        "| hand | seen ms | lies still ms | offered ms | frames read | decode | locate | read | busy | still | peak MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let percent = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{share:.0} %"));
    for run in runs {
        println!(
            "| {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} | {} | {} | {} |",
            run.hand,
            run.seen,
            run.still,
            run.offered,
            run.frames,
            run.decode,
            run.locate,
            run.read,
            percent(run.busy),
            percent(run.calm),
            run.peak.map_or_else(String::new, |bytes| (bytes / 1_000_000).to_string()),
        );
    }
    let slowest = runs.iter().map(|run| run.offered).fold(0.0, f64::max);
    let verdict = if slowest <= ALLOWED { "within" } else { "over" };
    println!("\nThe slowest took {slowest:.0} ms, {verdict} the {ALLOWED:.0} ms that are allowed.");
    println!(
        "seen: tiles were first read. lies still: they have not moved for a quarter of a second. offered: the same and sure\n\
         for 0.8 s more. decode, locate, read: medians of a frame, in ms. busy and still: share of one core while the frames\n\
         are read, and 2.5 s after the offer, when nothing moves."
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_profile_that_lacks_something_is_no_run() {
        let offer = json!({ "hand": "234r777r" });
        let mut profile = json!({
            "stages_ms": { "seen": 50, "still": 400, "offered": 1100 }, "frames_read": 16,
            "frame_ms": { "decode": 3.5, "locate": 20, "read": 8 }, "cpu_percent": { "reading": 50, "still": null },
        });
        let run = Run::of(&offer, &profile, None).unwrap();
        assert_eq!((run.offered, run.busy, run.calm), (1100.0, Some(50.0), None));
        profile["stages_ms"] = Value::Null;
        assert!(Run::of(&offer, &profile, None).is_err());
    }
}
