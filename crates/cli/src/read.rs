//! `suzume read`: the tiles that pictures show.

use crate::error::CliError;
use crate::output::{print_json, print_line};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use vision::{Arranged, ModelPaths, Picture, Reading, Recogniser, SetProfile, VisionError};

/// Reads the tiles that pictures show, each picture on its own.
#[derive(Debug, clap::Args)]
pub struct ReadArgs {
    /// Picture files: JPEG, PNG, WebP, BMP, GIF or TIFF.
    #[arg(required = true, value_name = "PICTURE")]
    pictures: Vec<PathBuf>,
    /// The set on the table: what each face means as a tile.
    #[arg(long, value_name = "SET", default_value = "suzume", value_parser = profile)]
    set: SetProfile,
    /// Answer with one JSON object a line, a picture each.
    #[arg(long)]
    json: bool,
    /// Also write the picture (one only) with what was read drawn over it.
    #[arg(long, value_name = "OUT.png")]
    draw: Option<PathBuf>,
}

fn profile(id: &str) -> Result<SetProfile, String> {
    let known = SetProfile::ALL.map(SetProfile::id).join(", ");
    SetProfile::from_id(id).ok_or_else(|| format!("the sets are {known}"))
}

/// One picture's answer.
#[derive(Debug, Serialize)]
struct Answer {
    picture: String,
    size: [u32; 2],
    tiles: Vec<TileAnswer>,
    hand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dora: Option<String>,
    conditions: Vec<&'static str>,
    ms: Milliseconds,
}

#[derive(Debug, Serialize)]
struct TileAnswer {
    face: &'static str,
    tile: Option<String>,
    corners: [[f32; 2]; 4],
    confidence: f32,
    doubtful: bool,
    alternatives: Vec<Alternative>,
}

#[derive(Debug, Serialize)]
struct Alternative {
    face: &'static str,
    confidence: f32,
}

/// `total` also holds the decoding of the file.
#[derive(Debug, Serialize)]
struct Milliseconds {
    locate: f32,
    read: f32,
    total: f32,
}

/// Runs the command.
///
/// # Errors
/// A picture that cannot be read, a missing or broken model or library. Of several pictures each is answered, the bad
/// ones by their error, and the command then ends with [`CliError::REPORTED`].
pub fn run(args: ReadArgs) -> Result<(), CliError> {
    if args.draw.is_some() && args.pictures.len() > 1 {
        return Err(CliError::new("usage", "--draw takes one picture only"));
    }
    let mut recogniser = None;
    let mut failed = 0;
    for path in &args.pictures {
        match read_one(&args, path, &mut recogniser) {
            Ok(()) => {}
            Err(Refusal::Picture(error)) if args.pictures.len() > 1 => {
                failed += 1;
                // Where even this line cannot be written, the exit status says it.
                let _ = writeln!(std::io::stderr(), "suzume: {error}");
                if args.json {
                    print_json(&with_picture(path, error.json()))?;
                }
            }
            Err(Refusal::Picture(error) | Refusal::All(error)) => return Err(error),
        }
    }
    if failed > 0 {
        let message = format!("{failed} of {} pictures could not be read", args.pictures.len());
        return Err(CliError::new(CliError::REPORTED, message));
    }
    Ok(())
}

/// What a failure ends: the answer for one picture, or the command.
enum Refusal {
    Picture(CliError),
    All(CliError),
}

fn read_one(args: &ReadArgs, path: &Path, recogniser: &mut Option<Recogniser>) -> Result<(), Refusal> {
    let start = Instant::now();
    let picture = Picture::open(path).map_err(|error| Refusal::Picture(about(path, &error)))?;
    let decoding = start.elapsed().as_secs_f32() * 1000.0;
    // The models are loaded for the first picture that can be read.
    let recogniser = match recogniser {
        Some(ready) => ready,
        None => {
            recogniser.insert(load().map_err(|error| Refusal::All(CliError::new(error.code(), error.to_string())))?)
        }
    };
    let reading =
        recogniser.read(&picture).map_err(|error| Refusal::All(CliError::new(error.code(), error.to_string())))?;
    if let Some(out) = &args.draw {
        let drawn = vision::draw(&picture, &reading);
        drawn
            .save_with_format(out, image::ImageFormat::Png)
            .map_err(|error| Refusal::All(CliError::new("output_failed", format!("{}: {error}", out.display()))))?;
    }
    let arranged = reading.arranged(args.set);
    if args.json {
        print_json(&answer(path, &reading, &arranged, decoding)).map_err(Refusal::All)
    } else {
        print_line(text(path, &reading, &arranged, decoding).trim_end()).map_err(Refusal::All)
    }
}

fn load() -> Result<Recogniser, VisionError> {
    Recogniser::load(&ModelPaths::discover()?)
}

/// The error with the picture's name in front, unless the error says it already.
fn about(path: &Path, error: &VisionError) -> CliError {
    let message = match error {
        VisionError::File { .. } => error.to_string(),
        _ => format!("{}: {error}", path.display()),
    };
    CliError::new(error.code(), message)
}

fn with_picture(path: &Path, error: Value) -> Value {
    json!({ "picture": path.display().to_string(), "error": error["error"] })
}

fn rounded(value: f32, digits: i32) -> f32 {
    let unit = 10f32.powi(digits);
    (value * unit).round() / unit
}

fn answer(path: &Path, reading: &Reading, arranged: &Arranged, decoding: f32) -> Answer {
    let tiles = reading.tiles.iter().zip(&arranged.tiles).map(|(read, tile)| TileAnswer {
        face: read.face.id(),
        tile: tile.map(|tile| tile.to_string()),
        corners: read.corners.map(|corner| corner.map(|value| rounded(value, 1))),
        confidence: rounded(read.confidence, 4),
        doubtful: read.doubtful,
        alternatives: read
            .alternatives()
            .into_iter()
            .map(|(face, confidence)| Alternative { face: face.id(), confidence: rounded(confidence, 4) })
            .collect(),
    });
    let timing = reading.timing;
    Answer {
        picture: path.display().to_string(),
        size: reading.size,
        tiles: tiles.collect(),
        hand: arranged.hand_notation(),
        dora: arranged.dora_tile().map(|tile| tile.to_string()),
        conditions: reading.conditions.iter().map(|condition| condition.code()).collect(),
        ms: Milliseconds {
            locate: rounded(timing.locate, 2),
            read: rounded(timing.read, 2),
            total: rounded(decoding + timing.total, 2),
        },
    }
}

/// The answer for people: a line for the picture, one for each tile, one for the hand.
fn text(path: &Path, reading: &Reading, arranged: &Arranged, decoding: f32) -> String {
    let mut lines = String::new();
    let [width, height] = reading.size;
    let total = decoding + reading.timing.total;
    let count = reading.tiles.len();
    // Writing to a String cannot fail.
    let _ = writeln!(lines, "{}: {width} x {height}, {count} tiles, {total:.0} ms", path.display());
    for (read, tile) in reading.tiles.iter().zip(&arranged.tiles) {
        let tile = tile.map_or("-".to_owned(), |tile| tile.to_string());
        let _ = write!(lines, "  {tile:<3} {:<7} {:>3.0} %", read.face.id(), read.confidence * 100.0);
        if read.doubtful {
            let others: Vec<String> = read
                .alternatives()
                .iter()
                .map(|(face, probability)| format!("{face} {:.0} %", probability * 100.0))
                .collect();
            let _ = write!(lines, "  doubtful");
            if !others.is_empty() {
                let _ = write!(lines, ", or {}", others.join(", "));
            }
        }
        lines.push('\n');
    }
    match (arranged.hand_notation(), arranged.dora_tile()) {
        (Some(hand), Some(dora)) => _ = writeln!(lines, "  hand {hand}, dora {dora}?"),
        (Some(hand), None) => _ = writeln!(lines, "  hand {hand}"),
        (None, _) => _ = writeln!(lines, "  no hand: it needs six tiles of the set that can exist together"),
    }
    for condition in &reading.conditions {
        let _ = writeln!(lines, "  {}", condition.code());
    }
    lines
}
