//! What a person can ask of the table.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
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
        /// Whether the table follows who holds which sticks.
        #[serde(default = "yes")]
        sticks: bool,
    },
    /// Takes over a game that was exported as JSON, and opens it. One that is here already is opened as it is.
    ImportGame {
        /// The exported text.
        text: String,
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
    /// The hand is over, or a false win was paid for and it goes on.
    EndHand {
        /// The state this was made on.
        seq: u32,
        /// How it ended.
        end: HandEnd,
    },
    /// The players agreed to stop; the points stand as they are.
    EndGame {
        /// The state this was made on.
        seq: u32,
    },
    /// An earlier hand is corrected, or seats are swapped; everything after it follows anew.
    Mend {
        /// The state this was made on.
        seq: u32,
        /// What is mended.
        mend: Mend,
        /// The numbers of the later events that become impossible, as the person saw them in the preview.
        drops: Vec<u32>,
    },
    /// These sticks lie on the table.
    SetSticks {
        /// The state this was made on.
        seq: u32,
        /// By seat; each worth the player's points.
        purses: Vec<StickCount>,
    },
    /// The table follows the sticks from now on, or no longer.
    FollowSticks {
        /// The state this was made on.
        seq: u32,
        /// Whether it does.
        on: bool,
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
    /// The person's settings were changed.
    SetSettings {
        /// All settings.
        settings: Settings,
    },
}

/// How a hand ends, or what is paid for while it goes on.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum HandEnd {
    /// The winner drew the tile.
    Tsumo {
        /// Who won, with what.
        winner: Claim,
    },
    /// One or several claimed one discard.
    Ron {
        /// Who discarded.
        discarder: u32,
        /// Everyone who won, in any order.
        winners: Vec<Claim>,
    },
    /// The stock is empty and nobody won.
    Draw,
    /// A win was called that is none: 2 points to each other player, and the same hand goes on.
    FalseWin {
        /// Who called it.
        offender: u32,
    },
}

/// A player who lays down a hand.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct Claim {
    /// Who.
    pub seat: u32,
    /// The six tiles, in any order; fewer while they are being entered.
    pub tiles: Vec<String>,
    /// How they came in.
    #[serde(default)]
    pub origin: Origin,
    /// For a ron: whether a tile of the claimed kind lies among the winner's own discards of this hand, as the table says. Such
    /// a ron is refused.
    #[serde(default)]
    pub own_discard: bool,
}

/// What is mended of a game's past.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum Mend {
    /// A hand had been recorded wrongly.
    Hand {
        /// The number of the event that recorded it, [`crate::LedgerLine::seq`].
        of: u32,
        /// The hand's dora tile.
        dora: Option<String>,
        /// How it really ended; `None` if it never happened.
        end: Option<HandEnd>,
    },
    /// Two players sit at each other's places.
    Seats {
        /// One of them.
        a: u32,
        /// The other.
        b: u32,
        /// From which hand on, from 1.
        from_hand: u32,
        /// What the hands recorded since then are about.
        results: ResultsOf,
    },
}

/// What recorded hands are about once seats are swapped.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ResultsOf {
    /// The players whom they name; only who dealt changes.
    Players,
    /// The places at the table: the two change roles in every hand.
    Places,
}

/// A number of sticks of each kind.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct StickCount {
    /// Sticks of 10 points.
    pub tens: u32,
    /// Sticks of 5 points.
    pub fives: u32,
    /// Sticks of 1 point.
    pub ones: u32,
}

/// How the tiles of a hand came in.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum Origin {
    /// Tapped or typed.
    #[default]
    Keys,
    /// Read from a photo and confirmed by a person.
    Photo {
        /// The picture's key, if it was kept.
        #[serde(default)]
        picture: Option<String>,
        /// The least confidence among the tiles as read, 0-1.
        certainty: f32,
        /// How many tiles the person corrected, added or took out.
        corrected: u32,
    },
    /// Read by the camera and confirmed by a person.
    Camera {
        /// The picture's key, if it was kept.
        #[serde(default)]
        picture: Option<String>,
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
    /// Whether a new game follows the sticks.
    pub sticks: bool,
    /// How large everything is drawn, in per cent: 100-200.
    pub zoom: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { language: None, theme: None, tile_set: TileSet::Suzume, sticks: true, zoom: *ZOOM.start() }
    }
}

/// How large things may be drawn, in per cent.
const ZOOM: RangeInclusive<u32> = 100..=200;

impl Settings {
    /// The same, drawn no smaller and no larger than the window can be used.
    pub(crate) fn usable(self) -> Settings {
        Settings { zoom: self.zoom.clamp(*ZOOM.start(), *ZOOM.end()), ..self }
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

const fn yes() -> bool {
    true
}
