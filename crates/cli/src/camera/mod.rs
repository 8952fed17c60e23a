//! `suzume camera`: the cameras that are connected, one picture of one, and what the window would see through it.

mod events;
mod profile;
mod snap;
mod watch;

use crate::error::CliError;
use crate::output::{print_json, print_line};
use camera::{Device, Format, Wish};
use serde::Serialize;
use serde_json::{Value, json};

/// Cameras: list them, take a picture, or watch a table as the window does.
#[derive(Debug, clap::Subcommand)]
pub enum CameraCommand {
    /// The cameras that are connected, and the format that would be taken of each.
    List(ListArgs),
    /// Watches a table as the window does, and says what it sees.
    Watch(watch::WatchArgs),
    /// Takes one picture.
    Snap(snap::SnapArgs),
}

/// Which cameras are listed: all.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Which camera, and how it sends.
#[derive(Debug, clap::Args)]
pub struct Choice {
    /// The camera: its id, its name or its address; the first if none is named.
    #[arg(long, value_name = "CAMERA")]
    camera: Option<String>,
    /// The size that is looked for, in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: [u32; 2],
}

impl Choice {
    fn wish(&self) -> Wish {
        Wish { size: self.size, ..Wish::default() }
    }
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides
        .filter(|sides| sides.iter().all(|side| (24..=8192).contains(side)))
        .ok_or_else(|| format!("a size is WIDTHxHEIGHT, each 24 to 8192, not {text:?}"))
}

/// Runs the command.
///
/// # Errors
/// `usage`, what [`camera::CameraError`] has codes for, and what reading pictures may fail by.
pub fn run(command: CameraCommand) -> Result<(), CliError> {
    match command {
        CameraCommand::List(args) => list(&args),
        CameraCommand::Watch(args) => watch::run(args),
        CameraCommand::Snap(args) => snap::run(&args),
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    name: &'a str,
    address: &'a str,
    chosen: Option<Value>,
    formats: Vec<Value>,
}

fn list(args: &ListArgs) -> Result<(), CliError> {
    let devices = camera::list()?;
    if args.json {
        return print_json(&json!({ "cameras": devices.iter().map(listed).collect::<Vec<_>>() }));
    }
    if devices.is_empty() {
        return print_line("no camera");
    }
    for device in &devices {
        let chosen = camera::choose(&device.formats, Wish::default());
        let chosen = chosen.map_or_else(String::new, |format| {
            format!("  {} {}x{} at {}", format.encoding.code(), format.width, format.height, rate(format.fps))
        });
        print_line(&format!("{}  {}{chosen}", device.id, device.address))?;
    }
    Ok(())
}

fn listed(device: &Device) -> Listed<'_> {
    Listed {
        id: &device.id,
        name: &device.name,
        address: &device.address,
        chosen: camera::choose(&device.formats, Wish::default()).map(format_json),
        formats: device.formats.iter().copied().map(format_json).collect(),
    }
}

/// Frames a second, to two digits.
fn rate(fps: f32) -> f64 {
    (f64::from(fps) * 100.0).round() / 100.0
}

fn format_json(format: Format) -> Value {
    json!({
        "encoding": format.encoding.code(), "width": format.width, "height": format.height, "fps": rate(format.fps)
    })
}
