//! `suzume camera watch`: what the window would see, event by event.

use super::profile::Profile;
use super::{Choice, events};
use crate::error::CliError;
use crate::output::{print_json, print_line};
use crate::read::{load, profile as set};
use camera::{
    CameraSource, CameraState, CameraStatus, Expect, Live, LiveRules, Opener, Phase, ReadFrame, Repeat, Replay, Report,
    View,
};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vision::{Reading, SetProfile, Timing};

/// Watches a table as the window does, and says what it sees.
#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    #[command(flatten)]
    choice: Choice,
    /// Plays the pictures of this folder, in the order of their names, in place of a camera.
    #[arg(long, value_name = "FOLDER", conflicts_with = "camera")]
    replay: Option<PathBuf>,
    /// How many of them a second.
    #[arg(long, value_name = "N", default_value_t = 15.0, requires = "replay", value_parser = rate)]
    fps: f32,
    /// Begins again after the last one; otherwise the last one stays.
    #[arg(long = "loop", requires = "replay")]
    again: bool,
    /// Ends after so many seconds; without it, when nobody reads the output any more.
    #[arg(long, value_name = "N")]
    seconds: Option<f64>,
    /// What is laid under the camera: hand, one (tile) or any (number of tiles).
    #[arg(long, value_name = "WHAT", default_value = "hand", value_parser = expected)]
    expect: Expect,
    /// The set on the table: what each face means as a tile.
    #[arg(long, value_name = "SET", default_value = "suzume", value_parser = set)]
    set: SetProfile,
    /// A set that was taught: the tiles are held to be of it (see suzume teach).
    #[arg(long, value_name = "NAME")]
    taught: Option<String>,
    /// Turns the picture clockwise: 0, 90, 180 or 270 degrees.
    #[arg(long, value_name = "DEGREES", default_value = "0", value_parser = quarters)]
    rotate: u8,
    /// The part of the turned picture that is looked at: left, top, width and height as shares from 0 to 1.
    #[arg(long, value_name = "X,Y,W,H", value_parser = part)]
    crop: Option<Part>,
    /// Only takes the frames, without reading them; no models are needed.
    #[arg(long)]
    no_read: bool,
    /// Answer with one JSON object a line.
    #[arg(long)]
    json: bool,
    /// In the end also says where the time went, from the moment the tiles lay there to their offer.
    #[arg(long)]
    profile: bool,
}

/// A part of a picture, in shares.
#[derive(Clone, Copy, Debug)]
struct Part([f32; 4]);

fn part(text: &str) -> Result<Part, String> {
    let shares: Result<Vec<f32>, _> = text.split(',').map(|share| share.trim().parse::<f32>()).collect();
    let shares = shares.ok().and_then(|shares| <[f32; 4]>::try_from(shares).ok());
    let inside = |shares: &[f32; 4]| {
        let [x, y, w, h] = *shares;
        let large = w >= View::LEAST && h >= View::LEAST;
        x >= 0.0 && y >= 0.0 && large && x + w <= 1.001 && y + h <= 1.001
    };
    shares
        .filter(inside)
        .map(Part)
        .ok_or_else(|| format!("a part is X,Y,W,H within 0 to 1, at least {} wide and high, not {text:?}", View::LEAST))
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| Replay::RATES.contains(rate));
    rate.ok_or_else(|| format!("pictures a second are {} to {}", Replay::RATES.start(), Replay::RATES.end()))
}

fn quarters(text: &str) -> Result<u8, String> {
    match text {
        "0" => Ok(0),
        "90" => Ok(1),
        "180" => Ok(2),
        "270" => Ok(3),
        _ => Err("a picture is turned by 0, 90, 180 or 270 degrees".to_owned()),
    }
}

fn expected(text: &str) -> Result<Expect, String> {
    match text {
        "hand" => Ok(Expect::Hand),
        "one" => Ok(Expect::One),
        "any" => Ok(Expect::Any),
        _ => Err("what is laid there is hand, one or any".to_owned()),
    }
}

/// So long an event is waited for at a time.
const TICK: Duration = Duration::from_millis(20);
/// How often it is said how many frames came.
const FRAMES: Duration = Duration::from_secs(1);
/// The longest time that may be asked for, in seconds: a year.
const LONGEST: f64 = 31_536_000.0;

/// Runs the command.
///
/// # Errors
/// `usage`, `replay_failed`, what loading the models may fail by, and output that cannot be written. What happens to the
/// camera is no error: it is said, and waited for.
pub fn run(args: WatchArgs) -> Result<(), CliError> {
    if args.seconds.is_some_and(|seconds| !(0.0..=LONGEST).contains(&seconds)) {
        return Err(CliError::new("usage", format!("--seconds takes 0 to {LONGEST}")));
    }
    let (read, sure) = reader(&args)?;
    let opener = opener(&args)?;
    let mut rules = LiveRules {
        set: args.set,
        expect: args.expect,
        view: View { quarters: args.rotate, crop: args.crop.map(|part| part.0), mirror: false },
        ..LiveRules::default()
    };
    if let Some(sure) = sure {
        rules.steady.sure = sure;
    }
    let live = Live::start(opener, read, rules);
    Watching::new(&args).run(&live)
}

/// What reads a frame, and from which probability on a face is sure.
fn reader(args: &WatchArgs) -> Result<(ReadFrame, Option<f32>), CliError> {
    if args.no_read {
        let nothing = |picture: &vision::Picture| {
            Ok(Reading {
                tiles: Vec::new(),
                rejected: Vec::new(),
                size: picture.size(),
                conditions: Vec::new(),
                timing: Timing::default(),
            })
        };
        return Ok((Box::new(nothing), None));
    }
    let mut recogniser = load(args.taught.as_deref())?;
    let sure = recogniser.doubt_below();
    Ok((Box::new(move |picture| recogniser.read(picture)), Some(sure)))
}

fn opener(args: &WatchArgs) -> Result<Opener, CliError> {
    let Some(folder) = args.replay.clone() else {
        return Ok(camera::keep(args.choice.camera.clone(), args.choice.wish()));
    };
    let repeat = if args.again { Repeat::Loop } else { Repeat::Hold };
    let fps = args.fps;
    // A folder that cannot be played is an error now, not a camera to wait for.
    let mut first = Some(Replay::folder(&folder, fps, repeat)?);
    Ok(Box::new(move || {
        let replay = first.take().map_or_else(|| Replay::folder(&folder, fps, repeat), Ok)?;
        Ok(Box::new(replay) as Box<dyn CameraSource>)
    }))
}

/// What has been said so far.
struct Watching<'a> {
    args: &'a WatchArgs,
    status_number: u64,
    status: Option<CameraStatus>,
    said_camera: Option<CameraState>,
    /// The frame before the one that is to be said at once.
    first_after: Option<u64>,
    frames_said: Option<Instant>,
    report_number: u64,
    offers: u64,
    last_line: String,
    profile: Profile,
}

impl<'a> Watching<'a> {
    fn new(args: &'a WatchArgs) -> Watching<'a> {
        Watching {
            args,
            status_number: 0,
            status: None,
            said_camera: None,
            first_after: None,
            frames_said: None,
            report_number: 0,
            offers: 0,
            last_line: String::new(),
            profile: Profile::default(),
        }
    }

    fn run(mut self, live: &Live) -> Result<(), CliError> {
        let end = self.args.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        while end.is_none_or(|end| Instant::now() < end) {
            if let Some((number, status)) = live.camera(self.status_number, TICK) {
                self.status_number = number;
                self.camera(status)?;
            }
            if self.frames_said.is_none_or(|said| said.elapsed() >= FRAMES) && self.status.is_some() {
                self.frames()?;
            }
            if let Some((number, report)) = live.report(self.report_number, Duration::ZERO) {
                self.report_number = number;
                self.report(&report)?;
            }
        }
        if self.args.profile
            && let Some(profile) = self.profile.event()
        {
            self.say(&profile)?;
        }
        let status = self.status.as_ref();
        let [frames, broken] = status.map_or([0, 0], |status| [status.frame, status.broken]);
        self.say(&json!({ "event": "end", "frames": frames, "broken": broken, "offers": self.offers }))
    }

    fn camera(&mut self, status: CameraStatus) -> Result<(), CliError> {
        if self.said_camera.as_ref() != Some(&status.camera) {
            self.say(&events::camera(&status))?;
            self.said_camera = Some(status.camera.clone());
            self.first_after = Some(status.frame);
        }
        let was_frozen = self.status.as_ref().is_some_and(|before| before.frozen);
        let at_once = self.first_after.is_some_and(|before| status.frame > before) || was_frozen != status.frozen;
        self.status = Some(status);
        if at_once {
            self.first_after = None;
            self.frames()?;
        }
        Ok(())
    }

    fn frames(&mut self) -> Result<(), CliError> {
        self.frames_said = Some(Instant::now());
        match &self.status {
            Some(status) => self.say(&events::frames(status)),
            None => Ok(()),
        }
    }

    fn report(&mut self, report: &Report) -> Result<(), CliError> {
        if self.args.no_read {
            return Ok(());
        }
        self.profile.see(report);
        self.say(&events::report(report, self.args.set))?;
        if let Some(offer) = report.offer.as_ref().filter(|offer| offer.number > self.offers) {
            self.offers = offer.number;
            self.say(&events::offer(offer, report, self.args.set))?;
        }
        Ok(())
    }

    fn say(&mut self, event: &Value) -> Result<(), CliError> {
        if self.args.json {
            return print_json(event);
        }
        let Some(line) = events::line(event) else { return Ok(()) };
        // What only the time sets apart is not said again.
        let (_, what) = line.split_once(" s  ").unwrap_or(("", &line));
        if what == self.last_line {
            return Ok(());
        }
        self.last_line = what.to_owned();
        print_line(&line)
    }
}

/// Whether a report says that the tiles in view lie still.
pub fn lies_still(phase: Phase) -> bool {
    matches!(phase, Phase::Settling { .. } | Phase::Offered)
}
