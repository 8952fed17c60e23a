//! What is printed on a tile: the faces that the reader can name, of any mahjong set.

use std::fmt;

/// The ids, by which faces go everywhere: in the manifest, in labels, in JSON. An `r` marks a red print.
const IDS: [&str; Face::COUNT] = [
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", //
    "1sr", "2sr", "3sr", "4sr", "5sr", "6sr", "7sr", "8sr", "9sr", //
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "5mr", //
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "5pr", //
    "E", "S", "W", "N", "haku", "hatsu", "chun", "flower", "back", "junk",
];

/// A face: one of the 48 that [`Face::all`] lists. What it means in a game is a matter of [`crate::SetProfile`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// How many faces there are.
    pub const COUNT: usize = 48;
    /// 發, the green dragon.
    pub const HATSU: Face = Face(43);
    /// 中, the red dragon.
    pub const CHUN: Face = Face(44);
    /// A tile that lies face down.
    pub const BACK: Face = Face(46);
    /// Not a tile, or one that is too covered or blurred to name.
    pub const JUNK: Face = Face(47);

    /// All faces: souzu, red souzu, manzu, pinzu, winds, dragons, flower, back, junk.
    pub fn all() -> impl DoubleEndedIterator<Item = Face> + Clone {
        (0..Self::COUNT as u8).map(Face)
    }

    /// The face with this id, `"3sr"`; `None` when there is none.
    pub fn from_id(id: &str) -> Option<Face> {
        IDS.iter().position(|&known| known == id).map(|index| Face(index as u8))
    }

    /// The id: `3sr`, `5m`, `E`, `hatsu`, `back`, `junk`.
    pub const fn id(self) -> &'static str {
        IDS[self.0 as usize]
    }

    /// Position in [`Face::all`], 0-47.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the reader can tell this print from the same one on its head. It was trained to for manzu, winds and
    /// hatsu; souzu, pinzu and the rest keep their name at half a turn, and are read so.
    pub fn shows_its_head(self) -> bool {
        match self.suited() {
            Some((suit, ..)) => suit == 'm',
            None => matches!(self.id(), "E" | "S" | "W" | "N" | "hatsu"),
        }
    }

    /// Whether every maker prints it with coloured ink: the suits, hatsu and chun. Winds are black.
    pub fn has_coloured_ink(self) -> bool {
        self.suited().is_some() || self == Face::HATSU || self == Face::CHUN
    }

    /// The same print in its usual colours, of a red one; `None` of all others.
    pub fn plain(self) -> Option<Face> {
        match self.suited() {
            Some((_, _, true)) => Face::from_id(self.id().trim_end_matches('r')),
            _ => None,
        }
    }

    /// Suit (`s`, `m` or `p`), number 1-9 and whether the print is red; `None` for honours and what is no tile.
    pub fn suited(self) -> Option<(char, u8, bool)> {
        match self.id().as_bytes() {
            [number @ b'1'..=b'9', suit, rest @ ..] => Some((*suit as char, number - b'0', !rest.is_empty())),
            _ => None,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_names_its_own_face() {
        for face in Face::all() {
            assert_eq!(Face::from_id(face.id()), Some(face));
        }
        assert_eq!(Face::all().count(), 48);
        assert_eq!(Face::HATSU.id(), "hatsu");
        assert_eq!(Face::CHUN.id(), "chun");
        assert_eq!(Face::BACK.id(), "back");
        assert_eq!(Face::JUNK.id(), "junk");
        assert_eq!(Face::from_id("0s"), None);
    }

    #[test]
    fn suit_and_number_come_from_the_id() {
        assert_eq!(Face::from_id("3sr").and_then(Face::suited), Some(('s', 3, true)));
        assert_eq!(Face::from_id("9p").and_then(Face::suited), Some(('p', 9, false)));
        assert_eq!(Face::from_id("5mr").and_then(Face::plain), Face::from_id("5m"));
        assert_eq!(Face::all().filter(|face| face.plain().is_some()).count(), 11);
        assert_eq!(Face::all().filter(|face| face.suited().is_some()).count(), 38);
        assert_eq!(Face::all().filter(|face| face.shows_its_head()).count(), 15);
    }
}
