//! The most probable reading that can be: the box holds 44 tiles, and what lies elsewhere is not in the picture.
//!
//! Of each number there are four, of which exactly one is all red; of hatsu and of chun there are four. When the faces
//! as read are more than the box holds, some are wrong. This module then chooses, over all tiles at once, the faces of
//! the greatest joint probability that fit into the box. It knows nothing of melds and wins, so it cannot lean that way.
//!
//! What it never does: change a reading that can be; turn a face outside the set into a tile (an unreadable tile is never
//! some other tile); choose a face that the reader held for next to impossible. Where nothing fits, the faces stay.

use crate::{Face, Probabilities, SetProfile};
use rules::{Tile, TileCounts};

/// A face that the reader gave less than this is not chosen, however well it would fit: then the reader is not the one
/// to blame, but a tile from another box, a picture of a tile, or the wrong set profile.
const LEAST_CANDIDATE: f32 = 0.001;
/// A face is in doubt when another reading that can be, and has this tile otherwise, is at least this likely beside it.
const ALSO_LIKELY: f64 = 0.1;
/// With more tiles than this nothing is chosen: it is another box, and the time must stay bounded.
const MOST_TILES: usize = 60;
/// The cost of leaving a tile out of the count, above that of all changes together (each at most ln 1000).
const LEFT_OUT: f64 = 1e4;
/// The cost of what must not be.
const FORBIDDEN: f64 = 1e7;
/// Of readings that are as likely as each other, the one with fewer changes.
const CHANGE: f64 = 1e-6;

/// What became of one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// The face in the most probable possible reading.
    pub(crate) face: Face,
    /// It, or another tile in its place, had to change: another possible reading is about as likely.
    pub(crate) in_doubt: bool,
    /// It is one more than the box holds, and no other face would do.
    pub(crate) left_over: bool,
}

/// The most probable possible reading of tiles that were read as these faces, with the probabilities of all faces, while
/// the `known` tiles lie elsewhere.
pub(crate) fn most_probable(profile: SetProfile, read: &[(Face, &Probabilities)], known: &[Tile]) -> Vec<Settled> {
    let unchanged = |&(face, _): &(Face, _)| Settled { face, in_doubt: false, left_over: false };
    let mut box_ = TileCounts::default();
    for &tile in known {
        // More known tiles than there are is the caller's affair: there are then none left.
        let _ = box_.take(tile);
    }
    let as_read = read.iter().filter_map(|&(face, _)| profile.tile(face));
    // A whole riichi set is another box, with four of each plain souzu.
    if profile == SetProfile::Riichi || box_.clone().take_all(as_read).is_ok() {
        return read.iter().map(unchanged).collect();
    }
    let within: Vec<usize> = (0..read.len()).filter(|&i| profile.tile(read[i].0).is_some()).collect();
    let mut settled: Vec<Settled> = read.iter().map(unchanged).collect();
    if within.len() > MOST_TILES {
        for i in within {
            (settled[i].in_doubt, settled[i].left_over) = (true, true);
        }
        return settled;
    }
    let places: Vec<Tile> =
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, usize::from(box_.left(tile)))).collect();
    let choices: Vec<Choices> = within.iter().map(|&i| Choices::of(profile, read[i].0, read[i].1)).collect();
    let (best, cost) = assign(&choices, &places, None);
    for (j, &i) in within.iter().enumerate() {
        settled[i].face = choices[j].face(best[j]).unwrap_or(read[i].0);
        settled[i].left_over = best[j] == Place::LeftOver;
        let (_, otherwise) = assign(&choices, &places, Some((j, best[j])));
        let also_likely = (cost - otherwise).exp() >= ALSO_LIKELY;
        settled[i].in_doubt = also_likely || settled[i].left_over || settled[i].face != read[i].0;
    }
    settled
}

/// Where a tile goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It is this tile of the box.
    Box(Tile),
    /// It is no tile of this set.
    Outside,
    /// It stays what it was read as, though the box is empty of it.
    LeftOver,
}

/// What one tile may be.
struct Choices {
    /// The face that stands for each tile of the box, with what choosing it costs: how much less likely (as a
    /// logarithm) it is than the face that was read.
    tiles: [Option<(Face, f64)>; Tile::COUNT],
    /// The likeliest face that is none of the set.
    outside: Option<(Face, f64)>,
}

impl Choices {
    fn of(profile: SetProfile, read: Face, probabilities: &Probabilities) -> Choices {
        let own = f64::from(probabilities.of(read)).max(f64::MIN_POSITIVE).ln();
        let cost = |probability: f32| (own - f64::from(probability).ln()).max(0.0) + CHANGE;
        let mut choices = Choices { tiles: [None; Tile::COUNT], outside: None };
        for (face, probability) in probabilities.ranked() {
            if probability < LEAST_CANDIDATE {
                break;
            }
            let choice = match profile.tile(face) {
                Some(tile) => &mut choices.tiles[tile.index()],
                None => &mut choices.outside,
            };
            choice.get_or_insert((face, cost(probability)));
        }
        if let Some(tile) = profile.tile(read) {
            choices.tiles[tile.index()] = Some((read, 0.0));
        }
        choices
    }

    fn choice(&self, place: Place) -> Option<(Face, f64)> {
        match place {
            Place::Box(tile) => self.tiles[tile.index()],
            Place::Outside => self.outside,
            Place::LeftOver => None,
        }
    }

    fn face(&self, place: Place) -> Option<Face> {
        self.choice(place).map(|(face, _)| face)
    }

    fn cost(&self, place: Place) -> f64 {
        match place {
            Place::LeftOver => LEFT_OUT,
            _ => self.choice(place).map_or(FORBIDDEN, |(_, cost)| cost),
        }
    }
}

/// The cheapest way to give every tile a place, each place to one tile, and what it costs. `barred` is a tile with the
/// place that it may not have.
fn assign(choices: &[Choices], places: &[Tile], barred: Option<(usize, Place)>) -> (Vec<Place>, f64) {
    let tiles = choices.len();
    // Each tile has an own place outside and an own one left over.
    let columns: Vec<(Option<usize>, Place)> = places
        .iter()
        .map(|&tile| (None, Place::Box(tile)))
        .chain((0..tiles).map(|i| (Some(i), Place::Outside)))
        .chain((0..tiles).map(|i| (Some(i), Place::LeftOver)))
        .collect();
    let cost = |tile: usize, column: usize| {
        let (owner, place) = columns[column];
        let open = owner.is_none_or(|owner| owner == tile) && barred != Some((tile, place));
        if open { choices[tile].cost(place) } else { FORBIDDEN }
    };
    let taken = cheapest_matching(tiles, columns.len(), cost);
    let total = taken.iter().enumerate().map(|(tile, &column)| cost(tile, column)).sum();
    (taken.into_iter().map(|column| columns[column].1).collect(), total)
}

/// The column of each row in the cheapest matching of all rows to different columns (the Hungarian method: rows come in
/// one by one, each along the cheapest alternating path). There are at least as many columns as rows.
fn cheapest_matching(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut row_price = vec![0.0; rows];
    let mut column_price = vec![0.0; columns];
    let mut row_of: Vec<Option<usize>> = vec![None; columns];
    for new_row in 0..rows {
        let mut reach = vec![f64::INFINITY; columns];
        let mut before: Vec<Option<usize>> = vec![None; columns];
        let mut done = vec![false; columns];
        let (mut row, mut from) = (new_row, None);
        let free = loop {
            for column in (0..columns).filter(|&column| !done[column]) {
                let step = cost(row, column) - row_price[row] - column_price[column];
                if step < reach[column] {
                    (reach[column], before[column]) = (step, from);
                }
            }
            let open = (0..columns).filter(|&column| !done[column]);
            let Some(next) = open.min_by(|&a, &b| reach[a].total_cmp(&reach[b])) else { return Vec::new() };
            let step = reach[next];
            row_price[new_row] += step;
            for column in 0..columns {
                match row_of[column] {
                    Some(matched) if done[column] => {
                        row_price[matched] += step;
                        column_price[column] -= step;
                    }
                    _ => reach[column] -= step,
                }
            }
            done[next] = true;
            match row_of[next] {
                None => break next,
                Some(matched) => (row, from) = (matched, Some(next)),
            }
        };
        let mut column = free;
        while let Some(previous) = before[column] {
            row_of[column] = row_of[previous];
            column = previous;
        }
        row_of[column] = Some(new_row);
    }
    let mut taken = vec![0; rows];
    for (column, row) in row_of.iter().enumerate() {
        if let Some(row) = row {
            taken[*row] = column;
        }
    }
    taken
}

#[cfg(test)]
#[path = "possible_tests.rs"]
mod tests;
