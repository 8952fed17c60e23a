//! `cargo xtask bundle --check`: the package of Debian installed in a clean root, used there, and removed again; the
//! package of RPM systems held against it.

use super::root::{self, Root};
use crate::error::{Error, Result};
use crate::{apt, fingerprint, setup, shell};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the check needs beside what the tests need.
const TOOLS: &[&str] = &["rpm", "appstream", "desktop-file-utils"];

/// The name of the package in both families.
const PACKAGE: &str = "suzume-table";

/// The window's program: the bundler writes into it of which kind its package is, a word in the same place.
const WINDOW: &str = "/usr/bin/suzume-table";

/// What a package brings for one family alone.
const ONE_FAMILY: &[&str] = &["/usr/share/doc/", "/usr/share/licenses/"];

/// A picture that `tests/packages` gives the person.
const PICTURE: &str = "/home/person/Pictures/easy.jpg";

/// Where a person's own things are, in the folder of the person: the app's data and cache, the caches of the libraries that
/// draw, and what the test puts there.
const OF_PERSON: &[&str] = &[
    ".local/share/table.suzume.app",
    ".cache/table.suzume.app",
    ".cache/dconf",
    ".cache/fontconfig",
    ".cache/gstreamer-1.0",
    ".cache/mesa_shader_cache",
    "Pictures",
];

/// Installs, uses and removes; everything that is not as it should be is an error.
pub fn check(packages: &[PathBuf]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Err(Error::Missing("Only the packages of Linux can be checked, on Linux.".into()));
    }
    setup::for_tests()?;
    apt::ensure(&[TOOLS, root::TOOLS].concat())?;
    let of_kind = |ending: &str| {
        let mut found = packages.iter().filter(|path| path.extension().is_some_and(|one| one == ending));
        found.next().ok_or_else(|| Error::Check(format!("there is no .{ending} among the packages")))
    };
    let (deb, rpm) = (of_kind("deb")?, of_kind("rpm")?);
    let folder = deb.parent().unwrap_or(deb);

    let step = shell::step("installed in a clean Debian 12");
    let root = Root::fresh(folder)?;
    shell::stream(&mut root.inside(["useradd", "--create-home", "--uid", "1000", "person"]))?;
    root.install(&deb.file_name().unwrap_or_default().to_string_lossy())?;
    let installed = files(&root)?;
    valid(&root)?;
    linked(&root, &installed)?;
    step.done();

    let step = shell::step("the package of RPM systems holds the same and asks for libraries that are there");
    same_files(&root, &installed, rpm)?;
    step.done();

    let step = shell::step("used by a person, on a screen in memory");
    let home = shell::cache().join("package-root").join("home");
    used(&root, &home)?;
    let read = tiles(&root, &home)?;
    own_things_only(&home)?;
    step.done();

    let step = shell::step("removed again");
    shell::stream(&mut root.inside(["apt-get", "purge", "-qq", "-y", PACKAGE]))?;
    nothing_left(&root, &installed)?;
    if !home.join(OF_PERSON[0]).join("games.sqlite").is_file() {
        return Err(Error::content(&home, "the person's games are gone"));
    }
    step.done();

    let step = shell::step("the package of RPM systems installed, used and removed");
    as_rpm(&root, &home, &installed, rpm, &read)?;
    step.done();
    Ok(())
}

/// The files that the package has brought, folders left out.
fn files(root: &Root) -> Result<BTreeSet<String>> {
    let said = root.ask(["dpkg-query", "--listfiles", PACKAGE])?;
    let is_file = |path: &&str| root.folder().join(path.trim_start_matches('/')).is_file();
    Ok(said.lines().filter(is_file).map(str::to_owned).collect())
}

/// The entry of menus and the description for app stores, by the tools of their makers.
fn valid(root: &Root) -> Result<()> {
    let at = |path: &str| root.folder().join(path);
    let entry = at("usr/share/applications/suzume-table.desktop");
    shell::stream(shell::program("desktop-file-validate", ["--no-hints"]).arg(entry))?;
    let metainfo = at("usr/share/metainfo/table.suzume.app.metainfo.xml");
    shell::stream(shell::program("appstreamcli", ["validate", "--no-net"]).arg(metainfo))
}

/// Every program and library finds what it is linked to, with nothing installed but what the package depends on.
fn linked(root: &Root, installed: &BTreeSet<String>) -> Result<()> {
    let running = |path: &&String| path.starts_with("/usr/bin/") || path.contains(".so");
    for path in installed.iter().filter(running) {
        let said = root.ask(["ldd", path])?;
        if let Some(line) = said.lines().find(|line| line.contains("not found")) {
            return Err(Error::Check(format!("{path}: {}", line.trim())));
        }
    }
    Ok(())
}

/// Compares the files of the RPM package with the installed ones, by their SHA-256, and looks up every library it requires.
fn same_files(root: &Root, installed: &BTreeSet<String>, rpm: &Path) -> Result<()> {
    let query = |arguments: &[&str]| {
        let mut command = shell::program("rpm", ["--query", "--package"]);
        command.args(arguments).arg(rpm);
        shell::quiet(&mut command)
            .ok_or_else(|| Error::Failed { program: shell::shown(&command), status: "run it to see why".into() })
    };
    let said = query(&["--queryformat", "[%{FILEDIGESTS} %{FILENAMES}\n]"])?;
    let packed: BTreeMap<&str, &str> = said
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(digest, _)| !digest.is_empty())
        .map(|(a, b)| (b, a))
        .collect();
    let common = |path: &&str| !ONE_FAMILY.iter().any(|folder| path.starts_with(folder));
    let ours: BTreeSet<&str> = installed.iter().map(String::as_str).filter(common).collect();
    let theirs: BTreeSet<&str> = packed.keys().copied().filter(common).collect();
    let mut complaints: Vec<String> =
        ours.symmetric_difference(&theirs).map(|path| format!("{path} is in one package only")).collect();
    for path in ours.intersection(&theirs).filter(|path| **path != WINDOW) {
        if fingerprint::of_file(&root.folder().join(path.trim_start_matches('/')))? != packed[path] {
            complaints.push(format!("{path} is not the same in both packages"));
        }
    }
    let requires = query(&["--requires"])?;
    let libraries = root.ask(["ldconfig", "--print-cache"])?;
    let known: BTreeSet<&str> = libraries.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let sonames =
        || requires.lines().filter(|line| line.contains(".so")).map(|line| line.split('(').next().unwrap_or(line));
    complaints.extend(
        sonames()
            .filter(|name| !known.contains(name))
            .map(|name| format!("{name} is required and not in a system that has all")),
    );
    for needed in ["libwebkit2gtk-4.1.so.0", "libgtk-3.so.0", "libc.so.6", "libstdc++.so.6"] {
        if !sonames().any(|name| name == needed) {
            complaints.push(format!("{needed} is not required"));
        }
    }
    for field in ["NAME", "VERSION", "LICENSE", "SUMMARY", "DESCRIPTION"] {
        let text = query(&["--queryformat", &format!("%{{{field}}}")])?;
        if text.is_empty() || text == "(none)" {
            complaints.push(format!("{field} is empty"));
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(Error::content(rpm, complaints.join("\n  "))) }
}

/// Runs `tests/packages` against the installed app, and measures how it starts.
fn used(root: &Root, home: &Path) -> Result<()> {
    if home.exists() {
        fs::remove_dir_all(home).map_err(Error::file(home))?;
    }
    fs::create_dir_all(home).map_err(Error::file(home))?;
    let artefacts = shell::artefacts().join("packages-check");
    let screens = artefacts.join("screen");
    fs::create_dir_all(&screens).map_err(Error::file(&screens))?;
    let node = |screen: &str, arguments: &[&str], script: &str| -> Command {
        let mut command = shell::program("xvfb-run", ["-a", "-s", screen, "node"]);
        command.args(arguments).arg(tests().join(script));
        command
            .env("SUZUME_APP", inside())
            .env("SUZUME_ROOT", root.folder())
            .env("SUZUME_HOME", home)
            .env("SUZUME_SCREEN", screens.join("Xvfb_screen0"))
            .env("SUZUME_TAURI_DRIVER", setup::driver())
            .env("SUZUME_ARTEFACTS", &artefacts)
            .env("NO_AT_BRIDGE", "1");
        command
    };
    // Without `-noreset` the screen begins anew when its last window closes, and a window that comes just then fails.
    // The first start of all is measured, in an empty folder.
    let kept = format!("-noreset -screen 0 1280x800x24 -fbdir {}", screens.display());
    shell::stream(&mut node(&kept, &[], "start.mjs"))?;
    shell::stream(&mut node(
        "-noreset -screen 0 1920x1200x24",
        &["--test", "--test-reporter=spec"],
        "installed.test.mjs",
    ))
}

/// Whatever was written is where a person's own things belong. Elsewhere nothing can be written: the root is read-only.
fn own_things_only(home: &Path) -> Result<()> {
    for file in fingerprint::files(home, &[])? {
        let inside = file.strip_prefix(home).unwrap_or(&file);
        if !OF_PERSON.iter().any(|folder| inside.starts_with(folder)) {
            return Err(Error::content(home, format!("the app has written {}", inside.display())));
        }
    }
    Ok(())
}

/// None of these files is there any more, nor anything that is named after the package.
fn nothing_left(root: &Root, installed: &BTreeSet<String>) -> Result<()> {
    let mut left: Vec<String> =
        installed.iter().filter(|path| root.folder().join(path.trim_start_matches('/')).exists()).cloned().collect();
    let named =
        root.ask(["find", "/", "-xdev", "-path", root::PACKAGES, "-prune", "-o", "-iname", "*suzume*", "-print"])?;
    left.extend(named.lines().map(str::to_owned));
    if left.is_empty() {
        Ok(())
    } else {
        Err(Error::content(root.folder(), format!("this stayed after the removal:\n  {}", left.join("\n  "))))
    }
}

/// Installs the RPM package in place of the other one, reads the picture as that did, and removes it again.
///
/// The libraries are there under Debian's names, which RPM does not know: what it requires was looked up before.
fn as_rpm(root: &Root, home: &Path, installed: &BTreeSet<String>, rpm: &Path, read: &Value) -> Result<()> {
    shell::stream(root.act_on("rpm", ["--nodeps", "--install"]).arg(rpm))?;
    let again = tiles(root, home)?;
    if again != *read {
        return Err(Error::content(rpm, format!("its `suzume read` gives {again} and not {read}")));
    }
    shell::stream(&mut root.act_on("rpm", ["--erase", PACKAGE]))?;
    nothing_left(root, installed)
}

/// The tiles that the installed command line reads in the person's picture.
fn tiles(root: &Root, home: &Path) -> Result<Value> {
    let mut read = shell::program(&inside().to_string_lossy(), ["read", "--json", PICTURE]);
    read.env("SUZUME_ROOT", root.folder()).env("SUZUME_HOME", home).env("SUZUME_INSIDE", "/usr/bin/suzume");
    let said = shell::quiet(&mut read).unwrap_or_default();
    let answer: Value = serde_json::from_str(&said).unwrap_or_default();
    if answer["hand"].is_string() {
        Ok(answer["tiles"].clone())
    } else {
        Err(Error::Check(format!("the installed `suzume read` sees no hand in {PICTURE}: {said}")))
    }
}

/// The script that starts an installed program.
fn inside() -> PathBuf {
    tests().join("inside.sh")
}

fn tests() -> PathBuf {
    shell::root().join("tests").join("packages")
}
