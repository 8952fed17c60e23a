//! Which faces the tiles of a lesson show: the order in which a person lays them out, over one picture or several.

use crate::taught::{TaughtError, teachable};
use crate::{Face, Probabilities, SetProfile};
use std::fmt;

/// What a tile that was not found, or one too many, costs when tiles and layout are compared: as much as a face that the
/// reader holds for one in fifty.
const GAP: f32 = 4.0;
/// A face held for less likely than this costs no more.
const LEAST: f32 = 1e-4;

/// Faces in the order in which they are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout(Vec<Face>);

/// How the tiles of one picture fit a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    /// For each tile its position in the layout; `None` for a tile that the layout does not have there.
    pub(crate) places: Vec<Option<usize>>,
    /// The faces of the layout between the first tile and the last that no tile shows.
    pub(crate) missing: Vec<Face>,
}

impl Layout {
    /// The order that is asked for when none is named: souzu 1-9, hatsu, chun, then what is red in this set.
    pub fn usual(profile: SetProfile) -> Layout {
        let last: &[&str] = match profile {
            SetProfile::Suzume => &["1sr-9sr"],
            SetProfile::Manzu => &["1m-9m"],
            SetProfile::Pinzu => &["1p-9p"],
            SetProfile::Riichi => &["haku", "E", "S", "W", "N", "1m-9m", "1p-9p"],
        };
        let parts = ["1s-9s", "hatsu", "chun"].iter().chain(last);
        Layout(parts.flat_map(|part| run(part).unwrap_or_default()).collect())
    }

    /// Faces by their ids, with commas or spaces between them; `1s-9s` is a run.
    ///
    /// # Errors
    /// [`TaughtError::Face`] for what is no face that can be taught, [`TaughtError::NoFaces`] for nothing at all.
    pub fn parse(text: &str) -> Result<Layout, TaughtError> {
        let parts = text.split([',', ' ', '\n', '\t']).filter(|part| !part.is_empty());
        let faces: Vec<Face> = parts.map(run).collect::<Result<Vec<_>, _>>()?.concat();
        if faces.is_empty() { Err(TaughtError::NoFaces) } else { Ok(Layout(faces)) }
    }

    /// The faces in their order.
    pub fn faces(&self) -> &[Face] {
        &self.0
    }

    /// The part of the layout that each picture shows when the pictures have so many tiles: one after the other, again from
    /// the first face after the last. `None` when the numbers do not come out even.
    pub(crate) fn dealt(&self, counts: &[usize]) -> Option<Vec<Vec<Face>>> {
        let mut from = 0;
        let mut dealt = Vec::with_capacity(counts.len());
        for &count in counts {
            let part = self.0.get(from..from + count)?;
            dealt.push(part.to_vec());
            from = (from + count) % self.0.len();
        }
        (from == 0 && !counts.contains(&0)).then_some(dealt)
    }

    /// Where tiles of these probabilities fit best: each tile on a face of the layout, in order, as few as possible left
    /// over. The picture may show any stretch of the layout.
    pub(crate) fn fit(&self, tiles: &[Probabilities]) -> Fit {
        let (rows, columns) = (tiles.len(), self.0.len());
        let cost = |row: usize, column: usize| -tiles[row].of(self.0[column]).max(LEAST).ln();
        // least[i][j]: the first i tiles against the layout up to face j; skipping faces before the first tile is free.
        let mut least = vec![vec![0.0; columns + 1]; rows + 1];
        for i in 1..=rows {
            least[i][0] = GAP * i as f32;
            for j in 1..=columns {
                let on_face = least[i - 1][j - 1] + cost(i - 1, j - 1);
                least[i][j] = on_face.min(least[i - 1][j] + GAP).min(least[i][j - 1] + GAP);
            }
        }
        let mut j = (0..=columns).min_by(|&a, &b| least[rows][a].total_cmp(&least[rows][b])).unwrap_or(0);
        let mut i = rows;
        let mut places = vec![None; rows];
        let mut missing = Vec::new();
        while i > 0 {
            if j > 0 && least[i][j] == least[i - 1][j - 1] + cost(i - 1, j - 1) {
                places[i - 1] = Some(j - 1);
                (i, j) = (i - 1, j - 1);
            } else if j > 0 && least[i][j] == least[i][j - 1] + GAP {
                missing.push(self.0[j - 1]);
                j -= 1;
            } else {
                i -= 1;
            }
        }
        missing.reverse();
        Fit { places, missing }
    }
}

/// `3s`, or `1s-9s` for all from one to the other in the order of [`Face::all`].
fn run(part: &str) -> Result<Vec<Face>, TaughtError> {
    let Some((first, last)) = part.split_once('-') else { return teachable(part).map(|face| vec![face]) };
    let (first, last) = (teachable(first)?, teachable(last)?);
    let same_suit = match (first.suited(), last.suited()) {
        (Some((a, _, a_red)), Some((b, _, b_red))) => a == b && a_red == b_red,
        _ => false,
    };
    let run = Face::all().filter(|face| (first..=last).contains(face)).collect::<Vec<_>>();
    if same_suit && !run.is_empty() { Ok(run) } else { Err(TaughtError::Face { id: part.to_owned() }) }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.0.iter().map(|face| face.id()).collect();
        f.write_str(&ids.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure(ids: &str) -> Vec<Probabilities> {
        let faces = Layout::parse(ids).expect("faces").0;
        faces.into_iter().map(|face| Probabilities::new([(face, 0.99)])).collect()
    }

    fn ids(faces: &[Face]) -> Vec<&'static str> {
        faces.iter().map(|face| face.id()).collect()
    }

    #[test]
    fn the_usual_order_is_one_to_nine_the_dragons_and_the_reds() {
        let suzume = Layout::usual(SetProfile::Suzume);
        assert_eq!(suzume.to_string(), "1s,2s,3s,4s,5s,6s,7s,8s,9s,hatsu,chun,1sr,2sr,3sr,4sr,5sr,6sr,7sr,8sr,9sr");
        assert_eq!(Layout::usual(SetProfile::Manzu).faces().len(), 20);
        assert_eq!(Layout::usual(SetProfile::Pinzu).faces()[11].id(), "1p");
        assert_eq!(Layout::usual(SetProfile::Riichi).faces().len(), 34);
    }

    #[test]
    fn layouts_are_written_as_faces_and_runs() {
        assert_eq!(Layout::parse("1s-3s, hatsu chun").expect("faces").to_string(), "1s,2s,3s,hatsu,chun");
        assert_eq!(Layout::parse("7sr-9sr").expect("reds").to_string(), "7sr,8sr,9sr");
        for (bad, code) in [
            ("10s", "unknown_face"),
            ("back", "unknown_face"),
            ("1s-9m", "unknown_face"),
            ("3s-1s", "unknown_face"),
            (" ,", "no_faces"),
        ] {
            assert_eq!(Layout::parse(bad).expect_err(bad).code(), code, "{bad}");
        }
    }

    #[test]
    fn pictures_share_a_layout_or_show_it_each() {
        let layout = Layout::usual(SetProfile::Suzume);
        assert_eq!(layout.dealt(&[20, 20]).expect("two whole ones")[1].len(), 20);
        let split = layout.dealt(&[11, 9, 20]).expect("one in two parts, one whole");
        assert_eq!(ids(&split[1])[..2], ["1sr", "2sr"]);
        assert_eq!(layout.dealt(&[19]), None);
        assert_eq!(layout.dealt(&[20, 11]), None);
        assert_eq!(layout.dealt(&[21]), None);
        assert_eq!(layout.dealt(&[0, 20]), None);
    }

    #[test]
    fn a_missing_and_a_stray_tile_are_named() {
        let layout = Layout::usual(SetProfile::Suzume);
        let fit = layout.fit(&sure("1s-4s 6s-9s hatsu chun"));
        assert_eq!(ids(&fit.missing), ["5s"]);
        assert_eq!(fit.places[4], Some(5));
        let fit = layout.fit(&sure("hatsu chun E 1sr-3sr"));
        assert_eq!(fit.places, [Some(9), Some(10), None, Some(11), Some(12), Some(13)]);
        assert!(fit.missing.is_empty());
        assert_eq!(layout.fit(&[]).places, []);
    }
}
