//! A table on a file of its own, and what people say at it.

#![allow(dead_code, reason = "each test file uses a part of it")]

use rand::SeedableRng;
use rand::rngs::StdRng;
use std::path::PathBuf;
use table::{Appraisal, Claim, Failure, GameView, HandEnd, Intent, Origin, Table, View};

/// A table on a file of its own; time advances by a second with each intent.
pub struct Evening {
    pub table: Table,
    pub path: PathBuf,
    pub now: u64,
    pub rng: StdRng,
    _folder: tempfile::TempDir,
}

impl Evening {
    pub fn new() -> Evening {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.suzume");
        let table = Table::open(&path).expect("a new file");
        Evening { table, path, now: 1_800_000_000_000, rng: StdRng::seed_from_u64(7), _folder: folder }
    }

    pub fn with_players(names: &[&str]) -> Evening {
        let mut evening = Evening::new();
        evening.dispatch(new_game(names)).expect("a game");
        evening
    }

    pub fn dispatch(&mut self, intent: Intent) -> Result<View, Failure> {
        self.now += 1000;
        self.table.dispatch(intent, self.now, &mut self.rng)
    }

    pub fn game(&mut self) -> GameView {
        self.table.view().expect("a view").game.expect("an open game")
    }

    pub fn seq(&mut self) -> u32 {
        self.game().seq
    }

    pub fn end_hand(&mut self, end: HandEnd) -> Result<View, Failure> {
        let seq = self.seq();
        self.dispatch(Intent::EndHand { seq, end })
    }

    pub fn points(&mut self) -> Vec<u32> {
        self.game().players.iter().map(|player| player.points).collect()
    }

    pub fn restart(&mut self) {
        self.table = Table::open(&self.path).expect("the same file");
    }

    /// From now on the file takes events and no settings, as a disk does that has just room for the one.
    pub fn take_no_settings(&self) {
        let file = rusqlite::Connection::open(&self.path).expect("the same file");
        let full = "CREATE TRIGGER full BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'full'); END";
        file.execute_batch(full).expect("a full disk");
    }

    pub fn appraise(&self, end: HandEnd) -> Appraisal {
        self.table.appraise(&end).expect("an open game")
    }
}

pub fn new_game(names: &[&str]) -> Intent {
    Intent::NewGame {
        players: names.iter().map(|name| (*name).to_owned()).collect(),
        first_dealer: Some(0),
        rules: Vec::new(),
        sticks: true,
    }
}

pub fn tiles(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

pub fn claim(seat: u32, text: &str) -> Claim {
    Claim { seat, tiles: tiles(text), origin: Origin::Keys, own_discard: false }
}

pub fn tsumo(winner: u32, text: &str) -> HandEnd {
    HandEnd::Tsumo { winner: claim(winner, text) }
}

pub fn ron(discarder: u32, winner: u32, text: &str) -> HandEnd {
    HandEnd::Ron { discarder, winners: vec![claim(winner, text)] }
}

pub fn code<T: std::fmt::Debug>(result: Result<T, Failure>) -> String {
    result.expect_err("a failure").code
}
