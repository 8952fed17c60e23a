//! From what the reader saw to what the window proposes.

use crate::view::{Alternative, PictureReading, TileReading, TileRole};
use crate::{Failure, Pictures, TileSet};
use vision::{Arranged, ArrangedTile, Face, Picture, ReadTile, Reading, Recogniser, SetProfile};

/// How many tiles a hand has.
const HAND: usize = 6;

/// The hindrance that more of a tile were read than there are.
const TOO_MANY: &str = "too_many_of_a_tile";

/// Reads the tiles in an encoded picture (JPEG, PNG and others, see [`Picture::from_bytes`]), and keeps the picture if it can.
///
/// # Errors
/// A picture that cannot be decoded, or a model that fails.
pub fn read_picture(
    recogniser: &mut Recogniser,
    pictures: &Pictures,
    encoded: &[u8],
    tile_set: TileSet,
) -> Result<PictureReading, Failure> {
    let picture = Picture::from_bytes(encoded)?;
    let reading = recogniser.read(&picture)?;
    let mut read = picture_reading(&reading, tile_set);
    pictures.keep_with(&picture, &mut read);
    Ok(read)
}

pub(crate) fn picture_reading(reading: &Reading, tile_set: TileSet) -> PictureReading {
    let profile = profile(tile_set);
    let arranged = reading.arranged(profile);
    let roles = roles(&arranged);
    let [width, height] = reading.size;
    PictureReading {
        picture: None,
        width,
        height,
        tiles: reading
            .tiles
            .iter()
            .zip(&arranged.tiles)
            .zip(roles)
            .map(|((read, tile), role)| tile_reading(read, tile, role, profile))
            .collect(),
        hindrances: hindrances(reading, &arranged),
        milliseconds: f64::from(reading.timing.total),
    }
}

/// What makes the picture hard to read, and that more of a tile were read than there are.
fn hindrances(reading: &Reading, arranged: &Arranged) -> Vec<String> {
    let conditions = reading.conditions.iter().map(|condition| condition.code());
    conditions.chain((!arranged.possible).then_some(TOO_MANY)).map(str::to_owned).collect()
}

/// What each tile is proposed as: the hand and the dora that were recognised by their place. Where no six stand out, as
/// many tiles of the game as a hand can have are all proposed; of more the person brings in the six, for wrong ones are
/// easily overlooked.
fn roles(arranged: &Arranged) -> Vec<TileRole> {
    let mut roles = vec![TileRole::Other; arranged.tiles.len()];
    if let Some(dora) = arranged.dora {
        roles[dora] = TileRole::Dora;
    }
    let known: Vec<usize> = (0..roles.len()).filter(|&i| arranged.tiles[i].tile.is_some()).collect();
    let few = if known.len() <= HAND { known } else { Vec::new() };
    for i in arranged.hand.map_or(few, |hand| hand.to_vec()) {
        roles[i] = TileRole::Hand;
    }
    roles
}

fn tile_reading(read: &ReadTile, tile: &ArrangedTile, role: TileRole, profile: SetProfile) -> TileReading {
    TileReading {
        face: tile.face.id().to_owned(),
        tile: tile.tile.map(|tile| tile.to_string()),
        changed_from: tile.changed_from.map(|face| face.id().to_owned()),
        corners: read.corners,
        confidence: tile.confidence,
        doubtful: tile.doubtful,
        role,
        alternatives: tile
            .alternatives
            .iter()
            .map(|&(face, confidence)| alternative(face, confidence, profile))
            .collect(),
    }
}

fn alternative(face: Face, confidence: f32, profile: SetProfile) -> Alternative {
    let tile = profile.tile(face).map(|tile| tile.to_string());
    Alternative { face: face.id().to_owned(), tile, confidence }
}

pub(crate) const fn profile(tile_set: TileSet) -> SetProfile {
    match tile_set {
        TileSet::Suzume => SetProfile::Suzume,
        TileSet::Manzu => SetProfile::Manzu,
        TileSet::Pinzu => SetProfile::Pinzu,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Tile;
    use vision::{Probabilities, Quad, Timing};

    fn arranged(tiles: &[Option<Tile>], hand: Option<[usize; 6]>, dora: Option<usize>) -> Arranged {
        let tiles = tiles.iter().map(|&tile| ArrangedTile {
            face: Face::CHUN,
            tile,
            changed_from: None,
            confidence: 1.0,
            doubtful: false,
            alternatives: Vec::new(),
        });
        Arranged { tiles: tiles.collect(), hand, winning: None, dora, possible: true }
    }

    #[test]
    fn the_hand_and_the_dora_by_their_place() {
        let seven = [Some(Tile::HATSU); 7];
        let roles = roles(&arranged(&seven, Some([0, 1, 2, 4, 5, 6]), Some(3)));
        assert_eq!(roles[3], TileRole::Dora);
        assert_eq!(roles.iter().filter(|role| **role == TileRole::Hand).count(), 6);
    }

    #[test]
    fn all_of_a_few_tiles_and_none_of_many_when_no_six_stand_out() {
        let mut tiles = [Some(Tile::CHUN); 7];
        tiles[1] = None;
        let in_hand = |tiles: &[Option<Tile>]| -> Vec<usize> {
            let roles = roles(&arranged(tiles, None, None));
            (0..tiles.len()).filter(|&i| roles[i] == TileRole::Hand).collect()
        };
        assert_eq!(in_hand(&tiles), [0, 2, 3, 4, 5, 6], "a face that the set does not know is shown, not proposed");
        assert_eq!(in_hand(&tiles[..4]), [0, 2, 3], "the rest of the hand is entered by hand");
        assert!(in_hand(&[Some(Tile::CHUN); 7]).is_empty(), "rather no hand than the wrong one");
    }

    #[test]
    fn a_tile_that_cannot_be_is_shown_as_changed_with_both_faces_to_choose_from() {
        let face = |id: &str| Face::from_id(id).expect("a face");
        let tile = |left: f32, pairs: &[(&str, f32)]| ReadTile {
            face: face(pairs[0].0),
            corners: Quad::rectangle(left, 0.0, left + 30.0, 40.0).0,
            confidence: pairs[0].1,
            doubtful: false,
            probabilities: Probabilities::new(pairs.iter().map(|&(id, p)| (face(id), p))),
        };
        let reading = Reading {
            tiles: vec![tile(0.0, &[("3sr", 0.99)]), tile(33.0, &[("3sr", 0.95), ("3s", 0.05)])],
            rejected: Vec::new(),
            size: [1280, 720],
            conditions: Vec::new(),
            timing: Timing::default(),
        };
        let shown = picture_reading(&reading, TileSet::Suzume);
        let [first, second] = &shown.tiles[..] else { panic!("two tiles") };
        assert_eq!((first.face.as_str(), first.doubtful, first.changed_from.as_deref()), ("3sr", false, None));
        assert_eq!((second.tile.as_deref(), second.doubtful), (Some("3"), true));
        assert_eq!(second.changed_from.as_deref(), Some("3sr"));
        assert_eq!(second.alternatives[0].tile.as_deref(), Some("3r"));
        assert!(shown.hindrances.is_empty());
        let sure_of_both = Reading { tiles: vec![reading.tiles[0].clone(), tile(33.0, &[("3sr", 1.0)])], ..reading };
        let shown = picture_reading(&sure_of_both, TileSet::Suzume);
        assert_eq!(shown.hindrances, [TOO_MANY]);
        assert!(shown.tiles.iter().all(|tile| tile.doubtful), "either may be the wrong one");
    }
}
