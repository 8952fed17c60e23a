//! `suzume camera snap`: one picture.

use super::{Choice, format_json};
use crate::error::CliError;
use crate::output::{name_of, print_json, print_line, write_file};
use camera::{CameraError, CameraSource, Shot};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Takes one picture of a camera and writes it as a JPEG.
#[derive(Debug, clap::Args)]
pub struct SnapArgs {
    /// Where it is written.
    #[arg(value_name = "OUT.jpg")]
    out: PathBuf,
    #[command(flatten)]
    choice: Choice,
    /// So long a picture is waited for, in seconds.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    wait: u64,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Cameras need some frames to find the exposure: so many are let pass, or what comes in this time.
const FIRST: u32 = 5;
/// See [`FIRST`].
const SETTLING: Duration = Duration::from_secs(2);
/// The quality of a JPEG that is made here, of 100.
const QUALITY: u8 = 92;

/// Runs the command.
///
/// # Errors
/// What [`CameraError`] has codes for, `camera_hung` also when no whole picture comes in time; `output_failed`.
pub fn run(args: &SnapArgs) -> Result<(), CliError> {
    let device = camera::find(args.choice.camera.as_deref())?;
    let mut source = camera::open(&device, args.choice.wish())?;
    let shot = settled(source.as_mut(), Duration::from_secs(args.wait))?;
    let [width, height] = shot.picture.size();
    let bytes = match &shot.jpeg {
        Some(jpeg) => jpeg.to_vec(),
        None => encoded(&shot)?,
    };
    write_file(&args.out, &bytes)?;
    if args.json {
        return print_json(&json!({
            "picture": args.out.display().to_string(), "size": [width, height], "camera": device.id,
            "format": source.format().map(format_json), "broken": source.broken(),
        }));
    }
    print_line(&format!("{}: {width} x {height} from {}", name_of(&args.out), device.id))
}

/// A picture of a camera that has found its exposure; of a slow one, the newest.
fn settled(source: &mut dyn CameraSource, wait: Duration) -> Result<Shot, CameraError> {
    let start = Instant::now();
    let mut newest = None;
    let mut count = 0;
    while start.elapsed() < wait {
        if let Some(shot) = source.next(Duration::from_millis(200))? {
            newest = Some(shot);
            count += 1;
        }
        if count >= FIRST || start.elapsed() >= SETTLING && newest.is_some() {
            break;
        }
    }
    newest.ok_or_else(|| CameraError::Hung { name: source.name().to_owned() })
}

fn encoded(shot: &Shot) -> Result<Vec<u8>, CliError> {
    let file = shot.picture.jpeg(u32::MAX, QUALITY);
    file.map_err(|error| CliError::new("output_failed", format!("the picture does not fit a JPEG: {error}")))
}
