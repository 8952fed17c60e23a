//! Teaching a set of tiles from photos, and choosing which taught set is on the table.

use crate::reading::profile;
use crate::{Failure, TileSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::TS;
use vision::{Face, Finding, Layout, Lesson, Picture, Place, Recogniser, Shown, TaughtSet, TaughtSets};

/// The sets that were taught.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct SetsView {
    /// By name.
    pub sets: Vec<TaughtSetView>,
    /// The name of the one that photos are read with.
    pub active: Option<String>,
    /// What those are called whose files are damaged.
    pub damaged: Vec<String>,
    /// The one that was forgotten last and can be had back.
    pub forgotten: Option<String>,
}

/// A taught set.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct TaughtSetView {
    /// Its name.
    pub name: String,
    /// How many faces were taught.
    pub faces: u32,
    /// Whether it was taught with the reader that reads now; otherwise it must be taught again.
    pub usable: bool,
}

/// What each tile of each picture is said to be, in reading order: a face such as `"3sr"`, or `None` for no tile of the set.
pub type ToldFaces = Vec<Vec<Option<String>>>;

/// A change of the taught sets or of the lesson.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export)]
pub enum SetChange {
    /// Photos are read with this set from now on, or with none.
    Use {
        /// Its name.
        name: Option<String>,
    },
    /// Forgets a set.
    Forget {
        /// Its name.
        name: String,
    },
    /// Brings back the set that was forgotten last.
    Restore,
    /// Begins a lesson anew, without pictures.
    Begin,
    /// Keeps what the lesson's pictures teach and uses it.
    Learn {
        /// What the set shall be called; one of that name is replaced.
        name: String,
        /// What each tile is.
        faces: ToldFaces,
        /// Which set it is.
        tile_set: TileSet,
    },
}

/// What a lesson comes to so far.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LessonView {
    /// Its pictures, in the order in which they were given.
    pub pictures: Vec<LessonPicture>,
    /// What is wrong or odd, the gravest first.
    pub findings: Vec<FindingView>,
    /// How many tiles have a face.
    pub tiles: u32,
    /// How many of them are read rightly without the set.
    pub right_before: u32,
    /// How many are with it.
    pub right_after: u32,
    /// Whether a set can be learnt from it as it is.
    pub can_learn: bool,
}

/// A picture of a lesson.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LessonPicture {
    /// Width in pixels, upright.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The tiles in reading order.
    pub tiles: Vec<LessonTile>,
}

/// A tile of a lesson.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct LessonTile {
    /// Four corners in pixels, clockwise from the tile's own top left.
    pub corners: [[f32; 2]; 4],
    /// What it is read as, without any taught set.
    pub read: String,
    /// How sure that is, 0-1.
    pub confidence: f32,
    /// What it is, by the layout or as the person says; `None` for no tile of the set.
    pub face: Option<String>,
}

/// Something about a lesson that a person should know.
#[derive(Clone, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct FindingView {
    /// Such as `wrong_tile`; the window has the sentence.
    pub code: String,
    /// What the sentence mentions: `expected`, `looks_like` and how sure that is (`percent`), `faces` (ids with spaces between),
    /// `found`, `layout`, how many places beside the tiles are `unclear`, `condition`.
    pub details: BTreeMap<String, String>,
    /// The picture that it is about as a whole, from 0.
    pub picture: Option<u32>,
    /// The tiles that it is about.
    pub tiles: Vec<TilePlace>,
}

/// Where a tile of a lesson is, both counted from 0.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, TS)]
#[ts(export)]
pub struct TilePlace {
    /// In which picture.
    pub picture: u32,
    /// Which of its tiles, in reading order.
    pub tile: u32,
}

/// The same as [`ToldFaces`], read.
type Faces = Vec<Vec<Option<Face>>>;

/// What a lesson's set is called until it is kept: only then the person is asked.
const UNNAMED: &str = "lesson";

/// The taught sets of a folder of data, and the lesson that is going on.
pub struct Teaching {
    sets: TaughtSets,
    lesson: Vec<Shown>,
    /// What the person last said of the lesson's first pictures; a further one does not change it.
    told: Faces,
    forgotten: Option<Forgotten>,
}

/// The set that was forgotten last.
struct Forgotten {
    set: TaughtSet,
    /// Whether photos were read with it.
    in_use: bool,
}

impl Teaching {
    /// The sets in the folder of an app's data.
    pub fn new(data: &Path) -> Teaching {
        Teaching { sets: TaughtSets::in_data(data), lesson: Vec::new(), told: Vec::new(), forgotten: None }
    }

    /// Lets a recogniser that was just loaded read with the set in use. One that cannot be used is not: [`Teaching::view`] says so.
    pub fn prepare(&self, recogniser: &mut Recogniser) {
        let set = self.sets.active().and_then(|name| self.sets.get(&name).ok());
        // A set of another reader is left out.
        let _ = recogniser.expect(set);
    }

    /// The sets that there are.
    ///
    /// # Errors
    /// `set_storage` when the folder cannot be read.
    pub fn view(&self, recogniser: &Recogniser) -> Result<SetsView, Failure> {
        let listed = self.sets.list()?;
        let usable = |set: &TaughtSet| set.check_reader(recogniser.reader_id()).is_ok();
        let active = self.sets.active().filter(|name| listed.sets.iter().any(|set| set.name() == name && usable(set)));
        let one = |set: &TaughtSet| TaughtSetView {
            name: set.name().to_owned(),
            faces: set.faces().len() as u32,
            usable: usable(set),
        };
        let damaged = listed.damaged.into_iter().map(Failure::from);
        Ok(SetsView {
            sets: listed.sets.iter().map(one).collect(),
            active,
            damaged: damaged.map(|failure| failure.details.into_values().next().unwrap_or_default()).collect(),
            forgotten: self.forgotten.as_ref().map(|forgotten| forgotten.set.name().to_owned()),
        })
    }

    /// Does what was asked and tells which sets there are afterwards.
    ///
    /// # Errors
    /// What [`vision::TaughtError`] names.
    pub fn change(&mut self, recogniser: &mut Recogniser, change: SetChange) -> Result<SetsView, Failure> {
        match change {
            SetChange::Use { name } => self.activate(recogniser, name.as_deref())?,
            SetChange::Forget { name } => {
                let in_use = self.sets.active().as_deref() == Some(name.trim());
                self.forgotten = self.sets.forget(&name)?.map(|set| Forgotten { set, in_use });
                if in_use {
                    self.activate(recogniser, None)?;
                }
            }
            SetChange::Restore => {
                if let Some(forgotten) = &self.forgotten {
                    let Forgotten { set, in_use } = forgotten;
                    self.sets.save(set)?;
                    // Another that was chosen meanwhile stays; one of another reader is back to be taught again.
                    if *in_use && self.sets.active().is_none() && set.check_reader(recogniser.reader_id()).is_ok() {
                        self.activate(recogniser, Some(set.name()))?;
                    }
                    self.forgotten = None;
                }
            }
            SetChange::Begin => self.begin(),
            SetChange::Learn { name, faces, tile_set } => {
                let lesson = self.as_told(&name, tile_set, named(&faces)?)?;
                let set = lesson.set.ok_or_else(|| Failure::new("no_faces"))?;
                self.sets.save(&set)?;
                let name = set.name().to_owned();
                self.activate(recogniser, Some(&name))?;
                self.begin();
            }
        }
        self.view(recogniser)
    }

    /// Adds an encoded picture to the lesson. What was said of the tiles before stays said.
    ///
    /// # Errors
    /// A picture that cannot be decoded, or a model that fails; the lesson is then as it was.
    pub fn show(
        &mut self,
        recogniser: &mut Recogniser,
        encoded: &[u8],
        tile_set: TileSet,
    ) -> Result<LessonView, Failure> {
        let picture = Picture::from_bytes(encoded)?;
        self.lesson.push(recogniser.show(&picture)?);
        let laid = Lesson::of(UNNAMED, &layout(tile_set), &self.lesson)?;
        if self.told.is_empty() {
            return Ok(self.view_of(&laid));
        }
        let known = self.told.len();
        let faces = self.told.iter().chain(laid.faces.iter().skip(known)).cloned().collect();
        let mut lesson = self.as_told(UNNAMED, tile_set, faces)?;
        // Nobody has looked at the new ones yet: from tiles that do not fit the layout nothing is learnt.
        let unlaid = |it: &Finding| matches!(it, Finding::TileCount { picture, .. } if *picture >= known);
        let unlaid: Vec<Finding> = laid.findings.into_iter().filter(unlaid).collect();
        if !unlaid.is_empty() {
            lesson.set = None;
            lesson.findings.splice(0..0, unlaid);
        }
        Ok(self.view_of(&lesson))
    }

    /// What the lesson comes to when each tile is what the person says.
    ///
    /// # Errors
    /// `unknown_face`, and `no_faces` when no tile has one.
    pub fn check(&mut self, told: &ToldFaces, tile_set: TileSet) -> Result<LessonView, Failure> {
        let faces = named(told)?;
        let lesson = self.as_told(UNNAMED, tile_set, faces.clone())?;
        self.told = faces;
        Ok(self.view_of(&lesson))
    }

    fn view_of(&self, lesson: &Lesson) -> LessonView {
        let pictures = self.lesson.iter().enumerate().map(|(number, one)| {
            let faces = lesson.faces.get(number).map_or(&[][..], Vec::as_slice);
            let [width, height] = one.reading.size;
            let tiles = one.reading.tiles.iter().enumerate().map(|(at, tile)| LessonTile {
                corners: tile.corners,
                read: tile.face.id().to_owned(),
                confidence: tile.confidence,
                face: faces.get(at).copied().flatten().map(|face| face.id().to_owned()),
            });
            LessonPicture { width, height, tiles: tiles.collect() }
        });
        LessonView {
            pictures: pictures.collect(),
            findings: lesson.findings.iter().map(finding_view).collect(),
            tiles: lesson.tiles as u32,
            right_before: lesson.right_before as u32,
            right_after: lesson.right_after as u32,
            can_learn: lesson.set.is_some(),
        }
    }

    fn as_told(&self, name: &str, tile_set: TileSet, faces: Faces) -> Result<Lesson, Failure> {
        Ok(Lesson::as_told(name, &layout(tile_set), &self.lesson, faces)?)
    }

    fn begin(&mut self) {
        self.lesson.clear();
        self.told.clear();
    }

    /// Reads with this set from now on.
    fn activate(&self, recogniser: &mut Recogniser, name: Option<&str>) -> Result<(), Failure> {
        let set = name.map(|name| self.sets.get(name)).transpose()?;
        recogniser.expect(set)?;
        Ok(self.sets.activate(name)?)
    }
}

fn layout(tile_set: TileSet) -> Layout {
    Layout::usual(profile(tile_set))
}

/// The faces that a person has named.
fn named(told: &ToldFaces) -> Result<Faces, Failure> {
    let face = |id: &String| {
        let known = Face::from_id(id).filter(|face| *face != Face::BACK && *face != Face::JUNK);
        known.ok_or_else(|| Failure::new("unknown_face").with("found", id))
    };
    let row = |row: &Vec<Option<String>>| row.iter().map(|id| id.as_ref().map(face).transpose()).collect();
    told.iter().map(row).collect()
}

fn finding_view(finding: &Finding) -> FindingView {
    let id = |face: &Face| face.id().to_owned();
    let ids = |faces: &[Face]| faces.iter().map(|face| face.id()).collect::<Vec<_>>().join(" ");
    let details = match finding {
        // The tiles that are too many are its places.
        Finding::TileCount { picture: _, found, layout, missing, extra: _, unclear } => vec![
            ("found", found.to_string()),
            ("layout", layout.to_string()),
            ("faces", ids(missing)),
            ("unclear", unclear.to_string()),
        ],
        Finding::FacesMissing { faces } | Finding::RedsMissing { faces } => vec![("faces", ids(faces))],
        Finding::WrongTile { place: _, expected, looks_like, confidence } => vec![
            ("expected", id(expected)),
            ("looks_like", id(looks_like)),
            ("percent", format!("{:.0}", confidence * 100.0)),
        ],
        Finding::UnclearTile { place: _, expected, looks_like }
        | Finding::StillMisread { place: _, expected, looks_like } => {
            vec![("expected", id(expected)), ("looks_like", id(looks_like))]
        }
        Finding::LooksDifferent { face, places: _ } => vec![("faces", id(face))],
        Finding::TooAlike { faces } => vec![("faces", ids(faces))],
        Finding::PoorPicture { picture: _, condition } => vec![("condition", condition.code().to_owned())],
    };
    let place = |place: Place| TilePlace { picture: place.picture as u32, tile: place.tile as u32 };
    FindingView {
        code: finding.code().to_owned(),
        details: details.into_iter().map(|(role, value)| (role.to_owned(), value)).collect(),
        picture: finding.picture().map(|number| number as u32),
        tiles: finding.places().into_iter().map(place).collect(),
    }
}

#[cfg(test)]
#[path = "teaching_tests.rs"]
mod tests;
