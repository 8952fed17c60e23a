//! Runs and triplets, and how six tiles split into two of them.

use crate::{Kind, Tile};

/// The two kinds of meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeldKind {
    /// Three consecutive souzu numbers; 9-1 does not wrap.
    Run,
    /// Three tiles of one kind.
    Triplet,
}

impl MeldKind {
    /// What the meld is worth: run 1, triplet 2.
    pub const fn points(self) -> u8 {
        match self {
            MeldKind::Run => 1,
            MeldKind::Triplet => 2,
        }
    }

    /// A stable id for programs.
    pub const fn id(self) -> &'static str {
        match self {
            MeldKind::Run => "run",
            MeldKind::Triplet => "triplet",
        }
    }
}

/// Three tiles that make a run or a triplet; red and normal mix freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    kind: MeldKind,
    tiles: [Tile; 3],
}

impl Meld {
    /// The meld that three tiles make, in any order; `None` if they make none.
    pub fn of(mut tiles: [Tile; 3]) -> Option<Meld> {
        tiles.sort_unstable_by_key(|tile| (tile.kind(), *tile));
        let [low, middle, high] = tiles.map(Tile::kind);
        let kind = if low == middle && middle == high {
            MeldKind::Triplet
        } else {
            let [low, middle, high] = [low.number()?, middle.number()?, high.number()?];
            if low + 1 != middle || middle + 1 != high {
                return None;
            }
            MeldKind::Run
        };
        Some(Meld { kind, tiles })
    }

    /// Run or triplet.
    pub const fn kind(&self) -> MeldKind {
        self.kind
    }

    /// The tiles, by kind.
    pub const fn tiles(&self) -> &[Tile; 3] {
        &self.tiles
    }

    /// Whether it contains a 1, a 9, hatsu or chun.
    pub fn touches_edge(&self) -> bool {
        self.tiles.iter().any(|tile| tile.kind().is_terminal_or_dragon())
    }
}

/// Splits six tiles into two melds, the lower first; `None` if they do not split.
///
/// Every winning multiset of kinds splits in exactly one way (proven by enumeration in `tests/splits.rs`), so there is nothing
/// to choose. Where one kind lies in both melds, which of them holds its red copy does not matter to any rule.
pub fn split(tiles: &[Tile; 6]) -> Option<[Meld; 2]> {
    let mut by_kind = *tiles;
    by_kind.sort_unstable_by_key(|tile| (tile.kind(), *tile));
    // The lowest tile is in some meld: as a triplet with its two neighbours, or as the start of a run.
    let triplet_first = Meld::of([by_kind[0], by_kind[1], by_kind[2]])
        .zip(Meld::of([by_kind[3], by_kind[4], by_kind[5]]))
        .filter(|(first, _)| first.kind() == MeldKind::Triplet);
    if let Some((first, second)) = triplet_first {
        return Some([first, second]);
    }
    let [first, rest] = take_run(&by_kind)?;
    Some([Meld::of(first)?, Meld::of(rest)?])
}

/// Takes the run that starts with the lowest tile; the three others come second.
fn take_run(by_kind: &[Tile; 6]) -> Option<[[Tile; 3]; 2]> {
    let number = by_kind[0].kind().number()?;
    let mut run = [by_kind[0]; 3];
    let mut taken = [true, false, false, false, false, false];
    for step in 1..=2 {
        let kind = Kind::souzu(number + step)?;
        let place = by_kind.iter().position(|tile| tile.kind() == kind)?;
        run[step as usize] = by_kind[place];
        taken[place] = true;
    }
    let mut others = by_kind.iter().zip(taken).filter(|(_, taken)| !taken).map(|(tile, _)| *tile);
    let rest = [others.next()?, others.next()?, others.next()?];
    Some([run, rest])
}
