//! `suzume read`: the tiles that pictures show.

use crate::error::CliError;
use crate::output::{name_of, print_json, print_line, write_file};
use rules::{Tile, TileCounts, parse_tiles};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;
use vision::{Arranged, Face, ModelPaths, Picture, Reading, Recogniser, SetProfile};

/// Reads the tiles that pictures show, each picture on its own.
#[derive(Debug, clap::Args)]
pub struct ReadArgs {
    /// Picture files: JPEG, PNG, WebP, BMP, GIF or TIFF.
    #[arg(required = true, value_name = "PICTURE")]
    pictures: Vec<PathBuf>,
    /// The set on the table: what each face means as a tile.
    #[arg(long, value_name = "SET", default_value = "suzume", value_parser = profile)]
    set: SetProfile,
    /// Tiles known to lie where no picture shows them, such as discards: 1r 5 c. They leave fewer in the box.
    #[arg(long, value_name = "TILES", value_parser = tiles)]
    known: Option<Tiles>,
    /// A set that was taught: the tiles are held to be of it (see suzume teach).
    #[arg(long, value_name = "NAME")]
    taught: Option<String>,
    /// Answer with one JSON object a line, a picture each.
    #[arg(long)]
    json: bool,
    /// Also write the picture (one only) with what was read drawn over it.
    #[arg(long, value_name = "OUT.png")]
    draw: Option<PathBuf>,
}

/// The set with this id, for clap.
pub fn profile(id: &str) -> Result<SetProfile, String> {
    let known = SetProfile::ALL.map(SetProfile::id).join(", ");
    SetProfile::from_id(id).ok_or_else(|| format!("the sets are {known}"))
}

/// Tiles given in one argument.
#[derive(Clone, Debug, Default)]
struct Tiles(Vec<Tile>);

fn tiles(text: &str) -> Result<Tiles, String> {
    let tiles = parse_tiles(text).map_err(|error| error.to_string())?;
    if tiles.is_empty() {
        return Err("no tile is named; leave --known out where none is known".to_owned());
    }
    match TileCounts::default().take_all(tiles.iter().copied()) {
        Ok(()) => Ok(Tiles(tiles)),
        Err(tile) => Err(format!("there are only {} of {tile}", tile.copies())),
    }
}

/// One picture's answer.
#[derive(Debug, Serialize)]
struct Answer {
    picture: String,
    size: [u32; 2],
    tiles: Vec<TileAnswer>,
    hand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dora: Option<String>,
    possible: bool,
    conditions: Vec<&'static str>,
    ms: Milliseconds,
}

#[derive(Debug, Serialize)]
struct TileAnswer {
    face: &'static str,
    tile: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_from: Option<&'static str>,
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

/// `locate` and `read` are [`vision::Timing`]'s; `total` is both and the decoding of the file. Arranging and drawing do not count.
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
    if args.draw.iter().any(|out| args.pictures.iter().any(|picture| is_same(out, picture))) {
        return Err(CliError::new("usage", "--draw would overwrite the picture itself"));
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

/// Whether two names are of one file that is there.
fn is_same(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// What a failure ends: the answer for one picture, or the command.
enum Refusal {
    Picture(CliError),
    All(CliError),
}

fn read_one(args: &ReadArgs, path: &Path, recogniser: &mut Option<Recogniser>) -> Result<(), Refusal> {
    let start = Instant::now();
    let picture = Picture::open(path).map_err(|error| Refusal::Picture(CliError::about_picture(path, error)))?;
    let decoding = start.elapsed().as_secs_f32() * 1000.0;
    // The models are loaded for the first picture that can be read.
    let recogniser = match recogniser {
        Some(ready) => ready,
        None => recogniser.insert(load(args.taught.as_deref()).map_err(Refusal::All)?),
    };
    let reading = recogniser.read(&picture).map_err(|error| Refusal::All(error.into()))?;
    let known = args.known.as_ref().map_or(&[][..], |known| &known.0);
    let arranged = reading.arranged_with(args.set, known);
    if let Some(out) = &args.draw {
        let drawn = vision::draw(&picture, &reading, &arranged);
        let mut file = Vec::new();
        drawn
            .write_to(&mut Cursor::new(&mut file), image::ImageFormat::Png)
            .map_err(|error| Refusal::All(CliError::new("output_failed", format!("{}: {error}", out.display()))))?;
        write_file(out, &file).map_err(Refusal::All)?;
    }
    if args.json {
        print_json(&answer(path, &reading, &arranged, decoding)).map_err(Refusal::All)
    } else {
        print_line(text(path, &reading, &arranged, decoding).trim_end()).map_err(Refusal::All)
    }
}

/// The recogniser, with the set that was taught under this name.
///
/// # Errors
/// A model or library that is missing or broken; no such set.
pub fn load(taught: Option<&str>) -> Result<Recogniser, CliError> {
    let mut recogniser = ModelPaths::discover().and_then(|paths| Recogniser::load(&paths))?;
    if let Some(name) = taught {
        crate::teach::expect(&mut recogniser, name)?;
    }
    Ok(recogniser)
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
        face: tile.face.id(),
        tile: tile.tile.map(|tile| tile.to_string()),
        changed_from: tile.changed_from.map(Face::id),
        corners: read.corners.map(|corner| corner.map(|value| rounded(value, 1))),
        confidence: rounded(tile.confidence, 4),
        doubtful: tile.doubtful,
        alternatives: tile
            .alternatives
            .iter()
            .map(|&(face, confidence)| Alternative { face: face.id(), confidence: rounded(confidence, 4) })
            .collect(),
    });
    let timing = reading.timing;
    Answer {
        picture: path.display().to_string(),
        size: reading.size,
        tiles: tiles.collect(),
        hand: arranged.hand_notation(),
        winning: arranged.winning_tile().map(|tile| tile.to_string()),
        dora: arranged.dora_tile().map(|tile| tile.to_string()),
        possible: arranged.possible,
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
    let _ = writeln!(lines, "{}: {width} x {height}, {count} tiles, {total:.0} ms", name_of(path));
    for tile in &arranged.tiles {
        let name = tile.tile.map_or("-".to_owned(), |tile| tile.to_string());
        let _ = write!(lines, "  {name:<3} {:<7} {:>3.0} %", tile.face.id(), tile.confidence * 100.0);
        if tile.doubtful {
            lines.push_str("  doubtful");
            for (i, (face, probability)) in tile.alternatives.iter().enumerate() {
                let word = match (i, tile.changed_from) {
                    (0, Some(_)) => ", was read as",
                    (0, None) | (1, Some(_)) => ", or",
                    _ => ",",
                };
                let _ = write!(lines, "{word} {face} {:.0} %", probability * 100.0);
            }
        }
        lines.push('\n');
    }
    let hand = arranged.hand_notation().map(|hand| {
        let winning = arranged.winning_tile().map_or(String::new(), |tile| format!(", won by {tile}?"));
        let dora = arranged.dora_tile().map_or(String::new(), |tile| format!(", dora {tile}?"));
        format!("hand {hand}{winning}{dora}")
    });
    let none = "no hand: it needs six tiles of the set that can exist together and lie together, apart from all others";
    let _ = writeln!(lines, "  {}", hand.as_deref().unwrap_or(none));
    if !arranged.possible {
        let _ = writeln!(lines, "  more of a tile than there are: one of the doubtful ones was misread");
    }
    for condition in &reading.conditions {
        let _ = writeln!(lines, "  {}", condition.code());
    }
    lines
}
