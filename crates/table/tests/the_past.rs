//! Mending the past, and what all games tell together.

mod common;

use common::{Evening, claim, code, new_game, ron, tsumo};
use table::{ExportFormat, HandEnd, HappeningView, Intent, LedgerLine, Mend, PaymentView, ResultsOf, StickPaymentView};

const FIVE: &str = "1 1 1 7 8 9";
const SUPER_RED: &str = "1r 2r 3r c c c";

/// Three hands: A by tsumo from the dealer's seat, C by ron from B, nobody.
fn played() -> Evening {
    let mut evening = Evening::with_players(&["하늘", "さくら", "Ann"]);
    evening.end_hand(tsumo(0, FIVE)).expect("a win");
    evening.end_hand(ron(1, 2, FIVE)).expect("a win");
    evening.end_hand(HandEnd::Draw).expect("a draw");
    evening
}

fn correction(of: u32, end: Option<HandEnd>) -> Mend {
    Mend::Hand { of, dora: None, end }
}

/// The payments that sticks were handed over for.
fn paid(line: &LedgerLine) -> Vec<PaymentView> {
    line.sticks.iter().filter_map(|made| made.payment.clone()).collect()
}

/// What was handed over for corrections.
fn settled(line: &LedgerLine) -> Vec<StickPaymentView> {
    line.sticks.iter().filter(|made| made.payment.is_none()).cloned().collect()
}

#[test]
fn an_earlier_hand_is_corrected_and_everything_after_it_follows_anew() {
    let mut evening = played();
    let before = evening.game();
    let mend = correction(before.log[0].seq, Some(ron(2, 0, FIVE)));
    let seen = evening.table.consequences(&mend).expect("a preview");
    assert_eq!(evening.game(), before, "a preview records nothing");
    assert!(seen.refusal.is_none() && seen.impossible.is_empty());
    assert_eq!(seen.changed.len(), 3, "every later line has other points");
    evening.dispatch(Intent::Mend { seq: before.seq, mend, drops: Vec::new() }).expect("corrected");
    let after = evening.game();
    assert_eq!(evening.points(), seen.points_after);
    assert_eq!(after.log[0].happening, HappeningView::Ron { discarder: 2 });
    assert_eq!(after.log[0].earlier[0].happening, HappeningView::Tsumo, "the old version stays in the log");
    let seq = evening.seq();
    evening.dispatch(Intent::Undo { seq }).expect("undone");
    let undone = evening.game();
    assert_eq!((&undone.players, &undone.log), (&before.players, &before.log));
}

#[test]
fn what_becomes_impossible_is_shown_and_has_to_be_confirmed() {
    let mut evening = Evening::with_players(&["A", "B"]);
    for _ in 0..7 {
        evening.end_hand(HandEnd::Draw).expect("a draw");
    }
    evening.end_hand(HandEnd::FalseWin { offender: 0 }).expect("within hand 8");
    evening.end_hand(HandEnd::Draw).expect("the last hand");
    // The false win had been the end of the last hand: the draw after it can never have happened.
    let game = evening.game();
    let mend = correction(game.log[7].seq, Some(tsumo(1, FIVE)));
    let seen = evening.table.consequences(&mend).expect("a preview");
    assert_eq!(seen.impossible.iter().map(|gone| gone.seq).collect::<Vec<_>>(), [game.log[8].seq]);
    assert_eq!(seen.impossible[0].refusal.code, "game_finished");
    let unseen = Intent::Mend { seq: game.seq, mend: mend.clone(), drops: Vec::new() };
    assert_eq!(code(evening.dispatch(unseen)), "makes_impossible");
    let drops = vec![game.log[8].seq];
    evening.dispatch(Intent::Mend { seq: game.seq, mend, drops }).expect("seen and confirmed");
    assert_eq!(evening.game().struck[0].happening, HappeningView::Draw);
}

#[test]
fn a_hand_that_never_happened_is_struck() {
    let mut evening = played();
    let game = evening.game();
    let mend = correction(game.log[1].seq, None);
    evening.dispatch(Intent::Mend { seq: game.seq, mend, drops: Vec::new() }).expect("struck");
    let game = evening.game();
    assert_eq!((game.log.len(), game.struck.len(), game.hand_number), (2, 1, 3));
}

/// Sticks that were handed over for what no longer counts are not shown beside what counts now.
#[test]
fn sticks_stand_at_the_payment_that_they_were_for_and_those_of_a_correction_at_its_line() {
    let mut evening = played();
    let before = evening.game();
    assert!(before.log.iter().all(|line| paid(line) == line.payments && settled(line).is_empty()));
    // A's tsumo was a ron from C: what B and C paid is none of C's payment now, and the later hands stay as they are.
    for mend in [
        correction(before.log[0].seq, Some(ron(2, 0, FIVE))),
        correction(before.log[1].seq, None),
        Mend::Seats { a: 0, b: 2, from_hand: 2, results: ResultsOf::Places },
    ] {
        let seen = evening.table.consequences(&mend).expect("a preview");
        let seq = evening.seq();
        evening.dispatch(Intent::Mend { seq, mend: mend.clone(), drops: Vec::new() }).expect("mended");
        let after = evening.game();
        let mended = match &mend {
            Mend::Hand { end: None, .. } => &after.struck[0],
            Mend::Hand { .. } => &after.log[0],
            Mend::Seats { .. } => &after.log[1],
        };
        assert!(!seen.sticks.is_empty());
        assert_eq!(settled(mended), seen.sticks, "{mend:?}");
        for line in &after.log {
            let kept = before.log.iter().any(|then| then.seq == line.seq && then.payments == line.payments);
            assert_eq!(paid(line), if kept { line.payments.clone() } else { Vec::new() }, "{mend:?}");
            assert!(line.seq == mended.seq || settled(line).is_empty(), "{mend:?}");
        }
        let seq = after.seq;
        evening.dispatch(Intent::Undo { seq }).expect("undone");
    }
}

#[test]
fn a_correction_is_appraised_with_the_dealer_and_the_dora_of_its_hand() {
    let mut evening = played();
    let of = evening.game().log[0].seq;
    let mend = Mend::Hand { of, dora: Some("7".into()), end: Some(tsumo(0, FIVE)) };
    let seen = evening.table.consequences(&mend).expect("a preview");
    let score = seen.hands[0].score.as_ref().expect("a score");
    assert_eq!((score.points, score.dealer_bonus, score.total), (6, 2, 8), "7 is dora, and A dealt hand 1");
    let nothing = Mend::Hand { of, dora: None, end: Some(tsumo(0, FIVE)) };
    assert_eq!(evening.table.consequences(&nothing).expect("a preview").refusal.expect("why").code, "changes_nothing");
    let under = Mend::Hand { of, dora: None, end: Some(tsumo(0, "2 3 4 6 7 8")) };
    assert_eq!(evening.table.consequences(&under).expect("a preview").refusal.expect("why").code, "under_minimum");
}

#[test]
fn seats_entered_wrongly_are_swapped_from_any_hand_on() {
    let mut evening = played();
    let game = evening.game();
    let mend = Mend::Seats { a: 0, b: 2, from_hand: 2, results: ResultsOf::Places };
    evening.dispatch(Intent::Mend { seq: game.seq, mend, drops: Vec::new() }).expect("swapped");
    let swapped = evening.game();
    assert_eq!(swapped.seating, [2, 1, 0]);
    assert_eq!(swapped.log[0].wins[0].seat, 0, "hand 1 stays");
    assert_eq!(swapped.log[1].wins[0].seat, 0, "who won hand 2 sat at the other place");
    let late = Mend::Seats { a: 0, b: 2, from_hand: 9, results: ResultsOf::Players };
    assert_eq!(evening.table.consequences(&late).expect("a preview").refusal.expect("why").code, "no_such_hand_number");
}

#[test]
fn an_export_is_taken_over_once_however_often_it_is_imported() {
    let mut evening = played();
    let id = evening.game().id;
    let text = evening.table.export(id, ExportFormat::Json).expect("an export");
    let mut other = Evening::new();
    let imported = other.dispatch(Intent::ImportGame { text: text.clone() }).expect("taken over").game.expect("open");
    assert_eq!((&imported.players, &imported.log), (&evening.game().players, &evening.game().log));
    let again = other.dispatch(Intent::ImportGame { text: text.clone() }).expect("opened");
    assert_eq!(again.games.len(), 1);
    assert_eq!(other.table.export(imported.id, ExportFormat::Json).expect("an export"), text);
    assert_eq!(code(other.dispatch(Intent::ImportGame { text: "a shopping list".into() })), "not_an_export");
    let csv = evening.table.export(id, ExportFormat::Csv).expect("a table");
    assert!(csv.contains("하늘") && csv.contains("さくら"));
}

#[test]
fn records_tell_of_every_game_and_player_and_an_empty_history_is_ordinary() {
    let empty = Evening::new().table.records().expect("no game is no failure");
    assert!(empty.games.is_empty() && empty.players.is_empty());
    let mut evening = played();
    evening.end_hand(HandEnd::Ron { discarder: 0, winners: vec![claim(2, SUPER_RED)] }).expect("23");
    let seq = evening.seq();
    evening.dispatch(Intent::EndGame { seq }).expect("ended");
    evening.dispatch(Intent::CloseGame).expect("closed");
    evening.dispatch(new_game(&["Ann", "Bo"])).expect("another");
    let records = evening.table.records().expect("records");
    assert_eq!(records.games.len(), 2);
    let ann = records.players.iter().find(|player| player.name == "Ann").expect("played");
    assert_eq!((ann.games, ann.finished, ann.firsts, ann.ron, ann.limit_hands), (2, 1, 1, 2, 1));
    assert_eq!(ann.best.as_ref().expect("a hand").win.score.total, 23);
    let finished = records.games.iter().find(|game| game.finished).expect("one is over");
    assert_eq!(evening.table.read_game(finished.id).expect("the game").log.len(), 5);
}
