//! The system's packages: Debian's are installed where that may be done, elsewhere it is said what to install.

use crate::error::{Error, Result};
use crate::shell;
use std::fs;
use std::path::Path;

/// What building and opening the window needs: a C compiler (SQLite is built from source), WebKitGTK, and libclang, which
/// reads the kernel's camera headers.
pub const WINDOW: &[&str] = &["build-essential", "pkg-config", "libclang-dev", "libwebkit2gtk-4.1-dev"];

/// What the tests need besides: a driver for the real window, a screen in memory, the fonts of the three
/// languages, and an input method for Hangul with the keys to type with.
pub const TESTS: &[&str] =
    &["webkit2gtk-driver", "xvfb", "xauth", "fonts-noto-cjk", "dbus", "ibus", "ibus-gtk3", "ibus-hangul", "xdotool"];

/// A font of Korean and Japanese, for a machine that has none: the window's own fonts hold Latin only.
pub fn fonts() -> &'static [&'static str] {
    let list = |language: &str| shell::quiet(&mut shell::program("fc-list", [format!(":lang={language}")]));
    let has = |language: &str| list(language).is_some_and(|fonts| !fonts.trim().is_empty());
    if cfg!(not(target_os = "linux")) || has("ko") && has("ja") { &[] } else { &["fonts-noto-cjk"] }
}

/// Sees to it that the packages are there.
pub fn ensure(packages: &[&str]) -> Result<()> {
    match System::here() {
        System::Debian => debian(packages),
        System::OtherLinux => other_linux(packages),
        System::MacOs => {
            let tools = shell::quiet(&mut shell::program("xcode-select", ["-p"])).is_some();
            if tools {
                Ok(())
            } else {
                Err(Error::Missing("Install the command line tools: xcode-select --install".into()))
            }
        }
        System::Windows => {
            eprintln!(
                "==> on Windows this needs the MSVC build tools (with which Rust came) and WebView2 (part of Windows 11)"
            );
            Ok(())
        }
        System::Unknown => {
            Err(Error::Missing("This system is not known: Tauri 2's page of prerequisites says what it needs.".into()))
        }
    }
}

/// Whether this is Debian or a child of it.
pub fn is_debian() -> bool {
    System::here() == System::Debian
}

/// The kinds of system that are told apart.
#[derive(Debug, PartialEq, Eq)]
enum System {
    Debian,
    OtherLinux,
    MacOs,
    Windows,
    Unknown,
}

impl System {
    fn here() -> Self {
        match std::env::consts::OS {
            "linux" => Self::linux(&fs::read_to_string("/etc/os-release").unwrap_or_default()),
            "macos" => Self::MacOs,
            "windows" => Self::Windows,
            _ => Self::Unknown,
        }
    }

    fn linux(os_release: &str) -> Self {
        let family = os_release.lines().filter_map(|line| {
            let value = line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE="))?;
            Some(value.trim_matches('"').split_whitespace().any(|id| id == "debian"))
        });
        if family.into_iter().any(|debian| debian) { Self::Debian } else { Self::OtherLinux }
    }
}

fn debian(packages: &[&str]) -> Result<()> {
    let missing = missing(packages);
    if missing.is_empty() {
        shell::up_to_date("Debian packages");
        return Ok(());
    }
    let step = shell::step(&format!("Debian packages: {}", missing.join(" ")));
    let install: Vec<&str> =
        ["apt-get", "install", "-y", "--no-install-recommends"].into_iter().chain(missing.iter().copied()).collect();
    let by_hand = format!("sudo apt-get update && sudo {}", install.join(" "));
    let Some(prefix) = as_root() else {
        return Err(Error::Missing(format!(
            "Some Debian packages are missing. Run this line, then the same command again:\n\n  {by_hand}\n"
        )));
    };
    for arguments in [&["apt-get", "update"][..], &install] {
        stream_as_root(prefix, arguments).map_err(|error| {
            Error::Missing(format!(
                "{error}\nInstall these Debian packages by hand, then run the same command again:\n\n  {by_hand}\n"
            ))
        })?;
    }
    step.done();
    Ok(())
}

/// What a command must begin with to run as root, if it can without asking.
pub fn as_root() -> Option<&'static [&'static str]> {
    if shell::quiet(&mut shell::program("id", ["-u"])).is_some_and(|id| id.trim() == "0") {
        Some(&[])
    } else {
        shell::quiet(&mut shell::program("sudo", ["-n", "true"])).map(|_| &["sudo", "-n"] as &[&str])
    }
}

fn stream_as_root(prefix: &[&str], arguments: &[&str]) -> Result<()> {
    let environment = ["env", "DEBIAN_FRONTEND=noninteractive"];
    let mut line = prefix.iter().chain(&environment).chain(arguments).copied();
    let first = line.next().unwrap_or_default();
    shell::stream(&mut shell::program(first, line))
}

/// Downloads Debian packages into a folder without installing them.
pub fn download(packages: &[&str], folder: &Path) -> Result<()> {
    let arguments: Vec<&str> = ["download"].iter().chain(packages).copied().collect();
    let get = || shell::stream(shell::program("apt-get", &arguments).current_dir(folder));
    let Err(error) = get() else { return Ok(()) };
    // The lists of packages may be old, or not there at all.
    match as_root() {
        Some(prefix) => stream_as_root(prefix, &["apt-get", "update"])
            .and_then(|()| get())
            .map_err(|error| Error::Missing(format!("{}: {error}", packages.join(" ")))),
        None => Err(Error::Missing(format!("{error}\nRun `sudo apt-get update`, then the same command again."))),
    }
}

/// The packages that dpkg does not hold as installed.
fn missing<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    // dpkg-query fails when it does not know one of the names, so each is asked for by itself.
    let installed = |name: &str| {
        shell::quiet(&mut shell::program("dpkg-query", ["-W", "-f=${db:Status-Status}", name]))
            .is_some_and(|s| s.trim() == "installed")
    };
    packages.iter().copied().filter(|name| !installed(name)).collect()
}

fn other_linux(packages: &[&str]) -> Result<()> {
    let webkit = shell::quiet(&mut shell::program("pkg-config", ["--exists", "webkit2gtk-4.1"])).is_some();
    let clang = shell::on_path("clang")
        || shell::quiet(&mut shell::program("ldconfig", ["-p"]))
            .is_some_and(|libraries| libraries.contains("libclang"));
    let tests_missing = packages.contains(&"xvfb") && !(shell::on_path("Xvfb") && shell::on_path("WebKitWebDriver"));
    if webkit && clang && !tests_missing {
        return Ok(());
    }
    Err(Error::Missing(format!(
        "Install what these Debian packages hold, under the names your system gives them, then run the same command again:\n  {}\n\
         (Fedora: webkit2gtk4.1-devel, clang-devel, xorg-x11-server-Xvfb, google-noto-sans-cjk-fonts; Arch: webkit2gtk-4.1, clang, xorg-server-xvfb, noto-fonts-cjk)",
        packages.join(" ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_children_are_told_from_other_linux() {
        assert_eq!(System::linux("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n"), System::Debian);
        assert_eq!(System::linux("ID=ubuntu\nID_LIKE=debian\n"), System::Debian);
        assert_eq!(System::linux("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"), System::Debian);
        assert_eq!(System::linux("ID=fedora\n"), System::OtherLinux);
        assert_eq!(System::linux(""), System::OtherLinux);
    }
}
