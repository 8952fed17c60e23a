//! The window of Suzume Table: a shell around the crates, without rules of its own.
//!
//! Two windows at once are two processes on one database: the ledger refuses what was made on an old state, so the second
//! one shows what the first has written. Nothing here stands in the way of that.

// A release build on Windows opens no console beside the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod board;
mod commands;
mod drawing;
mod eyes;
mod input_method;
mod learn;
mod live;
mod parts;
mod revive;

use parts::{Parts, Places};
use std::error::Error;
use std::sync::Arc;
use std::time::SystemTime;
use tauri::Manager;

fn main() {
    let app = tauri::Builder::default()
        .setup(|app| {
            let parts = Arc::new(parts(app)?);
            let background = Arc::clone(&parts);
            // The first picture should not have to wait for the models; what hinders them is said when one is read.
            let work = move || {
                background.warm_up();
                // What cannot be deleted now is the next time.
                let _ = background.prune_pictures(SystemTime::now());
            };
            std::thread::Builder::new().name("background".into()).spawn(work)?;
            app.manage(parts);
            if let Some(window) = app.get_webview_window(board::MAIN) {
                input_method::show_unfinished(&window)?;
                revive::watch(&window)?;
                drawing::fit(&window)?;
            }
            Ok(())
        })
        .on_window_event(board::close_with_main)
        .on_page_load(live::close_with_page)
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
            learn::card,
            learn::diagnostics,
            learn::practise,
            learn::sample_picture,
            board::full_screen,
            board::open_board,
            live::cameras,
            live::change_camera,
            live::live_open,
            live::live_close,
            live::live_frame,
            live::live_view,
            live::live_capture,
            live::live_picture,
            live::save_misread
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
    let path = app.path();
    let places = Places { downloads: path.download_dir().ok(), documents: path.document_dir().ok() };
    Ok(Parts::new(data, places))
}
