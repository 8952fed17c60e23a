//! The commands: all that the page can ask of the program. Each leaves the main thread at once, and a panic in one becomes
//! a failure.

use crate::parts::{Parts, unexpected};
use std::sync::Arc;
use table::{
    Appraisal, Consequences, ExportFormat, Failure, GameView, HandEnd, Intent, LessonView, Mend, PictureReading,
    Records, SetChange, SetsView, TileSet, ToldFaces, View,
};
use tauri::State;
use tauri::ipc::{InvokeBody, Request, Response};

/// This header names the tile set of a picture, whose bytes are the body.
const TILE_SET: &str = "x-tile-set";

pub type SharedParts<'a> = State<'a, Arc<Parts>>;

/// What there is to show.
#[tauri::command]
pub async fn view(parts: SharedParts<'_>) -> Result<View, Failure> {
    aside(&parts, |parts| parts.view()).await
}

/// Does what was asked and tells what there is to show afterwards.
#[tauri::command]
pub async fn dispatch(parts: SharedParts<'_>, intent: Intent) -> Result<View, Failure> {
    aside(&parts, |parts| parts.dispatch(intent)).await
}

/// What this end of the hand would do; nothing is recorded.
#[tauri::command]
pub async fn appraise(parts: SharedParts<'_>, end: HandEnd) -> Result<Appraisal, Failure> {
    aside(&parts, move |parts| parts.appraise(&end)).await
}

/// What a correction or a swap of seats would change; nothing is recorded.
#[tauri::command]
pub async fn consequences(parts: SharedParts<'_>, mend: Mend) -> Result<Consequences, Failure> {
    aside(&parts, move |parts| parts.consequences(&mend)).await
}

/// What all games tell together.
#[tauri::command]
pub async fn records(parts: SharedParts<'_>) -> Result<Records, Failure> {
    aside(&parts, |parts| parts.records()).await
}

/// A game as it would be shown, without opening it.
#[tauri::command]
pub async fn read_game(parts: SharedParts<'_>, id: u32) -> Result<GameView, Failure> {
    aside(&parts, move |parts| parts.read_game(id)).await
}

/// A game as a text for other programs.
#[tauri::command]
pub async fn export(parts: SharedParts<'_>, id: u32, format: ExportFormat) -> Result<String, Failure> {
    aside(&parts, move |parts| parts.export(id, format)).await
}

/// Saves an exported text among the person's downloads and tells where.
#[tauri::command]
pub async fn save_export(parts: SharedParts<'_>, id: u32, ending: String, text: String) -> Result<String, Failure> {
    aside(&parts, move |parts| parts.save_export(id, &ending, &text)).await
}

/// Reads the tiles of a picture: the body is its file, the header `x-tile-set` names the tile set.
#[tauri::command]
pub async fn read_picture(parts: SharedParts<'_>, request: Request<'_>) -> Result<PictureReading, Failure> {
    let (bytes, tile_set) = picture(&request)?;
    aside(&parts, move |parts| parts.read_picture(&bytes, tile_set)).await
}

/// The JPEG file of a picture that was kept with its hand, as raw bytes.
#[tauri::command]
pub async fn kept_picture(parts: SharedParts<'_>, key: String) -> Result<Response, Failure> {
    aside(&parts, move |parts| parts.kept_picture(&key)).await.map(Response::new)
}

/// The sets of tiles that were taught.
#[tauri::command]
pub async fn sets(parts: SharedParts<'_>) -> Result<SetsView, Failure> {
    aside(&parts, |parts| parts.sets()).await
}

/// Chooses, keeps or forgets a taught set, or begins a lesson anew.
#[tauri::command]
pub async fn change_sets(parts: SharedParts<'_>, change: SetChange) -> Result<SetsView, Failure> {
    aside(&parts, move |parts| parts.change_sets(change)).await
}

/// Adds a picture to the lesson: the body is its file, the header `x-tile-set` names the tile set.
#[tauri::command]
pub async fn show_tiles(parts: SharedParts<'_>, request: Request<'_>) -> Result<LessonView, Failure> {
    let (bytes, tile_set) = picture(&request)?;
    aside(&parts, move |parts| parts.show_tiles(&bytes, tile_set)).await
}

/// What the lesson comes to when its tiles are what the person says.
#[tauri::command]
pub async fn check_lesson(parts: SharedParts<'_>, faces: ToldFaces, tile_set: TileSet) -> Result<LessonView, Failure> {
    aside(&parts, move |parts| parts.check_lesson(&faces, tile_set)).await
}

/// The file of a picture, and the tile set that its header names.
fn picture(request: &Request<'_>) -> Result<(Vec<u8>, TileSet), Failure> {
    let tile_set = tile_set(request.headers().get(TILE_SET).and_then(|value| value.to_str().ok()))?;
    match request.body() {
        InvokeBody::Raw(bytes) => Ok((bytes.clone(), tile_set)),
        _ => Err(unexpected(&"a picture travels as raw bytes, not as JSON")),
    }
}

/// Runs the work on a thread that may wait.
pub async fn aside<T: Send + 'static>(
    parts: &Arc<Parts>,
    work: impl FnOnce(&Parts) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let parts = Arc::clone(parts);
    match tauri::async_runtime::spawn_blocking(move || work(&parts)).await {
        Ok(outcome) => outcome,
        Err(panicked) => Err(unexpected(&panicked)),
    }
}

fn tile_set(name: Option<&str>) -> Result<TileSet, Failure> {
    match name {
        Some("suzume") => Ok(TileSet::Suzume),
        Some("manzu") => Ok(TileSet::Manzu),
        Some("pinzu") => Ok(TileSet::Pinzu),
        other => Err(unexpected(&format!("no tile set is called {other:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Places;
    use std::path::PathBuf;

    #[test]
    fn a_panic_in_a_command_becomes_a_failure() {
        let parts = Arc::new(Parts::new(PathBuf::new(), Places::default()));
        let outcome = tauri::async_runtime::block_on(aside::<()>(&parts, |_| panic!("on purpose")));
        assert_eq!(outcome.unwrap_err().code, "unexpected");
    }

    #[test]
    fn the_tile_sets_go_by_their_names() {
        assert_eq!(tile_set(Some("manzu")).unwrap(), TileSet::Manzu);
        assert!(tile_set(Some("riichi")).is_err() && tile_set(None).is_err());
    }
}
