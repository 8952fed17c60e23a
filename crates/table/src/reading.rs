//! From what the reader saw to what the window proposes.

use crate::view::{Alternative, PictureReading, TileReading, TileRole};
use crate::{Failure, TileSet};
use rules::Tile;
use vision::{Arranged, Face, Picture, ReadTile, Reading, Recogniser, SetProfile};

/// How many tiles a hand has.
const HAND: usize = 6;

/// Reads the tiles in an encoded picture (JPEG, PNG and others, see [`Picture::from_bytes`]).
///
/// # Errors
/// A picture that cannot be decoded, or a model that fails.
pub fn read_picture(recogniser: &mut Recogniser, encoded: &[u8], tile_set: TileSet) -> Result<PictureReading, Failure> {
    let picture = Picture::from_bytes(encoded)?;
    let reading = recogniser.read(&picture)?;
    Ok(picture_reading(&reading, tile_set))
}

fn picture_reading(reading: &Reading, tile_set: TileSet) -> PictureReading {
    let profile = profile(tile_set);
    let arranged = reading.arranged(profile);
    let roles = roles(&arranged);
    let [width, height] = reading.size;
    PictureReading {
        width,
        height,
        tiles: reading
            .tiles
            .iter()
            .zip(&arranged.tiles)
            .zip(roles)
            .map(|((read, tile), role)| tile_reading(read, *tile, role, profile))
            .collect(),
        hindrances: reading.conditions.iter().map(|condition| condition.code().to_owned()).collect(),
        milliseconds: f64::from(reading.timing.total),
    }
}

/// What each tile is proposed as: the hand and the dora that were recognised by their place; where no six stand out, the first
/// six that are tiles of the game. The person who looks takes out and brings in.
fn roles(arranged: &Arranged) -> Vec<TileRole> {
    let mut roles = vec![TileRole::Other; arranged.tiles.len()];
    if let Some(dora) = arranged.dora {
        roles[dora] = TileRole::Dora;
    }
    let known = (0..roles.len()).filter(|&i| arranged.tiles[i].is_some());
    let hand = arranged.hand.map_or_else(|| known.take(HAND).collect(), |hand| hand.to_vec());
    for i in hand {
        roles[i] = TileRole::Hand;
    }
    roles
}

fn tile_reading(read: &ReadTile, tile: Option<Tile>, role: TileRole, profile: SetProfile) -> TileReading {
    TileReading {
        face: read.face.id().to_owned(),
        tile: tile.map(|tile| tile.to_string()),
        corners: read.corners,
        confidence: read.confidence,
        doubtful: read.doubtful,
        role,
        alternatives: read
            .alternatives()
            .into_iter()
            .map(|(face, confidence)| alternative(face, confidence, profile))
            .collect(),
    }
}

fn alternative(face: Face, confidence: f32, profile: SetProfile) -> Alternative {
    let tile = profile.tile(face).map(|tile| tile.to_string());
    Alternative { face: face.id().to_owned(), tile, confidence }
}

const fn profile(tile_set: TileSet) -> SetProfile {
    match tile_set {
        TileSet::Suzume => SetProfile::Suzume,
        TileSet::Manzu => SetProfile::Manzu,
        TileSet::Pinzu => SetProfile::Pinzu,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(tiles: &[Option<Tile>], hand: Option<[usize; 6]>, dora: Option<usize>) -> Arranged {
        Arranged { tiles: tiles.to_vec(), hand, dora }
    }

    #[test]
    fn the_hand_and_the_dora_by_their_place() {
        let seven = [Some(Tile::HATSU); 7];
        let roles = roles(&arranged(&seven, Some([0, 1, 2, 4, 5, 6]), Some(3)));
        assert_eq!(roles[3], TileRole::Dora);
        assert_eq!(roles.iter().filter(|role| **role == TileRole::Hand).count(), 6);
    }

    #[test]
    fn of_many_tiles_the_first_six_that_are_tiles_of_the_game() {
        let mut nine = [Some(Tile::CHUN); 9];
        nine[1] = None;
        let roles = roles(&arranged(&nine, None, None));
        let hand: Vec<usize> = (0..9).filter(|&i| roles[i] == TileRole::Hand).collect();
        assert_eq!(hand, [0, 2, 3, 4, 5, 6]);
        assert_eq!(roles[1], TileRole::Other, "a face that the set does not know is shown, not proposed");
    }
}
