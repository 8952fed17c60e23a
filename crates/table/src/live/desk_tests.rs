//! The camera of the window, with pictures of one shade in place of a table: the shade says what lies there.

use super::*;
use crate::{CameraView, ControlId, Framing};
use camera::{CameraError, CameraSource, Control, ControlKind, ControlName, Shot};
use image::{Rgb, RgbImage};
use std::collections::BTreeMap;
use vision::{Face, Picture, Probabilities, Quad, ReadTile, Reading, Timing, VisionError};

/// An empty table, a hand of six, another one, and four tiles.
const EMPTY: u8 = 10;
const HAND: u8 = 60;
const OTHER: u8 = 120;
const FOUR: u8 = 180;

fn faces(shade: u8) -> &'static [&'static str] {
    match shade {
        HAND => &["1s", "2s", "3s", "7s", "7s", "7sr"],
        OTHER => &["4s", "5s", "6s", "hatsu", "hatsu", "hatsu"],
        FOUR => &["1s", "2s", "3s", "9s"],
        _ => &[],
    }
}

fn reading(picture: &Picture) -> Reading {
    let tile = |(at, id): (usize, &&str)| {
        let face = Face::from_id(id).expect("a face");
        let left = 20.0 + 22.0 * at as f32;
        ReadTile {
            face,
            corners: Quad::rectangle(left, 40.0, left + 20.0, 68.0).0,
            confidence: 0.99,
            doubtful: false,
            probabilities: Probabilities::new([(face, 0.99)]),
        }
    };
    Reading {
        tiles: faces(picture.pixels().get_pixel(0, 0).0[0]).iter().enumerate().map(tile).collect(),
        rejected: Vec::new(),
        size: picture.size(),
        conditions: Vec::new(),
        timing: Timing::default(),
    }
}

/// What lies on the table, how many cameras look at it now and did so at most, for everybody who holds it, and how long a picture takes
/// to be read.
#[derive(Clone)]
struct Tabletop(Arc<Mutex<Result<u8, CameraError>>>, Arc<Mutex<[usize; 2]>>, Duration);

impl Tabletop {
    fn lay(&self, shade: u8) {
        *lock(&self.0) = Ok(shade);
    }
}

struct Lens(Tabletop, BTreeMap<&'static str, i64>);

impl Lens {
    fn open(table: &Tabletop) -> Lens {
        let mut looking = lock(&table.1);
        looking[0] += 1;
        looking[1] = looking[1].max(looking[0]);
        Lens(table.clone(), BTreeMap::new())
    }
}

impl Drop for Lens {
    fn drop(&mut self) {
        lock(&self.0.1)[0] -= 1;
    }
}

impl CameraSource for Lens {
    fn next(&mut self, _: Duration) -> Result<Option<Shot>, CameraError> {
        std::thread::sleep(Duration::from_millis(20));
        let shade = lock(&self.0.0).clone()?;
        // Stripes: a picture of one brightness is that of a covered lens.
        let pixels = RgbImage::from_fn(320, 180, |x, _| Rgb([if x % 32 < 16 { shade } else { 255 - shade }; 3]));
        let picture = Picture::from_rgb(pixels).expect("large enough");
        Ok(Some(Shot { picture: Arc::new(picture), jpeg: None, decode: Duration::ZERO }))
    }

    fn name(&self) -> &str {
        "lens"
    }

    fn is_real(&self) -> bool {
        false
    }

    fn controls(&mut self) -> Vec<Control> {
        let value = self.1.get("torch").copied().unwrap_or(0);
        vec![Control { name: ControlName::Torch, kind: ControlKind::Switch, value, default: 0, active: true }]
    }

    fn set_control(&mut self, control: ControlName, value: i64) -> Result<(), CameraError> {
        self.1.insert(control.code(), value);
        Ok(())
    }
}

impl Equipment for Tabletop {
    fn cameras(&self, _: Option<&str>) -> Result<Vec<CameraView>, CameraError> {
        Ok(vec![CameraView { id: "lens".to_owned(), name: "Lens".to_owned() }])
    }

    fn opener(&self, wanted: Option<String>) -> Opener {
        let table = self.clone();
        Box::new(move || match wanted.as_deref() {
            None | Some("lens") => {
                lock(&table.0).clone()?;
                Ok(Box::new(Lens::open(&table)))
            }
            _ => Err(CameraError::NoCamera { wanted: wanted.clone() }),
        })
    }

    fn reader(&self) -> Result<ReadFrame, Failure> {
        // As models that are loaded.
        std::thread::sleep(Duration::from_millis(40));
        let takes = self.2;
        Ok(Box::new(move |picture: &Picture| -> Result<Reading, VisionError> {
            std::thread::sleep(takes);
            Ok(reading(picture))
        }))
    }
}

struct Evening {
    table: Tabletop,
    desk: LiveDesk,
    data: tempfile::TempDir,
}

fn evening(shade: u8) -> Evening {
    slow_evening(shade, Duration::ZERO)
}

/// On a machine that takes so long to read a picture.
fn slow_evening(shade: u8, takes: Duration) -> Evening {
    let data = tempfile::tempdir().expect("a folder");
    let table = Tabletop(Arc::new(Mutex::new(Ok(shade))), Arc::default(), takes);
    Evening { desk: LiveDesk::new(data.path(), Arc::new(table.clone())), table, data }
}

impl Evening {
    fn open(&self, purpose: LivePurpose) {
        self.desk.open(purpose, TileSet::Suzume).expect("a reader");
    }

    fn pictures(&self) -> Pictures {
        Pictures::new(self.data.path())
    }

    /// Looks until this is seen.
    fn until(&self, what: &str, seen: impl Fn(&LiveView) -> bool) -> LiveView {
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut last = opening();
        while Instant::now() < deadline {
            last = self.desk.view(last.number).expect("open");
            if seen(&last) {
                return last;
            }
        }
        panic!("{what} was never seen; the last was {last:?}");
    }
}

#[test]
fn a_hand_that_lies_still_is_captured_once_with_its_picture() {
    let evening = evening(EMPTY);
    evening.open(LivePurpose::Hand);
    evening.until("an empty table", |view| view.state == LiveState::Looking);
    evening.table.lay(HAND);
    let read = evening.until("the capture", |view| view.capture == 1);
    assert_eq!((read.state, read.found, read.needed), (LiveState::Read, 6, 6));
    let captured = evening.desk.capture(false, &evening.pictures()).expect("captured");
    assert!(captured.by_itself);
    assert_eq!(captured.reading.tiles.len(), 6);
    let key = captured.reading.picture.expect("kept");
    assert!(evening.pictures().look(&key).is_ok());
    let picture = Picture::from_bytes(&evening.desk.captured_picture().expect("a picture")).expect("a JPEG");
    assert_eq!(picture.size(), [320, 180]);
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(evening.desk.view(0).expect("open").capture, 1, "the same tiles left lying");
}

#[test]
fn the_same_hand_is_not_captured_again_when_the_camera_is_opened_again() {
    let evening = evening(HAND);
    evening.open(LivePurpose::Hand);
    evening.until("the capture", |view| view.capture == 1);
    evening.desk.close();
    evening.open(LivePurpose::Hand);
    let lying = evening.until("that it lies there", |view| view.state == LiveState::Lying);
    assert_eq!(lying.capture, 0);
    let again = evening.desk.capture(true, &evening.pictures()).expect("a press captures it all the same");
    assert!(!again.by_itself);
    evening.table.lay(OTHER);
    evening.until("the next hand", |view| view.capture == 2);
}

#[test]
fn a_press_captures_whatever_lies_there_and_nothing_happens_by_itself_where_that_is_not_wanted() {
    let evening = evening(FOUR);
    evening.desk.change(&CameraChange::Automatic { on: false }).expect("kept");
    evening.open(LivePurpose::Hand);
    evening.until("that two are missing", |view| view.state == LiveState::WrongNumber && view.found == 4);
    let four = evening.desk.capture(true, &evening.pictures()).expect("captured");
    assert_eq!((four.reading.tiles.len(), four.by_itself), (4, false));
    evening.table.lay(HAND);
    let read = evening.until("six tiles read", |view| view.state == LiveState::Read && view.found == 6);
    assert_eq!(read.capture, 1, "only the press counts");
    evening.desk.change(&CameraChange::Automatic { on: true }).expect("kept");
    evening.until("its capture, as it still lies there", |view| view.capture == 2);
}

#[test]
fn the_dora_is_one_tile() {
    let evening = evening(HAND);
    evening.open(LivePurpose::Dora);
    let many = evening.until("too many", |view| view.state == LiveState::WrongNumber);
    assert_eq!((many.found, many.needed, many.capture), (6, 1, 0));
}

#[test]
fn a_camera_that_goes_away_is_said_and_used_again_when_it_is_back() {
    let evening = evening(EMPTY);
    evening.open(LivePurpose::Hand);
    evening.until("an empty table", |view| view.state == LiveState::Looking);
    *lock(&evening.table.0) = Err(CameraError::Lost { name: "lens".to_owned() });
    let lost = evening.until("the loss", |view| view.state == LiveState::CameraLost);
    assert!(lost.cause.expect("a cause").contains("lens"));
    evening.table.lay(HAND);
    evening.until("the hand", |view| view.capture == 1);
}

#[test]
fn a_camera_that_is_not_there_is_said() {
    let evening = evening(EMPTY);
    let gone = CameraChoice::Camera { id: "another".to_owned(), name: "Another".to_owned() };
    evening.desk.change(&CameraChange::Choose { choice: gone }).expect("kept");
    evening.open(LivePurpose::Hand);
    evening.until("no camera", |view| view.state == LiveState::NoCamera);
}

#[test]
fn frames_are_jpeg_files_given_once_and_turned_as_chosen() {
    let evening = evening(EMPTY);
    evening.open(LivePurpose::Hand);
    evening.until("an empty table", |view| view.state == LiveState::Looking);
    let first = evening.desk.frame(1280).expect("open").expect("a frame");
    assert_eq!(Picture::from_bytes(&first.jpeg).expect("a JPEG").size(), [320, 180]);
    let framing = Framing { quarters: 1, mirror: false, crop: Some([0.0, 0.5, 1.0, 0.5]) };
    evening.desk.change(&CameraChange::Frame { framing }).expect("kept");
    let mut last = first.number;
    let turned = (0..200).find_map(|_| {
        let ShownFrame { number, jpeg, .. } = evening.desk.frame(1280).expect("open")?;
        assert!(number > last, "no frame is given twice");
        last = number;
        Some(Picture::from_bytes(&jpeg).expect("a JPEG").size()).filter(|size| *size == [180, 160])
    });
    assert!(turned.is_some(), "a quarter, and the lower half of it");
}

#[test]
fn a_slow_machine_names_no_tile_that_may_be_another_by_now() {
    let evening = slow_evening(HAND, Duration::from_millis(1500));
    evening.open(LivePurpose::Hand);
    let read = evening.until("the hand", |view| view.found == 6);
    let shown = evening.desk.frame(1280).expect("open").expect("a frame");
    assert!(shown.moved.is_empty(), "it lies as it was read");
    evening.table.lay(OTHER);
    let gone = (0..200).find_map(|_| evening.desk.frame(1280).expect("open").filter(|shown| !shown.moved.is_empty()));
    let gone = gone.expect("said before the next is read");
    assert_eq!(gone.moved, [0, 1, 2, 3, 4, 5]);
    assert!(gone.read >= read.frame && gone.read < gone.number);
    let next = evening.until("the next hand", |view| view.frame > gone.number);
    let shown = (0..200).find_map(|_| evening.desk.frame(1280).expect("open").filter(|shown| shown.read >= next.frame));
    assert!(shown.expect("a frame").moved.is_empty());
}

#[test]
fn a_tile_that_was_taken_away_is_not_named_while_the_vote_still_counts_it() {
    let evening = slow_evening(HAND, Duration::from_millis(100));
    evening.open(LivePurpose::Hand);
    evening.until("the hand", |view| view.found == 6);
    evening.table.lay(EMPTY);
    let deadline = Instant::now() + Duration::from_secs(20);
    let mut empty_since = None;
    let counted = loop {
        assert!(Instant::now() < deadline, "it is read");
        let view = evening.desk.view(0).expect("open");
        if view.found == 0 {
            break false;
        }
        let Some(shown) = evening.desk.frame(1280).expect("open") else { continue };
        if Picture::from_bytes(&shown.jpeg).expect("a JPEG").pixels().get_pixel(4, 4).0[0] < HAND / 2 {
            // A reading of the empty table, in which the vote still has the hand.
            let since = *empty_since.get_or_insert(shown.number);
            if view.frame == shown.read && shown.read >= since && shown.moved.len() == 6 {
                break true;
            }
        }
    };
    assert!(counted, "none of them is named");
}

#[test]
fn a_lamp_can_be_lit() {
    let evening = evening(EMPTY);
    evening.open(LivePurpose::Hand);
    evening.until("an empty table", |view| view.state == LiveState::Looking);
    assert_eq!(evening.desk.cameras().controls[0].value, Some(0));
    evening.desk.change(&CameraChange::Control { id: ControlId::Torch, value: Some(1) }).expect("it has one");
    let deadline = Instant::now() + Duration::from_secs(10);
    while evening.desk.cameras().controls[0].value != Some(1) {
        assert!(Instant::now() < deadline, "the lamp stays dark");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn closing_sends_home_whoever_waits_and_frees_the_camera() {
    let evening = evening(EMPTY);
    evening.open(LivePurpose::Hand);
    evening.until("an empty table", |view| view.state == LiveState::Looking);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| evening.desk.view(u32::MAX));
        std::thread::sleep(Duration::from_millis(60));
        let start = Instant::now();
        evening.desk.close();
        assert!(start.elapsed() < Duration::from_millis(1500));
        assert!(waiting.join().expect("no panic").is_ok());
    });
    assert_eq!(evening.desk.view(0).expect_err("closed").code, "camera_closed");
    assert_eq!(evening.desk.capture(true, &evening.pictures()).expect_err("closed").code, "camera_closed");
}

#[test]
fn of_choices_in_quick_succession_the_last_one_wins_and_one_camera_at_a_time_is_open() {
    let evening = evening(EMPTY);
    std::thread::scope(|scope| {
        for purpose in [LivePurpose::Hand, LivePurpose::Discards, LivePurpose::Hand, LivePurpose::Dora] {
            let evening = &evening;
            scope.spawn(move || evening.open(purpose));
            // Some while the one before loads, some while its camera opens.
            std::thread::sleep(Duration::from_millis(25));
        }
    });
    let view = evening.until("an empty table", |view| view.state == LiveState::Looking);
    assert_eq!(view.needed, 1, "the dora was wanted last");
    assert_eq!(*lock(&evening.table.1), [1, 1]);
}

#[test]
fn whoever_leaves_while_the_camera_is_being_opened_leaves_it_closed() {
    let evening = evening(EMPTY);
    std::thread::scope(|scope| {
        scope.spawn(|| evening.open(LivePurpose::Hand));
        std::thread::sleep(Duration::from_millis(10));
        evening.desk.close();
    });
    assert_eq!(evening.desk.view(0).expect_err("closed").code, "camera_closed");
}

#[test]
fn without_a_reader_the_camera_is_not_opened() {
    struct Blind;
    impl Equipment for Blind {
        fn cameras(&self, _: Option<&str>) -> Result<Vec<CameraView>, CameraError> {
            Err(CameraError::NoCamera { wanted: None })
        }
        fn opener(&self, _: Option<String>) -> Opener {
            Box::new(|| Err(CameraError::NoCamera { wanted: None }))
        }
        fn reader(&self) -> Result<ReadFrame, Failure> {
            Err(Failure::new("model_missing"))
        }
    }
    let data = tempfile::tempdir().expect("a folder");
    let desk = LiveDesk::new(data.path(), Arc::new(Blind));
    assert!(desk.cameras().cameras.is_empty(), "a system that does not say which there are has none");
    assert_eq!(desk.open(LivePurpose::Hand, TileSet::Suzume).expect_err("no reader").code, "model_missing");
}
