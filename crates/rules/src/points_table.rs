//! The points of every six tiles in a table, for programs that score millions of hands.
//!
//! The table is made from [`Score::of`] when it is asked for; nothing of it is written down. A multiset of six faces has an
//! index in the combinatorial number system: with the faces sorted, `f0 <= … <= f5`, the numbers `fi + i` strictly rise, and
//! the sum of the binomials `C(fi + i, i + 1)` counts the multisets before it. There are C(25, 6) = 177,100. Each place adds
//! its own part to the sum, so loops over sets keep partial sums and pay one addition and one look-up a set.
//!
//! Dora does not enlarge the table: an entry says whether dora tiles add to it, and the number of dora tiles is summed along
//! with the index.

use crate::{Extra, Hand, LimitHand, MINIMUM, Ruleset, Score, Tile};

/// The number of multisets of six out of 20 faces.
const MULTISETS: usize = 177_100;
/// Where the count of dora tiles stands in a sum, above the index (which stays under 2^18).
const DORA_SHIFT: u32 = 24;

/// What the table knows of six tiles: two melds or not, points, limit hand.
///
/// Bits: 0-4 points without dora, 5-6 limit hand (0 none), 7 two melds. No shape is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry(u8);

const SHAPE: u8 = 0b1000_0000;
const LIMIT_SHIFT: u8 = 5;
const POINTS: u8 = 0b0001_1111;

impl Entry {
    fn of(score: &Score) -> Entry {
        let limit = match score.extra {
            Extra::Bonuses(_) => 0,
            Extra::Limit(LimitHand::AllGreen) => 1,
            Extra::Limit(LimitHand::Chinyao) => 2,
            Extra::Limit(LimitHand::SuperRed) => 3,
        };
        Entry(SHAPE | limit << LIMIT_SHIFT | score.points())
    }

    /// Dora tiles add to six tiles with two melds and no limit hand, to nothing else.
    const fn with_dora(self, dora_tiles: u32) -> TableScore {
        let adds = self.0 >> LIMIT_SHIFT == SHAPE >> LIMIT_SHIFT;
        TableScore(self.0 + if adds { dora_tiles as u8 } else { 0 })
    }
}

/// The points of six tiles with their dora, as [`PointsTable`] tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableScore(u8);

impl TableScore {
    /// The points without the dealer's bonus; `None` if the tiles do not split into two melds.
    pub const fn points(self) -> Option<u8> {
        if self.0 & SHAPE == 0 { None } else { Some(self.0 & POINTS) }
    }

    /// The limit hand.
    pub const fn limit(self) -> Option<LimitHand> {
        match self.0 >> LIMIT_SHIFT & 0b11 {
            0 => None,
            1 => Some(LimitHand::AllGreen),
            2 => Some(LimitHand::Chinyao),
            _ => Some(LimitHand::SuperRed),
        }
    }

    /// Whether the tiles split into two melds and reach the minimum of five; the house rules on the minimum are not looked at.
    pub const fn reaches_minimum(self) -> bool {
        self.0 & SHAPE != 0 && self.0 & POINTS >= MINIMUM
    }
}

/// What each place of a sorted hand adds to the index, by face.
type Weights = [[u32; Tile::COUNT]; 6];

/// The points of all six-tile hands under one ruleset. 177 kB.
#[derive(Clone, Debug)]
pub struct PointsTable {
    entries: Vec<Entry>,
    weights: Weights,
}

impl PointsTable {
    /// Scores every hand that exists once, by [`Score::of`].
    pub fn new(ruleset: &Ruleset) -> PointsTable {
        let weights = index_weights();
        let mut entries = vec![Entry::default(); MULTISETS];
        for_each_multiset(|tiles| {
            // A multiset that the box cannot fill keeps its empty entry; no `Hand` leads there.
            if let Some(score) = Hand::new(&tiles, None).ok().and_then(|hand| Score::of(&hand, ruleset)) {
                entries[index(sum(&weights, &tiles))] = Entry::of(&score);
            }
        });
        PointsTable { entries, weights }
    }

    /// What this hand is worth with its dora; equal to [`Score::of`].
    pub fn score(&self, hand: &Hand) -> TableScore {
        let dora_tiles =
            hand.dora().map_or(0, |dora| hand.tiles().iter().map(|tile| u32::from(tile.kind() == dora.kind())).sum());
        self.entries[index(sum(&self.weights, hand.tiles()))].with_dora(dora_tiles)
    }

    /// Visits every set of six physical tiles: of all 44 (7,059,052 sets), or of the 43 that the dora tile leaves (6,096,454).
    ///
    /// Equal faces are different tiles here, so a hand is visited as often as there are ways to draw it. The tiles come sorted.
    pub fn for_each_physical_set(&self, dora: Option<Tile>, mut visit: impl FnMut([Tile; 6], TableScore)) {
        let mut tiles: Vec<Tile> = Tile::all().flat_map(|tile| (0..tile.copies()).map(move |_| tile)).collect();
        let mut weights = self.weights;
        if let Some(dora) = dora {
            tiles.remove(tiles.partition_point(|tile| *tile < dora));
            for same_kind in Tile::all().filter(|tile| tile.kind() == dora.kind()) {
                weights.iter_mut().for_each(|place| place[same_kind.index()] += 1 << DORA_SHIFT);
            }
        }
        // The last place's part for each physical tile in turn, so that the innermost loop reads it in order.
        let last: Vec<(Tile, u32)> = tiles.iter().map(|tile| (*tile, weights[5][tile.index()])).collect();
        for (i0, t0) in tiles.iter().enumerate() {
            let s0 = weights[0][t0.index()];
            for (i1, t1) in tiles.iter().enumerate().skip(i0 + 1) {
                let s1 = s0 + weights[1][t1.index()];
                for (i2, t2) in tiles.iter().enumerate().skip(i1 + 1) {
                    let s2 = s1 + weights[2][t2.index()];
                    for (i3, t3) in tiles.iter().enumerate().skip(i2 + 1) {
                        let s3 = s2 + weights[3][t3.index()];
                        for (i4, t4) in tiles.iter().enumerate().skip(i3 + 1) {
                            let s4 = s3 + weights[4][t4.index()];
                            for (t5, part) in &last[i4 + 1..] {
                                let sum = s4 + part;
                                let score = self.entries[index(sum)].with_dora(sum >> DORA_SHIFT);
                                visit([*t0, *t1, *t2, *t3, *t4, *t5], score);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn index_weights() -> Weights {
    std::array::from_fn(|place| std::array::from_fn(|face| binomial(face as u32 + place as u32, place as u32 + 1)))
}

/// How many ways there are to pick `picked` out of `from`; 0 if there are too few.
fn binomial(from: u32, picked: u32) -> u32 {
    (0..picked).fold(1, |ways, step| ways * from.saturating_sub(step) / (step + 1))
}

fn sum(weights: &Weights, sorted: &[Tile; 6]) -> u32 {
    weights.iter().zip(sorted).map(|(place, tile)| place[tile.index()]).sum()
}

const fn index(sum: u32) -> usize {
    (sum & ((1 << DORA_SHIFT) - 1)) as usize
}

fn for_each_multiset(mut visit: impl FnMut([Tile; 6])) {
    fn extend(tiles: &mut [Tile; 6], place: usize, visit: &mut impl FnMut([Tile; 6])) {
        if place == tiles.len() {
            return visit(*tiles);
        }
        let lowest = if place == 0 { 0 } else { tiles[place - 1].index() };
        for tile in Tile::all().skip(lowest) {
            tiles[place] = tile;
            extend(tiles, place + 1, visit);
        }
    }
    extend(&mut [Tile::HATSU; 6], 0, &mut visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted in the same order of faces, the index takes each value from 0 on once.
    #[test]
    fn the_index_numbers_all_multisets() {
        let weights = index_weights();
        let mut taken = vec![false; MULTISETS];
        for_each_multiset(|tiles| {
            let place = &mut taken[index(sum(&weights, &tiles))];
            assert!(!*place, "{tiles:?}");
            *place = true;
        });
        assert!(taken.iter().all(|taken| *taken));
    }
}
