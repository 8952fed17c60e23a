//! What the table tells those who learn: the reference card, what five tiles wait for, what each of six discards leaves.

mod common;

use common::{Evening, new_game, tiles};
use table::{BonusKey, CardView, HandQuestion, HandStudy, HouseRule, Intent, LimitKey, ScoreView, WaitView};

fn evening_with(rules: &[(&str, &str)], names: &[&str]) -> Evening {
    let mut evening = Evening::new();
    let Intent::NewGame { players, first_dealer, sticks, .. } = new_game(names) else { unreachable!() };
    let rules = rules.iter().map(|(name, value)| HouseRule { name: (*name).into(), value: (*value).into() }).collect();
    evening.dispatch(Intent::NewGame { players, first_dealer, rules, sticks }).expect("a game");
    evening
}

fn question(hand: &str) -> HandQuestion {
    HandQuestion { tiles: tiles(hand), ..HandQuestion::default() }
}

fn short(waits: &[WaitView]) -> Vec<(&str, u32, u32, bool)> {
    waits.iter().map(|wait| (wait.tile.as_str(), wait.left, wait.score.total, wait.wins)).collect()
}

/// Section 5 of the rule document, as a learner asks it: dropping a 2 leaves four tiles of which one wins, dropping the 4 only
/// two, of which both win.
#[test]
fn the_example_of_224777_puts_the_4_first() {
    let answer = Evening::new().table.study(&question("2 2 4 7 7 7"));
    let leaves: Vec<_> = answer
        .discards
        .iter()
        .map(|discard| {
            (discard.tile.as_str(), discard.waiting.left, discard.waiting.left_to_win, short(&discard.waiting.waits))
        })
        .collect();
    assert_eq!(
        leaves,
        [
            ("4", 2, 2, vec![("2", 1, 5, true), ("2r", 1, 6, true)]),
            ("2", 4, 1, vec![("3", 3, 4, false), ("3r", 1, 5, true)]),
            ("7", 0, 0, vec![]),
        ]
    );
    assert_eq!((answer.score, answer.wins, answer.refusal), (None, false, None));
}

/// With 3 as dora the same hand is better off with the 3s.
#[test]
fn a_dora_turns_the_answer_round() {
    let asked = HandQuestion { dora: Some("3".into()), ..question("2 2 4 7 7 7") };
    let answer = Evening::new().table.study(&asked);
    let order: Vec<_> =
        answer.discards.iter().map(|discard| (discard.tile.as_str(), discard.waiting.left_to_win)).collect();
    assert_eq!(order, [("2", 3), ("4", 2), ("7", 0)]);
    assert_eq!(short(&answer.discards[0].waiting.waits), [("3", 2, 5, true), ("3r", 1, 6, true)]);
}

#[test]
fn five_tiles_wait_and_the_worth_of_each_wait_is_itemised() {
    let answer = Evening::new().table.study(&question("1r 2 c c c"));
    let waiting = answer.waiting.expect("five tiles wait");
    assert_eq!(short(&waiting.waits), [("3", 3, 9, true), ("3r", 1, 10, true)]);
    assert_eq!((waiting.left, waiting.left_to_win, waiting.left_to_ron), (4, 4, 4));
    let reds = waiting.waits[1].score.bonuses.iter().find(|bonus| bonus.id == BonusKey::Red).expect("red tiles");
    assert_eq!(reds.count, 5);
    assert!(answer.discards.is_empty());
}

/// Own discards bar a ron by kind and the other waits stay open; a tile that lies open is not to come any more.
#[test]
fn discards_bar_a_ron_and_open_tiles_are_gone() {
    let asked = HandQuestion {
        own_discards: tiles("1"),
        seen: tiles("4 4 4 4r"),
        dora: Some("7r".into()),
        ..question("2 3 7 7 7")
    };
    let waiting = Evening::new().table.study(&asked).waiting.expect("five tiles wait");
    let furiten: Vec<_> = waiting.waits.iter().map(|wait| (wait.tile.as_str(), wait.left, wait.furiten)).collect();
    assert_eq!(furiten, [("1", 2, true), ("4", 0, false), ("1r", 1, true), ("4r", 0, false)]);
    assert_eq!((waiting.left, waiting.left_to_win, waiting.left_to_ron), (3, 3, 0));
}

#[test]
fn the_dealer_is_told_what_the_dealer_gets() {
    let total = |dealer| {
        let answer = Evening::new().table.study(&HandQuestion { dealer, ..question("1r 2 3 c c c") });
        answer.score.map(|score: ScoreView| (score.total, answer.wins))
    };
    assert_eq!((total(false), total(true)), (Some((9, true)), Some((11, true))));
}

/// The open game's house rules are the ones that are taught.
#[test]
fn the_answers_keep_to_the_house_rules() {
    let wins = |evening: &Evening| {
        let waiting = evening.table.study(&question("2 4 7 7 7")).waiting.expect("five tiles wait");
        waiting.waits.iter().map(|wait| wait.wins).collect::<Vec<_>>()
    };
    assert_eq!(wins(&evening_with(&[], &["하늘", "보미"])), [false, true]);
    assert_eq!(wins(&evening_with(&[("minimum", "none")], &["하늘", "보미"])), [true, true]);
}

/// Whatever was entered so far, the keys that ran out are known; the reason is a code.
#[test]
fn tiles_that_cannot_be_are_refused_and_counted_all_the_same() {
    let table = Evening::new().table;
    let refused = |asked: &HandQuestion| {
        let HandStudy { left, refusal, .. } = table.study(asked);
        (left, refusal.expect("a refusal").code)
    };
    let (left, code) = refused(&HandQuestion { dora: Some("5".into()), ..question("5 5 9r") });
    assert_eq!((left["5"], left["9r"], left["g"], code.as_str()), (0, 0, 4, "wrong_tile_count"));
    assert_eq!(refused(&question("3r 3r 1 2 4")).1, "too_many_copies");
    assert_eq!(refused(&HandQuestion { seen: tiles("c c c"), ..question("c c 1 2 4") }).1, "too_many_copies");
    assert_eq!(refused(&question("0 1 2 3 4")).1, "unknown_tile");
    assert_eq!(refused(&question("")).1, "wrong_tile_count");
}

fn bonus(card: &CardView, id: BonusKey) -> (u32, String) {
    let bonus = card.bonuses.iter().find(|bonus| bonus.id == id).expect("on the card");
    (bonus.points, bonus.tiles.join(" "))
}

/// The card against the rule document.
#[test]
fn the_card_says_what_the_rule_document_says() {
    let card = Evening::new().table.card();
    assert_eq!((card.minimum, card.dealer_bonus, card.starting_points, card.false_win), (Some(5), 2, 40, 2));
    assert_eq!(card.melds.iter().map(|meld| meld.points).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(bonus(&card, BonusKey::Red), (1, "1r 2r 3r 4r 5r 6r 7r 8r 9r c".into()));
    assert_eq!(bonus(&card, BonusKey::Dora), (1, String::new()));
    assert_eq!(bonus(&card, BonusKey::Tanyao), (1, "2 3 4 5 6 7 8 2r 3r 4r 5r 6r 7r 8r".into()));
    assert_eq!(bonus(&card, BonusKey::Chanta), (2, "1 9 1r 9r g c".into()));
    let limits: Vec<_> = card.limits.iter().map(|limit| (limit.id, limit.points, limit.tiles.join(" "))).collect();
    assert_eq!(
        limits,
        [
            (LimitKey::AllGreen, 10, "2 3 4 6 8 g".into()),
            (LimitKey::Chinyao, 15, "1 9 1r 9r g c".into()),
            (LimitKey::SuperRed, 20, "1r 2r 3r 4r 5r 6r 7r 8r 9r c".into()),
        ]
    );
    assert!(card.limits_and_melds);
    assert_eq!((card.players, card.hands, card.dora), (None, None, None));
    assert_eq!(card.tsumo.iter().map(|shares| shares.players).collect::<Vec<_>>(), [2, 3, 4, 5]);
    let two = &card.tsumo[0].shares;
    assert!(
        two.iter().all(|share| (share.from, share.to) == (share.each, share.each)),
        "the only other player pays it all"
    );
}

/// 7 points among four players are 3 each: the documents' example.
#[test]
fn the_shares_of_a_tsumo_are_rounded_up() {
    let card = Evening::with_players(&["하늘", "보미", "아라", "Ann"]).table.card();
    let [four] = card.tsumo.as_slice() else { panic!("the open game's number of players alone") };
    let shares: Vec<_> = four.shares.iter().map(|share| (share.from, share.to, share.each)).collect();
    assert_eq!(shares[..3], [(5, 6, 2), (7, 9, 3), (10, 12, 4)]);
    assert_eq!(shares.last(), Some(&(25, 25, 9)));
    assert_eq!((card.players, card.hands), (Some(4), Some(16)));
}

/// The card is that of this table, not of the rule book.
#[test]
fn the_card_follows_the_house_rules_and_the_dora() {
    let rules = [("minimum", "none"), ("chun_is_red", "no"), ("limit_hands", "flat"), ("starting_points", "50")];
    let mut evening = evening_with(&rules, &["하늘", "보미", "아라"]);
    let seq = evening.seq();
    evening.dispatch(Intent::SetDora { seq, tile: "3r".into() }).expect("a dora");
    let card = evening.table.card();
    assert_eq!((card.minimum, card.starting_points, card.limits_and_melds), (None, 50, false));
    assert_eq!(bonus(&card, BonusKey::Red).1, "1r 2r 3r 4r 5r 6r 7r 8r 9r");
    assert_eq!(bonus(&card, BonusKey::Dora).1, "3 3r");
    assert_eq!(card.dora.as_deref(), Some("3r"));
    let different: Vec<_> = card.rules.iter().map(|rule| (rule.name.as_str(), rule.value.as_str())).collect();
    assert!(rules.iter().all(|rule| different.contains(rule)));
}
