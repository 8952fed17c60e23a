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
#[path = "parts_tests.rs"]
mod tests;
