//! A reading as tiles of the game: which faces they are when the box is counted, and which of them are the hand.

use crate::group::{Proposal, propose};
use crate::possible::most_probable;
use crate::probabilities::MOST_ALTERNATIVES;
use crate::{Face, Quad, ReadTile, SetProfile};
use rules::{Tile, TileCounts};

/// Tiles of a reading as tiles of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Arranged {
    /// The tiles, in the order of the reading.
    pub tiles: Vec<ArrangedTile>,
    /// The six tiles of the hand, as positions in the reading, in reading order. They are proposed by their place
    /// alone: the one clear group of six, or the only six tiles of the set in view. Always six that exist together
    /// with the dora and the known tiles.
    pub hand: Option<[usize; 6]>,
    /// The tile of the hand that lies apart from the five others, as a position in the reading: a proposal for the
    /// tile that won.
    pub winning: Option<usize>,
    /// The tile that lies apart from the hand, as a position in the reading: a proposal for the dora tile.
    pub dora: Option<usize>,
    /// Whether all tiles in view and the known ones can exist together. Where they cannot, even the tiles of the box
    /// leave no way to say which of them was misread, and those that it may be are doubtful.
    pub possible: bool,
}

/// One tile of a reading as a tile of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrangedTile {
    /// The face: as read, unless that cannot be.
    pub face: Face,
    /// What it is in this set; `None` where the set has no such tile.
    pub tile: Option<Tile>,
    /// The face as read, when the box holds too few of it and another face was chosen.
    pub changed_from: Option<Face>,
    /// The reader's probability of the face, 0-1.
    pub confidence: f32,
    /// Whether a person should look: the reader is not sure, or too many of this tile were read and it may be another.
    /// A changed tile is always doubtful.
    pub doubtful: bool,
    /// Other faces that it may be, each with the reader's probability: at most three, the face that was read first
    /// when this is another one, then the likeliest first.
    pub alternatives: Vec<(Face, f32)>,
}

impl Arranged {
    /// Finds the most probable faces that can exist beside the `known` tiles, and the hand among them. The tiles are in
    /// reading order.
    pub(crate) fn new(profile: SetProfile, read: &[ReadTile], known: &[Tile]) -> Arranged {
        let faces: Vec<_> = read.iter().map(|tile| (tile.face, &tile.probabilities)).collect();
        let settled = most_probable(profile, &faces, known);
        let tiles: Vec<ArrangedTile> = read
            .iter()
            .zip(&settled)
            .map(|(read, settled)| {
                let face = settled.face;
                let changed_from = (face != read.face).then_some(read.face);
                let mut alternatives = read.probabilities.beside(face);
                if let Some(from) = changed_from {
                    alternatives.retain(|&(face, _)| face != from);
                    alternatives.insert(0, (from, read.confidence));
                    alternatives.truncate(MOST_ALTERNATIVES);
                }
                ArrangedTile {
                    face,
                    tile: profile.tile(face),
                    changed_from,
                    confidence: if changed_from.is_some() { read.probabilities.of(face) } else { read.confidence },
                    doubtful: read.doubtful || settled.in_doubt,
                    alternatives,
                }
            })
            .collect();
        let quads: Vec<Quad> = read.iter().map(|tile| Quad(tile.corners)).collect();
        let of_the_set: Vec<bool> = tiles.iter().map(|tile| tile.tile.is_some()).collect();
        let exists = |proposal: &Proposal| {
            let proposed = proposal.hand.into_iter().chain(proposal.dora).filter_map(|i| tiles[i].tile);
            TileCounts::default().take_all(known.iter().copied().chain(proposed)).is_ok()
        };
        let proposal = propose(&quads, &of_the_set).filter(exists);
        Arranged {
            tiles,
            hand: proposal.map(|proposal| proposal.hand),
            winning: proposal.and_then(|proposal| proposal.winning),
            dora: proposal.and_then(|proposal| proposal.dora),
            possible: settled.iter().all(|settled| !settled.left_over),
        }
    }

    /// The six tiles of the hand in the notation, in reading order.
    pub fn hand_notation(&self) -> Option<String> {
        self.hand.map(|six| rules::format_tiles(six.iter().filter_map(|&i| self.tiles[i].tile)))
    }

    /// The tile proposed as dora.
    pub fn dora_tile(&self) -> Option<Tile> {
        self.dora.and_then(|i| self.tiles[i].tile)
    }

    /// The tile of the hand proposed as the one that won.
    pub fn winning_tile(&self) -> Option<Tile> {
        self.winning.and_then(|i| self.tiles[i].tile)
    }
}

#[cfg(test)]
#[path = "arrange_tests.rs"]
mod tests;
