//! The commands of the camera. Each waits on a thread of its own, never on the main thread.

use crate::board::MAIN;
use crate::commands::{SharedParts, aside};
use crate::parts::Parts;
use std::sync::Arc;
use table::{CameraChange, CamerasView, Failure, LiveCapture, LivePurpose, LiveView, Misread, ShownFrame, TileSet};
use tauri::ipc::Response;
use tauri::webview::{PageLoadEvent, PageLoadPayload};
use tauri::{Manager, Webview};

/// The cameras that are connected, and what is chosen.
#[tauri::command]
pub async fn cameras(parts: SharedParts<'_>) -> Result<CamerasView, Failure> {
    aside(&parts, |parts| Ok(parts.live().cameras())).await
}

/// Chooses a camera, or how it is used.
#[tauri::command]
pub async fn change_camera(parts: SharedParts<'_>, change: CameraChange) -> Result<CamerasView, Failure> {
    aside(&parts, move |parts| parts.live().change(&change)).await
}

/// Opens the chosen camera.
#[tauri::command]
pub async fn live_open(parts: SharedParts<'_>, purpose: LivePurpose, tile_set: TileSet) -> Result<(), Failure> {
    aside(&parts, move |parts| parts.live().open(purpose, tile_set)).await
}

/// Lets go of the camera.
#[tauri::command]
pub async fn live_close(parts: SharedParts<'_>) -> Result<(), Failure> {
    aside(&parts, |parts| {
        parts.live().close();
        Ok(())
    })
    .await
}

/// Waits a while for a frame that was not given yet, of this many pixels to the longer side, as bytes ([`wired`]); no bytes where
/// none came.
#[tauri::command]
pub async fn live_frame(parts: SharedParts<'_>, side: u32) -> Result<Response, Failure> {
    let newest = aside(&parts, move |parts| parts.live().frame(side)).await?;
    Ok(Response::new(newest.map_or_else(Vec::new, |frame| wired(&frame))))
}

/// Waits a while for something newer than this view.
#[tauri::command]
pub async fn live_view(parts: SharedParts<'_>, after: u32) -> Result<LiveView, Failure> {
    aside(&parts, move |parts| parts.live().view(after)).await
}

/// A page that is loaded anew has opened no camera: the one that the page before had opened is let go of.
pub fn close_with_page(webview: &Webview, load: &PageLoadPayload<'_>) {
    if webview.label() == MAIN
        && matches!(load.event(), PageLoadEvent::Started)
        && let Some(parts) = webview.try_state::<Arc<Parts>>()
    {
        let parts = Arc::clone(&parts);
        tauri::async_runtime::spawn_blocking(move || parts.live().close());
    }
}

/// What was captured last, or with `now` what is in view.
#[tauri::command]
pub async fn live_capture(parts: SharedParts<'_>, now: bool) -> Result<LiveCapture, Failure> {
    aside(&parts, move |parts| parts.live().capture(now, &parts.pictures())).await
}

/// The picture of the last capture, a JPEG file as raw bytes.
#[tauri::command]
pub async fn live_picture(parts: SharedParts<'_>) -> Result<Response, Failure> {
    aside(&parts, |parts| parts.live().captured_picture()).await.map(Response::new)
}

/// Saves what was read wrong among the person's documents and tells where.
#[tauri::command]
pub async fn save_misread(parts: SharedParts<'_>, misread: Misread) -> Result<String, Failure> {
    aside(&parts, move |parts| parts.save_misread(&misread)).await
}

/// A frame as bytes: its number and that of the frame read last, each in four bytes with the lowest first; how many tiles of that
/// reading have moved since, and which, in a byte each; its JPEG file.
fn wired(frame: &ShownFrame) -> Vec<u8> {
    let ShownFrame { number, read, moved, jpeg } = frame;
    // There are never so many tiles: each has a number in one byte.
    let count = u8::try_from(moved.len()).unwrap_or(u8::MAX);
    let moved = &moved[..count.into()];
    [&number.to_le_bytes()[..], &read.to_le_bytes(), &[count], moved, jpeg].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ui/tests/door.test.ts` reads the same bytes.
    #[test]
    fn a_frame_is_told_before_its_picture() {
        let frame = ShownFrame { number: 0x0102_0304, read: 0x0102_0300, moved: vec![2, 5], jpeg: vec![0xff, 0xd8] };
        assert_eq!(wired(&frame), [4, 3, 2, 1, 0, 3, 2, 1, 2, 2, 5, 0xff, 0xd8]);
    }
}
