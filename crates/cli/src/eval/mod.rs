//! `suzume eval`: how well the program reads pictures whose tiles are known, from the file to the face.

mod bands;
mod labels;
mod measure;
mod redden;
mod report;
mod taught;

use crate::error::CliError;
use crate::output::{print_json, print_line, write_file};
use labels::Labelled;
use measure::{Answer, Seen, Tally};
use report::{Models, Report, SetFigures, Spread};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use vision::{Manifest, ModelPaths, Picture, Quad, Recogniser, SetProfile};

/// Measures the reader end to end on pictures whose tiles are known.
#[derive(Debug, clap::Args)]
pub struct EvalArgs {
    /// The folder of the labelled sets [default: SUZUME_DATASETS, else ../shared/datasets].
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// A set in it, FOLDER/NAME.jsonl; several times if need be [default: tables/test, standing/square, standing/full].
    #[arg(long = "set", value_name = "NAME")]
    sets: Vec<String>,
    /// A folder of rendered scenes, each NNNNNN.jpg with NNNNNN.json; several times if need be.
    #[arg(long, value_name = "FOLDER")]
    scenes: Vec<PathBuf>,
    /// The shape the sets' pictures had before they were stretched; standing/square is known to be 16:9.
    #[arg(long, value_name = "W:H", value_parser = aspect)]
    stretch: Option<f32>,
    /// Ask only for tiles whose shorter side has so many pixels [default: 24 for tables/test, else all].
    #[arg(long, value_name = "PX", value_parser = pixels)]
    least_side: Option<f32>,
    /// Print half of the normal souzu red in place, drawn by this seed, before reading.
    #[arg(long, value_name = "SEED")]
    redden: Option<u64>,
    /// At most so many pictures of each set, spread evenly over it.
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,
    /// Count the faces as the rules of the box leave them (as suzume read shows them), for this set on the table;
    /// leaves out scenes that show more of a tile than a box holds.
    #[arg(long, value_name = "SET", value_parser = crate::read::profile)]
    arrange: Option<SetProfile>,
    /// Hold the tiles to be of a set that was taught (see suzume teach).
    #[arg(long, value_name = "NAME", conflicts_with = "teach")]
    taught: Option<String>,
    /// Teach each set with so many of its own pictures and their labels, and measure the others without and with it.
    #[arg(long, value_name = "N")]
    teach: Option<NonZeroUsize>,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
    /// Also write the JSON to a file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The sets that are measured when none is named.
const USUAL: [&str; 3] = ["tables/test", "standing/square", "standing/full"];

fn aspect(text: &str) -> Result<f32, String> {
    let parts = text.split_once(':').and_then(|(w, h)| Some((w.parse::<f32>().ok()?, h.parse::<f32>().ok()?)));
    match parts {
        Some((width, height)) if width / height > 0.1 && width / height < 10.0 => Ok(width / height),
        _ => Err("a shape is WIDTH:HEIGHT, such as 16:9".to_owned()),
    }
}

fn pixels(text: &str) -> Result<f32, String> {
    let side = text.parse().ok().filter(|side: &f32| side.is_finite() && *side >= 0.0);
    side.ok_or_else(|| "a side is a number of pixels, such as 24".to_owned())
}

/// Pictures that are measured together.
struct Set {
    name: String,
    pictures: Vec<Labelled>,
}

/// Runs the command.
///
/// # Errors
/// `labels_missing`, `labels_invalid` and `nothing_to_measure`; a picture that cannot be read; missing or broken models.
pub fn run(args: EvalArgs) -> Result<(), CliError> {
    let sets = sets(&args)?;
    let paths = ModelPaths::discover()?;
    let manifest = Manifest::open(&paths.models)?;
    let mut recogniser = Recogniser::load(&paths)?;
    if let Some(name) = &args.taught {
        crate::teach::expect(&mut recogniser, name)?;
    }
    let mut report = Report { command: command(), models: Models::of(&manifest), sets: Vec::new() };
    if !args.json {
        print_line(&report.heading())?;
    }
    for set in sets {
        let measured = match args.teach {
            Some(count) => taught::measure(&set, count.get(), &args, &mut recogniser)?,
            None => vec![measure_set(set, &args, &mut recogniser)?],
        };
        for figures in measured {
            if !args.json {
                print_line(&figures.row())?;
            }
            report.sets.push(figures);
        }
    }
    if let Some(file) = &args.out {
        let text = serde_json::to_string_pretty(&report)
            .map_err(|error| CliError::new("output_failed", format!("{}: {error}", file.display())))?;
        write_file(file, (text + "\n").as_bytes())?;
    }
    if args.json { print_json(&report) } else { print_line(report.remarks().trim_end()) }
}

fn sets(args: &EvalArgs) -> Result<Vec<Set>, CliError> {
    let named = args.sets.iter().map(String::as_str);
    let usual = USUAL.into_iter().filter(|_| args.sets.is_empty() && args.scenes.is_empty());
    let data = args.data.clone().or_else(|| std::env::var_os("SUZUME_DATASETS").map(PathBuf::from));
    let data = data.unwrap_or_else(|| PathBuf::from("../shared/datasets"));
    let mut sets = Vec::new();
    for name in named.chain(usual) {
        let pictures = labels::photos(&data.join(format!("{name}.jsonl")))?;
        let stretch = if name == "standing/square" { Some(16.0 / 9.0) } else { args.stretch };
        let least = args.least_side.unwrap_or(if name == "tables/test" { 24.0 } else { 0.0 });
        let pictures = pictures.into_iter().map(|one| match stretch {
            Some(aspect) => one.unstretched(aspect).without_small(least),
            None => one.without_small(least),
        });
        sets.push(Set { name: name.to_owned(), pictures: pictures.collect() });
    }
    for folder in &args.scenes {
        let pictures = labels::scenes(folder)?;
        let is_wanted = |one: &Labelled| args.arrange.is_none_or(|profile| one.is_possible(profile));
        let pictures = pictures.into_iter().filter(is_wanted);
        let pictures = pictures.map(|one| one.without_small(args.least_side.unwrap_or(0.0)));
        sets.push(Set { name: folder.display().to_string(), pictures: pictures.collect() });
    }
    Ok(sets)
}

fn measure_set(set: Set, args: &EvalArgs, recogniser: &mut Recogniser) -> Result<SetFigures, CliError> {
    if set.pictures.is_empty() {
        return Err(CliError::new("nothing_to_measure", format!("{}: no picture is left to measure", set.name)));
    }
    let mut tally = Tally::default();
    let mut times = Vec::new();
    let mut conditions = BTreeMap::new();
    let all = set.pictures.len();
    let wanted = args.limit.map_or(all, NonZeroUsize::get).min(all);
    for number in (0..wanted).map(|i| i * all / wanted) {
        let mut one = set.pictures[number].clone();
        let picture = picture(&mut one, args.redden.map(|seed| (seed, number as u64)))?;
        let reading = recogniser.read(&picture)?;
        times.push(reading.timing.total);
        for condition in &reading.conditions {
            *conditions.entry(condition.code()).or_default() += 1;
        }
        let arranged = reading.arranged(args.arrange.unwrap_or_default());
        let tiles = match args.arrange {
            Some(_) => {
                reading.tiles.iter().zip(&arranged.tiles).map(|(read, tile)| Seen::arranged(read, tile)).collect()
            }
            None => reading.tiles.iter().map(Seen::from).collect(),
        };
        let rejected = reading.rejected.iter().map(|place| Quad(place.corners)).collect();
        tally.add(&one, &Answer { tiles, rejected, hand: arranged.hand });
    }
    let redden = if args.redden.is_some() { ", reddened" } else { "" };
    let arrange = if args.arrange.is_some() { ", arranged" } else { "" };
    let name = format!("{}{redden}{arrange}", set.name);
    Ok(SetFigures { name, figures: tally.figures(), conditions, ms: Spread::of(times) })
}

/// The picture as it is read: in the size of its labels, and with red souzu where they are asked for.
fn picture(one: &mut Labelled, redden: Option<(u64, u64)>) -> Result<Picture, CliError> {
    let mut picture = Picture::open(&one.path).map_err(|error| CliError::about_picture(&one.path, error))?;
    if picture.size() != one.size || redden.is_some() {
        // Labels and recolouring are in pixels of the file: larger pictures than are kept whole are not handled here.
        let [width, height] = one.size;
        let mut pixels = match picture.pixels() {
            same if same.dimensions() == (width, height) => same.clone(),
            other => image::imageops::resize(other, width, height, image::imageops::FilterType::Triangle),
        };
        if let Some((seed, number)) = redden {
            redden::redden(&mut pixels, one, seed, number);
        }
        picture = Picture::from_rgb(pixels)?;
    }
    Ok(picture)
}

/// The command as one would type it again, without the program's folder.
fn command() -> String {
    let quoted = |argument: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
        if !argument.is_empty() && argument.chars().all(plain) { argument } else { format!("'{argument}'") }
    };
    let arguments = std::env::args_os().skip(1).map(|argument| quoted(argument.to_string_lossy().into_owned()));
    std::iter::once("suzume".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}
