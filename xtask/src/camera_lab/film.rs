//! Films that the lab's cameras show: made on the host by ffmpeg, of the pictures in `tests/golden`, and kept.

use crate::error::{Error, Result};
use crate::{fingerprint, shell};
use std::fs;
use std::path::{Path, PathBuf};

/// How the camera sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Each frame a JPEG picture.
    Mjpeg,
    /// Raw, two bytes a pixel.
    Yuyv,
}

/// What is done to the pictures, in the order in which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The noise of a sensor: no two frames of a camera are the same. A film without it is a frozen one.
    Noise,
    /// A table that is bumped into.
    Shake,
    /// Out of focus.
    Blur,
    /// A room without light.
    Dim,
    /// MJPEG only: every other frame ends in the middle.
    Cut,
    /// MJPEG only: the last frame is shown for eight seconds before it begins again.
    Halt,
    /// MJPEG only: without the tables of Huffman codes, as many webcams send it.
    Bare,
}

/// A film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// What a scenario calls it.
    pub name: String,
    /// A file in `tests/golden`, or `black`.
    picture: String,
    encoding: Encoding,
    size: (u32, u32),
    /// Frames a second.
    rate: u32,
    /// How many different frames there are, before it begins again.
    frames: u32,
    effects: Vec<Effect>,
}

impl Film {
    /// Reads `easy.jpg, mjpeg, 1280x720, 15 fps, 12 frames, noise shake`.
    pub fn parse(name: &str, text: &str) -> std::result::Result<Self, String> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let number = |text: &str, unit: &str| text.strip_suffix(unit).and_then(|text| text.trim().parse().ok());
        let read = || {
            let [picture, encoding, size, rate, frames, effects @ ..] = parts.as_slice() else { return None };
            let (width, height) = size.split_once('x')?;
            let effects = effects.iter().flat_map(|text| text.split_whitespace()).map(|word| match word {
                "noise" => Some(Effect::Noise),
                "shake" => Some(Effect::Shake),
                "blur" => Some(Effect::Blur),
                "dim" => Some(Effect::Dim),
                "cut" => Some(Effect::Cut),
                "bare" => Some(Effect::Bare),
                "halt" => Some(Effect::Halt),
                _ => None,
            });
            Some(Self {
                name: name.to_owned(),
                picture: (*picture).to_owned(),
                encoding: match *encoding {
                    "mjpeg" => Encoding::Mjpeg,
                    "yuyv" => Encoding::Yuyv,
                    _ => return None,
                },
                size: (width.parse().ok()?, height.parse().ok()?),
                rate: number(rate, "fps")?,
                frames: number(frames, "frames")?,
                effects: effects.collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| format!("`{text}` is no film (PICTURE, mjpeg|yuyv, WxH, N fps, N frames, EFFECTS)"))
    }

    /// The folder of this film below `films`; two films that are the same share one.
    pub fn folder(&self) -> String {
        let Self { name: _, picture, encoding, size: (width, height), rate, frames, effects } = self;
        let mut folder = format!("{picture}-{encoding:?}-{width}x{height}-{rate}fps-{frames}").to_lowercase();
        for effect in effects {
            folder.push_str(&format!("-{effect:?}").to_lowercase());
        }
        folder
    }

    /// What ffmpeg is told in the guest, inside the folder, to play it for ever without touching its bytes.
    fn options(&self) -> String {
        let Self { size: (width, height), rate, .. } = self;
        match self.encoding {
            Encoding::Mjpeg => format!("-f image2 -framerate {rate} -loop 1 -i %04d.jpg"),
            Encoding::Yuyv => format!(
                "-stream_loop -1 -f rawvideo -pixel_format yuyv422 -video_size {width}x{height} -framerate {rate} -i film.yuv"
            ),
        }
    }

    /// What ffmpeg is told on the host to make it.
    fn recipe(&self, golden: &Path, folder: &Path) -> Vec<String> {
        let Self { size: (width, height), rate, .. } = self;
        let mut arguments: Vec<String> = ["-nostdin", "-y", "-loglevel", "error"].map(Into::into).into();
        if self.picture == "black" {
            arguments.extend(["-f", "lavfi", "-i"].map(Into::into));
            arguments.push(format!("color=black:s={width}x{height}:r={rate}"));
        } else {
            arguments.extend(["-loop", "1", "-framerate"].map(Into::into));
            arguments.extend([rate.to_string(), "-i".into(), golden.join(&self.picture).display().to_string()]);
        }
        // A picture of another shape is shown whole, between grey bars.
        let fit = format!(
            "scale={width}:{height}:force_original_aspect_ratio=decrease,pad={width}:{height}:(ow-iw)/2:(oh-ih)/2:gray"
        );
        let filters = std::iter::once(Some(fit)).chain(self.effects.iter().map(|effect| match effect {
            Effect::Noise => Some("noise=alls=6:allf=t".to_owned()),
            Effect::Shake => {
                Some(format!("crop=iw*0.9:ih*0.9:iw*0.05*(1+sin(n*2.1)):ih*0.05*(1+sin(n*1.3)),scale={width}:{height}"))
            }
            Effect::Blur => Some("gblur=sigma=9".to_owned()),
            Effect::Dim => Some("lutyuv=y='16+(val-16)*0.12'".to_owned()),
            Effect::Cut | Effect::Bare | Effect::Halt => None,
        }));
        arguments.extend(["-vf".into(), filters.flatten().collect::<Vec<_>>().join(",")]);
        arguments.extend(["-frames:v".into(), self.frames.to_string()]);
        let output = |name: &str| folder.join(name).display().to_string();
        match self.encoding {
            Encoding::Mjpeg => {
                arguments.extend(["-pix_fmt", "yuvj422p", "-c:v", "mjpeg", "-q:v", "3"].map(Into::into));
                arguments.extend(["-huffman", "default"].map(Into::into));
                arguments.push(output("%04d.jpg"));
            }
            Encoding::Yuyv => {
                arguments.extend(["-pix_fmt", "yuyv422", "-f", "rawvideo"].map(Into::into));
                arguments.push(output("film.yuv"));
            }
        }
        arguments
    }

    /// Makes the film below `films`, unless it is there.
    pub fn ensure(&self, films: &Path, golden: &Path) -> Result<()> {
        let folder = films.join(self.folder());
        // The stamp is written last: a film whose making was interrupted is made anew.
        let stamp = folder.join("options");
        let of_picture = match self.picture.as_str() {
            "black" => String::new(),
            picture => fingerprint::of_file(&golden.join(picture))?,
        };
        let wanted =
            format!("{}\n{of_picture}\n{}\n", self.options(), self.recipe(Path::new(""), Path::new("")).join(" "));
        if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
            return Ok(());
        }
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
        }
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        shell::stream(&mut shell::program("ffmpeg", self.recipe(golden, &folder)))?;
        if self.encoding == Encoding::Mjpeg {
            for (index, file) in fingerprint::files(&folder, &[])?.iter().enumerate() {
                self.damage(index, file)?;
            }
            if self.effects.contains(&Effect::Halt) {
                let frame = |number: u32| folder.join(format!("{number:04}.jpg"));
                for number in self.frames + 1..=self.frames + 8 * self.rate {
                    fs::copy(frame(self.frames), frame(number)).map_err(Error::file(&folder))?;
                }
            }
        }
        fs::write(&stamp, wanted).map_err(Error::file(&stamp))
    }

    /// What only bytes can show: frames that are cut off, or lack tables.
    fn damage(&self, index: usize, file: &PathBuf) -> Result<()> {
        let mut bytes = fs::read(file).map_err(Error::file(file))?;
        if self.effects.contains(&Effect::Bare) {
            bytes = without_huffman_tables(&bytes);
        }
        if self.effects.contains(&Effect::Cut) && index % 2 == 1 {
            bytes.truncate(bytes.len() / 2);
        }
        fs::write(file, bytes).map_err(Error::file(file))
    }
}

/// The JPEG without its DHT segments. What follows the start of the scan is copied as it is.
fn without_huffman_tables(jpeg: &[u8]) -> Vec<u8> {
    const DHT: u8 = 0xC4;
    const SCAN: u8 = 0xDA;
    let (start, mut rest) = jpeg.split_at(jpeg.len().min(2));
    let mut bare = start.to_vec();
    while let [0xFF, marker, high, low, ..] = *rest {
        let length = 2 + usize::from(u16::from_be_bytes([high, low]));
        if marker == SCAN || length > rest.len() {
            break;
        }
        let (segment, after) = rest.split_at(length);
        if marker != DHT {
            bare.extend_from_slice(segment);
        }
        rest = after;
    }
    bare.extend_from_slice(rest);
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_is_read_and_its_folder_says_what_it_is() {
        let film = Film::parse("live", "easy.jpg, mjpeg, 1280x720, 15 fps, 12 frames, noise shake").unwrap();
        assert_eq!(film.folder(), "easy.jpg-mjpeg-1280x720-15fps-12-noise-shake");
        assert_eq!(film.effects, [Effect::Noise, Effect::Shake]);
        assert!(Film::parse("live", "easy.jpg, h264, 1280x720, 15 fps, 12 frames").is_err());
        assert!(Film::parse("live", "easy.jpg, mjpeg, 1280x720, 15 fps, 12 frames, loud").is_err());
    }

    #[test]
    fn huffman_tables_are_left_out_and_nothing_else() {
        let jpeg = [
            0xFF, 0xD8, // start
            0xFF, 0xE0, 0, 3, 7, // a segment that stays
            0xFF, 0xC4, 0, 4, 1, 2, // tables
            0xFF, 0xDA, 0, 2, 0xFF, 0xC4, 0, 9, // a scan, whose bytes may look like anything
        ];
        let bare = [0xFF, 0xD8, 0xFF, 0xE0, 0, 3, 7, 0xFF, 0xDA, 0, 2, 0xFF, 0xC4, 0, 9];
        assert_eq!(without_huffman_tables(&jpeg), bare);
        assert_eq!(without_huffman_tables(&jpeg[..9]), jpeg[..9], "a broken file ends nothing");
    }
}
