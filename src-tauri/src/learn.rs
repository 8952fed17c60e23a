//! The commands for those who learn. Nothing of what they ask is recorded.

use crate::commands::{SharedParts, aside};
use table::{CardView, Diagnostics, Failure, HandQuestion, HandStudy, SAMPLE_PICTURE, Shell, View};
use tauri::AppHandle;
use tauri::ipc::Response;

/// What a hand waits for, or what each discard would leave.
#[tauri::command]
pub async fn study(parts: SharedParts<'_>, question: HandQuestion) -> Result<HandStudy, Failure> {
    aside(&parts, move |parts| parts.study(&question)).await
}

/// What scores what on this table.
#[tauri::command]
pub async fn card(parts: SharedParts<'_>) -> Result<CardView, Failure> {
    aside(&parts, |parts| parts.card()).await
}

/// What this program is made of and where its things are.
#[tauri::command]
pub async fn diagnostics(parts: SharedParts<'_>, app: AppHandle) -> Result<Diagnostics, Failure> {
    let shell = Shell { version: app.package_info().version.to_string(), webview: tauri::webview_version().ok() };
    aside(&parts, move |parts| Ok(parts.diagnostics(shell))).await
}

/// Opens the practice game in place of the table, or goes back to the table.
#[tauri::command]
pub async fn practise(parts: SharedParts<'_>, players: Option<Vec<String>>) -> Result<View, Failure> {
    aside(&parts, move |parts| parts.practise(players)).await
}

/// The picture of the practice game, as raw bytes.
#[tauri::command]
pub async fn sample_picture() -> Response {
    Response::new(SAMPLE_PICTURE.to_vec())
}
