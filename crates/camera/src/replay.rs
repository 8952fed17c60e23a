//! A camera that plays pictures: for trying without one, for benches and for tests.

use crate::{CameraError, CameraSource, Shot};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use vision::Picture;

/// What comes after the last picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// The first one again.
    Loop,
    /// The last one again and again, as of a camera before which nothing moves.
    Hold,
    /// Nothing: the camera is gone.
    End,
}

/// Plays pictures at a steady rate. As with a camera, whoever is late misses some.
#[derive(Debug)]
pub struct Replay {
    name: String,
    pictures: Vec<Source>,
    /// From one picture to the next.
    pace: Duration,
    repeat: Repeat,
    started: Option<Instant>,
    /// The tick that comes next.
    tick: u64,
    broken: u64,
}

/// Where a picture lies.
#[derive(Clone, Debug)]
enum Source {
    File(PathBuf),
    Ready(Arc<Picture>),
}

/// Files of these kinds are pictures, in lower case.
const KINDS: [&str; 8] = ["jpg", "jpeg", "png", "webp", "bmp", "gif", "tif", "tiff"];

impl Replay {
    /// How many pictures a second can be played.
    pub const RATES: RangeInclusive<f32> = 0.05..=1000.0;

    /// Plays the pictures of a folder in the order of their names, or one picture. They are decoded when they are due.
    ///
    /// # Errors
    /// When the folder cannot be read, or holds no picture that can be decoded.
    pub fn folder(path: &Path, fps: f32, repeat: Repeat) -> Result<Replay, CameraError> {
        let failed = |cause: String| CameraError::Replay { path: path.to_owned(), cause };
        let mut files = if path.is_dir() {
            let entries = std::fs::read_dir(path).map_err(|error| failed(error.to_string()))?;
            let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
            paths.map_err(|error| failed(error.to_string()))?
        } else {
            std::fs::metadata(path).map_err(|error| failed(error.to_string()))?;
            vec![path.to_owned()]
        };
        files.retain(|file| {
            let kind = file.extension().and_then(|kind| kind.to_str()).map(str::to_ascii_lowercase);
            // A pipe of such a name would be waited for without end.
            kind.is_some_and(|kind| KINDS.contains(&kind.as_str())) && file.is_file()
        });
        files.sort();
        if files.is_empty() {
            return Err(failed("no picture in it".to_owned()));
        }
        // One that is broken is missed, as a frame may be; where all are, nothing would ever come.
        if !files.iter().any(|file| shot(file).is_some()) {
            return Err(failed(format!("none of the pictures can be read ({} of them)", files.len())));
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Replay::new(name, files.into_iter().map(Source::File).collect(), fps, repeat))
    }

    /// Plays these pictures; of none, nothing ever comes.
    pub fn pictures(name: &str, pictures: Vec<Arc<Picture>>, fps: f32, repeat: Repeat) -> Replay {
        Replay::new(name.to_owned(), pictures.into_iter().map(Source::Ready).collect(), fps, repeat)
    }

    fn new(name: String, pictures: Vec<Source>, fps: f32, repeat: Repeat) -> Replay {
        let (slowest, fastest) = Replay::RATES.into_inner();
        let fps = if fps.is_finite() { fps.clamp(slowest, fastest) } else { fastest };
        let pace = Duration::from_secs_f32(1.0 / fps);
        Replay { name, pictures, pace, repeat, started: None, tick: 0, broken: 0 }
    }

    /// The picture of this tick.
    fn due(&self, tick: u64) -> Option<&Source> {
        let count = self.pictures.len() as u64;
        let last = count.checked_sub(1)?;
        let place = match self.repeat {
            Repeat::Loop => tick % count,
            Repeat::Hold => tick.min(last),
            Repeat::End => Some(tick).filter(|tick| *tick <= last)?,
        };
        self.pictures.get(place as usize)
    }
}

impl CameraSource for Replay {
    fn next(&mut self, patience: Duration) -> Result<Option<Shot>, CameraError> {
        let now = Instant::now();
        let started = *self.started.get_or_insert(now);
        // Ticks that have passed while nobody asked are missed, but for the last of them.
        let passed = (now - started).as_nanos() / self.pace.as_nanos().max(1);
        self.tick = self.tick.max(passed as u64);
        let wait = (started + self.pace.mul_f64(self.tick as f64)).saturating_duration_since(now);
        if wait > patience {
            std::thread::sleep(patience);
            return Ok(None);
        }
        std::thread::sleep(wait);
        let tick = self.tick;
        self.tick += 1;
        match self.due(tick) {
            None if self.pictures.is_empty() => Ok(None),
            None => Err(CameraError::Lost { name: self.name.clone() }),
            Some(Source::Ready(picture)) => {
                Ok(Some(Shot { picture: Arc::clone(picture), jpeg: None, decode: Duration::ZERO }))
            }
            Some(Source::File(path)) => match shot(path) {
                Some(shot) => Ok(Some(shot)),
                None => {
                    self.broken += 1;
                    Ok(None)
                }
            },
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn broken(&self) -> u64 {
        self.broken
    }

    fn is_real(&self) -> bool {
        false
    }
}

/// The picture of a file; `None` when it is broken, as a frame may be.
fn shot(path: &Path) -> Option<Shot> {
    let bytes = Picture::file(path).ok()?;
    let start = Instant::now();
    let picture = Arc::new(Picture::from_bytes(&bytes).ok()?);
    let decode = start.elapsed();
    let jpeg = bytes.starts_with(&[0xff, 0xd8]).then(|| Arc::from(bytes));
    Some(Shot { picture, jpeg, decode })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    const LONG: Duration = Duration::from_secs(5);

    fn grey(value: u8) -> Picture {
        Picture::from_rgb(RgbImage::from_pixel(32, 32, Rgb([value; 3]))).unwrap()
    }

    fn value(shot: &Shot) -> u8 {
        shot.picture.pixels().get_pixel(0, 0).0[0]
    }

    fn of(repeat: Repeat) -> Replay {
        Replay::pictures("film", vec![Arc::new(grey(1)), Arc::new(grey(2)), Arc::new(grey(3))], 50.0, repeat)
    }

    #[test]
    fn after_the_last_picture_comes_what_was_wanted() {
        let values = |replay: Replay, ticks: u64| -> Vec<u8> {
            let due = (0..ticks).map_while(|tick| replay.due(tick).cloned());
            due.map(|source| match source {
                Source::Ready(picture) => picture.pixels().get_pixel(0, 0).0[0],
                Source::File(path) => unreachable!("{}", path.display()),
            })
            .collect()
        };
        assert_eq!(values(of(Repeat::Loop), 7), [1, 2, 3, 1, 2, 3, 1]);
        assert_eq!(values(of(Repeat::Hold), 5), [1, 2, 3, 3, 3]);
        assert_eq!(values(of(Repeat::End), 9), [1, 2, 3]);
        let mut ended = of(Repeat::End);
        let end = (0..4).find_map(|_| ended.next(LONG).err());
        assert_eq!(end.unwrap().code(), "camera_lost");
    }

    #[test]
    fn pictures_come_at_their_rate() {
        let mut film = of(Repeat::Loop);
        let start = Instant::now();
        for _ in 0..11 {
            film.next(LONG).unwrap();
        }
        let took = start.elapsed();
        assert!(took >= Duration::from_millis(195), "ten waits of 20 ms, not {took:?}");
    }

    #[test]
    fn who_is_late_misses_pictures_as_with_a_camera() {
        let mut film = of(Repeat::Hold);
        assert_eq!(value(&film.next(LONG).unwrap().unwrap()), 1);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(value(&film.next(LONG).unwrap().unwrap()), 3);
    }

    #[test]
    fn patience_ends() {
        let mut film = Replay::pictures("film", vec![Arc::new(grey(1))], 0.1, Repeat::Loop);
        assert!(film.next(LONG).unwrap().is_some());
        let start = Instant::now();
        assert!(film.next(Duration::from_millis(30)).unwrap().is_none());
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_folder_is_played_by_name_and_broken_pictures_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        for (name, value) in [("b.png", 2), ("a.jpg", 1), ("d.jpg", 4)] {
            grey(value).pixels().save(folder.path().join(name)).unwrap();
        }
        let whole = std::fs::read(folder.path().join("a.jpg")).unwrap();
        std::fs::write(folder.path().join("c.jpg"), &whole[..whole.len() - 20]).unwrap();
        std::fs::write(folder.path().join("notes.txt"), "not played").unwrap();
        // So slow that no machine misses one.
        let mut film = Replay::folder(folder.path(), 4.0, Repeat::Hold).unwrap();
        let mut shots = Vec::new();
        while shots.len() < 3 {
            shots.extend(film.next(LONG).unwrap());
        }
        assert_eq!(shots.iter().map(value).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(film.broken(), 1);
        assert!(shots.iter().all(|shot| shot.jpeg.is_some() != (value(shot) == 2)), "a JPEG is handed on as it is");
    }

    #[test]
    fn a_folder_without_pictures_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let error = Replay::folder(folder.path(), 15.0, Repeat::Loop).unwrap_err();
        assert_eq!(error.code(), "replay_failed");
        assert_eq!(
            Replay::folder(&folder.path().join("none"), 15.0, Repeat::Loop).unwrap_err().code(),
            "replay_failed"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_is_called_a_picture_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mkfifo").arg(folder.path().join("a.jpg")).status().unwrap();
        assert!(made.success());
        assert_eq!(Replay::folder(folder.path(), 15.0, Repeat::Loop).unwrap_err().code(), "replay_failed");
        grey(1).pixels().save(folder.path().join("b.png")).unwrap();
        assert!(Replay::folder(folder.path(), 15.0, Repeat::Loop).is_ok(), "the others are played");
    }

    #[test]
    fn a_file_larger_than_any_picture_is_not_taken_into_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        grey(1).pixels().save(&path).unwrap();
        assert!(shot(&path).is_some());
        // A picture with nothing behind it that takes no room on the disk.
        std::fs::File::options().write(true).open(&path).unwrap().set_len((256 << 20) + 1).unwrap();
        assert!(shot(&path).is_none());
    }

    #[test]
    fn a_folder_of_which_no_picture_can_be_read_is_said_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.jpg", "b.png"] {
            std::fs::write(folder.path().join(name), "no picture, whatever its name says").unwrap();
        }
        let error = Replay::folder(folder.path(), 15.0, Repeat::Loop).unwrap_err();
        assert_eq!(error.code(), "replay_failed");
        grey(1).pixels().save(folder.path().join("c.png")).unwrap();
        assert!(Replay::folder(folder.path(), 15.0, Repeat::Loop).is_ok(), "one that can be is enough");
    }
}
