//! The 44 tiles: 20 faces of 11 kinds.

use std::fmt;

/// What a tile is regardless of its colour: souzu 1-9, hatsu (發) or chun (中). Melds, dora and furiten go by kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 11;
    /// 發, the green dragon.
    pub const HATSU: Kind = Kind(9);
    /// 中, the red dragon.
    pub const CHUN: Kind = Kind(10);

    /// All kinds: souzu 1-9, hatsu, chun.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..Self::COUNT as u8).map(Kind)
    }

    /// The souzu kind with this number; `None` outside 1-9.
    pub const fn souzu(number: u8) -> Option<Kind> {
        if number >= 1 && number <= 9 { Some(Kind(number - 1)) } else { None }
    }

    /// 1-9 for souzu, `None` for hatsu and chun, which are in no run.
    pub const fn number(self) -> Option<u8> {
        if self.0 < 9 { Some(self.0 + 1) } else { None }
    }

    /// Position in [`Kind::all`], 0-10.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1, 9, hatsu and chun: what tanyao excludes, chanta asks of each meld and chinyao of every tile.
    pub const fn is_terminal_or_dragon(self) -> bool {
        !matches!(self.number(), Some(2..=8))
    }
}

/// One of the 20 faces: souzu 1-9 in normal print, souzu 1-9 all red, hatsu, chun.
///
/// Tiles order as `1..9`, `1r..9r`, `g`, `c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many faces there are.
    pub const COUNT: usize = 20;
    /// How many tiles the box holds.
    pub const IN_BOX: u8 = 44;
    /// 發, never red; four copies.
    pub const HATSU: Tile = Tile(18);
    /// 中, printed red; four copies.
    pub const CHUN: Tile = Tile(19);

    /// All 20 faces, in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..Self::COUNT as u8).map(Tile)
    }

    /// Souzu in normal print; `None` outside 1-9.
    pub const fn normal(number: u8) -> Option<Tile> {
        if number >= 1 && number <= 9 { Some(Tile(number - 1)) } else { None }
    }

    /// All-red souzu; `None` outside 1-9.
    pub const fn red(number: u8) -> Option<Tile> {
        if number >= 1 && number <= 9 { Some(Tile(number + 8)) } else { None }
    }

    /// Position in [`Tile::all`], 0-19.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face at this position of [`Tile::all`]; `None` from 20 on.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Self::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// The kind of this face: normal 3 and red 3 are one kind.
    pub const fn kind(self) -> Kind {
        match self.0 {
            0..=8 => Kind(self.0),
            9..=17 => Kind(self.0 - 9),
            18 => Kind::HATSU,
            _ => Kind::CHUN,
        }
    }

    /// Whether every stroke is red: the nine red souzu and chun. 13 of the 44 tiles.
    pub const fn is_red(self) -> bool {
        matches!(self.0, 9..=17 | 19)
    }

    /// How many tiles with this face are in the box: 3 normal and 1 red of each number, 4 hatsu, 4 chun.
    pub const fn copies(self) -> u8 {
        match self.0 {
            0..=8 => 3,
            9..=17 => 1,
            _ => 4,
        }
    }
}

impl fmt::Display for Tile {
    /// The notation: `1`..`9`, `1r`..`9r`, `g`, `c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.kind().number()) {
            (_, Some(number)) if self.is_red() => write!(f, "{number}r"),
            (_, Some(number)) => write!(f, "{number}"),
            (Tile::HATSU, None) => f.write_str("g"),
            (_, None) => f.write_str("c"),
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number(), *self) {
            (Some(number), _) => write!(f, "{number}"),
            (None, Kind::HATSU) => f.write_str("g"),
            (None, _) => f.write_str("c"),
        }
    }
}

/// Tiles taken out of the box, counted by face; never more of a face than the box holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TileCounts([u8; Tile::COUNT]);

impl TileCounts {
    /// Takes one more tile with this face.
    ///
    /// # Errors
    /// The face, if all its copies are taken already; nothing changes then.
    pub fn take(&mut self, tile: Tile) -> Result<(), Tile> {
        if self.left(tile) == 0 {
            return Err(tile);
        }
        self.0[tile.index()] += 1;
        Ok(())
    }

    /// Takes all of these.
    ///
    /// # Errors
    /// The first face whose copies run out.
    pub fn take_all(&mut self, tiles: impl IntoIterator<Item = Tile>) -> Result<(), Tile> {
        tiles.into_iter().try_for_each(|tile| self.take(tile))
    }

    /// How many tiles with this face are taken.
    pub const fn taken(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// How many tiles with this face are still in the box.
    pub const fn left(&self, tile: Tile) -> u8 {
        tile.copies() - self.taken(tile)
    }
}
