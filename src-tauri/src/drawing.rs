//! Who draws the page: a graphics card, or the processor.

use tauri::WebviewWindow;

/// Lets the processor draw the page of a Linux computer that has no graphics card. WebKit would have Mesa imitate one there, which
/// takes longer and more than twice the memory (docs/benchmarks.md).
#[cfg(target_os = "linux")]
pub fn fit(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};
    if has_graphics_card(std::path::Path::new("/dev")) {
        return Ok(());
    }
    window.with_webview(|view| {
        if let Some(settings) = WebViewExt::settings(&view.inner()) {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Elsewhere the system knows by itself.
#[cfg(not(target_os = "linux"))]
pub fn fit(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Whether a driver offers a card to draw with: one of the kernel's render nodes, or what NVIDIA's own driver and Windows' Linux
/// have in their place.
#[cfg(target_os = "linux")]
fn has_graphics_card(devices: &std::path::Path) -> bool {
    let is_node = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with("renderD");
    let nodes = std::fs::read_dir(devices.join("dri"));
    nodes.is_ok_and(|nodes| nodes.flatten().any(is_node))
        || ["nvidiactl", "dxg"].iter().any(|name| devices.join(name).exists())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_card_is_one_that_can_draw() {
        let devices = tempfile::tempdir().unwrap();
        assert!(!has_graphics_card(devices.path()));
        let dri = devices.path().join("dri");
        fs::create_dir(&dri).unwrap();
        // A screen alone, such as that of a virtual machine.
        fs::write(dri.join("card0"), "").unwrap();
        assert!(!has_graphics_card(devices.path()));
        fs::write(dri.join("renderD128"), "").unwrap();
        assert!(has_graphics_card(devices.path()));
    }

    #[test]
    fn cards_without_a_render_node_count_too() {
        for name in ["nvidiactl", "dxg"] {
            let devices = tempfile::tempdir().unwrap();
            fs::write(devices.path().join(name), "").unwrap();
            assert!(has_graphics_card(devices.path()), "{name}");
        }
    }
}
