//! Who pays whom.
//!
//! Nobody ever owes: a payer gives what it has, the rest is forgiven, and it plays on at 0. So points are conserved.

use crate::{MultipleRon, Ruleset};

/// Points, as lie on the table in sticks; the box holds 200.
pub type Points = u32;

/// What a false win costs, to each other player.
pub const FALSE_WIN: Points = 2;

/// How many play: 2-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerCount(u8);

impl PlayerCount {
    /// `None` outside 2-5.
    pub const fn new(players: usize) -> Option<PlayerCount> {
        if players >= 2 && players <= 5 { Some(PlayerCount(players as u8)) } else { None }
    }

    /// The number, 2-5.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All seats, counter-clockwise.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        (0..self.0).map(Seat)
    }

    /// The seat with this index; `None` if nobody sits there.
    pub const fn seat(self, index: usize) -> Option<Seat> {
        if index < self.0 as usize { Some(Seat(index as u8)) } else { None }
    }

    /// All other seats, counter-clockwise, starting with the one on the right of `seat`.
    pub fn others(self, seat: Seat) -> impl Iterator<Item = Seat> {
        (1..u32::from(self.0)).map(move |steps| seat.right(self, steps))
    }
}

/// A place at the table, counted from 0 counter-clockwise: the next player is on one's right.
///
/// Made by [`PlayerCount::seat`], so that it lies within the players it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat so many steps to the right, counter-clockwise.
    pub const fn right(self, players: PlayerCount, steps: u32) -> Seat {
        let players = players.0 as u32;
        Seat(((self.0 as u32 + steps % players) % players) as u8)
    }

    /// How many steps counter-clockwise lead from here to `other`.
    pub const fn steps_to(self, other: Seat, players: PlayerCount) -> u32 {
        let players = players.0 as u32;
        (other.0 as u32 + players - self.0 as u32) % players
    }
}

/// Points that move from one player to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// Who pays.
    pub from: Seat,
    /// Who receives.
    pub to: Seat,
    /// What was due.
    pub due: Points,
    /// What is paid: less than `due` if the payer runs out.
    pub paid: Points,
}

/// What each other player owes for a tsumo: the total divided by their number, rounded up.
pub fn tsumo_each(total: Points, players: PlayerCount) -> Points {
    total.div_ceil(Points::from(players.get()) - 1)
}

/// A tsumo: each other player pays its share, as far as it has it.
///
/// `purses` holds everybody's points by seat.
pub fn tsumo(purses: &[Points], players: PlayerCount, winner: Seat, total: Points) -> Vec<Transfer> {
    let each = tsumo_each(total, players);
    players.others(winner).map(|from| pay(purses, from, winner, each)).collect()
}

/// One or several rons on one discard: the discarder pays all, the nearest winner counter-clockwise first, later ones get what
/// is left. With the house rule `nearest_only` only the nearest is paid.
///
/// `winners` holds each winner's seat and total, in any order; nobody twice and never the discarder. Everyone who is paid has a
/// line, also where nothing was left.
pub fn ron(
    purses: &[Points],
    players: PlayerCount,
    discarder: Seat,
    winners: &[(Seat, Points)],
    ruleset: &Ruleset,
) -> Vec<Transfer> {
    let mut nearest_first = winners.to_vec();
    nearest_first.sort_by_key(|(seat, _)| discarder.steps_to(*seat, players));
    if ruleset.multiple_ron == MultipleRon::NearestOnly {
        nearest_first.truncate(1);
    }
    pay_in_turn(purses, discarder, nearest_first)
}

/// A false win: 2 points to each other player, counter-clockwise from the offender, each as far as it lasts.
pub fn false_win(purses: &[Points], players: PlayerCount, offender: Seat) -> Vec<Transfer> {
    pay_in_turn(purses, offender, players.others(offender).map(|seat| (seat, FALSE_WIN)))
}

fn pay_in_turn(purses: &[Points], from: Seat, receivers: impl IntoIterator<Item = (Seat, Points)>) -> Vec<Transfer> {
    let mut left = purses[from.index()];
    receivers
        .into_iter()
        .map(|(to, due)| {
            let paid = due.min(left);
            left -= paid;
            Transfer { from, to, due, paid }
        })
        .collect()
}

fn pay(purses: &[Points], from: Seat, to: Seat, due: Points) -> Transfer {
    Transfer { from, to, due, paid: due.min(purses[from.index()]) }
}
