//! `suzume teach`: a set on the table becomes one that the program knows, from pictures of its tiles laid out in order.

use crate::error::CliError;
use crate::output::{name_of, print_json, print_line};
use serde::Serialize;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use vision::{
    Finding, Layout, Lesson, Manifest, ModelPaths, Picture, Recogniser, SetProfile, Shown, TaughtError, TaughtSet,
    TaughtSets,
};

/// Teaches the set on the table: its tiles laid out in order, in one picture or several.
#[derive(Debug, clap::Args)]
pub struct TeachArgs {
    /// What the set shall be called; a set of that name is replaced.
    #[arg(required_unless_present_any = ["list", "forget"])]
    name: Option<String>,
    /// Pictures: each of the whole layout, or one part of it after the other.
    #[arg(value_name = "PICTURE", required_unless_present_any = ["list", "forget"])]
    pictures: Vec<PathBuf>,
    /// The faces in reading order, such as 1s-9s,hatsu,chun [default: 1s-9s,hatsu,chun and then the set's red tiles].
    #[arg(long, value_name = "FACES", value_parser = layout)]
    faces: Option<Layout>,
    /// Which set it is; it says what is laid out when --faces does not.
    #[arg(long, value_name = "SET", default_value = "suzume", value_parser = crate::read::profile)]
    set: SetProfile,
    /// Teach it as laid out whatever the checks have found, except a number of tiles that does not fit.
    #[arg(long)]
    anyway: bool,
    /// List the sets that were taught.
    #[arg(long, conflicts_with_all = ["name", "pictures", "forget", "faces", "anyway"])]
    list: bool,
    /// Forget a set.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "pictures", "faces", "anyway"])]
    forget: Option<String>,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

fn layout(text: &str) -> Result<Layout, String> {
    Layout::parse(text).map_err(|error| error.to_string())
}

/// What was taught.
#[derive(Debug, Serialize)]
struct Answer {
    name: String,
    faces: Vec<FaceAnswer>,
    tiles: usize,
    right_before: usize,
    right_after: usize,
    pictures: Vec<PictureAnswer>,
    findings: Vec<FindingAnswer>,
}

#[derive(Debug, Serialize)]
struct FaceAnswer {
    face: &'static str,
    pictures: u32,
}

#[derive(Debug, Serialize)]
struct PictureAnswer {
    picture: String,
    tiles: Vec<TileAnswer>,
}

#[derive(Debug, Serialize)]
struct TileAnswer {
    face: Option<&'static str>,
    read: &'static str,
    confidence: f32,
}

#[derive(Debug, Serialize)]
struct FindingAnswer {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<usize>,
}

/// The sets that there are.
#[derive(Debug, Serialize)]
struct ListAnswer {
    sets: Vec<SetAnswer>,
    damaged: Vec<DamagedAnswer>,
}

/// `usable` is null where no model can be found.
#[derive(Debug, Serialize)]
struct SetAnswer {
    name: String,
    faces: Vec<&'static str>,
    usable: Option<bool>,
}

#[derive(Debug, Serialize)]
struct DamagedAnswer {
    code: &'static str,
    message: String,
}

/// Runs the command.
///
/// # Errors
/// Pictures that cannot be read; missing or broken models; what [`TaughtError`] names; the code of the first finding when
/// the pictures do not teach the set as it was laid out.
pub fn run(args: TeachArgs) -> Result<(), CliError> {
    let sets = TaughtSets::discover()?;
    if args.list {
        return list(&sets, args.json);
    }
    if let Some(name) = &args.forget {
        sets.forget(name)?;
        return if args.json {
            print_json(&json!({ "forgotten": name }))
        } else {
            print_line(&format!("{name}: forgotten"))
        };
    }
    teach(&args, &sets)
}

/// From now on the recogniser holds tiles to be of the set of this name.
///
/// # Errors
/// What [`TaughtError`] names.
pub fn expect(recogniser: &mut Recogniser, name: &str) -> Result<(), CliError> {
    let set = TaughtSets::discover().and_then(|sets| sets.get(name));
    Ok(set.and_then(|set| recogniser.expect(Some(set)))?)
}

fn teach(args: &TeachArgs, sets: &TaughtSets) -> Result<(), CliError> {
    let name = args.name.as_deref().unwrap_or_default();
    if Path::new(name).is_file() {
        return Err(CliError::new("usage", format!("the set's name comes first: {name} is a file")));
    }
    let layout = args.faces.clone().unwrap_or_else(|| Layout::usual(args.set));
    let paths = ModelPaths::discover()?;
    let mut recogniser = Recogniser::load(&paths)?;
    let mut shown = Vec::with_capacity(args.pictures.len());
    for path in &args.pictures {
        let seen = Picture::open(path).and_then(|picture| recogniser.show(&picture));
        shown.push(seen.map_err(|error| CliError::about_picture(path, error))?);
    }
    let lesson = Lesson::of(name, &layout, &shown)?;
    match &lesson.set {
        Some(set) if lesson.findings.is_empty() || args.anyway => {
            sets.save(set)?;
            let answer = answer(args, set, &lesson, &shown);
            if args.json { print_json(&answer) } else { print_line(text(&answer).trim_end()) }
        }
        _ => Err(not_taught(args, &lesson)?),
    }
}

/// The error for a lesson that cannot be learnt as it is; with `--json` it is answered here, with all findings.
fn not_taught(args: &TeachArgs, lesson: &Lesson) -> Result<CliError, CliError> {
    let findings: Vec<FindingAnswer> = lesson.findings.iter().map(|found| finding(args, found)).collect();
    let sentences: Vec<&str> = findings.iter().map(|found| found.message.as_str()).collect();
    let mut message = sentences.join("; ");
    if !lesson.findings.iter().any(Finding::is_final) {
        message += " (--anyway teaches it as laid out)";
    }
    let code = lesson.findings.first().map_or("tile_count_differs", Finding::code);
    let error = CliError::new(code, message);
    if !args.json {
        return Ok(error);
    }
    let mut answer = error.json();
    answer["findings"] = json!(findings);
    print_json(&answer)?;
    Ok(CliError::new(CliError::REPORTED, error.message))
}

/// What was found, the picture's file in front, as of the errors of pictures.
fn finding(args: &TeachArgs, finding: &Finding) -> FindingAnswer {
    // The message names all tiles that it is about; a field holds one.
    let (picture, tile) = match (finding.picture(), &finding.places()[..]) {
        (None, [place]) => (Some(place.picture), Some(place.tile)),
        (picture, _) => (picture, None),
    };
    let file = picture.and_then(|number| args.pictures.get(number)).map(|path| format!("{}: ", name_of(path)));
    FindingAnswer {
        code: finding.code(),
        message: format!("{}{finding}", file.unwrap_or_default()),
        picture: picture.map(|number| number + 1),
        tile: tile.map(|number| number + 1),
    }
}

fn answer(args: &TeachArgs, set: &TaughtSet, lesson: &Lesson, shown: &[Shown]) -> Answer {
    let pictures = args.pictures.iter().zip(shown).zip(&lesson.faces).map(|((path, one), faces)| PictureAnswer {
        picture: path.display().to_string(),
        tiles: one
            .reading
            .tiles
            .iter()
            .zip(faces)
            .map(|(tile, face)| TileAnswer {
                face: face.map(vision::Face::id),
                read: tile.face.id(),
                confidence: (tile.confidence * 1e4).round() / 1e4,
            })
            .collect(),
    });
    Answer {
        name: set.name().to_owned(),
        faces: set.faces().iter().map(|face| FaceAnswer { face: face.face.id(), pictures: face.pictures }).collect(),
        tiles: lesson.tiles,
        right_before: lesson.right_before,
        right_after: lesson.right_after,
        pictures: pictures.collect(),
        findings: lesson.findings.iter().map(|found| finding(args, found)).collect(),
    }
}

/// The answer for people.
fn text(answer: &Answer) -> String {
    let Answer { name, faces, tiles, right_before, right_after, .. } = answer;
    let mut lines = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(lines, "{name}: {} faces taught from {tiles} tiles", faces.len());
    let _ = writeln!(lines, "  read rightly before {right_before}, now {right_after} of {tiles}");
    for finding in &answer.findings {
        let _ = writeln!(lines, "  {}", finding.message);
    }
    let _ = writeln!(lines, "  use it: suzume read --taught {name:?} PICTURE");
    lines
}

fn list(sets: &TaughtSets, json: bool) -> Result<(), CliError> {
    let listed = sets.list()?;
    // Without models nobody knows which reader is used: then nothing is said about it.
    let manifest = ModelPaths::discover().and_then(|paths| Manifest::open(&paths.models)).ok();
    let usable = |set: &TaughtSet| manifest.as_ref().map(|it| set.check_reader(&it.reader.sha256).is_ok());
    if json {
        let one = |set: &TaughtSet| SetAnswer {
            name: set.name().to_owned(),
            faces: set.faces().iter().map(|taught| taught.face.id()).collect(),
            usable: usable(set),
        };
        let broken = |error: &TaughtError| DamagedAnswer { code: error.code(), message: error.to_string() };
        let sets = listed.sets.iter().map(one).collect();
        return print_json(&ListAnswer { sets, damaged: listed.damaged.iter().map(broken).collect() });
    }
    let mut lines = String::new();
    for set in &listed.sets {
        let again = if usable(set) == Some(false) { ", with another reader: teach it again" } else { "" };
        let _ = writeln!(lines, "{}: {} faces{again}", set.name(), set.faces().len());
    }
    for error in &listed.damaged {
        let _ = writeln!(lines, "{error}");
    }
    print_line(if lines.is_empty() { "no set was taught yet" } else { lines.trim_end() })
}
