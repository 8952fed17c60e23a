//! The notation of tiles: `1`..`9` normal, `1r`..`9r` red, `g` hatsu, `c` chun; spaces are optional.

use crate::Tile;
use std::fmt;

/// Why a text is not a list of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// A character that is no tile, and where it stands (counted in characters from 0).
    Unknown {
        /// The character.
        found: char,
        /// Its position in characters, from 0.
        at: usize,
    },
    /// An `r` that does not follow a number: hatsu is never red, and chun's red is not written.
    StrayRed {
        /// Its position in characters, from 0.
        at: usize,
    },
    /// One tile was asked for and the text holds another number of them.
    NotOneTile {
        /// How many tiles it holds.
        found: usize,
    },
}

impl NotationError {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            NotationError::Unknown { .. } => "unknown_tile",
            NotationError::StrayRed { .. } => "stray_red",
            NotationError::NotOneTile { .. } => "not_one_tile",
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Unknown { found, at } => write!(f, "{found:?}, character {}, is no tile", at + 1),
            NotationError::StrayRed { at } => write!(f, "the r, character {}, does not follow a number", at + 1),
            NotationError::NotOneTile { found } => write!(f, "one tile was expected, not {found}"),
        }
    }
}

impl std::error::Error for NotationError {}

/// The letter of the notation that a person means: wide characters and capitals, the letters that a Korean keyboard has on the keys
/// of r, g and c, and what is printed on hatsu and chun. The window's text field reads the same; `tests/golden/notation.json` holds
/// both to it.
fn plain(character: char) -> char {
    let narrow = match character {
        '！'..='～' => char::from_u32(character as u32 - WIDER).unwrap_or(character),
        other => other,
    };
    match narrow {
        'ㄱ' | 'ㄲ' => 'r',
        'ㅎ' | '發' | '发' | '発' | '발' => 'g',
        'ㅊ' | '中' | '중' => 'c',
        other => other.to_ascii_lowercase(),
    }
}

/// By so much the wide form of a character stands behind it.
const WIDER: u32 = '！' as u32 - '!' as u32;

/// Reads any number of tiles, `"1r 2 3 ccc"`. Also read: 發 发 発 발 for hatsu, 中 중 for chun; capitals, wide characters, and the
/// letters that a Korean keyboard has on the keys of r, g and c.
///
/// # Errors
/// The first character that is no tile.
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    let mut tiles = Vec::new();
    let mut characters = text.chars().enumerate().peekable();
    while let Some((at, found)) = characters.next() {
        let tile = match plain(found) {
            'g' => Tile::HATSU,
            'c' => Tile::CHUN,
            digit @ '1'..='9' => {
                let number = digit as u8 - b'0';
                let red = characters.next_if(|&(_, next)| plain(next) == 'r').is_some();
                let tile = if red { Tile::red(number) } else { Tile::normal(number) };
                tile.ok_or(NotationError::Unknown { found, at })?
            }
            'r' => return Err(NotationError::StrayRed { at }),
            space if space.is_whitespace() => continue,
            _ => return Err(NotationError::Unknown { found, at }),
        };
        tiles.push(tile);
    }
    Ok(tiles)
}

/// Reads exactly one tile.
///
/// # Errors
/// What [`parse_tiles`] refuses, and any other number of tiles than one.
pub fn parse_tile(text: &str) -> Result<Tile, NotationError> {
    let tiles = parse_tiles(text)?;
    match tiles[..] {
        [tile] => Ok(tile),
        _ => Err(NotationError::NotOneTile { found: tiles.len() }),
    }
}

/// Writes tiles without spaces, in the order given: `1r23ccc`.
pub fn format_tiles(tiles: impl IntoIterator<Item = Tile>) -> String {
    tiles.into_iter().map(|tile| tile.to_string()).collect()
}
