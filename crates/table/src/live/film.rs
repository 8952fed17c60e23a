//! The sample: recorded tables that are played as a camera would send them, so that everything can be tried without one.
//!
//! Each hand is pushed into view, lies there and is taken away again. The pictures are the project's own drawings and part
//! of the program.

use super::LivePurpose;
use camera::{CameraError, CameraSource, Shot, View};
use image::RgbImage;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vision::Picture;

/// What the sample is called.
const NAME: &str = "sample";
/// Frames a second.
const RATE: f64 = 20.0;
/// For so many frames the table is empty, a hand comes into view, lies there, and goes.
const EMPTY: u64 = 14;
const COMES: u64 = 10;
const LIES: u64 = 110;
const GOES: u64 = 6;
/// All of a scene.
const SCENE: u64 = EMPTY + COMES + LIES + GOES;

/// The table without tiles, and the hands.
const TABLE: &[u8] = include_bytes!("../../../../tests/golden/empty.jpg");
const HANDS: [&[u8]; 4] = [
    include_bytes!("../../../../tests/golden/easy.jpg"),
    include_bytes!("../../../../tests/golden/extra.jpg"),
    include_bytes!("../../../../tests/golden/rotated.jpg"),
    include_bytes!("../../../../tests/golden/dim.jpg"),
];

/// The part of each picture in which the dora lies alone: left, top, width and height as shares of it.
const DORA: [f32; 4] = [0.64, 0.0, 0.36, 0.34];

/// Plays the sample, again and again. As with a camera, whoever is late misses some of it.
pub(crate) struct Film {
    table: Arc<Picture>,
    hands: Vec<Arc<Picture>>,
    /// Where it begins.
    first: u64,
    started: Instant,
    /// The frame that comes next.
    next: u64,
}

impl Film {
    /// The sample from this scene on: of the dora alone where that is looked for.
    ///
    /// # Errors
    /// When a picture of it cannot be decoded.
    pub fn open(purpose: LivePurpose, scene: u32) -> Result<Film, CameraError> {
        let crop = (purpose == LivePurpose::Dora).then_some(DORA);
        let view = View { crop, ..View::default() };
        let decoded = |bytes| {
            let failed =
                |cause: vision::VisionError| CameraError::Failed { name: NAME.to_owned(), cause: cause.to_string() };
            let whole = Picture::from_bytes(bytes).map_err(failed)?;
            Ok(Arc::new(view.apply(&whole).unwrap_or(whole)))
        };
        let hands = HANDS.into_iter().map(decoded).collect::<Result<Vec<_>, _>>()?;
        Ok(Film { table: decoded(TABLE)?, hands, first: u64::from(scene) * SCENE, started: Instant::now(), next: 0 })
    }

    /// The frame of this number.
    fn frame(&self, number: u64) -> Arc<Picture> {
        let at = number % SCENE;
        let Some(hand) = self.hands.get((number / SCENE) as usize % self.hands.len().max(1)) else {
            return Arc::clone(&self.table);
        };
        // How far the hand still is from its place, as a share of the picture's height.
        let away = match at {
            _ if at < EMPTY => return Arc::clone(&self.table),
            _ if at < EMPTY + COMES => 1.0 - (at - EMPTY) as f64 / COMES as f64,
            _ if at < EMPTY + COMES + LIES => return Arc::clone(hand),
            _ => (at - EMPTY - COMES - LIES + 1) as f64 / (GOES + 1) as f64,
        };
        pushed(&self.table, hand, away).map_or_else(|| Arc::clone(hand), Arc::new)
    }
}

/// The second picture pushed down over the first, so that it is this share of its height away from its place.
fn pushed(under: &Picture, over: &Picture, away: f64) -> Option<Picture> {
    let (under, over) = (under.pixels(), over.pixels());
    if under.dimensions() != over.dimensions() {
        return None;
    }
    let row = 3 * over.width() as usize;
    let shown = (((1.0 - away) * f64::from(over.height())) as usize).min(over.height() as usize);
    let mut bytes = over.as_raw()[over.as_raw().len() - shown * row..].to_vec();
    bytes.extend_from_slice(&under.as_raw()[shown * row..]);
    Picture::from_rgb(RgbImage::from_raw(over.width(), over.height(), bytes)?).ok()
}

impl CameraSource for Film {
    fn next(&mut self, patience: Duration) -> Result<Option<Shot>, CameraError> {
        let due = |number: u64| self.started + Duration::from_secs_f64(number as f64 / RATE);
        // Frames that have passed while nobody asked are missed, but for the last of them.
        let passed = (self.started.elapsed().as_secs_f64() * RATE) as u64;
        let number = self.next.max(passed);
        let wait = due(number).saturating_duration_since(Instant::now());
        if wait > patience {
            std::thread::sleep(patience);
            return Ok(None);
        }
        std::thread::sleep(wait);
        self.next = number + 1;
        Ok(Some(Shot { picture: self.frame(self.first + number), jpeg: None, decode: Duration::ZERO }))
    }

    fn name(&self) -> &str {
        NAME
    }

    fn is_real(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_comes_into_view_lies_there_and_goes() {
        let film = Film::open(LivePurpose::Hand, 0).expect("its pictures are part of the program");
        assert!(Arc::ptr_eq(&film.frame(0), &film.table));
        let coming = film.frame(EMPTY + COMES / 2);
        let (width, height) = coming.pixels().dimensions();
        assert_eq!(coming.pixels().get_pixel(9, height - 9), film.table.pixels().get_pixel(9, height - 9));
        let half = height / 2;
        let arrived = film.hands[0].pixels().get_pixel(width - 9, height - 1);
        assert_eq!(coming.pixels().get_pixel(width - 9, half - 1), arrived, "its lower end comes first");
        for lying in [EMPTY + COMES, EMPTY + COMES + LIES - 1] {
            assert!(Arc::ptr_eq(&film.frame(lying), &film.hands[0]), "not the slightest movement");
        }
        assert!(Arc::ptr_eq(&film.frame(SCENE + EMPTY + COMES), &film.hands[1]), "then the next hand");
        assert!(Arc::ptr_eq(&film.frame(4 * SCENE + EMPTY + COMES), &film.hands[0]), "and again from the first");
    }

    #[test]
    fn the_dora_lies_alone_and_each_opening_begins_with_another_hand() {
        let film = Film::open(LivePurpose::Dora, 0).expect("its pictures are part of the program");
        assert_eq!(film.hands[0].size(), [461, 245]);
        let mut second = Film::open(LivePurpose::Hand, 1).expect("its pictures are part of the program");
        assert_eq!(second.first, SCENE);
        second.started = Instant::now() - Duration::from_secs(3);
        let shot = second.next(Duration::from_secs(5)).expect("a frame").expect("at once");
        assert!(Arc::ptr_eq(&shot.picture, &second.hands[1]));
    }

    #[test]
    fn whoever_is_late_misses_frames_and_patience_ends() {
        let mut film = Film::open(LivePurpose::Hand, 0).expect("its pictures are part of the program");
        film.started = Instant::now() - Duration::from_secs(2);
        film.next(Duration::from_secs(5)).expect("a frame").expect("at once");
        assert!(film.next >= 40, "two seconds at twenty a second");
        film.next += 1000;
        assert!(film.next(Duration::from_millis(5)).expect("no trouble").is_none());
    }
}
