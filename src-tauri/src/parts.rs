//! What the window is built from: the table and the recogniser, each behind a lock and made when first needed.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};
use table::{
    Appraisal, CardView, Consequences, ExportFormat, Failure, GameView, HandEnd, HandQuestion, HandStudy, Intent, LessonView,
    Mend, PictureReading, Pictures, Records, SetChange, SetsView, Table, Teaching, TileSet, ToldFaces, View,
};
use vision::{ModelPaths, Recogniser, VisionError};

/// The file of the games, in the folder of the data.
const GAMES: &str = "games.sqlite";
/// What the names of exports end with.
const EXPORTS: [&str; 3] = ["json", "csv", "txt"];

/// The table and the recogniser. Every method may wait for a disk or a model: none is for the main thread.
pub struct Parts {
    /// Folder of the games.
    data: PathBuf,
    /// Where an installed app has its models and library.
    resources: Option<PathBuf>,
    /// Where exports are saved; where the system names no such folder, beside the games.
    downloads: Option<PathBuf>,
    table: Mutex<Option<Table>>,
    recogniser: Mutex<Option<Recogniser>>,
    /// Locked after the recogniser where both are needed.
    teaching: Mutex<Option<Teaching>>,
}

impl Parts {
    /// Nothing is opened yet.
    pub fn new(data: PathBuf, resources: Option<PathBuf>, downloads: Option<PathBuf>) -> Parts {
        let (table, recogniser, teaching) = (Mutex::new(None), Mutex::new(None), Mutex::new(None));
        Parts { data, resources, downloads, table, recogniser, teaching }
    }

    /// Loads the models ahead of the first picture. A failure is kept for the person who gives one.
    pub fn warm_up(&self) {
        if let Err(failure) = self.with_recogniser(|_| Ok(())) {
            eprintln!("suzume-table: pictures cannot be read: {} {:?}", failure.code, failure.details);
        }
    }

    /// What there is to show.
    pub fn view(&self) -> Result<View, Failure> {
        self.with_table(|table| table.view())
    }

    /// Does what was asked, now, and tells what there is to show afterwards.
    pub fn dispatch(&self, intent: Intent) -> Result<View, Failure> {
        let now = now()?;
        self.with_table(|table| table.dispatch(intent, now, &mut rand::rng()))
    }

    /// What this end of the hand would do.
    pub fn appraise(&self, end: &HandEnd) -> Result<Appraisal, Failure> {
        self.with_table(|table| table.appraise(end))
    }

    /// What a hand waits for, or what each discard would leave.
    pub fn study(&self, question: &HandQuestion) -> Result<HandStudy, Failure> {
        self.with_table(|table| Ok(table.study(question)))
    }

    /// What scores what on this table.
    pub fn card(&self) -> Result<CardView, Failure> {
        self.with_table(|table| Ok(table.card()))
    }

    /// What a correction or a swap of seats would change.
    pub fn consequences(&self, mend: &Mend) -> Result<Consequences, Failure> {
        self.with_table(|table| table.consequences(mend))
    }

    /// What all games tell together.
    pub fn records(&self) -> Result<Records, Failure> {
        self.with_table(|table| table.records())
    }

    /// A game as it would be shown, without opening it.
    pub fn read_game(&self, id: u32) -> Result<GameView, Failure> {
        self.with_table(|table| table.read_game(id))
    }

    /// A game as a text for other programs.
    pub fn export(&self, id: u32, format: ExportFormat) -> Result<String, Failure> {
        self.with_table(|table| table.export(id, format))
    }

    /// Saves an exported text in a new file and tells where. The page chooses neither folder nor name, and nothing is replaced.
    pub fn save_export(&self, id: u32, ending: &str, text: &str) -> Result<String, Failure> {
        if !EXPORTS.contains(&ending) {
            return Err(unexpected(&format!("nothing is exported as {ending:?}")));
        }
        let folder = self.downloads.as_ref().unwrap_or(&self.data);
        let not_saved = |cause: &dyn std::fmt::Display| Failure::new("export_not_saved").with("cause", cause);
        std::fs::create_dir_all(folder).map_err(|error| not_saved(&error))?;
        for number in 1.. {
            let again = if number == 1 { String::new() } else { format!(" ({number})") };
            let path = folder.join(format!("suzume-table-{id}{again}.{ending}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(text.as_bytes())
                        .and_then(|()| file.sync_all())
                        .map_err(|error| not_saved(&error))?;
                    return Ok(path.display().to_string());
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(not_saved(&error)),
            }
        }
        Err(not_saved(&"every name is taken"))
    }

    /// Reads the tiles in an encoded picture.
    pub fn read_picture(&self, encoded: &[u8], tile_set: TileSet) -> Result<PictureReading, Failure> {
        let pictures = Pictures::new(&self.data);
        self.with_recogniser(|recogniser| table::read_picture(recogniser, &pictures, encoded, tile_set))
    }

    /// The JPEG file of a picture that was kept with its hand.
    pub fn kept_picture(&self, key: &str) -> Result<Vec<u8>, Failure> {
        Pictures::new(&self.data).look(key)
    }

    /// The sets of tiles that were taught.
    pub fn sets(&self) -> Result<SetsView, Failure> {
        self.with_teaching(|teaching, recogniser| teaching.view(recogniser))
    }

    /// Chooses, keeps or forgets a taught set, or begins a lesson anew.
    pub fn change_sets(&self, change: SetChange) -> Result<SetsView, Failure> {
        self.with_teaching(|teaching, recogniser| teaching.change(recogniser, change))
    }

    /// Adds an encoded picture to the lesson.
    pub fn show_tiles(&self, encoded: &[u8], tile_set: TileSet) -> Result<LessonView, Failure> {
        self.with_teaching(|teaching, recogniser| teaching.show(recogniser, encoded, tile_set))
    }

    /// What the lesson comes to when its tiles are what the person says.
    pub fn check_lesson(&self, faces: &ToldFaces, tile_set: TileSet) -> Result<LessonView, Failure> {
        self.with_teaching(|teaching, _| teaching.check(Some(faces), tile_set))
    }

    fn with_teaching<T>(
        &self,
        act: impl FnOnce(&mut Teaching, &mut Recogniser) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let new = || Ok(Teaching::new(&self.data));
        self.with_recogniser(|recogniser| with(&self.teaching, new, |teaching| act(teaching, recogniser)))
    }

    fn with_table<T>(&self, act: impl FnOnce(&mut Table) -> Result<T, Failure>) -> Result<T, Failure> {
        let open = || {
            std::fs::create_dir_all(&self.data).map_err(|error| unexpected(&error))?;
            Table::open(&self.data.join(GAMES))
        };
        with(&self.table, open, act)
    }

    fn with_recogniser<T>(&self, act: impl FnOnce(&mut Recogniser) -> Result<T, Failure>) -> Result<T, Failure> {
        let load = || {
            let mut recogniser = Recogniser::load(&self.model_paths()?)?;
            Teaching::new(&self.data).prepare(&mut recogniser);
            Ok(recogniser)
        };
        with(&self.recogniser, load, act)
    }

    fn model_paths(&self) -> Result<ModelPaths, VisionError> {
        ModelPaths::discover().or_else(|error| match &self.resources {
            Some(folder) => ModelPaths::beside(folder).map_err(|_| error),
            None => Err(error),
        })
    }
}

/// Acts on the part, making it first where there is none.
fn with<P, T>(
    part: &Mutex<Option<P>>,
    make: impl FnOnce() -> Result<P, Failure>,
    act: impl FnOnce(&mut P) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut guard = locked(part);
    if guard.is_none() {
        *guard = Some(make()?);
    }
    guard.as_mut().map_or_else(|| Err(Failure::new("unexpected")), act)
}

/// The part, locked. One in which something panicked is dropped: what it holds in memory cannot be trusted, what it had
/// written can, so it is made anew.
fn locked<P>(part: &Mutex<Option<P>>) -> MutexGuard<'_, Option<P>> {
    part.lock().unwrap_or_else(|poisoned| {
        part.clear_poison();
        let mut guard = poisoned.into_inner();
        *guard = None;
        guard
    })
}

/// Milliseconds since 1970-01-01 UTC.
fn now() -> Result<u64, Failure> {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| unexpected(&error))?;
    u64::try_from(elapsed.as_millis()).map_err(|error| unexpected(&error))
}

/// Something that no code was made for.
pub fn unexpected(cause: &dyn std::fmt::Display) -> Failure {
    Failure::new("unexpected").with("cause", cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn new_game() -> Intent {
        let players = ["하늘", "보미", "아라"].map(str::to_owned).to_vec();
        Intent::NewGame { players, first_dealer: Some(0), rules: Vec::new(), sticks: true }
    }

    #[test]
    fn a_game_is_there_again_after_the_window_was_closed() {
        let folder = tempfile::tempdir().unwrap();
        let first = Parts::new(folder.path().join("data"), None, None);
        assert!(first.view().unwrap().game.is_none());
        let shown = first.dispatch(new_game()).unwrap();
        drop(first);
        assert_eq!(Parts::new(folder.path().join("data"), None, None).view().unwrap(), shown);
    }

    #[test]
    fn a_panic_costs_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(folder.path().to_owned(), None, None);
        let shown = parts.dispatch(new_game()).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| parts.with_table::<()>(|_| panic!("on purpose"))));
        assert!(panicked.is_err());
        assert_eq!(parts.view().unwrap(), shown);
    }

    #[test]
    fn a_second_window_cannot_record_on_a_state_that_the_first_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let first = Parts::new(folder.path().to_owned(), None, None);
        let seq = first.dispatch(new_game()).unwrap().game.unwrap().seq;
        let second = Parts::new(folder.path().to_owned(), None, None);
        second.view().unwrap();
        let shown = first.dispatch(Intent::SetDora { seq, tile: "3".into() }).unwrap();
        let refused = second.dispatch(Intent::SetDora { seq, tile: "5".into() }).unwrap_err();
        assert_eq!(refused.code, "stale");
        assert_eq!(second.view().unwrap().game, shown.game);
    }

    #[test]
    fn an_export_never_replaces_a_file_and_goes_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(folder.path().join("data"), None, Some(folder.path().join("downloads")));
        let first = parts.save_export(7, "txt", "하늘 47").unwrap();
        let second = parts.save_export(7, "txt", "さくら 33").unwrap();
        assert_ne!(first, second);
        assert_eq!(std::fs::read_to_string(first).unwrap(), "하늘 47");
        assert!(parts.save_export(7, "../sh", "").is_err());
        assert_eq!(std::fs::read_dir(folder.path().join("downloads")).unwrap().count(), 2);
    }

    #[test]
    fn a_file_that_is_no_database_is_a_failure_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(GAMES), "not a database, whatever its name says").unwrap();
        let parts = Parts::new(folder.path().to_owned(), None, None);
        assert!(parts.view().is_err());
        let text = std::fs::read_to_string(folder.path().join(GAMES)).unwrap();
        assert_eq!(text, "not a database, whatever its name says");
    }
}
