//! What a person can ask of the table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A wish that changes something. Those that change a game carry `seq`, the number of events of the state they were made on
/// (from [`crate::GameView::seq`]): a double click or a second window is refused instead of recorded twice.
///
/// Tiles are in the rules' notation (`"3r"`), seats count from 0 counter-clockwise.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum Intent {
    /// Starts a game and opens it.
    NewGame {
        /// Names by seat, 2-5.
        players: Vec<String>,
        /// Who deals first; `None` draws at random.
        first_dealer: Option<u32>,
        /// House rules that differ from the default.
        rules: Vec<HouseRule>,
    },
    /// Opens an earlier game.
    OpenGame {
        /// Its id.
        id: u32,
    },
    /// Back to the list of games; the game stays as it is.
    CloseGame,
    /// The dora tile was turned up, or was entered wrongly and is set again.
    SetDora {
        /// The state this was made on.
        seq: u32,
        /// The dora tile.
        tile: String,
    },
    /// The hand is over.
    EndHand {
        /// The state this was made on.
        seq: u32,
        /// How it ended.
        end: HandEnd,
        /// How the tiles came in.
        origin: Origin,
    },
    /// Takes the last change back.
    Undo {
        /// The state this was made on.
        seq: u32,
    },
    /// Takes the last undo back.
    Redo {
        /// The state this was made on.
        seq: u32,
    },
    /// Language, theme or tile set were changed.
    SetSettings {
        /// All settings.
        settings: Settings,
    },
}

/// How a hand ends.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum HandEnd {
    /// The winner drew the tile.
    Tsumo {
        /// Who won.
        winner: u32,
        /// The six tiles, in any order.
        tiles: Vec<String>,
    },
    /// The winner claimed a discard.
    Ron {
        /// Who discarded.
        discarder: u32,
        /// Who won.
        winner: u32,
        /// The six tiles, in any order.
        tiles: Vec<String>,
    },
    /// The stock is empty and nobody won.
    Draw,
}

/// How the tiles of a hand came in.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum Origin {
    /// Tapped or typed.
    Keys,
    /// Read from a photo and confirmed by a person.
    Photo {
        /// The least confidence among the tiles as read, 0-1.
        certainty: f32,
        /// How many tiles the person corrected, added or took out.
        corrected: u32,
    },
    /// Read by the camera and confirmed by a person.
    Camera {
        /// The least confidence among the tiles as read, 0-1.
        certainty: f32,
        /// How many tiles the person corrected, added or took out.
        corrected: u32,
    },
}

/// A house rule and its value, as in [`rules::Ruleset::VALUES`].
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[ts(export)]
pub struct HouseRule {
    /// The rule's name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// What the person chose for the whole app.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export)]
pub struct Settings {
    /// The language; `None` follows the system.
    pub language: Option<Language>,
    /// The theme; `None` follows the system.
    pub theme: Option<Theme>,
    /// Which tiles lie on the table.
    pub tile_set: TileSet,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { language: None, theme: None, tile_set: TileSet::Suzume }
    }
}

/// The languages of the window.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Language {
    /// Korean.
    Ko,
    /// Japanese.
    Ja,
    /// English.
    En,
}

/// The themes of the window.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Theme {
    /// Felt-dark.
    Dark,
    /// Paper-light.
    Light,
}

/// Which tiles lie on the table: a Suzume set, or a mahjong set whose manzu or pinzu stand for the red souzu.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum TileSet {
    /// A Suzume Jong set.
    Suzume,
    /// Manzu are the reds.
    Manzu,
    /// Pinzu are the reds.
    Pinzu,
}
