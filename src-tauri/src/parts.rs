//! What the window is built from: the table, the recogniser and the camera, each behind a lock and made when first needed.

use crate::eyes::{Cameras, Eyes};
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};
use table::{
    Appraisal, CardView, Consequences, Diagnostics, ExportFormat, Failure, GameView, HandEnd, HandQuestion, HandStudy,
    Intent, LessonView, LiveDesk, Mend, Misread, PictureReading, Pictures, Records, SetChange, SetsView, Shell, Table,
    Teaching, TileSet, ToldFaces, View,
};
use vision::{ModelPaths, Recogniser};

/// The file of the games, in the folder of the data.
const GAMES: &str = "games.sqlite";
/// What the names of exports end with.
const EXPORTS: [&str; 3] = ["json", "csv", "txt"];

/// Where things lie on this computer, as far as the system says.
#[derive(Default)]
pub struct Places {
    /// Where exports are saved.
    pub downloads: Option<PathBuf>,
    /// Where a person keeps documents.
    pub documents: Option<PathBuf>,
}

/// The table, the recogniser and the camera. Every method may wait for a disk or a model: none is for the main thread.
pub struct Parts {
    /// Folder of the games.
    data: PathBuf,
    /// Where exports are saved; where the system names no such folder, beside the games.
    downloads: Option<PathBuf>,
    /// Where a person keeps documents; where the system names no such folder, beside the games.
    documents: Option<PathBuf>,
    table: Mutex<Option<Table>>,
    /// While there is one, it stands in for the table.
    practice: Mutex<Option<Table>>,
    eyes: Arc<Eyes>,
    live: LiveDesk,
    /// Locked after the recogniser where both are needed.
    teaching: Mutex<Option<Teaching>>,
}

impl Parts {
    /// Nothing is opened yet.
    pub fn new(data: PathBuf, places: Places) -> Parts {
        let Places { downloads, documents } = places;
        let eyes = Arc::new(Eyes::new(data.clone()));
        let live = LiveDesk::new(&data, Arc::new(Cameras(Arc::clone(&eyes))));
        Parts {
            data,
            downloads,
            documents,
            table: Mutex::new(None),
            practice: Mutex::new(None),
            eyes,
            live,
            teaching: Mutex::new(None),
        }
    }

    /// The camera. Its methods wait; they hold no other part meanwhile.
    pub const fn live(&self) -> &LiveDesk {
        &self.live
    }

    /// Saves what was read wrong among the person's documents and tells where.
    pub fn save_misread(&self, misread: &Misread) -> Result<String, Failure> {
        let (reader, taught_set) = self.with_teaching(|teaching, recogniser| {
            Ok((recogniser.reader_id().to_owned(), teaching.view(recogniser)?.active))
        })?;
        let folder = self.documents.as_ref().unwrap_or(&self.data);
        let saved = self.live.save_misread(folder, &self.pictures(), misread, &reader, taught_set.as_deref())?;
        Ok(saved.display().to_string())
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

    /// What this program is made of and where its things are. The models are loaded for it, so that what hinders them is said.
    pub fn diagnostics(&self, shell: Shell) -> Diagnostics {
        let games = self.with_table(|table| table.view()).ok().and_then(|view| u32::try_from(view.games.len()).ok());
        let reading = self.with_recogniser(|_| Ok(()));
        Diagnostics::of(shell, &self.data, games, ModelPaths::discover(), reading)
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
        let not_saved = |cause: io::Error| Failure::of_disk("export_not_saved", &cause);
        std::fs::create_dir_all(folder).map_err(not_saved)?;
        for number in 1.. {
            let again = if number == 1 { String::new() } else { format!(" ({number})") };
            let path = folder.join(format!("suzume-table-{id}{again}.{ending}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(not_saved)?;
                    return Ok(path.display().to_string());
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(not_saved(error)),
            }
        }
        Err(not_saved(ErrorKind::AlreadyExists.into()))
    }

    /// Reads the tiles in an encoded picture.
    pub fn read_picture(&self, encoded: &[u8], tile_set: TileSet) -> Result<PictureReading, Failure> {
        let pictures = self.pictures();
        self.with_recogniser(|recogniser| table::read_picture(recogniser, &pictures, encoded, tile_set))
    }

    /// The JPEG file of a picture that was kept with its hand.
    pub fn kept_picture(&self, key: &str) -> Result<Vec<u8>, Failure> {
        self.pictures().look(key)
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
        self.with_teaching(|teaching, _| teaching.check(faces, tile_set))
    }

    fn with_teaching<T>(
        &self,
        act: impl FnOnce(&mut Teaching, &mut Recogniser) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let new = || Ok(Teaching::new(&self.data));
        self.with_recogniser(|recogniser| with(&self.teaching, new, |teaching| act(teaching, recogniser)))
    }

    /// Deletes the pictures that were read long ago and never recorded, as of this moment.
    pub fn prune_pictures(&self, now: SystemTime) -> Result<(), Failure> {
        if let Some(named) = self.with_games(|table| table.pictures())? {
            Pictures::new(&self.data).prune(&named, now).map_err(|error| unexpected(&error))?;
        }
        Ok(())
    }

    /// What is read for practice goes when that is over.
    pub fn pictures(&self) -> Pictures {
        if locked(&self.practice).is_some() { Pictures::new(&practice_folder()) } else { Pictures::new(&self.data) }
    }

    /// Opens the practice game in place of the table, with these players; without players it is over, and the table is as it
    /// was, but for the settings, which are kept as far as the disk takes them.
    pub fn practise(&self, players: Option<Vec<String>>) -> Result<View, Failure> {
        let settings = self.view()?.settings;
        *locked(&self.practice) = None;
        let folder = practice_folder();
        // Nothing of an earlier one is needed; a file that cannot be deleted is the system's to clear away.
        let _ = std::fs::remove_dir_all(&folder);
        let Some(players) = players else {
            // Practice is over, whether or not the disk takes the settings: the window must not go on with a game that is gone.
            return self.dispatch(Intent::SetSettings { settings }).or_else(|_| self.view());
        };
        let table = Table::practice(&folder.join(GAMES), settings, players, now()?, &mut rand::rng())?;
        *locked(&self.practice) = Some(table);
        self.view()
    }

    fn with_table<T>(&self, act: impl FnOnce(&mut Table) -> Result<T, Failure>) -> Result<T, Failure> {
        if let Some(practice) = locked(&self.practice).as_mut() {
            return act(practice);
        }
        self.with_games(act)
    }

    /// Also during practice.
    fn with_games<T>(&self, act: impl FnOnce(&mut Table) -> Result<T, Failure>) -> Result<T, Failure> {
        let open = || {
            std::fs::create_dir_all(&self.data).map_err(|error| {
                let forbidden = matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied);
                Failure::of_disk(if forbidden { "file_read_only" } else { "file_unusable" }, &error)
                    .with("file", self.data.display())
            })?;
            Table::open(&self.data.join(GAMES))
        };
        with(&self.table, open, act)
    }

    fn with_recogniser<T>(&self, act: impl FnOnce(&mut Recogniser) -> Result<T, Failure>) -> Result<T, Failure> {
        self.eyes.with(act)
    }
}

/// Acts on the part, making it first where there is none.
pub fn with<P, T>(
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
pub fn locked<P>(part: &Mutex<Option<P>>) -> MutexGuard<'_, Option<P>> {
    part.lock().unwrap_or_else(|poisoned| {
        part.clear_poison();
        let mut guard = poisoned.into_inner();
        *guard = None;
        guard
    })
}

/// Where the practice game of this window is: among the system's temporary files.
fn practice_folder() -> PathBuf {
    std::env::temp_dir().join(format!("suzume-practice-{}", std::process::id()))
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
    use std::time::Duration;
    use table::{Claim, Origin, Settings};
    use vision::Picture;

    /// There is one practice folder a process: tests that practise take turns.
    static PRACTISING: Mutex<Option<()>> = Mutex::new(None);

    fn new_game() -> Intent {
        let players = ["하늘", "보미", "아라"].map(str::to_owned).to_vec();
        Intent::NewGame { players, first_dealer: Some(0), rules: Vec::new(), sticks: true }
    }

    #[test]
    fn a_game_is_there_again_after_the_window_was_closed() {
        let folder = tempfile::tempdir().unwrap();
        let first = Parts::new(folder.path().join("data"), Places::default());
        assert!(first.view().unwrap().game.is_none());
        let shown = first.dispatch(new_game()).unwrap();
        drop(first);
        assert_eq!(Parts::new(folder.path().join("data"), Places::default()).view().unwrap(), shown);
    }

    #[test]
    fn a_practice_game_leaves_the_real_one_as_it_was() {
        let _turn = locked(&PRACTISING);
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(folder.path().to_owned(), Places::default());
        let real = parts.dispatch(new_game()).unwrap();
        let practice = parts.practise(Some(["A", "B", "C"].map(str::to_owned).to_vec())).unwrap();
        assert!(practice.practice);
        let seq = practice.game.unwrap().seq;
        parts.dispatch(Intent::SetDora { seq, tile: "5".into() }).unwrap();
        let settings = Settings { sticks: false, ..real.settings.clone() };
        parts.dispatch(Intent::SetSettings { settings: settings.clone() }).unwrap();
        let after = parts.practise(None).unwrap();
        assert_eq!((after.game, after.games.len()), (real.game, 1));
        assert_eq!((after.practice, after.settings), (false, settings));
        assert!(!practice_folder().exists());
    }

    #[test]
    fn practice_is_over_even_if_the_disk_does_not_take_the_settings() {
        let _turn = locked(&PRACTISING);
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(folder.path().to_owned(), Places::default());
        let real = parts.dispatch(new_game()).unwrap();
        parts.practise(Some(["A", "B", "C"].map(str::to_owned).to_vec())).unwrap();
        let full = "CREATE TRIGGER full BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'full'); END";
        rusqlite::Connection::open(folder.path().join(GAMES)).unwrap().execute_batch(full).unwrap();
        assert_eq!(parts.practise(None).unwrap(), real);
    }

    #[test]
    fn the_picture_of_a_recorded_hand_stays_for_ever_and_one_of_none_for_a_while() {
        let _turn = locked(&PRACTISING);
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(folder.path().to_owned(), Places::default());
        let pictures = [table::SAMPLE_PICTURE, include_bytes!("../../tests/golden/empty.jpg")];
        let [recorded, unrecorded] =
            pictures.map(|file| parts.pictures().keep(&Picture::from_bytes(file).unwrap()).unwrap());
        let seq = parts.dispatch(new_game()).unwrap().game.unwrap().seq;
        let tiles = ["2", "3", "4", "5", "5", "5r"].map(str::to_owned).to_vec();
        let origin = Origin::Camera { picture: Some(recorded.clone()), certainty: 0.98, corrected: 0 };
        let winner = Claim { seat: 0, tiles, origin, own_discard: false };
        parts.dispatch(Intent::EndHand { seq, end: HandEnd::Tsumo { winner } }).unwrap();
        let later = SystemTime::now() + Duration::from_secs(30 * 24 * 60 * 60);
        parts.practise(Some(["A", "B", "C"].map(str::to_owned).to_vec())).unwrap();
        parts.prune_pictures(later).unwrap();
        parts.practise(None).unwrap();
        assert!(parts.kept_picture(&recorded).is_ok(), "not even during practice");
        assert_eq!(parts.kept_picture(&unrecorded).unwrap_err().code, "picture_not_kept");
    }

    #[test]
    fn a_panic_costs_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(folder.path().to_owned(), Places::default());
        let shown = parts.dispatch(new_game()).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| parts.with_table::<()>(|_| panic!("on purpose"))));
        assert!(panicked.is_err());
        assert_eq!(parts.view().unwrap(), shown);
    }

    #[test]
    fn a_second_window_cannot_record_on_a_state_that_the_first_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let first = Parts::new(folder.path().to_owned(), Places::default());
        let seq = first.dispatch(new_game()).unwrap().game.unwrap().seq;
        let second = Parts::new(folder.path().to_owned(), Places::default());
        second.view().unwrap();
        let shown = first.dispatch(Intent::SetDora { seq, tile: "3".into() }).unwrap();
        let refused = second.dispatch(Intent::SetDora { seq, tile: "5".into() }).unwrap_err();
        assert_eq!(refused.code, "stale");
        assert_eq!(second.view().unwrap().game, shown.game);
    }

    #[test]
    fn an_export_never_replaces_a_file_and_goes_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::new(
            folder.path().join("data"),
            Places { downloads: Some(folder.path().join("downloads")), ..Places::default() },
        );
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
        let parts = Parts::new(folder.path().to_owned(), Places::default());
        assert!(parts.view().is_err());
        let text = std::fs::read_to_string(folder.path().join(GAMES)).unwrap();
        assert_eq!(text, "not a database, whatever its name says");
    }
}
