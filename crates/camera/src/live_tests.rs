use super::*;
use crate::{CameraState, Hindrance, OfferedBy, Phase, Repeat, Replay, Shot};
use image::{Rgb, RgbImage};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use vision::{Face, Probabilities, Quad, ReadTile, Timing};

const LONG: Duration = Duration::from_secs(20);

/// A table on which so many bright squares lie, and noise as a sensor has it.
fn table(tiles: usize, noise: u8) -> Arc<Picture> {
    let mut pixels = RgbImage::from_fn(320, 180, |x, y| Rgb([(x / 4) as u8, (y / 2) as u8, 40]));
    for i in 0..tiles as u32 {
        for (x, y) in (0..24).flat_map(|x| (0..32).map(move |y| (x, y))) {
            pixels.put_pixel(40 + 28 * i + x, 80 + y, Rgb([250; 3]));
        }
    }
    pixels.put_pixel(0, 0, Rgb([noise; 3]));
    Arc::new(Picture::from_rgb(pixels).unwrap())
}

/// Reads what [`table`] drew.
fn reading(picture: &Picture) -> Reading {
    let is_tile = |i: &u32| picture.pixels().get_pixel_checked(40 + 28 * i + 12, 96).is_some_and(|p| p.0 == [250; 3]);
    let tile = |i: u32| ReadTile {
        face: Face::CHUN,
        corners: Quad::rectangle(0.0, 0.0, 24.0, 32.0).moved([40.0 + 28.0 * i as f32, 80.0]).0,
        confidence: 0.99,
        doubtful: false,
        probabilities: Probabilities::new([(Face::CHUN, 0.99)]),
    };
    Reading {
        tiles: (0..6).filter(is_tile).map(tile).collect(),
        rejected: Vec::new(),
        size: picture.size(),
        conditions: Vec::new(),
        timing: Timing::default(),
    }
}

fn reader() -> ReadFrame {
    Box::new(|picture| Ok(reading(picture)))
}

/// A reader that breaks as long as this is so.
fn broken_reader() -> (Arc<AtomicBool>, ReadFrame) {
    let broken = Arc::new(AtomicBool::new(true));
    let breaks = Arc::clone(&broken);
    let read = move |picture: &Picture| {
        assert!(!breaks.load(Ordering::Relaxed), "the reader breaks");
        Ok(reading(picture))
    };
    (broken, Box::new(read))
}

fn any() -> LiveRules {
    LiveRules { expect: Expect::Any, ..LiveRules::default() }
}

fn film(pictures: Vec<Arc<Picture>>, fps: f32, repeat: Repeat) -> Opener {
    Box::new(move || Ok(Box::new(Replay::pictures("film", pictures.clone(), fps, repeat))))
}

/// The first report for which this holds.
fn report(live: &Live, wanted: impl Fn(&Report) -> bool) -> Report {
    let (deadline, mut number) = (Instant::now() + LONG, 0);
    loop {
        if let Some((newer, report)) = live.report(number, Duration::from_millis(200)) {
            if wanted(&report) {
                return report;
            }
            number = newer;
        }
        assert!(Instant::now() < deadline, "it did not come to that: {:?}", live.report(0, Duration::ZERO));
    }
}

/// A camera that does as it is told.
struct Puppet {
    orders: Arc<Mutex<Orders>>,
    sent: u64,
}

#[derive(Default)]
struct Orders {
    gone: bool,
    frozen: bool,
    silent: bool,
    hanging: bool,
    /// It hangs, and hears of nothing.
    hangs: bool,
    control: Option<(ControlName, i64)>,
}

impl CameraSource for Puppet {
    fn next(&mut self, patience: Duration) -> Result<Option<Shot>, CameraError> {
        std::thread::sleep(patience.min(Duration::from_millis(20)));
        let mut orders = self.orders.lock().unwrap();
        while orders.hanging {
            orders.hangs = true;
            drop(orders);
            std::thread::sleep(Duration::from_millis(5));
            orders = self.orders.lock().unwrap();
        }
        if orders.gone {
            return Err(CameraError::Lost { name: "puppet".into() });
        }
        if orders.silent {
            return Ok(None);
        }
        self.sent += u64::from(!orders.frozen);
        Ok(Some(Shot { picture: table(3, self.sent as u8), jpeg: None, decode: Duration::ZERO }))
    }

    fn name(&self) -> &str {
        "puppet"
    }

    fn is_real(&self) -> bool {
        true
    }

    fn set_control(&mut self, control: ControlName, value: i64) -> Result<(), CameraError> {
        self.orders.lock().unwrap().control = Some((control, value));
        Ok(())
    }
}

fn puppet(orders: &Arc<Mutex<Orders>>) -> Opener {
    let orders = Arc::clone(orders);
    Box::new(move || match orders.lock().unwrap().gone {
        true => Err(CameraError::NoCamera { wanted: Some("puppet".into()) }),
        false => Ok(Box::new(Puppet { orders: Arc::clone(&orders), sent: 0 })),
    })
}

#[test]
fn a_hand_laid_under_the_camera_is_offered_once_with_its_picture() {
    let live = Live::start(film(vec![table(0, 1), table(4, 2)], 15.0, Repeat::Hold), reader(), any());
    let offered = report(&live, |report| report.offer.is_some());
    let offer = offered.offer.unwrap();
    assert_eq!((offer.number, offer.by, offer.reading.tiles.len()), (1, OfferedBy::Itself, 4));
    assert_eq!(reading(&offer.frame.picture).tiles.len(), 4, "the evidence shows it");
    std::thread::sleep(Duration::from_millis(1500));
    let later = report(&live, |_| true);
    assert_eq!((later.phase, later.offer.unwrap().number), (Phase::Offered, 1));
}

#[test]
fn a_camera_that_nobody_looks_at_is_closed_and_opened_again_for_whoever_looks() {
    let (opened, open) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let (count, is_open) = (Arc::clone(&opened), Arc::clone(&open));
    struct Lens(Replay, Arc<AtomicBool>);
    impl CameraSource for Lens {
        fn next(&mut self, patience: Duration) -> Result<Option<Shot>, CameraError> {
            self.0.next(patience)
        }
        fn name(&self) -> &str {
            "lens"
        }
        fn is_real(&self) -> bool {
            false
        }
    }
    impl Drop for Lens {
        fn drop(&mut self) {
            self.1.store(false, Ordering::SeqCst);
        }
    }
    let opener: Opener = Box::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
        is_open.store(true, Ordering::SeqCst);
        let film = Replay::pictures("film", vec![table(2, 1), table(3, 2)], 30.0, Repeat::Loop);
        Ok(Box::new(Lens(film, Arc::clone(&is_open))))
    });
    let unwatched = Duration::from_millis(700);
    let live = Live::start(opener, reader(), LiveRules { unwatched, ..any() });
    // Two seconds at 30 frames a second: far longer than it stays open for nobody.
    let before = report(&live, |report| report.frame > 60);
    assert_eq!(opened.load(Ordering::SeqCst), 1, "while somebody looks it stays open");
    let deadline = Instant::now() + LONG;
    while open.load(Ordering::SeqCst) {
        assert!(Instant::now() < deadline, "it is let go of");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(unwatched);
    assert_eq!(opened.load(Ordering::SeqCst), 1, "and stays closed");
    assert_eq!(report(&live, |_| true).camera, CameraState::Opening);
    report(&live, |report| report.frame > before.frame + 30 && matches!(report.camera, CameraState::Running { .. }));
    assert_eq!(opened.load(Ordering::SeqCst), 2);
}

#[test]
fn a_button_has_it_at_once() {
    let live = Live::start(film(vec![table(2, 1)], 30.0, Repeat::Hold), reader(), LiveRules::default());
    report(&live, |report| report.frame > 0);
    live.capture_now();
    let offer = report(&live, |report| report.offer.is_some()).offer.unwrap();
    assert_eq!((offer.by, offer.reading.tiles.len()), (OfferedBy::Person, 2));
}

#[test]
fn a_camera_that_goes_is_said_to_be_lost_and_is_back_within_two_seconds() {
    let orders = Arc::new(Mutex::new(Orders::default()));
    let live = Live::start(puppet(&orders), reader(), any());
    let seen = report(&live, |report| report.frame > 3);
    orders.lock().unwrap().gone = true;
    let lost = report(&live, |report| report.hindrances == [Hindrance::CameraLost]);
    assert_eq!(lost.phase, Phase::NoPicture);
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(report(&live, |_| true).hindrances, [Hindrance::CameraLost], "also while it is not listed");
    live.capture_now();
    std::thread::sleep(Duration::from_millis(1000));
    orders.lock().unwrap().gone = false;
    let back_at = Instant::now();
    let back = report(&live, |report| report.phase != Phase::NoPicture);
    assert!(back_at.elapsed() < Duration::from_secs(2), "{:?}", back_at.elapsed());
    assert!(back.frame > seen.frame, "frames are counted on");
    assert!(back.offer.is_none_or(|offer| offer.by == OfferedBy::Itself), "a press while there was no picture is over");
}

#[test]
fn no_camera_is_said_from_the_beginning() {
    let orders = Arc::new(Mutex::new(Orders { gone: true, ..Orders::default() }));
    let live = Live::start(puppet(&orders), reader(), any());
    assert_eq!(report(&live, |report| !report.hindrances.is_empty()).hindrances, [Hindrance::NoCamera]);
}

#[test]
fn a_picture_that_stands_still_to_the_last_bit_is_frozen() {
    let orders = Arc::new(Mutex::new(Orders::default()));
    let live = Live::start(puppet(&orders), reader(), any());
    report(&live, |report| report.offer.is_some());
    assert!(!report(&live, |_| true).hindrances.contains(&Hindrance::CameraFrozen));
    orders.lock().unwrap().frozen = true;
    let frozen = report(&live, |report| report.hindrances.first() == Some(&Hindrance::CameraFrozen));
    assert_eq!(frozen.phase, Phase::Offered, "what was read was read");
    orders.lock().unwrap().frozen = false;
    report(&live, |report| report.hindrances.is_empty());
}

#[test]
fn a_picture_that_stands_still_for_long_is_tried_to_be_moved_once() {
    let orders = Arc::new(Mutex::new(Orders { frozen: true, ..Orders::default() }));
    let opened = Arc::new(AtomicUsize::new(0));
    let (counted, mut open) = (Arc::clone(&opened), puppet(&orders));
    let opener: Opener = Box::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        open()
    });
    let live = Live::start(opener, reader(), any());
    report(&live, |report| matches!(report.camera, CameraState::Failed(CameraError::Hung { .. })));
    std::thread::sleep(Duration::from_secs(17));
    assert_eq!(opened.load(Ordering::Relaxed), 2);
}

#[test]
fn a_camera_that_falls_silent_is_frozen_and_opened_anew() {
    let orders = Arc::new(Mutex::new(Orders::default()));
    let live = Live::start(puppet(&orders), reader(), any());
    report(&live, |report| report.frame > 1);
    orders.lock().unwrap().silent = true;
    let frozen = report(&live, |report| report.hindrances == [Hindrance::CameraFrozen]);
    let failed = report(&live, |report| matches!(report.camera, CameraState::Failed(CameraError::Hung { .. })));
    let last = live.frame(0, LONG).unwrap();
    for still in [frozen, failed] {
        assert_eq!((still.frame, still.at_ms), (last.number, last.at_ms), "it is about the frame that came last");
    }
    orders.lock().unwrap().silent = false;
    report(&live, |report| report.hindrances.is_empty() && matches!(report.camera, CameraState::Running { .. }));
}

#[test]
fn reading_slows_down_when_nothing_moves_and_wakes_at_once() {
    let still = vec![table(0, 1); 120];
    let film = film([still, vec![table(5, 2)]].concat(), 30.0, Repeat::Hold);
    let live = Live::start(film, reader(), any());
    let slow = report(&live, |report| report.frame > 80);
    assert!(slow.reads_per_second < 6.0, "{}", slow.reads_per_second);
    let woken = report(&live, |report| report.reading.as_ref().is_some_and(|reading| reading.tiles.len() == 5));
    let again = report(&live, |report| report.frame > woken.frame);
    assert!(again.at_ms - woken.at_ms < 300, "the next frames are read too");
}

#[test]
fn a_machine_that_reads_slower_than_tiles_settle_offers_them_all_the_same() {
    let slow: ReadFrame = Box::new(|picture| {
        std::thread::sleep(Duration::from_millis(1700));
        Ok(reading(picture))
    });
    let live = Live::start(film(vec![table(3, 1)], 15.0, Repeat::Hold), slow, any());
    report(&live, |report| report.offer.is_some());
}

#[test]
fn the_view_is_applied_before_reading() {
    let live = Live::start(film(vec![table(3, 1)], 30.0, Repeat::Hold), reader(), any());
    report(&live, |report| report.frame > 0);
    live.set_view(View { quarters: 1, ..View::default() });
    let turned = report(&live, |report| report.reading.as_ref().is_some_and(|reading| reading.size == [180, 320]));
    assert!(turned.reading.unwrap().tiles.is_empty(), "nothing lies where it lay");
    assert_eq!(live.frame(0, LONG).unwrap().picture.size(), [180, 320]);
}

#[test]
fn a_control_reaches_the_camera_and_one_without_a_camera_is_refused() {
    let orders = Arc::new(Mutex::new(Orders::default()));
    let live = Live::start(puppet(&orders), reader(), any());
    report(&live, |report| report.frame > 0);
    live.set_control(ControlName::Torch, 1).unwrap();
    assert_eq!(orders.lock().unwrap().control, Some((ControlName::Torch, 1)));
    orders.lock().unwrap().gone = true;
    report(&live, |report| report.phase == Phase::NoPicture);
    let refusal = live.set_control(ControlName::Torch, 0).unwrap_err();
    assert_eq!(refusal, CameraError::Lost { name: "puppet".into() }, "it says why there is no camera");
}

#[test]
fn a_control_that_was_not_answered_in_time_is_not_set_later() {
    let orders = Arc::new(Mutex::new(Orders::default()));
    let live = Live::start(puppet(&orders), reader(), any());
    let before = report(&live, |report| report.frame > 0);
    // What it has begun it ends; so it must hang before it is asked.
    orders.lock().unwrap().hanging = true;
    while !orders.lock().unwrap().hangs {
        std::thread::sleep(Duration::from_millis(5));
    }
    let late = live.set_control(ControlName::Torch, 1).unwrap_err();
    assert_eq!((late.code(), late.to_string()), ("camera_hung", "the camera puppet does not answer".to_owned()));
    orders.lock().unwrap().hanging = false;
    report(&live, |report| report.frame > before.frame + 3);
    assert_eq!(orders.lock().unwrap().control, None);
}

#[test]
fn a_control_waits_for_a_camera_that_is_being_opened_and_not_for_long() {
    let opener = |takes: u64| -> Opener {
        let mut open = puppet(&Arc::new(Mutex::new(Orders::default())));
        Box::new(move || {
            std::thread::sleep(Duration::from_millis(takes));
            open()
        })
    };
    let soon = Live::start(opener(500), reader(), any());
    assert_eq!(soon.set_control(ControlName::Torch, 1), Ok(()));
    let slow = Live::start(opener(4000), reader(), any());
    assert_eq!(slow.set_control(ControlName::Torch, 1).unwrap_err().to_string(), "the camera does not answer");
}

#[test]
fn a_reader_that_panics_or_fails_costs_a_frame() {
    // Broken until the test has seen it: only the newest report is kept, and one frame's is soon replaced.
    let (broken, read) = broken_reader();
    let moving = (0..40).map(|i| table(i % 2 * 3, i as u8)).collect();
    let live = Live::start(film(moving, 30.0, Repeat::Loop), read, any());
    report(&live, |report| report.failure.is_some());
    broken.store(false, Ordering::Relaxed);
    report(&live, |report| report.failure.is_none() && report.reading.is_some());
}

#[test]
fn who_pressed_the_button_gets_the_first_frame_that_can_be_read() {
    let (broken, read) = broken_reader();
    let live = Live::start(film(vec![table(2, 1)], 30.0, Repeat::Hold), read, LiveRules::default());
    report(&live, |report| report.frame > 0);
    live.capture_now();
    let failed = report(&live, |report| report.frame > 0).frame + 2;
    report(&live, |report| report.frame > failed && report.failure.is_some());
    broken.store(false, Ordering::Relaxed);
    let offer = report(&live, |report| report.offer.is_some()).offer.unwrap();
    assert_eq!((offer.by, offer.reading.tiles.len()), (OfferedBy::Person, 2));
}

#[test]
fn who_gave_up_waiting_gets_nothing_later() {
    let (broken, read) = broken_reader();
    let live = Live::start(film(vec![table(2, 1)], 30.0, Repeat::Hold), read, LiveRules::default());
    report(&live, |report| report.frame > 0);
    live.capture_now();
    let failed = report(&live, |report| report.frame > 0).frame + 2;
    report(&live, |report| report.frame > failed);
    live.never_mind();
    report(&live, |report| report.frame > failed + 60);
    broken.store(false, Ordering::Relaxed);
    let read = report(&live, |report| report.reading.is_some());
    assert!(report(&live, |report| report.frame > read.frame).offer.is_none());
}

#[test]
fn dropping_it_ends_both_threads_and_closes_the_camera() {
    let orders = Arc::new(Mutex::new(Orders::default()));
    let live = Live::start(puppet(&orders), reader(), any());
    report(&live, |report| report.frame > 0);
    let shared = Arc::downgrade(&live.shared);
    let start = Instant::now();
    drop(live);
    assert!(start.elapsed() < Duration::from_secs(1));
    assert!(shared.upgrade().is_none(), "a thread still holds on to it");
    assert_eq!(Arc::strong_count(&orders), 1, "the camera and its opener are gone");
}

/// Kilobytes that are resident now.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn two_thousand_frames_leave_no_memory_behind() {
    let moving: Vec<Arc<Picture>> = (0..50).map(|i| table(i % 7, i as u8)).collect();
    let live = Live::start(film(moving, 500.0, Repeat::Loop), reader(), any());
    report(&live, |report| report.frame > 300);
    let before = resident();
    report(&live, |report| report.frame > 2300);
    let grown = resident().saturating_sub(before);
    // Other tests run in the same process: what is looked for is a picture a frame, 170 kB each.
    assert!(grown < 100_000, "{grown} kB more");
    let held = live.frame(0, LONG).unwrap();
    assert!(Arc::strong_count(&held.picture) < 60);
}
