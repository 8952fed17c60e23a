//! Input methods, with which Hangul and the like are typed.

use tauri::WebviewWindow;

/// Shows in the text box what an input method is still putting together. On Linux wry turns that off, because fcitx once placed
/// its own small window wrongly (tauri-apps/tauri#5986); with it off a syllable of Hangul is invisible until the next one begins
/// (tauri-apps/wry#1724). Elsewhere the system shows it by itself.
#[cfg(target_os = "linux")]
pub fn show_unfinished(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{InputMethodContextExt, WebViewExt};
    window.with_webview(|view| {
        if let Some(context) = view.inner().input_method_context() {
            context.set_enable_preedit(true);
        }
    })
}

/// Nothing is hidden here.
#[cfg(not(target_os = "linux"))]
pub fn show_unfinished(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
