//! A player's name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use thiserror::Error;

/// A name that can be shown on one line: 1-40 characters of any script, without spaces around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerName(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// Nothing but spaces, or characters that cannot be seen.
    #[error("a player needs a name")]
    Empty,
    /// Longer than a place at the table can show.
    #[error("a name has at most {} characters, not {found}", PlayerName::MAX_CHARACTERS)]
    TooLong {
        /// How many characters it has.
        found: usize,
    },
    /// A line break, or another control character, or one that turns the direction of the text around it.
    #[error("a name cannot hold the control character {found:?}")]
    Control {
        /// The character.
        found: char,
    },
}

impl NameError {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            NameError::Empty => "name_empty",
            NameError::TooLong { .. } => "name_too_long",
            NameError::Control { .. } => "name_control_character",
        }
    }
}

impl PlayerName {
    /// How many characters (Unicode scalar values) a name may have.
    pub const MAX_CHARACTERS: usize = 40;

    /// Takes a name; spaces around it are dropped.
    ///
    /// # Errors
    /// See [`NameError`].
    pub fn new(text: &str) -> Result<PlayerName, NameError> {
        let name = text.trim();
        if name.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
            return Err(NameError::Empty);
        }
        if let Some(found) = name.chars().find(|c| c.is_control() || turns_text(*c)) {
            return Err(NameError::Control { found });
        }
        let found = name.chars().count();
        if found > Self::MAX_CHARACTERS {
            return Err(NameError::TooLong { found });
        }
        Ok(PlayerName(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Zero-width characters and fillers, which alone would leave an empty-looking name. The Hangul fillers count among them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00AD}' | '\u{115F}' | '\u{1160}' | '\u{200B}'
            ..='\u{200D}' | '\u{2060}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
    )
}

/// Marks that reverse or isolate the text around them: they would scramble whatever line the name stands in.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for PlayerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for PlayerName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PlayerName::new(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
