//! Set profiles: what a face means as a tile of the game, which depends on the physical set on the table.

use crate::Face;
use rules::Tile;

/// The physical set that is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SetProfile {
    /// A Suzume set: souzu in normal print and all red, hatsu, chun.
    #[default]
    Suzume,
    /// A riichi or Chinese set where manzu 1-9 stand in for the red tiles.
    Manzu,
    /// A riichi or Chinese set where pinzu 1-9 stand in for the red tiles.
    Pinzu,
    /// A whole riichi set without a substitution: every face is reported, and only those that are a Suzume tile as
    /// they are (souzu, the red five of souzu, hatsu, chun) are also named as one.
    Riichi,
}

impl SetProfile {
    /// All profiles.
    pub const ALL: [SetProfile; 4] = [SetProfile::Suzume, SetProfile::Manzu, SetProfile::Pinzu, SetProfile::Riichi];

    /// The profile with this id; `None` when there is none.
    pub fn from_id(id: &str) -> Option<SetProfile> {
        Self::ALL.into_iter().find(|profile| profile.id() == id)
    }

    /// The id: `suzume`, `manzu`, `pinzu`, `riichi`.
    pub const fn id(self) -> &'static str {
        match self {
            SetProfile::Suzume => "suzume",
            SetProfile::Manzu => "manzu",
            SetProfile::Pinzu => "pinzu",
            SetProfile::Riichi => "riichi",
        }
    }

    /// The tile that this face is in this set; `None` when the set has no such tile.
    ///
    /// A red five (`5mr`, `5pr`) stands in for a red tile just as the plain five of its suit does. A red souzu is no
    /// tile of the substituted sets: there the other suit is the red, and one red five among the souzu could be meant
    /// either way, so a person decides.
    pub fn tile(self, face: Face) -> Option<Tile> {
        let substitute = match self {
            SetProfile::Manzu => Some('m'),
            SetProfile::Pinzu => Some('p'),
            SetProfile::Suzume | SetProfile::Riichi => None,
        };
        match face.suited() {
            Some(('s', number, false)) => Tile::normal(number),
            Some(('s', number, true)) => match self {
                SetProfile::Suzume => Tile::red(number),
                SetProfile::Riichi if number == 5 => Tile::red(5),
                _ => None,
            },
            Some((suit, number, _)) if Some(suit) == substitute => Tile::red(number),
            Some(_) => None,
            None if face == Face::HATSU => Some(Tile::HATSU),
            None if face == Face::CHUN => Some(Tile::CHUN),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each profile makes of each face, written out: profile, face, tile. All other pairs are no tile.
    fn expected() -> Vec<(SetProfile, String, Tile)> {
        let mut pairs = Vec::new();
        for profile in SetProfile::ALL {
            pairs.push((profile, "hatsu".to_owned(), Tile::HATSU));
            pairs.push((profile, "chun".to_owned(), Tile::CHUN));
            for number in 1..=9 {
                pairs.push((profile, format!("{number}s"), Tile::normal(number).expect("1-9")));
            }
        }
        for number in 1..=9 {
            let red = Tile::red(number).expect("1-9");
            pairs.push((SetProfile::Suzume, format!("{number}sr"), red));
            pairs.push((SetProfile::Manzu, format!("{number}m"), red));
            pairs.push((SetProfile::Pinzu, format!("{number}p"), red));
        }
        let red_five = Tile::red(5).expect("1-9");
        pairs.push((SetProfile::Manzu, "5mr".to_owned(), red_five));
        pairs.push((SetProfile::Pinzu, "5pr".to_owned(), red_five));
        pairs.push((SetProfile::Riichi, "5sr".to_owned(), red_five));
        pairs
    }

    #[test]
    fn every_face_of_every_profile() {
        let expected = expected();
        for profile in SetProfile::ALL {
            for face in Face::all() {
                let tile = expected.iter().find(|(p, id, _)| (*p, id.as_str()) == (profile, face.id()));
                assert_eq!(profile.tile(face), tile.map(|&(_, _, tile)| tile), "{profile:?} {face}");
            }
        }
    }

    #[test]
    fn the_profiles_that_one_plays_with_reach_all_twenty_tiles() {
        for profile in [SetProfile::Suzume, SetProfile::Manzu, SetProfile::Pinzu] {
            let reached: std::collections::BTreeSet<_> = Face::all().filter_map(|face| profile.tile(face)).collect();
            assert_eq!(reached.len(), Tile::COUNT, "{profile:?}");
        }
    }

    #[test]
    fn ids_name_profiles() {
        for profile in SetProfile::ALL {
            assert_eq!(SetProfile::from_id(profile.id()), Some(profile));
        }
        assert_eq!(SetProfile::from_id("souzu"), None);
    }
}
