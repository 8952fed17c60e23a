//! What the ledger's tests share.

// Each test file is a program of its own and uses some of these.
#![allow(dead_code)]

use ledger::{Envelope, Event, FORMAT, Game, Origin, PlayerName, Refusal, SixTiles, Winner};
use rules::{Ruleset, Tile, parse_tile};

/// The start of a game of so many players.
pub fn started(players: usize, first_dealer: u8, ruleset: Ruleset) -> Event {
    let players = (0..players).map(|seat| PlayerName::new(&format!("P{seat}")).expect("a name")).collect();
    Event::GameStarted { format: FORMAT, players, first_dealer, ruleset, sticks: true }
}

/// A game that has just started, everyone with 40 points.
pub fn game(players: usize, first_dealer: u8) -> Game {
    game_with(players, first_dealer, Ruleset::default())
}

/// A game with house rules.
pub fn game_with(players: usize, first_dealer: u8, ruleset: Ruleset) -> Game {
    Game::start(&Envelope { seq: 1, at: 0, event: started(players, first_dealer, ruleset) }).expect("a game")
}

/// Takes the next event.
pub fn apply(game: &mut Game, event: Event) -> Result<(), Refusal> {
    let envelope = Envelope { seq: game.next_seq(), at: game.seq() * 1000, event };
    game.apply(&envelope)
}

/// A player with six tiles, entered by keys.
pub fn winner(seat: u8, hand: &str) -> Winner {
    Winner { seat, hand: SixTiles::parse(hand).expect("six tiles"), origin: Origin::Keys {} }
}

/// A tsumo.
pub fn tsumo(seat: u8, hand: &str) -> Event {
    Event::Tsumo { winner: winner(seat, hand) }
}

/// A ron of one player.
pub fn ron(discarder: u8, seat: u8, hand: &str) -> Event {
    Event::Ron { discarder, winners: vec![winner(seat, hand)] }
}

/// The dora is turned up.
pub fn dora(tile: &str) -> Event {
    Event::DoraTurned { tile: tile_of(tile) }
}

/// A tile in the notation.
pub fn tile_of(text: &str) -> Tile {
    parse_tile(text).expect("a tile")
}
