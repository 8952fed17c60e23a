//! The point sticks on the table: who holds which, and how a payment moves the fewest of them.
//!
//! The box holds ten 10s, fifteen 5s and twenty-five 1s, 200 points in all. What no player holds lies in the box: the bank. A
//! stick is only ever handed on, so all holders together always have the whole box, and each player's sticks are worth the
//! player's points.
//!
//! **A payment is always possible**, whatever anybody holds. Of the six holders' points (five players at most, and the bank)
//! the remainders by five sum to a multiple of five that is at most 4 × 6, so to 20 at most: the 25 ones pay them all and leave
//! at least one pack of five. What remains is 40 fives' worth less those, of which the ten 10s can be placed wherever two fives
//! go together, at least 15 times, and every other five's worth is a 5 or a pack of five ones. `tests/sticks.rs` walks through
//! all of it.

use rules::{PlayerCount, Points, Seat};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// A number of sticks of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sticks {
    /// Sticks of 10 points, 0-10.
    pub tens: u8,
    /// Sticks of 5 points, 0-15.
    pub fives: u8,
    /// Sticks of 1 point, 0-25.
    pub ones: u8,
}

impl Sticks {
    /// Everything in the box.
    pub const BOX: Sticks = Sticks { tens: 10, fives: 15, ones: 25 };

    /// What they are worth, 0-200.
    pub const fn points(self) -> Points {
        self.tens as Points * 10 + self.fives as Points * 5 + self.ones as Points
    }

    /// How many they are, 0-50.
    pub const fn count(self) -> u32 {
        self.tens as u32 + self.fives as u32 + self.ones as u32
    }

    /// The sum; `None` if the box holds fewer.
    pub fn checked_add(self, other: Sticks) -> Option<Sticks> {
        let sum = |a: u8, b: u8, most: u8| a.checked_add(b).filter(|sum| *sum <= most);
        Some(Sticks {
            tens: sum(self.tens, other.tens, Self::BOX.tens)?,
            fives: sum(self.fives, other.fives, Self::BOX.fives)?,
            ones: sum(self.ones, other.ones, Self::BOX.ones)?,
        })
    }

    /// What of these `other` has not, kind by kind.
    const fn beyond(self, other: Sticks) -> Sticks {
        Sticks {
            tens: self.tens.saturating_sub(other.tens),
            fives: self.fives.saturating_sub(other.fives),
            ones: self.ones.saturating_sub(other.ones),
        }
    }

    /// Every way to hold so many points with the sticks of the box, few sticks first.
    fn worth(points: Points) -> impl Iterator<Item = Sticks> {
        let most = Self::BOX;
        (0..=most.tens).rev().flat_map(move |tens| {
            (0..=most.fives).rev().filter_map(move |fives| {
                let ones = points.checked_sub(Points::from(tens) * 10 + Points::from(fives) * 5)?;
                (ones <= Points::from(most.ones)).then_some(Sticks { tens, fives, ones: ones as u8 })
            })
        })
    }
}

impl Add for Sticks {
    type Output = Sticks;
    fn add(self, other: Sticks) -> Sticks {
        Sticks { tens: self.tens + other.tens, fives: self.fives + other.fives, ones: self.ones + other.ones }
    }
}

impl Sub for Sticks {
    type Output = Sticks;
    fn sub(self, other: Sticks) -> Sticks {
        Sticks { tens: self.tens - other.tens, fives: self.fives - other.fives, ones: self.ones - other.ones }
    }
}

/// Whoever can hold sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A player.
    Player(Seat),
    /// The box, with what no player holds.
    Bank,
}

/// Sticks that go from one hand to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handing {
    /// Who gives.
    pub from: Holder,
    /// Who takes.
    pub to: Holder,
    /// Which sticks, at least one.
    pub sticks: Sticks,
}

/// Why sticks on the table cannot be what was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PursesError {
    /// Sticks for another number of players.
    WrongCount {
        /// How many play.
        players: usize,
        /// For how many sticks were named.
        found: usize,
    },
    /// A player's sticks are not worth the player's points.
    NotThePoints {
        /// Whose.
        seat: usize,
        /// What the player has.
        points: Points,
        /// What the sticks are worth.
        found: Points,
    },
    /// More sticks than the box holds.
    MoreThanTheBox,
}

/// All sticks, and who holds them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Purses {
    /// By seat, and the bank last; together the whole box.
    holders: Vec<Sticks>,
}

impl Purses {
    /// What everybody starts with.
    ///
    /// 40 points are 10 10 5 5 5 1 1 1 1 1, as the rules say, and 50 points one 10 more. Four players with 50 points hold the
    /// whole box, whose ten 10s four cannot share: there two players have one 10 less and two, or three, more sticks.
    pub fn start(players: PlayerCount, points: u8) -> Purses {
        let seats = usize::from(players.get());
        let each = Sticks { tens: if points == 50 { 3 } else { 2 }, fives: 3, ones: 5 };
        let mut purses = vec![each; seats];
        if points == 50 && seats == 4 {
            purses[2] = Sticks { tens: 2, fives: 5, ones: 5 };
            purses[3] = Sticks { tens: 2, fives: 4, ones: 10 };
        }
        Purses::with_bank(purses)
    }

    /// The purses that these players have.
    ///
    /// # Errors
    /// Sticks that are not worth these points, or more than the box holds.
    pub fn new(players: &[Sticks], points: &[Points]) -> Result<Purses, PursesError> {
        if players.len() != points.len() {
            return Err(PursesError::WrongCount { players: points.len(), found: players.len() });
        }
        for (seat, (sticks, &points)) in players.iter().zip(points).enumerate() {
            let found = sticks.points();
            if found != points {
                return Err(PursesError::NotThePoints { seat, points, found });
            }
        }
        let sum = players.iter().try_fold(Sticks::default(), |sum, sticks| sum.checked_add(*sticks));
        sum.ok_or(PursesError::MoreThanTheBox)?;
        Ok(Purses::with_bank(players.to_vec()))
    }

    fn with_bank(mut players: Vec<Sticks>) -> Purses {
        let bank = players.iter().fold(Sticks::BOX, |left, sticks| left - *sticks);
        players.push(bank);
        Purses { holders: players }
    }

    /// Everybody's sticks, by seat.
    pub fn players(&self) -> &[Sticks] {
        &self.holders[..self.bank_index()]
    }

    /// What lies in the box.
    pub fn bank(&self) -> Sticks {
        self.holders[self.bank_index()]
    }

    fn bank_index(&self) -> usize {
        self.holders.len() - 1
    }

    /// Hands over what one player pays another, with the fewest sticks: each stick that changes hands counts, change too.
    ///
    /// Where several ways move equally few, change comes from the receiver rather than from the bank, and from another player
    /// only if no other way moves as few. The payer must have the points.
    pub fn pay(&mut self, from: Seat, to: Seat, points: Points) -> Vec<Handing> {
        let mut targets: Vec<Points> = self.holders.iter().map(|sticks| sticks.points()).collect();
        targets[from.index()] = targets[from.index()].saturating_sub(points);
        targets[to.index()] += points;
        self.settle(&targets, &[from.index(), to.index()])
    }

    /// Hands over whatever is needed to make everybody's sticks worth these points, by seat, with the fewest sticks.
    ///
    /// The points must sum to what the players have.
    pub fn settle_to(&mut self, points: &[Points]) -> Vec<Handing> {
        let mut targets = points.to_vec();
        targets.push(self.bank().points());
        let concerned: Vec<usize> =
            (0..points.len()).filter(|seat| self.holders[*seat].points() != points[*seat]).collect();
        self.settle(&targets, &concerned)
    }

    fn settle(&mut self, targets: &[Points], concerned: &[usize]) -> Vec<Handing> {
        let Some(after) = self.cheapest(targets, concerned) else {
            // Points that the players do not have together: the ledger never asks for that.
            return Vec::new();
        };
        let handings = self.handings(&after, concerned);
        self.holders = after;
        handings
    }

    /// The purses worth these points that the fewest sticks lead to.
    ///
    /// Goes through the holders one by one and keeps, for each number of 10s and 5s that the holders so far have together, the
    /// cheapest way there; the 1s follow from the points.
    fn cheapest(&self, targets: &[Points], concerned: &[usize]) -> Option<Vec<Sticks>> {
        const FIVES: usize = Sticks::BOX.fives as usize + 1;
        const STATES: usize = (Sticks::BOX.tens as usize + 1) * FIVES;
        const UNREACHED: u32 = u32::MAX;
        let mut costs = [UNREACHED; STATES];
        costs[0] = 0;
        let mut choices: Vec<[Sticks; STATES]> = Vec::with_capacity(targets.len());
        for (holder, &points) in targets.iter().enumerate() {
            let mut next = [UNREACHED; STATES];
            let mut choice = [Sticks::default(); STATES];
            for after in Sticks::worth(points) {
                let own = self.cost(holder, after, concerned);
                for tens in 0..=usize::from(Sticks::BOX.tens - after.tens) {
                    for fives in 0..=usize::from(Sticks::BOX.fives - after.fives) {
                        let before = costs[tens * FIVES + fives];
                        let state = (tens + usize::from(after.tens)) * FIVES + fives + usize::from(after.fives);
                        if before != UNREACHED && before + own < next[state] {
                            next[state] = before + own;
                            choice[state] = after;
                        }
                    }
                }
            }
            costs = next;
            choices.push(choice);
        }
        let (mut tens, mut fives) = (usize::from(Sticks::BOX.tens), usize::from(Sticks::BOX.fives));
        if costs[tens * FIVES + fives] == UNREACHED {
            return None;
        }
        let mut after = Vec::with_capacity(targets.len());
        for choice in choices.iter().rev() {
            let sticks = choice[tens * FIVES + fives];
            after.push(sticks);
            (tens, fives) = (tens - usize::from(sticks.tens), fives - usize::from(sticks.fives));
        }
        after.reverse();
        Some(after)
    }

    /// What a holder's new sticks cost: first of all each stick that is taken, then whoever is drawn in without being
    /// concerned, another player more than the bank.
    fn cost(&self, holder: usize, after: Sticks, concerned: &[usize]) -> u32 {
        const STICK: u32 = 1000;
        const OTHER_PLAYER: u32 = 100;
        const BANK: u32 = 1;
        let before = self.holders[holder];
        let drawn_in = match () {
            () if before == after || concerned.contains(&holder) => 0,
            () if holder == self.bank_index() => BANK,
            () => OTHER_PLAYER,
        };
        after.beyond(before).count() * STICK + drawn_in
    }

    /// Who gives what to whom so that these purses become those: between those concerned first, then with the bank, then with
    /// others.
    fn handings(&self, after: &[Sticks], concerned: &[usize]) -> Vec<Handing> {
        let mut gives: Vec<Sticks> = self.holders.iter().zip(after).map(|(b, a)| b.beyond(*a)).collect();
        let mut takes: Vec<Sticks> = self.holders.iter().zip(after).map(|(b, a)| a.beyond(*b)).collect();
        let bank = self.bank_index();
        let all = || (0..=bank).flat_map(|from| (0..=bank).map(move |to| (from, to)));
        let mut pairs: Vec<(usize, usize)> = all().filter(|(from, to)| from != to).collect();
        // Stable, so that equal pairs keep the order of the seats.
        pairs.sort_by_key(|(from, to)| {
            let is_other = |holder: &usize| !concerned.contains(holder) && *holder != bank;
            let place = |holder: &usize| concerned.iter().position(|c| c == holder).unwrap_or(concerned.len());
            (u8::from(is_other(from)) + u8::from(is_other(to)), u8::from(*from == bank || *to == bank), place(from))
        });
        let mut handings = Vec::new();
        for (from, to) in pairs {
            let (give, take) = (gives[from], takes[to]);
            let sticks = Sticks {
                tens: give.tens.min(take.tens),
                fives: give.fives.min(take.fives),
                ones: give.ones.min(take.ones),
            };
            if sticks.count() > 0 {
                gives[from] = give - sticks;
                takes[to] = take - sticks;
                handings.push(Handing { from: self.holder(from), to: self.holder(to), sticks });
            }
        }
        handings
    }

    fn holder(&self, index: usize) -> Holder {
        let seat = PlayerCount::new(self.bank_index()).and_then(|players| players.seat(index));
        seat.map_or(Holder::Bank, Holder::Player)
    }
}
