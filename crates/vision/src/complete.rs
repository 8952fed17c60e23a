//! Whether a picture file is there to its end, and says all that its decoder would otherwise guess.
//!
//! The JPEG decoder fills what is missing with grey instead of failing, and a half picture shows half a hand. So JPEG
//! and PNG files, which mark their end, are walked marker by marker before they are decoded, and WebP files, which say
//! their length, are measured. The other formats' decoders fail on their own.
//!
//! What is missing in the middle of a JPEG, or in front of an end mark that is there, goes unnoticed: its coded data hold
//! no sum to check them by. A camera's frames are outvoted by the frames beside them; a photo's tiles are a person's to check.

/// Whether the end of a JPEG, PNG or WebP file is missing. `false` for all other bytes.
pub(crate) fn is_truncated(bytes: &[u8]) -> bool {
    if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        jpeg_end(bytes).is_none()
    } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png_end(bytes).is_none()
    } else if let [b'R', b'I', b'F', b'F', a, b, c, d, rest @ ..] = bytes {
        (rest.len() as u64) < u64::from(u32::from_le_bytes([*a, *b, *c, *d]))
    } else {
        false
    }
}

/// Where the end mark (EOI) of a JPEG stands. Segments are skipped by their length, so that the end mark of a
/// thumbnail inside one of them does not count; in the coded data between them, 0xff is always followed by 0 or a
/// restart mark.
fn jpeg_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == 0xff)?;
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            0xd9 => return Some(at),
            0x00 | 0x01 | 0xd0..=0xd8 => at += 2,
            _ => {
                let length = bytes.get(at + 2..at + 4)?;
                at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
        }
    }
}

/// Whether a JPEG holds four inks (CMYK) without Adobe's mark. With the mark they are inverted, as all programs that
/// write such files agree; without it nothing says so, and a guess would show the negative.
pub(crate) fn has_unmarked_inks(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        return false;
    }
    let (mut at, mut is_marked) = (2, false);
    while let Some(&[0xff, mark, high, low]) = bytes.get(at..at + 4) {
        let body = bytes.get(at + 4..).unwrap_or_default();
        match mark {
            0xff => {
                at += 1;
                continue;
            }
            0xee => is_marked |= body.starts_with(b"Adobe"),
            // Frame headers: precision, height, width, components. (C4, C8 and CC are other things.)
            0xc0..=0xcf if !matches!(mark, 0xc4 | 0xc8 | 0xcc) => return body.get(5) == Some(&4) && !is_marked,
            0xda => return false,
            _ => {}
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
    false
}

/// Where the IEND chunk of a PNG stands, if it is whole.
fn png_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 8;
    loop {
        let head = bytes.get(at..at + 8)?;
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let next = at.checked_add(12)?.checked_add(length)?;
        if &head[4..] == b"IEND" {
            return (bytes.len() >= next).then_some(at);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_mark_of_a_thumbnail_is_not_the_end() {
        // SOI, an application segment of 6 bytes that holds FF D9, a scan with a stuffed FF, EOI.
        let mut jpeg = vec![0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 0xff, 0xd9, 2];
        jpeg.extend([0xff, 0xda, 0, 3, 0, 7, 0xff, 0, 8, 0xff, 0xd0, 9, 0xff, 0xd9]);
        assert!(!is_truncated(&jpeg));
        for length in 3..jpeg.len() {
            assert!(is_truncated(&jpeg[..length]), "{length} bytes");
        }
    }

    #[test]
    fn a_webp_file_is_as_long_as_it_says() {
        let webp = b"RIFF\x08\0\0\0WEBPVP8 ";
        assert!(!is_truncated(webp));
        for length in 8..webp.len() {
            assert!(is_truncated(&webp[..length]), "{length} bytes");
        }
    }

    #[test]
    fn bytes_of_another_kind_are_not_judged() {
        assert!(!is_truncated(b""));
        assert!(!is_truncated(b"BM"));
    }
}
