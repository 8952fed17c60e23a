//! The house rules: each choice that tables make differently, by name.

use std::fmt;

/// How limit hands count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LimitHands {
    /// The melds' points and the limit's.
    #[default]
    MeldsPlusLimit,
    /// The limit's 10, 15 or 20 alone; the dealer's bonus still comes on top.
    Flat,
}

/// What happens when several players ron one discard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MultipleRon {
    /// Every winner is paid, the nearest counter-clockwise from the discarder first.
    #[default]
    AllPaid,
    /// Only the nearest counter-clockwise wins.
    NearestOnly,
}

/// What everyone starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StartingPoints {
    /// The rule: 40 each.
    #[default]
    Forty,
    /// 50 each; only where the box's 200 points allow it, with 2-4 players.
    Fifty,
}

impl StartingPoints {
    /// The number of points, 40 or 50.
    pub const fn points(self) -> u8 {
        match self {
            StartingPoints::Forty => 40,
            StartingPoints::Fifty => 50,
        }
    }
}

/// The house rules of a game, chosen before it starts. The default is the game as its rules say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// `minimum`: whether a hand needs five points to win; `false` is the rule for beginners.
    pub minimum: bool,
    /// `limit_hands`: how limit hands count.
    pub limit_hands: LimitHands,
    /// `starting_points`: what everyone starts with.
    pub starting_points: StartingPoints,
    /// `multiple_ron`: who wins when several ron one discard.
    pub multiple_ron: MultipleRon,
    /// `dealer_bonus_counts_to_minimum`: whether the dealer's +2 counts towards the five.
    pub dealer_bonus_counts_to_minimum: bool,
    /// `chun_is_red`: whether chun earns the red bonus. If not it still belongs to Super Red and still spoils All Green.
    pub chun_is_red: bool,
}

impl Default for Ruleset {
    fn default() -> Self {
        Ruleset {
            minimum: true,
            limit_hands: LimitHands::default(),
            starting_points: StartingPoints::default(),
            multiple_ron: MultipleRon::default(),
            dealer_bonus_counts_to_minimum: false,
            chun_is_red: true,
        }
    }
}

/// Why a house rule cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// There is no house rule of this name.
    UnknownRule(String),
    /// The rule does not know this value.
    UnknownValue {
        /// The rule's name.
        rule: &'static str,
        /// The value that was given.
        value: String,
    },
}

impl RuleError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            RuleError::UnknownRule(_) => "unknown_rule",
            RuleError::UnknownValue { .. } => "unknown_rule_value",
        }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::UnknownRule(name) => write!(f, "there is no house rule {name:?}"),
            RuleError::UnknownValue { rule, value } => {
                let known = Ruleset::VALUES.iter().find(|(name, _)| name == rule).map_or(&[][..], |(_, values)| values);
                write!(f, "the house rule {rule} is one of {}, not {value:?}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for RuleError {}

impl Ruleset {
    /// Every house rule with its values, the default first.
    pub const VALUES: [(&'static str, &'static [&'static str]); 6] = [
        ("minimum", &["5", "none"]),
        ("limit_hands", &["melds_plus_limit", "flat"]),
        ("starting_points", &["40", "50"]),
        ("multiple_ron", &["all_paid", "nearest_only"]),
        ("dealer_bonus_counts_to_minimum", &["no", "yes"]),
        ("chun_is_red", &["yes", "no"]),
    ];

    /// Sets a house rule by its name and value.
    ///
    /// # Errors
    /// A rule or a value that does not exist; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        let Some((rule, values)) = Self::VALUES.iter().find(|(known, _)| *known == name) else {
            return Err(RuleError::UnknownRule(name.to_owned()));
        };
        if !values.contains(&value) {
            return Err(RuleError::UnknownValue { rule, value: value.to_owned() });
        }
        match *rule {
            "minimum" => self.minimum = value == "5",
            "limit_hands" => {
                self.limit_hands = if value == "flat" { LimitHands::Flat } else { LimitHands::MeldsPlusLimit }
            }
            "starting_points" => {
                self.starting_points = if value == "50" { StartingPoints::Fifty } else { StartingPoints::Forty }
            }
            "multiple_ron" => {
                self.multiple_ron =
                    if value == "nearest_only" { MultipleRon::NearestOnly } else { MultipleRon::AllPaid }
            }
            "dealer_bonus_counts_to_minimum" => self.dealer_bonus_counts_to_minimum = value == "yes",
            _ => self.chun_is_red = value == "yes",
        }
        Ok(())
    }

    /// Every house rule's name and its value in this ruleset, in the order of [`Ruleset::VALUES`].
    pub fn values(&self) -> [(&'static str, &'static str); 6] {
        let chosen = [
            usize::from(!self.minimum),
            usize::from(self.limit_hands == LimitHands::Flat),
            usize::from(self.starting_points == StartingPoints::Fifty),
            usize::from(self.multiple_ron == MultipleRon::NearestOnly),
            usize::from(self.dealer_bonus_counts_to_minimum),
            usize::from(!self.chun_is_red),
        ];
        std::array::from_fn(|rule| {
            let (name, values) = Self::VALUES[rule];
            (name, values[chosen[rule]])
        })
    }
}
