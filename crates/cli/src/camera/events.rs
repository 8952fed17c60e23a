//! What `suzume camera watch` says, as JSON for programs and as lines for people.

use super::{format_json, rate};
use crate::output::printable;
use camera::{CameraState, CameraStatus, Hindrance, Offer, OfferedBy, Phase, Report};
use serde_json::{Value, json};
use vision::{Reading, SetProfile};

/// A change of the camera.
pub fn camera(status: &CameraStatus) -> Value {
    let at = status.at_ms;
    match &status.camera {
        CameraState::Opening => json!({ "event": "camera", "at_ms": at, "state": "opening" }),
        CameraState::Running { name, format, controls } => json!({
            "event": "camera", "at_ms": at, "state": "running", "name": **name, "format": format.map(format_json),
            "controls": controls.iter().map(|control| control.name.code()).collect::<Vec<_>>(),
        }),
        CameraState::Failed(error) => json!({
            "event": "camera", "at_ms": at, "state": "failed", "code": error.code(),
            "hindrance": Hindrance::of_error(error).code(), "message": error.to_string(),
        }),
    }
}

/// What the camera has given so far.
pub fn frames(status: &CameraStatus) -> Value {
    json!({
        "event": "frames", "at_ms": status.at_ms, "frame": status.frame, "fps": rate(status.fps),
        "broken": status.broken, "frozen": status.frozen,
    })
}

fn codes(hindrances: &[Hindrance]) -> Vec<&'static str> {
    hindrances.iter().map(|hindrance| hindrance.code()).collect()
}

fn hand(reading: &Reading, set: SetProfile) -> [Option<String>; 2] {
    let arranged = reading.arranged(set);
    [arranged.hand_notation(), arranged.dora_tile().map(|tile| tile.to_string())]
}

fn faces(reading: &Reading) -> Vec<&'static str> {
    reading.tiles.iter().map(|tile| tile.face.id()).collect()
}

fn doubtful(reading: &Reading) -> usize {
    reading.tiles.iter().filter(|tile| tile.doubtful).count()
}

/// What was read.
pub fn report(report: &Report, set: SetProfile) -> Value {
    let [hand, dora] = report.reading.as_ref().map_or([None, None], |reading| hand(reading, set));
    let share = match report.phase {
        Phase::Settling { share } => Some((share * 100.0).round() / 100.0),
        _ => None,
    };
    json!({
        "event": "report", "at_ms": report.at_ms, "done_ms": report.done_ms, "frame": report.frame,
        "phase": report.phase.code(), "share": share, "hindrances": codes(&report.hindrances),
        "tiles": report.reading.as_ref().map_or_else(Vec::new, |reading| faces(reading)),
        "doubtful": report.reading.as_ref().map_or(0, |reading| doubtful(reading)),
        "possible": report.reading.as_ref().is_none_or(|reading| reading.arranged(set).possible),
        "hand": hand, "dora": dora, "reads_per_second": rate(report.reads_per_second),
        "failure": report.failure.as_ref().map(|error| error.code()),
        "message": report.failure.as_ref().map(|error| error.to_string()),
    })
}

/// What was offered.
pub fn offer(offer: &Offer, report: &Report, set: SetProfile) -> Value {
    let [hand, dora] = hand(&offer.reading, set);
    let by = match offer.by {
        OfferedBy::Itself => "itself",
        OfferedBy::Person => "person",
    };
    json!({
        "event": "offer", "at_ms": offer.frame.at_ms, "done_ms": report.done_ms, "number": offer.number,
        "frame": offer.frame.number, "by": by, "hand": hand, "dora": dora, "tiles": faces(&offer.reading),
        "doubtful": doubtful(&offer.reading),
        "since_moved_ms": report.done_ms.saturating_sub(report.moved_ms),
    })
}

/// An event as a line for people; `None` for those that only programs want.
pub fn line(event: &Value) -> Option<String> {
    let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
    let list = |key: &str| {
        let all = event[key].as_array().map_or(&[][..], Vec::as_slice);
        all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
    };
    // What is read or offered is said when it is known, not when its frame came.
    let at = if event["done_ms"].is_null() { &event["at_ms"] } else { &event["done_ms"] };
    let seconds = at.as_f64().unwrap_or_default() / 1000.0;
    let what = match event["event"].as_str()? {
        "camera" => match event["state"].as_str()? {
            "failed" => format!("{}: {}", text("code"), text("message")),
            "running" => format!("camera {}", text("name")),
            state => format!("camera {state}"),
        },
        "report" if event["failure"].is_string() => {
            format!("{} {}: {}", text("phase"), text("failure"), text("message"))
        }
        "report" => format!("{} {}  {}", text("phase"), list("hindrances"), list("tiles")),
        "offer" => format!("OFFERED {}  ({})", text("hand"), list("tiles")),
        "profile" => return Some(event["text"].as_str()?.to_owned()),
        _ => return None,
    };
    Some(format!("{seconds:8.2} s  {}", printable(what.trim_end())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use vision::VisionError;

    #[test]
    fn a_frame_that_cannot_be_read_is_said_in_words() {
        let failure = VisionError::Inference { model: "reader", cause: "out of memory".to_owned() };
        let event = report(
            &Report {
                frame: 9,
                at_ms: 1200,
                moved_ms: 0,
                done_ms: 1500,
                decode_ms: 0.0,
                phase: Phase::Looking,
                hindrances: Vec::new(),
                reading: None,
                missed: Vec::new(),
                offer: None,
                camera: CameraState::Opening,
                fps: 15.0,
                reads_per_second: 15.0,
                broken: 0,
                failure: Some(Arc::new(failure)),
            },
            SetProfile::Suzume,
        );
        let said = line(&event).expect("people are told");
        assert_eq!(said.trim_start(), "1.50 s  looking inference_failed: the reader model failed: out of memory");
    }
}
