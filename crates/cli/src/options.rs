//! Options that several commands share.

use crate::error::CliError;
use rules::{PlayerCount, Ruleset, Tile, parse_tile};

/// Who asks and by which rules.
#[derive(Clone, Debug, clap::Args)]
pub struct TableOptions {
    /// The hand is the dealer's: +2 points if it wins.
    #[arg(long)]
    pub dealer: bool,
    /// How many play, 2-5; only the shares of a tsumo depend on it.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub players: usize,
    /// A house rule, such as limit_hands=flat; may be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
}

/// The ruleset that these `NAME=VALUE` make of the defaults; of a rule named twice the last counts.
///
/// # Errors
/// `usage` without a `=`; `unknown_rule` and `unknown_rule_value`.
pub fn ruleset(rules: &[String]) -> Result<Ruleset, CliError> {
    let mut ruleset = Ruleset::default();
    for rule in rules {
        let (name, value) = rule
            .split_once('=')
            .ok_or_else(|| CliError::new("usage", format!("a house rule is NAME=VALUE, not {rule:?}")))?;
        ruleset.set(name, value)?;
    }
    Ok(ruleset)
}

/// A number of players.
///
/// # Errors
/// `player_count` outside 2-5.
pub fn player_count(players: usize) -> Result<PlayerCount, CliError> {
    PlayerCount::new(players).ok_or_else(|| CliError::new("player_count", format!("2 to 5 can play, not {players}")))
}

/// The dora tile, if one is named.
///
/// # Errors
/// What is not exactly one tile.
pub fn dora(text: Option<&str>) -> Result<Option<Tile>, CliError> {
    text.map(parse_tile).transpose().map_err(|error| CliError::new(error.code(), format!("the dora tile: {error}")))
}
