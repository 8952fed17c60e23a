//! Checks the window's configuration and generates the permissions of its commands.

fn main() {
    // The UI is embedded: a new build of it makes a new program.
    println!("cargo:rerun-if-changed=../ui/dist");
    let commands = tauri_build::AppManifest::new().commands(&[
        "view",
        "dispatch",
        "appraise",
        "consequences",
        "records",
        "read_game",
        "export",
        "save_export",
        "read_picture",
        "kept_picture",
        "sets",
        "change_sets",
        "show_tiles",
        "check_lesson",
        "study",
        "card",
        "diagnostics",
        "practise",
        "sample_picture",
        "full_screen",
        "open_board",
        "cameras",
        "change_camera",
        "live_open",
        "live_close",
        "live_frame",
        "live_view",
        "live_capture",
        "live_picture",
        "save_misread",
    ]);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)) {
        println!("cargo:error={error:#}");
    }
}
