//! The window of Suzume Table: a shell around the crates, without rules of its own.
//!
//! Two windows at once are two processes on one database: the ledger refuses what was made on an old state, so the second
//! one shows what the first has written. Nothing here stands in the way of that.

// A release build on Windows opens no console beside the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod learn;
mod parts;

use parts::Parts;
use std::error::Error;
use std::sync::Arc;
use tauri::Manager;

fn main() {
    let app = tauri::Builder::default()
        .setup(|app| {
            let parts = Arc::new(parts(app)?);
            let background = Arc::clone(&parts);
            // The first picture should not have to wait for the models; what hinders them is said when one is read.
            std::thread::Builder::new().name("models".into()).spawn(move || background.warm_up())?;
            app.manage(parts);
            Ok(())
        })
        .invoke_handler(tauri::generate_handler![
            commands::view,
            commands::dispatch,
            commands::appraise,
            commands::consequences,
            commands::records,
            commands::read_game,
            commands::export,
            commands::save_export,
            commands::read_picture,
            commands::kept_picture,
            commands::sets,
            commands::change_sets,
            commands::show_tiles,
            commands::check_lesson,
            learn::study,
            learn::card
        ]);
    if let Err(error) = app.run(tauri::generate_context!()) {
        eprintln!("suzume-table: the window could not be opened: {error}");
        std::process::exit(1);
    }
}

/// The parts with their places on this computer: `SUZUME_DATA` names the folder of the games, otherwise it is the one that
/// the system gives to the app.
fn parts(app: &tauri::App) -> Result<Parts, Box<dyn Error>> {
    let data = match std::env::var_os("SUZUME_DATA").filter(|folder| !folder.is_empty()) {
        Some(folder) => folder.into(),
        None => app.path().app_data_dir()?,
    };
    Ok(Parts::new(data, app.path().resource_dir().ok(), app.path().download_dir().ok()))
}
