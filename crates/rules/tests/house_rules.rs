//! The house rules by name: defaults, values, refusals.

use rules::{Hand, LimitHands, MultipleRon, RuleError, Ruleset, Score, StartingPoints, judge};

#[test]
fn the_defaults_are_the_game_as_its_rules_say() {
    let ruleset = Ruleset::default();
    assert!(ruleset.minimum && ruleset.chun_is_red && !ruleset.dealer_bonus_counts_to_minimum);
    assert_eq!(ruleset.limit_hands, LimitHands::MeldsPlusLimit);
    assert_eq!(ruleset.starting_points, StartingPoints::Forty);
    assert_eq!(ruleset.multiple_ron, MultipleRon::AllPaid);
    let defaults = [
        ("minimum", "5"),
        ("limit_hands", "melds_plus_limit"),
        ("starting_points", "40"),
        ("multiple_ron", "all_paid"),
        ("dealer_bonus_counts_to_minimum", "no"),
        ("chun_is_red", "yes"),
    ];
    assert_eq!(ruleset.values(), defaults);
}

/// All 64 rulesets: what is set by name is what `values` names, and setting it once more changes nothing.
#[test]
fn every_ruleset_is_named_by_its_values() {
    let mut seen = std::collections::HashSet::new();
    for choice in 0..64_usize {
        let mut ruleset = Ruleset::default();
        for (rule, (name, values)) in Ruleset::VALUES.iter().enumerate() {
            ruleset.set(name, values[choice >> rule & 1]).expect("a value of this rule");
        }
        for (rule, (name, value)) in ruleset.values().into_iter().enumerate() {
            assert_eq!((name, value), (Ruleset::VALUES[rule].0, Ruleset::VALUES[rule].1[choice >> rule & 1]));
        }
        let mut again = Ruleset::default();
        ruleset.values().iter().for_each(|(name, value)| again.set(name, value).expect("its own value"));
        assert_eq!(again, ruleset);
        seen.insert(ruleset);
    }
    assert_eq!(seen.len(), 64);
}

#[test]
fn what_is_no_rule_or_no_value_is_refused_and_changes_nothing() {
    let mut ruleset = Ruleset::default();
    assert_eq!(ruleset.set("maximum", "5"), Err(RuleError::UnknownRule("maximum".into())));
    assert_eq!(ruleset.set("minimum", "4"), Err(RuleError::UnknownValue { rule: "minimum", value: "4".into() }));
    let error = ruleset.set("minimum", "").expect_err("no value");
    assert_eq!(error.code(), "unknown_rule_value");
    assert_eq!(error.to_string(), "the house rule minimum is one of 5, none, not \"\"");
    assert_eq!(ruleset.set("", "5").expect_err("no rule").code(), "unknown_rule");
    assert_eq!(ruleset, Ruleset::default());
}

fn with(rule: &str, value: &str) -> Ruleset {
    let mut ruleset = Ruleset::default();
    ruleset.set(rule, value).expect("a house rule");
    ruleset
}

fn points(hand: &str, ruleset: &Ruleset) -> u8 {
    Score::of(&Hand::parse(hand, None).expect("a hand"), ruleset).expect("two melds").points()
}

fn wins(hand: &str, dealer: bool, ruleset: &Ruleset) -> bool {
    judge(&Hand::parse(hand, None).expect("a hand"), dealer, ruleset).wins()
}

#[test]
fn minimum_none_lets_every_two_melds_win() {
    assert!(!wins("123678", false, &Ruleset::default()));
    assert!(wins("123678", false, &with("minimum", "none")));
    assert!(!wins("ggggcc", false, &with("minimum", "none")));
}

#[test]
fn flat_limit_hands_stand_alone_and_the_dealer_still_gets_two() {
    let flat = with("limit_hands", "flat");
    assert_eq!((points("234ggg", &flat), points("111ccc", &flat), points("1r2r3rccc", &flat)), (10, 15, 20));
    assert_eq!(points("222777", &flat), points("222777", &Ruleset::default()));
    let hand = Hand::parse("1r2r3rccc", None).expect("a hand");
    assert_eq!(Score::of(&hand, &flat).expect("two melds").total(true), 22);
}

#[test]
fn the_dealers_two_counts_to_the_five_only_by_house_rule() {
    let counts = with("dealer_bonus_counts_to_minimum", "yes");
    assert!(!wins("111456", true, &Ruleset::default()));
    assert!(wins("111456", true, &counts));
    assert!(!wins("111456", false, &counts));
    assert!(!wins("123678", true, &counts), "two points and two are four");
}

/// Without its red bonus chun still belongs to Super Red and still spoils All Green.
#[test]
fn chun_without_the_red_bonus_is_still_a_red_tile() {
    let not_red = with("chun_is_red", "no");
    assert_eq!((points("333ccc", &Ruleset::default()), points("333ccc", &not_red)), (7, 4));
    assert_eq!((points("3r33ccc", &Ruleset::default()), points("3r33ccc", &not_red)), (8, 5));
    assert_eq!(points("1r2r3rccc", &not_red), 23);
    assert_eq!(points("gggccc", &not_red), 19, "chinyao, not all green");
}
