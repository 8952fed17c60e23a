//! What the programs need of the system, read from the programs themselves by the tools of the distributions.

use crate::error::{Error, Result};
use crate::shell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names Debian's packages, with the oldest version that will do, for whatever these files are linked to.
pub fn of_debian(files: &[PathBuf], scratch: &Path) -> Result<Vec<String>> {
    // dpkg-shlibdeps works in an unpacked source package; this is the least that it takes for one.
    let folder = scratch.join("shlibdeps");
    let control = folder.join("debian").join("control");
    fs::create_dir_all(folder.join("debian")).map_err(Error::file(&folder))?;
    fs::write(&control, "Source: suzume-table\n\nPackage: suzume-table\nArchitecture: any\n")
        .map_err(Error::file(&control))?;
    // `-x`: a package never depends on itself, not even where it is installed.
    let mut command = shell::program("dpkg-shlibdeps", ["-O", "-xsuzume-table"]);
    command.current_dir(&folder);
    command.args(files.iter().map(|file| format!("-e{}", file.display())));
    let text = said(&mut command)?;
    from_substvar(&text).ok_or_else(|| Error::content(&control, format!("dpkg-shlibdeps printed {text:?}")))
}

/// The packages in `shlibs:Depends=a (>= 1), b`.
fn from_substvar(text: &str) -> Option<Vec<String>> {
    let line = text.lines().find_map(|line| line.strip_prefix("shlibs:Depends="))?;
    Some(line.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect())
}

/// Names the libraries and their symbol versions as RPM systems do, for whatever these files are linked to.
pub fn of_rpm(files: &[PathBuf]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for file in files {
        let mut command = shell::program("/usr/lib/rpm/elfdeps", ["--requires"]);
        found.extend(said(command.arg(file))?.lines().map(str::to_owned));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn said(command: &mut Command) -> Result<String> {
    shell::quiet(command)
        .ok_or_else(|| Error::Failed { program: shell::shown(command), status: "run it to see why".into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_debian_needs_is_read_with_its_versions() {
        let text = "shlibs:Depends=libc6 (>= 2.34), libgtk-3-0 (>= 3.24.0)\n";
        assert_eq!(from_substvar(text).unwrap(), ["libc6 (>= 2.34)", "libgtk-3-0 (>= 3.24.0)"]);
        assert_eq!(from_substvar("nothing"), None);
    }
}
