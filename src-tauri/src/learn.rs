//! The commands for those who learn. Nothing of what they ask is recorded.

use crate::commands::{SharedParts, aside};
use table::{CardView, Failure, HandQuestion, HandStudy};

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
