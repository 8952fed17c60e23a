//! Six tiles that exist together with the dora tile.

use crate::{NotationError, Tile, TileCounts, format_tiles, parse_tiles};
use std::fmt;

/// Six tiles, and the dora tile that lies beside them, if any.
///
/// A hand that needs more copies than the box holds cannot be made; the dora tile counts, since it is out of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    tiles: [Tile; 6],
    dora: Option<Tile>,
}

/// Why tiles are no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandError {
    /// The text is no list of tiles.
    Notation(NotationError),
    /// Another number of tiles than needed.
    WrongCount {
        /// How many are needed: 6, or 5 for a waiting hand.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// More copies of a face than the box holds, the dora tile and other seen tiles counted.
    TooManyCopies(Tile),
}

impl HandError {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            HandError::Notation(error) => error.code(),
            HandError::WrongCount { .. } => "wrong_tile_count",
            HandError::TooManyCopies(_) => "too_many_copies",
        }
    }
}

impl From<NotationError> for HandError {
    fn from(error: NotationError) -> Self {
        HandError::Notation(error)
    }
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::Notation(error) => error.fmt(f),
            HandError::WrongCount { needed, found } => write!(f, "{needed} tiles are needed, not {found}"),
            HandError::TooManyCopies(tile) => {
                let copies = tile.copies();
                write!(f, "the box holds only {copies} of the tile {tile}, the dora tile and other seen tiles counted")
            }
        }
    }
}

impl std::error::Error for HandError {}

impl Hand {
    /// Makes a hand of six tiles; they are kept sorted.
    ///
    /// # Errors
    /// Another number of tiles than six; more copies of a face than the box holds.
    pub fn new(tiles: &[Tile], dora: Option<Tile>) -> Result<Hand, HandError> {
        let (tiles, _) = existing_tiles::<6>(tiles, dora)?;
        Ok(Hand { tiles, dora })
    }

    /// Reads a hand in the notation.
    ///
    /// # Errors
    /// What [`parse_tiles`] and [`Hand::new`] refuse.
    pub fn parse(text: &str, dora: Option<Tile>) -> Result<Hand, HandError> {
        Hand::new(&parse_tiles(text)?, dora)
    }

    /// The six tiles, sorted.
    pub const fn tiles(&self) -> &[Tile; 6] {
        &self.tiles
    }

    /// The dora tile.
    pub const fn dora(&self) -> Option<Tile> {
        self.dora
    }
}

impl fmt::Display for Hand {
    /// The six tiles in the notation, without the dora.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_tiles(self.tiles))
    }
}

/// Sorts exactly `N` tiles and counts them together with the dora tile.
pub(crate) fn existing_tiles<const N: usize>(
    tiles: &[Tile],
    dora: Option<Tile>,
) -> Result<([Tile; N], TileCounts), HandError> {
    let mut sorted: [Tile; N] =
        tiles.try_into().map_err(|_| HandError::WrongCount { needed: N, found: tiles.len() })?;
    sorted.sort_unstable();
    let mut counts = TileCounts::default();
    counts.take_all(sorted.into_iter().chain(dora)).map_err(HandError::TooManyCopies)?;
    Ok((sorted, counts))
}
