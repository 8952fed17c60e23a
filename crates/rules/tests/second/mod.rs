//! A second scorer, written from the rule documents alone, to hold the crate's scorer against.
//!
//! It shares no code with it and goes another way: a hand is six faces of a hand-written list of the box; the two melds are
//! found by trying all ten ways to part six positions into three and three; every bonus is read off counting arrays.
#![allow(dead_code)] // Each test file uses its own part of this module.

use rules::Tile;

/// What is printed on a face, as the box's list of contents and the rule for All Green describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// 1-9 for souzu, 10 hatsu, 11 chun.
    pub kind: usize,
    /// All strokes red.
    pub red: bool,
    /// No red ink at all.
    pub green: bool,
    /// How many lie in the box.
    pub copies: usize,
    /// The notation.
    pub name: &'static str,
}

const fn face(kind: usize, red: bool, green: bool, copies: usize, name: &'static str) -> Face {
    Face { kind, red, green, copies, name }
}

/// The 20 faces, in the crate's order so that positions can be compared.
#[rustfmt::skip]
pub const BOX: [Face; 20] = [
    face(1, false, false, 3, "1"), face(2, false, true, 3, "2"), face(3, false, true, 3, "3"),
    face(4, false, true, 3, "4"), face(5, false, false, 3, "5"), face(6, false, true, 3, "6"),
    face(7, false, false, 3, "7"), face(8, false, true, 3, "8"), face(9, false, false, 3, "9"),
    face(1, true, false, 1, "1r"), face(2, true, false, 1, "2r"), face(3, true, false, 1, "3r"),
    face(4, true, false, 1, "4r"), face(5, true, false, 1, "5r"), face(6, true, false, 1, "6r"),
    face(7, true, false, 1, "7r"), face(8, true, false, 1, "8r"), face(9, true, false, 1, "9r"),
    face(10, false, true, 4, "g"), face(11, true, false, 4, "c"),
];

/// The crate's tile for a position in [`BOX`].
pub fn tile(position: usize) -> Tile {
    let face = BOX[position];
    match face.kind {
        10 => Tile::HATSU,
        11 => Tile::CHUN,
        number if face.red => Tile::red(number as u8).expect("1-9"),
        number => Tile::normal(number as u8).expect("1-9"),
    }
}

/// Every multiset of `N` positions in [`BOX`] that the box can fill, sorted.
pub fn all_hands<const N: usize>() -> Vec<[usize; N]> {
    fn extend<const N: usize>(hand: &mut [usize; N], size: usize, hands: &mut Vec<[usize; N]>) {
        if size == N {
            hands.push(*hand);
            return;
        }
        let lowest = if size == 0 { 0 } else { hand[size - 1] };
        for (next, face) in BOX.iter().enumerate().skip(lowest) {
            if hand[..size].iter().filter(|&&held| held == next).count() < face.copies {
                hand[size] = next;
                extend(hand, size + 1, hands);
            }
        }
    }
    let mut hands = Vec::new();
    extend(&mut [0; N], 0, &mut hands);
    hands
}

/// Whether the box holds these tiles together.
pub fn exists(tiles: impl IntoIterator<Item = usize>) -> bool {
    let mut counts = [0; BOX.len()];
    tiles.into_iter().for_each(|position| counts[position] += 1);
    counts.iter().zip(BOX).all(|(count, face)| *count <= face.copies)
}

/// How many ways there are to pick these tiles out of the 44 physical ones.
pub fn physical_sets(hand: &[usize; 6]) -> usize {
    let choose = |from: usize, picked: usize| (0..picked).fold(1, |ways, step| ways * (from - step) / (step + 1));
    BOX.iter().enumerate().fold(1, |ways, (position, face)| {
        ways * choose(face.copies, hand.iter().filter(|&&held| held == position).count())
    })
}

/// The kinds of six tiles.
pub fn kinds(hand: &[usize; 6]) -> [usize; 6] {
    hand.map(|position| BOX[position].kind)
}

/// A way to part six kinds into two melds: the melds' sorted kinds, the lower meld first.
pub type Parting = [[usize; 3]; 2];

fn is_run(meld: [usize; 3]) -> bool {
    meld[2] <= 9 && meld[1] == meld[0] + 1 && meld[2] == meld[1] + 1
}

fn is_triplet(meld: [usize; 3]) -> bool {
    meld[0] == meld[1] && meld[1] == meld[2]
}

/// Every different way to part six kinds into two melds.
pub fn partings(kinds: [usize; 6]) -> Vec<Parting> {
    let mut found = Vec::new();
    // The first position's meld takes two of the five others: ten ways.
    for second in 1..6 {
        for third in second + 1..6 {
            let with_first = [0, second, third];
            let mut melds = [[0; 3], [0; 3]];
            let mut filled = [0, 0];
            for (position, kind) in kinds.into_iter().enumerate() {
                let side = usize::from(!with_first.contains(&position));
                melds[side][filled[side]] = kind;
                filled[side] += 1;
            }
            melds.iter_mut().for_each(|meld| meld.sort_unstable());
            melds.sort_unstable();
            if melds.iter().all(|meld| is_run(*meld) || is_triplet(*meld)) && !found.contains(&melds) {
                found.push(melds);
            }
        }
    }
    found
}

/// The house rules that touch a score.
#[derive(Clone, Copy, Debug)]
pub struct House {
    pub minimum: bool,
    pub limits_stand_alone: bool,
    pub dealer_counts: bool,
    pub chun_earns_red: bool,
}

impl House {
    /// All sixteen combinations.
    pub fn all() -> impl Iterator<Item = House> {
        (0..16).map(|bits| House {
            minimum: bits & 1 == 0,
            limits_stand_alone: bits & 2 != 0,
            dealer_counts: bits & 4 != 0,
            chun_earns_red: bits & 8 == 0,
        })
    }

    /// The crate's ruleset of the same meaning, set by name.
    pub fn ruleset(self) -> rules::Ruleset {
        let mut ruleset = rules::Ruleset::default();
        for (name, value) in [
            ("minimum", if self.minimum { "5" } else { "none" }),
            ("limit_hands", if self.limits_stand_alone { "flat" } else { "melds_plus_limit" }),
            ("dealer_bonus_counts_to_minimum", if self.dealer_counts { "yes" } else { "no" }),
            ("chun_is_red", if self.chun_earns_red { "yes" } else { "no" }),
        ] {
            ruleset.set(name, value).expect("a house rule");
        }
        ruleset
    }
}

/// The names and points of the limit hands that six tiles fulfil; the shape is not looked at.
pub fn limits(hand: &[usize; 6]) -> Vec<(&'static str, usize)> {
    let faces = hand.map(|position| BOX[position]);
    [
        ("all_green", 10, faces.iter().filter(|face| face.green).count()),
        ("chinyao", 15, faces.iter().filter(|face| [1, 9, 10, 11].contains(&face.kind)).count()),
        ("super_red", 20, faces.iter().filter(|face| face.red).count()),
    ]
    .into_iter()
    .filter(|&(_, _, tiles)| tiles == 6)
    .map(|(name, points, _)| (name, points))
    .collect()
}

/// What a hand is worth, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The two melds' kinds, the lower first.
    pub melds: Parting,
    /// What each meld adds.
    pub meld_points: [usize; 2],
    /// (id, count, points) of each bonus that adds something.
    pub bonuses: Vec<(&'static str, usize, usize)>,
    /// (id, points).
    pub limit: Option<(&'static str, usize)>,
    /// The sum of all lines.
    pub points: usize,
}

/// Scores a hand; `None` if it does not part into two melds.
pub fn score(hand: &[usize; 6], parting: Option<&Parting>, dora: Option<usize>, house: House) -> Option<Sheet> {
    let melds = *parting?;
    let mut by_kind = [0; 12];
    let mut red_by_kind = [0; 12];
    for position in hand {
        by_kind[BOX[*position].kind] += 1;
        red_by_kind[BOX[*position].kind] += usize::from(BOX[*position].red);
    }
    let limit = limits(hand).first().copied();
    let bonuses = if limit.is_some() {
        Vec::new()
    } else {
        let reds = (1..=11).filter(|kind| house.chun_earns_red || *kind != 11).map(|kind| red_by_kind[kind]).sum();
        let doras = dora.map_or(0, |position| by_kind[BOX[position].kind]);
        let simple: usize = by_kind[2..=8].iter().sum();
        let outside = melds.iter().filter(|meld| meld.iter().any(|kind| !(2..=8).contains(kind))).count();
        [
            ("red", reds, reds),
            ("dora", doras, doras),
            ("tanyao", usize::from(simple == 6), usize::from(simple == 6)),
            ("chanta", usize::from(outside == 2), 2 * usize::from(outside == 2)),
        ]
        .into_iter()
        .filter(|(_, count, _)| *count > 0)
        .collect()
    };
    let meld_points = melds.map(|meld| match limit {
        Some(_) if house.limits_stand_alone => 0,
        _ if is_triplet(meld) => 2,
        _ => 1,
    });
    let extra: usize = bonuses.iter().map(|(_, _, points)| points).sum();
    let points = meld_points.iter().sum::<usize>() + extra + limit.map_or(0, |(_, points)| points);
    Some(Sheet { melds, meld_points, bonuses, limit, points })
}

/// Whether a hand of this many points may win.
pub fn suffices(points: usize, dealer: bool, house: House) -> bool {
    let counted = if dealer && house.dealer_counts { points + 2 } else { points };
    !house.minimum || counted >= 5
}
