//! What the pictures of a set show: labels as JSON lines beside photos, and rendered scenes with a JSON file each.

use crate::error::CliError;
use crate::eval::bands::turn;
use rules::TileCounts;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use vision::{Face, Quad, SetProfile};

/// A rendered face that shows less than this share of itself is not asked for.
const LEAST_VISIBLE: f32 = 0.7;
/// Nor is one whose shorter side is below this many pixels.
const LEAST_RENDERED: f32 = 12.0;

/// One labelled tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// What is printed on it.
    pub face: Face,
    /// Where it lies, in pixels, clockwise.
    pub quad: Quad,
    /// How far its print is turned from upright, in degrees 0-180, where the label says so (photos have upright boxes).
    pub turn: Option<f32>,
}

/// One picture and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The picture file.
    pub path: PathBuf,
    /// Width and height that the labels are in.
    pub size: [u32; 2],
    /// The tiles that must be read.
    pub tiles: Vec<Truth>,
    /// Faces half covered, too small, turned down or not to be told: neither found nor false.
    pub ignored: Vec<Quad>,
    /// Every face in view, also those that are ignored.
    pub faces: Vec<Face>,
    /// The hand, by position in `tiles`, where the label says which tiles are one; `None` where neighbours count.
    pub hand: Option<Vec<usize>>,
}

#[derive(Deserialize)]
struct Photo {
    image: PathBuf,
    size: [u32; 2],
    tiles: Vec<PhotoTile>,
}

#[derive(Deserialize)]
struct PhotoTile {
    face: String,
    #[serde(rename = "box")]
    rectangle: [f32; 4],
}

#[derive(Deserialize)]
struct Scene {
    image: PathBuf,
    size: [u32; 2],
    tiles: Vec<SceneTile>,
}

#[derive(Deserialize)]
struct SceneTile {
    face: String,
    corners: [[f32; 2]; 4],
    visible: f32,
    #[serde(default)]
    role: String,
}

/// The photos of a file of labels, one JSON object a line; the pictures' names are relative to the file.
///
/// # Errors
/// `labels_missing` and `labels_invalid`.
pub fn photos(file: &Path) -> Result<Vec<Labelled>, CliError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let text = read(file)?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| photo(folder, line).map_err(|why| invalid(file, &format!("line {}: {why}", number + 1))))
        .collect()
}

/// The scenes of a folder that `models/training/scenes.py` wrote, in the order of their names.
///
/// # Errors
/// `labels_missing` and `labels_invalid`.
pub fn scenes(folder: &Path) -> Result<Vec<Labelled>, CliError> {
    let entries = std::fs::read_dir(folder).map_err(|error| missing(folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(invalid(folder, "there is no scene in it"));
    }
    files.iter().map(|file| scene(folder, &read(file)?).map_err(|why| invalid(file, &why))).collect()
}

fn photo(folder: &Path, line: &str) -> Result<Labelled, String> {
    let photo: Photo = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let mut one = empty(folder, &photo.image, photo.size);
    for tile in photo.tiles {
        let [left, top, right, bottom] = tile.rectangle;
        let quad = Quad::rectangle(left, top, right, bottom);
        let face = named(&tile.face)?;
        one.faces.push(face);
        match face {
            Face::JUNK | Face::BACK => one.ignored.push(quad),
            face => one.tiles.push(Truth { face, quad, turn: None }),
        }
    }
    Ok(one)
}

fn scene(folder: &Path, text: &str) -> Result<Labelled, String> {
    let scene: Scene = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut one = empty(folder, &scene.image, scene.size);
    let (mut hand, mut has_roles) = (Vec::new(), false);
    for tile in scene.tiles {
        let quad = clockwise(Quad(tile.corners));
        let face = named(&tile.face)?;
        one.faces.push(face);
        has_roles |= !tile.role.is_empty();
        let hidden = tile.visible < LEAST_VISIBLE || shorter_side(&quad) < LEAST_RENDERED;
        if face == Face::BACK || face == Face::JUNK || hidden {
            one.ignored.push(quad);
            continue;
        }
        if matches!(tile.role.as_str(), "hand" | "winning") {
            hand.push(one.tiles.len());
        }
        one.tiles.push(Truth { face, quad, turn: Some(turn(&quad)) });
    }
    one.hand = has_roles.then_some(hand);
    Ok(one)
}

fn empty(folder: &Path, image: &Path, size: [u32; 2]) -> Labelled {
    Labelled { path: folder.join(image), size, tiles: Vec::new(), ignored: Vec::new(), faces: Vec::new(), hand: None }
}

fn named(id: &str) -> Result<Face, String> {
    Face::from_id(id).ok_or_else(|| format!("{id:?} is no face"))
}

fn clockwise(quad: Quad) -> Quad {
    let [a, b, c, d] = quad.0;
    if quad.area() < 0.0 { Quad([a, d, c, b]) } else { quad }
}

/// The shorter of a quad's width and height, in pixels.
pub fn shorter_side(quad: &Quad) -> f32 {
    let (width, height) = quad.sides();
    width.min(height)
}

impl Labelled {
    /// Whether one box holds all tiles in view that the set knows. Rendered scenes may draw each tile by itself.
    pub fn is_possible(&self, profile: SetProfile) -> bool {
        let tiles = self.faces.iter().filter_map(|&face| profile.tile(face));
        TileCounts::default().take_all(tiles).is_ok()
    }

    /// Undoes a stretch: the picture gets the shape `aspect` (width by height) by growing one of its sides, and the
    /// labels go along.
    pub fn unstretched(mut self, aspect: f32) -> Labelled {
        let [width, height] = self.size.map(|side| side as f32);
        let wider = aspect * height / width;
        let grown = if wider >= 1.0 { [wider, 1.0] } else { [1.0, 1.0 / wider] };
        self.size = [(width * grown[0]).round() as u32, (height * grown[1]).round() as u32];
        let exact = [self.size[0] as f32 / width, self.size[1] as f32 / height];
        for quad in self.tiles.iter_mut().map(|tile| &mut tile.quad).chain(&mut self.ignored) {
            *quad = quad.scaled(exact);
        }
        self
    }

    /// Ignores tiles whose shorter side is below so many pixels. A hand that loses a tile is none any more.
    pub fn without_small(self, least: f32) -> Labelled {
        self.with_only(|tile| shorter_side(&tile.quad) >= least)
    }

    /// Ignores all tiles but these. A hand that loses a tile is none any more.
    pub fn with_only(mut self, is_wanted: impl Fn(&Truth) -> bool) -> Labelled {
        let mut moved = Vec::with_capacity(self.tiles.len());
        let mut kept = Vec::with_capacity(self.tiles.len());
        for tile in self.tiles {
            let wanted = is_wanted(&tile);
            moved.push(wanted.then_some(kept.len()));
            if wanted { kept.push(tile) } else { self.ignored.push(tile.quad) }
        }
        self.tiles = kept;
        self.hand = self.hand.map(|hand| hand.into_iter().filter_map(|tile| moved[tile]).collect());
        self
    }
}

fn read(file: &Path) -> Result<String, CliError> {
    std::fs::read_to_string(file).map_err(|error| missing(file, &error))
}

fn missing(path: &Path, error: &std::io::Error) -> CliError {
    CliError::new("labels_missing", format!("{}: {error}", path.display()))
}

fn invalid(path: &Path, why: &str) -> CliError {
    CliError::new("labels_invalid", format!("{}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(id: &str) -> Face {
        Face::from_id(id).expect("a face")
    }

    #[test]
    fn a_photo_has_boxes_and_its_junk_is_ignored() {
        let line = r#"{"image":"a/b.jpg","size":[640,640],"tiles":[{"face":"3s","box":[1,2,31,42]},{"face":"junk","box":[5,5,9,9]}]}"#;
        let one = photo(Path::new("set"), line).expect("a label");
        assert_eq!(one.path, Path::new("set/a/b.jpg"));
        assert_eq!(one.tiles, [Truth { face: face("3s"), quad: Quad::rectangle(1.0, 2.0, 31.0, 42.0), turn: None }]);
        assert_eq!(one.ignored, [Quad::rectangle(5.0, 5.0, 9.0, 9.0)]);
        assert_eq!(one.hand, None);
        assert!(photo(Path::new(""), r#"{"image":"b","size":[1,1],"tiles":[{"face":"0s","box":[0,0,1,1]}]}"#).is_err());
    }

    #[test]
    fn a_scene_says_which_tiles_are_the_hand_and_which_cannot_be_seen() {
        let tile = |face: &str, x: f32, visible: f32, role: &str| {
            // Written counter-clockwise: read clockwise all the same.
            let corners = [[x, 0.0], [x, 40.0], [x + 30.0, 40.0], [x + 30.0, 0.0]];
            serde_json::json!({"face": face, "corners": corners, "visible": visible, "role": role})
        };
        let tiles = [
            tile("1s", 0.0, 0.5, "hand"),
            tile("2s", 40.0, 1.0, "hand"),
            tile("back", 80.0, 1.0, "wall"),
            tile("3sr", 120.0, 0.7, "winning"),
            tile("9s", 160.0, 0.9, "dora"),
        ];
        let text = serde_json::json!({"image": "0.jpg", "size": [1280, 720], "tiles": tiles}).to_string();
        let mut one = scene(Path::new("s"), &text).expect("a scene");
        assert_eq!(one.tiles.iter().map(|tile| tile.face.id()).collect::<Vec<_>>(), ["2s", "3sr", "9s"]);
        assert!(one.tiles.iter().all(|tile| tile.quad.area() > 0.0 && tile.turn == Some(0.0)));
        assert_eq!((one.ignored.len(), &one.hand), (2, &Some(vec![0, 1])));
        assert!(one.is_possible(SetProfile::Suzume));
        one.faces.push(face("3sr"));
        assert!(!one.is_possible(SetProfile::Suzume), "the box holds one red 3");
    }

    #[test]
    fn a_stretch_is_undone_by_growing() {
        let line = r#"{"image":"a.jpg","size":[640,640],"tiles":[{"face":"3s","box":[64,64,128,128]}]}"#;
        let one = photo(Path::new(""), line).expect("a label");
        let wide = one.clone().unstretched(16.0 / 9.0);
        assert_eq!(wide.size, [1138, 640]);
        let [left, top, right, bottom] = wide.tiles[0].quad.bounds();
        assert!((left - 113.8).abs() < 0.1 && (right - 227.6).abs() < 0.1 && top == 64.0 && bottom == 128.0);
        assert_eq!(one.clone().unstretched(0.5).size, [640, 1280]);
        assert_eq!(one.clone().unstretched(1.0), one);
    }

    #[test]
    fn small_tiles_are_ignored_and_leave_the_hand() {
        let line = r#"{"image":"a","size":[99,99],"tiles":[{"face":"1s","box":[0,0,10,40]},{"face":"2s","box":[20,0,50,40]}]}"#;
        let mut one = photo(Path::new(""), line).expect("a label");
        one.hand = Some(vec![0, 1]);
        let kept = one.without_small(24.0);
        assert_eq!(kept.tiles.iter().map(|tile| tile.face.id()).collect::<Vec<_>>(), ["2s"]);
        assert_eq!((kept.ignored.len(), kept.hand), (1, Some(vec![0])));
    }
}
