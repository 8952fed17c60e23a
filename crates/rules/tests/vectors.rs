//! The survey's facts, `tests/golden/rules.json`: scores, payments and refusals.

use rules::{Hand, PlayerCount, Points, Ruleset, judge, parse_tile, payment};
use serde_json::Value;

fn facts() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/rules.json");
    let text = std::fs::read_to_string(path).expect("the golden file is part of the repository");
    serde_json::from_str(&text).expect("JSON")
}

fn list<'a>(facts: &'a Value, name: &str) -> &'a [Value] {
    facts[name].as_array().expect("a list")
}

fn number(fact: &Value, name: &str) -> u32 {
    fact[name].as_u64().and_then(|number| u32::try_from(number).ok()).expect("a number")
}

#[test]
fn scores() {
    let facts = facts();
    assert_eq!(list(&facts, "score").len(), 27);
    for fact in list(&facts, "score") {
        let dora = fact["dora"].as_str().map(|tile| parse_tile(tile).expect("a tile"));
        let hand = Hand::parse(fact["hand"].as_str().expect("a hand"), dora).expect("a hand");
        let verdict = judge(&hand, false, &Ruleset::default());
        assert_eq!(u32::from(verdict.score().map_or(0, |score| score.points())), number(fact, "points"), "{fact}");
        assert_eq!(Some(verdict.wins()), fact["wins"].as_bool(), "{fact}");
    }
}

#[test]
fn payments() {
    let facts = facts();
    assert_eq!(list(&facts, "pay").len(), 5);
    for fact in list(&facts, "pay") {
        let bonus = if fact["dealer"].as_bool().expect("a bool") { Points::from(rules::DEALER_BONUS) } else { 0 };
        let total = number(fact, "points") + bonus;
        let players = PlayerCount::new(number(fact, "players") as usize).expect("2-5");
        assert_eq!(total, number(fact, "ron"), "{fact}");
        assert_eq!(payment::tsumo_each(total, players), number(fact, "tsumo_each"), "{fact}");
    }
}

#[test]
fn refusals() {
    let facts = facts();
    assert_eq!(list(&facts, "refuse").len(), 8);
    for fact in list(&facts, "refuse") {
        let error = Hand::parse(fact["hand"].as_str().expect("a text"), None).expect_err("no hand");
        assert_eq!(Some(error.code()), fact["code"].as_str(), "{fact}");
    }
}
