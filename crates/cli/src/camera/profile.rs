//! Where the time goes, from the moment the tiles lay there to their offer.

use super::watch::lies_still;
use camera::Report;
use serde_json::{Value, json};
use vision::median;

/// So long after the offer (milliseconds) everything has calmed down.
const CALM: u64 = 2500;

/// What reports say about time.
#[derive(Debug, Default)]
pub struct Profile {
    /// Decoding, locating and reading of each frame that was read, in milliseconds.
    frames: Vec<[f32; 3]>,
    last_frame: u64,
    /// Since the last movement: when tiles were first seen, and when they were first known to lie still.
    moved: u64,
    seen: Option<u64>,
    still: Option<u64>,
    /// How many frames were read since.
    reads: u32,
    offered: Option<Offered>,
    /// When this program had used how many seconds of processor time, after everything had calmed down: first and last.
    calm: Option<[(u64, f64); 2]>,
    /// The same while the tiles were read.
    busy: Option<[(u64, f64); 2]>,
}

/// Milliseconds from the frame in which the tiles lay there first.
#[derive(Clone, Copy, Debug)]
struct Offered {
    at: u64,
    seen: u64,
    still: u64,
    offered: u64,
    reads: u32,
}

impl Profile {
    /// Takes in a report.
    pub fn see(&mut self, report: &Report) {
        let Some(reading) = &report.reading else { return };
        if report.frame == self.last_frame {
            return;
        }
        self.last_frame = report.frame;
        let now = report.done_ms;
        self.frames.push([report.decode_ms, reading.timing.locate, reading.timing.read]);
        let used = cpu_seconds();
        if let (Some(offered), Some(used)) = (self.offered, used)
            && now > offered.at + CALM
        {
            let first = self.calm.map_or((now, used), |[first, _]| first);
            self.calm = Some([first, (now, used)]);
        }
        if self.offered.is_some() {
            return;
        }
        if let Some(used) = used {
            let first = self.busy.map_or((now, used), |[first, _]| first);
            self.busy = Some([first, (now, used)]);
        }
        if report.moved_ms != self.moved {
            (self.moved, self.seen, self.still, self.reads) = (report.moved_ms, None, None, 0);
        }
        self.reads += 1;
        let since = now.saturating_sub(self.moved);
        if !reading.tiles.is_empty() || !matches!(report.phase, camera::Phase::Looking) {
            self.seen.get_or_insert(since);
        }
        if lies_still(report.phase) {
            self.still.get_or_insert(since);
        }
        if report.offer.is_some() {
            let [seen, still] = [self.seen, self.still].map(|stage| stage.unwrap_or(since));
            self.offered = Some(Offered { at: now, seen, still, offered: since, reads: self.reads });
        }
    }

    /// All of it; `None` before anything was read.
    pub fn event(&self) -> Option<Value> {
        let part = |i: usize| median(self.frames.iter().map(|frame| frame[i]).collect());
        let [decode, locate, read] = [part(0)?, part(1)?, part(2)?];
        let share = |spell: Option<[(u64, f64); 2]>| {
            let [(from, before), (to, after)] = spell.filter(|[from, to]| to.0 > from.0)?;
            Some(((after - before) / ((to - from) as f64 / 1000.0) * 100.0).round())
        };
        let [busy, calm] = [share(self.busy), share(self.calm)];
        let mut text = match self.offered {
            Some(Offered { seen, still, offered, reads, .. }) => format!(
                "from the first frame of the tiles to their offer: {offered} ms\n  seen after {seen} ms, known to lie still after {still} ms, \
                 sure for long enough after {offered} ms; {reads} frames read"
            ),
            None => "nothing was offered".to_owned(),
        };
        text.push_str(&format!(
            "\n  a frame: decode {decode:.1} ms, locate {locate:.1} ms, read {read:.1} ms (medians)"
        ));
        let percent =
            |share: Option<f64>| share.map_or_else(|| "not known".to_owned(), |share| format!("{share} % of a core"));
        text.push_str(&format!("\n  processor: {} while reading, {} when nothing moves", percent(busy), percent(calm)));
        Some(json!({
            "event": "profile",
            "offered_ms": self.offered.map(|offered| offered.offered),
            "stages_ms": self.offered.map(|offered| json!({ "seen": offered.seen, "still": offered.still, "offered": offered.offered })),
            "frames_read": self.offered.map(|offered| offered.reads),
            "frame_ms": { "decode": tenth(decode), "locate": tenth(locate), "read": tenth(read) },
            "cpu_percent": { "reading": busy, "still": calm },
            "text": text,
        }))
    }
}

fn tenth(value: f32) -> f64 {
    (f64::from(value) * 10.0).round() / 10.0
}

/// Seconds of processor time that this process has used; where the system says so in `/proc`.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything: state, and from there the 12th and 13th field, in hundredths.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
