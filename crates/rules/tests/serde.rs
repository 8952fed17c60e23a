//! Tiles, winds and rulesets as strings in files (feature `serde`).

use rules::{Ruleset, Tile, Wind};

#[test]
fn a_tile_is_its_notation() {
    for tile in Tile::all() {
        let json = serde_json::to_string(&tile).expect("JSON");
        assert_eq!(json, format!("\"{tile}\""));
        assert_eq!(serde_json::from_str::<Tile>(&json).expect("a tile"), tile);
    }
    for wrong in ["\"\"", "\"12\"", "\"gr\"", "\"0\"", "3", "null"] {
        assert!(serde_json::from_str::<Tile>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_wind_is_its_id() {
    assert_eq!(serde_json::to_string(&Wind::ALL).expect("JSON"), r#"["east","south","west","north"]"#);
}

#[test]
fn a_ruleset_is_a_map_from_rule_to_value() {
    let mut ruleset = Ruleset::default();
    ruleset.set("limit_hands", "flat").expect("a house rule");
    let json = serde_json::to_string(&ruleset).expect("JSON");
    assert!(json.starts_with(r#"{"minimum":"5","limit_hands":"flat","starting_points":"40","#), "{json}");
    assert_eq!(serde_json::from_str::<Ruleset>(&json).expect("a ruleset"), ruleset);
    assert_eq!(serde_json::from_str::<Ruleset>("{}").expect("a ruleset"), Ruleset::default());
    for wrong in [r#"{"maximum":"5"}"#, r#"{"minimum":"4"}"#, r#"{"minimum":5}"#, "[]"] {
        assert!(serde_json::from_str::<Ruleset>(wrong).is_err(), "{wrong}");
    }
}
