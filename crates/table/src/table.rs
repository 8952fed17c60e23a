//! The one door: intents go in, a view or a failure comes out.

use crate::appraise::{appraise, end_event, seat_index};
use crate::card::card;
use crate::describe::{game_view, house_rule_choices, index, milliseconds};
use crate::mending::{consequences, mend_event};
use crate::records::{self, ExportFormat, Records};
use crate::sticks::{sticks_followed, sticks_set};
use crate::study::study;
use crate::{
    Appraisal, CardView, Consequences, Failure, GameSummary, GameView, HandEnd, HandQuestion, HandStudy, HouseRule,
    Intent, Mend, Settings, View,
};
use ledger::{Event, FORMAT, Game, PlayerName, Store};
use rand::{Rng, RngExt};
use rules::{Ruleset, parse_tile};
use std::collections::BTreeSet;
use std::path::Path;

/// Under this key the store keeps the person's [`Settings`], as JSON.
const SETTINGS: &str = "settings";
/// Under this key the store keeps the id of the game that was open, so that a restart comes back to it.
const OPEN_GAME: &str = "open_game";

/// The games of this computer, one of them open.
pub struct Table {
    store: Store,
    /// The list of games as it was read last, the open game's line kept up to date.
    games: Vec<GameSummary>,
    open: Option<(u32, Game)>,
    settings: Settings,
    /// Whether its games are only for trying things out.
    practice: bool,
}

impl Table {
    /// Opens the games in this file, or makes it. The game that was open last is open again.
    ///
    /// # Errors
    /// A file that is locked, damaged, not ours or of a newer program; a disk that does not take it. The detail `file` is
    /// its path: what a person is asked to mend or move must be found.
    pub fn open(path: &Path) -> Result<Table, Failure> {
        let store = Store::open_or_create(path).map_err(|error| Failure::from(error).with("file", path.display()))?;
        // Settings of another version are no reason to keep people from their games: they start anew.
        let settings = store.setting(SETTINGS)?.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        let last = store.setting(OPEN_GAME)?.and_then(|id| id.parse().ok());
        let mut table = Table { games: summaries(&store)?, store, open: None, settings, practice: false };
        if let Some(id) = last {
            // A last game that does not open must not hide all others; opening it from the list says why.
            table.open = table.store.load(id).ok().map(|game| (id, game));
        }
        Ok(table)
    }

    /// What the table shows now, the list of games read anew.
    ///
    /// # Errors
    /// When the list of games cannot be read.
    pub fn view(&mut self) -> Result<View, Failure> {
        Ok(View { games: summaries(&self.store)?, ..self.shown() })
    }

    /// What the table shows, the list of games as it was read last: it does not have to be read anew for every hand.
    fn shown(&mut self) -> View {
        let recovered = self.store.recovery().map(Failure::from);
        let unbacked = self.store.backup_problem().map(|cause| Failure::new("backup_failed").with("cause", cause));
        View {
            games: self.games.clone(),
            game: self.open.as_ref().map(|(id, game)| game_view(*id, game)),
            settings: self.settings.clone(),
            practice: self.practice,
            house_rules: house_rule_choices(),
            notices: recovered.into_iter().chain(unbacked).collect(),
        }
    }

    /// Does what was asked and shows the table afterwards; what the view shows is on the disk by then.
    ///
    /// `now` is in milliseconds since 1970-01-01 UTC. `rng` draws the first dealer where none is chosen.
    ///
    /// # Errors
    /// What cannot be done, as a code; nothing has changed then. `stale` says that the intent was made on another state than
    /// the table's: the view is to be fetched again.
    pub fn dispatch(&mut self, intent: Intent, now: u64, rng: &mut impl Rng) -> Result<View, Failure> {
        match intent {
            Intent::NewGame { players, first_dealer, rules, sticks } => {
                let first_dealer = match first_dealer {
                    Some(seat) => seat_index(seat)?,
                    // Nobody to draw from is the refusal's to tell.
                    None => rng.random_range(0..players.len().max(1)) as u8,
                };
                self.new_game(&players, first_dealer, &rules, sticks, now)?;
            }
            Intent::ImportGame { text } => {
                let (id, game) = records::import(&mut self.store, &text)?;
                self.show(id, game);
            }
            Intent::OpenGame { id } => self.open_game(id)?,
            Intent::CloseGame => {
                self.games = summaries(&self.store)?;
                self.open = None;
                self.remember_open("");
            }
            Intent::SetDora { seq, tile } => {
                let tile = parse_tile(&tile)?;
                self.record(seq, Event::DoraTurned { tile }, now)?;
            }
            Intent::EndHand { seq, end } => self.record(seq, end_event(&end)?, now)?,
            Intent::EndGame { seq } => self.record(seq, Event::GameEnded {}, now)?,
            Intent::Mend { seq, mend, drops } => self.record(seq, mend_event(&mend, &drops)?, now)?,
            Intent::SetSticks { seq, purses } => self.record(seq, sticks_set(&purses)?, now)?,
            Intent::FollowSticks { seq, on } => {
                let (_, game) = self.open.as_ref().ok_or_else(no_game)?;
                let event = sticks_followed(game, on);
                self.record(seq, event, now)?;
            }
            Intent::Undo { seq } => self.record(seq, Event::Undone {}, now)?,
            Intent::Redo { seq } => self.record(seq, Event::Redone {}, now)?,
            Intent::SetSettings { settings } => {
                let settings = settings.usable();
                let json = serde_json::to_string(&settings)
                    .map_err(|error| Failure::new("settings_unwritable").with("cause", error))?;
                self.store.set_setting(SETTINGS, &json)?;
                self.settings = settings;
            }
        }
        Ok(self.shown())
    }

    /// From now on the view says that this is only for trying things out.
    pub(crate) const fn mark_as_practice(&mut self) {
        self.practice = true;
    }

    /// What this end of the hand would do, while it is being entered. Nothing is recorded.
    ///
    /// # Errors
    /// When no game is open.
    pub fn appraise(&self, end: &HandEnd) -> Result<Appraisal, Failure> {
        let (_, game) = self.open.as_ref().ok_or_else(no_game)?;
        Ok(appraise(game, end))
    }

    /// What a hand waits for, or what each discard would leave: by the open game's house rules, otherwise by the default ones.
    pub fn study(&self, question: &HandQuestion) -> HandStudy {
        let ruleset = self.open.as_ref().map(|(_, game)| game.setup().ruleset).unwrap_or_default();
        study(question, &ruleset)
    }

    /// The reference card: of the open game, otherwise of the game as its rules say.
    pub fn card(&self) -> CardView {
        card(self.open.as_ref().map(|(_, game)| game))
    }

    /// What a correction or a swap of seats would change. Nothing is recorded.
    ///
    /// # Errors
    /// When no game is open.
    pub fn consequences(&self, mend: &Mend) -> Result<Consequences, Failure> {
        let (_, game) = self.open.as_ref().ok_or_else(no_game)?;
        Ok(consequences(game, mend))
    }

    /// What all games tell together.
    ///
    /// # Errors
    /// When the file of the games cannot be read.
    pub fn records(&self) -> Result<Records, Failure> {
        records::records(&self.store)
    }

    /// The keys of the pictures that some event names; `None` where that is not known, see [`Store::pictures`].
    ///
    /// # Errors
    /// When the file of the games cannot be read.
    pub fn pictures(&self) -> Result<Option<BTreeSet<String>>, Failure> {
        Ok(self.store.pictures()?)
    }

    /// A game as it would be shown, without opening it.
    ///
    /// # Errors
    /// A game that is not there or cannot be read.
    pub fn read_game(&self, id: u32) -> Result<GameView, Failure> {
        records::read_game(&self.store, id)
    }

    /// A game as a text for other programs.
    ///
    /// # Errors
    /// A game that is not there or cannot be read.
    pub fn export(&self, id: u32, format: ExportFormat) -> Result<String, Failure> {
        records::export(&self.store, id, format)
    }

    /// A game that is open already keeps a second click on "start" from starting a second one.
    fn new_game(
        &mut self,
        players: &[String],
        first_dealer: u8,
        rules: &[HouseRule],
        sticks: bool,
        now: u64,
    ) -> Result<(), Failure> {
        if self.open.is_some() {
            return Err(Failure::new("game_open"));
        }
        let names = players.iter().map(|name| PlayerName::new(name)).collect::<Result<Vec<_>, _>>()?;
        let mut ruleset = Ruleset::default();
        for rule in rules {
            ruleset.set(&rule.name, &rule.value)?;
        }
        let started = Event::GameStarted { format: FORMAT, players: names, first_dealer, ruleset, sticks };
        let (id, game) = self.store.begin(started, now)?;
        self.show(id, game);
        Ok(())
    }

    fn open_game(&mut self, id: u32) -> Result<(), Failure> {
        let game = self.store.load(id)?;
        self.show(id, game);
        Ok(())
    }

    /// Opens what was recorded. It stays recorded whatever happens here, so nothing of this may fail: a list of games that
    /// cannot be read now is read with the next [`Table::view`].
    fn show(&mut self, id: u32, game: Game) {
        self.open = Some((id, game));
        if let Ok(games) = summaries(&self.store) {
            self.games = games;
        }
        self.remember_open(&id.to_string());
    }

    /// Only for a restart, which without it begins with the list of games or the game before: no reason to refuse anything.
    fn remember_open(&mut self, id: &str) {
        let _ = self.store.set_setting(OPEN_GAME, id);
    }

    /// Records an event that was made on the state with this number.
    fn record(&mut self, seq: u32, event: Event, now: u64) -> Result<(), Failure> {
        let (id, game) = self.open.as_mut().ok_or_else(no_game)?;
        if index(game.seq()) != seq {
            return Err(Failure::new("stale"));
        }
        let recorded = self.store.append(*id, game, event, now);
        if matches!(recorded, Err(ledger::StoreError::Stale { .. })) {
            // Another window wrote first: show what it wrote.
            *game = self.store.load(*id)?;
        }
        recorded?;
        touch(&mut self.games, *id, now);
        Ok(())
    }
}

fn summaries(store: &Store) -> Result<Vec<GameSummary>, Failure> {
    let games = store.games()?.into_iter().map(|game| GameSummary {
        id: game.id,
        players: game.players,
        updated_at: milliseconds(game.updated_at),
    });
    Ok(games.collect())
}

/// Brings the list of games in the order that it would have if it were read anew: this game was recorded last.
fn touch(games: &mut [GameSummary], id: u32, now: u64) {
    if let Some(at) = games.iter().position(|game| game.id == id) {
        games[at].updated_at = milliseconds(now);
        games.sort_by(|one, other| other.updated_at.total_cmp(&one.updated_at).then(other.id.cmp(&one.id)));
    }
}

fn no_game() -> Failure {
    Failure::new("no_game")
}
