//! The board: the table for a TV or the far side, full screen or as a window of its own.

use crate::parts::unexpected;
use crate::{drawing, revive};
use table::Failure;
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Window, WindowEvent};

/// The label of the window that everything is done in.
pub const MAIN: &str = "main";
/// The label of the board's window; `capabilities/board.json` says what it may do.
const BOARD: &str = "board";

/// Fills the screen with the window that asks, or gives it its frame back.
#[tauri::command]
pub async fn full_screen(window: WebviewWindow, on: bool) -> Result<(), Failure> {
    window.set_fullscreen(on).map_err(|error| unexpected(&error))
}

/// Opens the board in a window of its own, or brings it to the front.
#[tauri::command]
pub async fn open_board(app: AppHandle) -> Result<(), Failure> {
    if let Some(board) = app.get_webview_window(BOARD) {
        return board.set_focus().map_err(|error| unexpected(&error));
    }
    WebviewWindowBuilder::new(&app, BOARD, WebviewUrl::App("index.html?board".into()))
        .title("Suzume Table")
        .inner_size(1280.0, 800.0)
        .min_inner_size(800.0, 600.0)
        .build()
        .and_then(|board| drawing::fit(&board).and_then(|()| revive::watch(&board)))
        .map_err(|error| unexpected(&error))
}

/// With the main window the board goes too: it shows what is recorded there.
pub fn close_with_main(window: &Window, event: &WindowEvent) {
    if window.label() == MAIN
        && matches!(event, WindowEvent::Destroyed)
        && let Some(board) = window.app_handle().get_webview_window(BOARD)
    {
        // A window that is gone already needs no closing.
        let _ = board.close();
    }
}
