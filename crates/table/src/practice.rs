//! A game to try things out in: the sample game of the tour. It has a file of its own, and nothing of it reaches the real games.

use crate::{Claim, Failure, HandEnd, Intent, Origin, Settings, Table};
use rand::Rng;
use std::path::Path;

/// A picture of a hand and its dora, of our own making: 2 3 and a red 4, 7 three times, one of them red; the dora is 5.
pub const SAMPLE_PICTURE: &[u8] = include_bytes!("../../../tests/golden/easy.jpg");

/// The hands that were played before: who won with what on whose discard, and the dora.
const PLAYED: [(&str, u32, u32, &[&str]); 2] =
    [("9", 1, 0, &["1r", "2", "3", "c", "c", "c"]), ("6", 2, 0, &["2", "2", "2r", "5", "6", "7r"])];

impl Table {
    /// A table on a new file with a game in its third hand. `settings` are those of the real table, `players` three names.
    ///
    /// # Errors
    /// A disk that does not take the file; names that cannot be.
    pub fn practice(
        path: &Path,
        settings: Settings,
        players: Vec<String>,
        now: u64,
        rng: &mut impl Rng,
    ) -> Result<Table, Failure> {
        let mut table = Table::open(path)?;
        table.dispatch(Intent::SetSettings { settings }, now, rng)?;
        table.dispatch(
            Intent::NewGame { players, first_dealer: Some(0), rules: Vec::new(), sticks: true },
            now,
            rng,
        )?;
        for (dora, seat, discarder, tiles) in PLAYED {
            let seq = table.seq()?;
            table.dispatch(Intent::SetDora { seq, tile: dora.to_owned() }, now, rng)?;
            let tiles = tiles.iter().map(|&tile| tile.to_owned()).collect();
            let winners = vec![Claim { seat, tiles, origin: Origin::Keys, own_discard: false }];
            let seq = table.seq()?;
            table.dispatch(Intent::EndHand { seq, end: HandEnd::Ron { discarder, winners } }, now, rng)?;
        }
        table.mark_as_practice();
        Ok(table)
    }

    fn seq(&mut self) -> Result<u32, Failure> {
        self.view()?.game.map(|game| game.seq).ok_or_else(|| Failure::new("no_game"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, MeldId};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn names() -> Vec<String> {
        ["하늘", "보미", "아라"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_practice_game_is_in_its_third_hand_and_waits_for_its_dora() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = Settings { language: Some(Language::Ja), ..Settings::default() };
        let mut rng = StdRng::seed_from_u64(1);
        let mut table =
            Table::practice(&folder.path().join("games"), settings.clone(), names(), 1, &mut rng).expect("a table");
        let view = table.view().expect("a view");
        assert!(view.practice);
        assert_eq!(view.settings, settings);
        let game = view.game.expect("an open game");
        assert_eq!((game.hand_number, game.dealer, game.dora), (3, 2, None));
        assert_eq!(game.log.len(), 2);
        let points: Vec<u32> = game.players.iter().map(|player| player.points).collect();
        assert_eq!(points.iter().sum::<u32>(), 120);
        assert!(points[0] < 40 && points[1] > 40 && points[2] > 40, "{points:?}");
    }

    /// What the sample picture shows, won as the tour has it.
    #[test]
    fn the_hand_of_the_sample_picture_wins_in_the_practice_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut rng = StdRng::seed_from_u64(1);
        let mut table =
            Table::practice(&folder.path().join("games"), Settings::default(), names(), 1, &mut rng).expect("a table");
        let seq = table.seq().expect("a game");
        table.dispatch(Intent::SetDora { seq, tile: "5".into() }, 2, &mut rng).expect("a dora");
        let tiles = ["2", "3", "4r", "7", "7", "7r"].map(str::to_owned).to_vec();
        let winner = Claim { seat: 1, tiles, origin: Origin::Keys, own_discard: false };
        let appraisal = table.appraise(&HandEnd::Tsumo { winner }).expect("an open game");
        assert!(appraisal.may_confirm);
        let score = appraisal.hands[0].score.clone().expect("two melds");
        assert_eq!(score.melds.iter().map(|meld| meld.kind).collect::<Vec<_>>(), [MeldId::Run, MeldId::Triplet]);
        assert_eq!(score.total, 6);
    }

    #[test]
    fn the_real_table_is_no_practice() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut table = Table::open(&folder.path().join("games")).expect("a table");
        assert!(!table.view().expect("a view").practice);
    }
}
