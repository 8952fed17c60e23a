//! What teaching brings: a set is taught with a few of its own pictures, and the others are measured without and with it.

use super::labels::Labelled;
use super::measure::{Seen, matched};
use super::report::SetFigures;
use super::{EvalArgs, Set, measure_set, picture};
use crate::error::CliError;
use std::collections::BTreeSet;
use vision::{Face, Layout, Lesson, Recogniser, SetProfile, TaughtSet};

/// Figures of the pictures that did not teach: as the reader is, with the taught set, and of the faces alone that were
/// taught (three pictures need not show all).
pub fn measure(
    set: &Set,
    count: usize,
    args: &EvalArgs,
    recogniser: &mut Recogniser,
) -> Result<Vec<SetFigures>, CliError> {
    let teachers = chosen(&set.pictures, count);
    let learnt = taught(set, &teachers, recogniser)?;
    let faces: BTreeSet<Face> = learnt.faces().iter().map(|taught| taught.face).collect();
    let others = || (0..set.pictures.len()).filter(|number| !teachers.contains(number)).map(|i| &set.pictures[i]);
    let rest = |what: &str| Set { name: format!("{}, {what}", set.name), pictures: others().cloned().collect() };
    let of_taught = |what: &str| Set {
        name: format!("{}, {what}", set.name),
        pictures: others().map(|one| one.clone().with_only(|tile| faces.contains(&tile.face))).collect(),
    };
    let mut measured = vec![
        measure_set(rest("not taught"), args, recogniser)?,
        measure_set(of_taught("not taught, these faces"), args, recogniser)?,
    ];
    recogniser.expect(Some(learnt))?;
    measured.push(measure_set(rest(&format!("taught with {count}")), args, recogniser)?);
    measured.push(measure_set(of_taught("taught, these faces"), args, recogniser)?);
    recogniser.expect(None)?;
    Ok(measured)
}

/// The pictures to teach with: each time the one that shows most faces that none before it does, the first of equals. What
/// the reader makes of them plays no part.
fn chosen(pictures: &[Labelled], count: usize) -> Vec<usize> {
    let (mut teachers, mut known) = (Vec::new(), BTreeSet::new());
    while teachers.len() < count.min(pictures.len()) {
        let brings = |number: usize| {
            let faces: BTreeSet<Face> = pictures[number].tiles.iter().map(|tile| tile.face).collect();
            faces.difference(&known).count()
        };
        let left = (0..pictures.len()).filter(|number| !teachers.contains(number));
        let Some(best) = left.rev().max_by_key(|&number| brings(number)) else { break };
        known.extend(pictures[best].tiles.iter().map(|tile| tile.face));
        teachers.push(best);
    }
    teachers
}

/// The set that these pictures teach when a person says of each tile found what it is.
fn taught(set: &Set, teachers: &[usize], recogniser: &mut Recogniser) -> Result<TaughtSet, CliError> {
    let (mut shown, mut told) = (Vec::new(), Vec::new());
    for &number in teachers {
        let mut one = set.pictures[number].clone();
        let picture = picture(&mut one, None)?;
        let seen = recogniser.show(&picture)?;
        let tiles: Vec<Seen> = seen.reading.tiles.iter().map(Seen::from).collect();
        let mut faces = vec![None; tiles.len()];
        for (answer, truth) in matched(&tiles, &one).answers.iter().zip(&one.tiles) {
            if let Some(tile) = answer {
                faces[*tile] = Some(truth.face);
            }
        }
        shown.push(seen);
        told.push(faces);
    }
    let lesson = Lesson::as_told("eval", &Layout::usual(SetProfile::Riichi), &shown, told)?;
    lesson.set.ok_or_else(|| CliError::new("no_faces", format!("{}: no tile was found to teach", set.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::labels::Truth;
    use std::path::PathBuf;
    use vision::Quad;

    fn shows(ids: &str) -> Labelled {
        let faces = Layout::parse(ids).expect("faces");
        let quad = Quad::rectangle(0.0, 0.0, 30.0, 40.0);
        let tiles = faces.faces().iter().map(|&face| Truth { face, quad, turn: None }).collect();
        Labelled { path: PathBuf::new(), size: [99, 99], tiles, ignored: Vec::new(), faces: Vec::new(), hand: None }
    }

    #[test]
    fn those_pictures_teach_that_show_most_new_faces() {
        let pictures = [shows("1s"), shows("1s-5s"), shows("4s-9s"), shows("1m-2m"), shows("6s-9s")];
        assert_eq!(chosen(&pictures, 3), [2, 1, 3]);
        assert_eq!(chosen(&pictures[..1], 3), [0]);
        assert!(chosen(&[], 3).is_empty());
    }
}
