//! A page whose process has died.

use tauri::WebviewWindow;

/// Loads the page anew when the process that shows it has died: what is recorded is there again, and the camera that the page had
/// opened is let go of ([`crate::live::close_with_page`]). What was being filled in is lost. On Linux; elsewhere the window stays
/// empty until it is closed, and the camera goes when nobody has asked for its frames for a while ([`camera::LiveRules`]).
#[cfg(target_os = "linux")]
pub fn watch(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt;
    window.with_webview(|view| {
        view.inner().connect_web_process_terminated(|page, _| page.reload());
    })
}

/// Nothing is told here of such a page.
#[cfg(not(target_os = "linux"))]
pub fn watch(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
