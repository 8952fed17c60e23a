//! A page whose process has died.

#[cfg(target_os = "linux")]
use std::cell::Cell;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};
use tauri::WebviewWindow;

/// A page that dies so soon after the one before is not loaded once more: it would die for ever.
#[cfg(target_os = "linux")]
const AT_ONCE: Duration = Duration::from_secs(2);

/// Loads the page anew when the process that shows it has died: what is recorded is there again, and the camera that the page had
/// opened is let go of ([`crate::live::close_with_page`]). What was being filled in is lost. On Linux; elsewhere the window stays
/// empty until it is closed, and the camera goes when nobody has asked for its frames for a while ([`camera::LiveRules`]).
#[cfg(target_os = "linux")]
pub fn watch(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt;
    window.with_webview(|view| {
        let last_died = Cell::new(None);
        view.inner().connect_web_process_terminated(move |page, _| {
            let now = Instant::now();
            if last_died.replace(Some(now)).is_none_or(|before| now - before > AT_ONCE) {
                page.reload();
            }
        });
    })
}

/// Nothing is told here of such a page.
#[cfg(not(target_os = "linux"))]
pub fn watch(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
