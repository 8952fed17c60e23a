//! A clean Debian 12 to install in: made once, unpacked anew for every check, entered with bubblewrap.
//!
//! Nothing of this machine is in it but the folder of packages; it shares the network, because a screen in memory and the
//! driver of the window are outside.

use crate::error::{Error, Result};
use crate::{apt, shell};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What making and entering the root needs.
pub const TOOLS: &[&str] = &["mmdebstrap", "bubblewrap"];

/// The release of Debian.
const RELEASE: &str = "bookworm";

/// Where the packages to install are seen from inside.
pub const PACKAGES: &str = "/mnt";

/// A root of its own.
pub struct Root {
    folder: PathBuf,
    /// Packages that apt has fetched for earlier ones.
    fetched: PathBuf,
    /// What is to be installed.
    packages: PathBuf,
    prefix: &'static [&'static str],
}

impl Root {
    /// Unpacks a clean system; the first time it is made from Debian's own packages.
    pub fn fresh(packages: &Path) -> Result<Self> {
        let Some(prefix) = apt::as_root() else {
            return Err(Error::Missing("A clean system can be made by root, or with `sudo` that asks nothing.".into()));
        };
        let place = shell::cache().join("package-root");
        let (archive, folder, fetched) =
            (place.join(format!("{RELEASE}.tar")), place.join("root"), place.join("fetched"));
        fs::create_dir_all(fetched.join("partial")).map_err(Error::file(&fetched))?;
        let root = Self { folder, fetched, packages: packages.to_owned(), prefix };
        if !archive.is_file() {
            let step = shell::step("a clean Debian 12, from its packages");
            // Beside its place first: what was interrupted is not taken for whole.
            let half = archive.with_extension("half.tar");
            shell::stream(root.privileged("mmdebstrap", ["--variant=apt", "--mode=root", RELEASE]).arg(&half))?;
            fs::rename(&half, &archive).map_err(Error::file(&half))?;
            step.done();
        }
        root.clear()?;
        fs::create_dir_all(&root.folder).map_err(Error::file(&root.folder))?;
        let mut unpack = root.privileged("tar", ["--numeric-owner", "--extract", "--file"]);
        shell::stream(unpack.arg(&archive).arg("--directory").arg(&root.folder))?;
        shell::stream(&mut root.inside(["apt-get", "update", "-qq"]))?;
        Ok(root)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A command as root in the root.
    pub fn inside<S: AsRef<OsStr>>(&self, line: impl IntoIterator<Item = S>) -> Command {
        let mut command =
            self.privileged("bwrap", ["--cap-add", "ALL", "--unshare-pid", "--die-with-parent", "--bind"]);
        command.arg(&self.folder).args(["/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run"]);
        command.args(["--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf", "--bind"]);
        command.arg(&self.fetched).arg("/var/cache/apt/archives").arg("--ro-bind").arg(&self.packages).arg(PACKAGES);
        command.args(["--clearenv", "--setenv", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin"]);
        command.args([
            "--setenv",
            "DEBIAN_FRONTEND",
            "noninteractive",
            "--setenv",
            "LC_ALL",
            "C.UTF-8",
            "--chdir",
            "/",
        ]);
        command.args(line);
        command
    }

    /// Installs a package as a person does, with what it depends on and nothing that it only recommends.
    pub fn install(&self, package: &str) -> Result<()> {
        let file = format!("{PACKAGES}/{package}");
        // The root is thrown away: nothing of it need survive a power cut, and waiting for the disk takes minutes.
        let quick = "Dpkg::Options::=--force-unsafe-io";
        let line = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "-o", quick, &file];
        // Hundreds of lines of what is unpacked; what goes wrong is said on the other channel.
        shell::stream(self.inside(line).stdout(Stdio::null()))
    }

    /// A program of this machine that acts on the root.
    pub fn act_on<'a>(&self, name: &'a str, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.privileged(name, ["--root"]);
        command.arg(&self.folder).args(arguments);
        command
    }

    /// What a command in the root printed.
    pub fn ask<S: AsRef<OsStr>>(&self, line: impl IntoIterator<Item = S>) -> Result<String> {
        let mut command = self.inside(line);
        shell::quiet(&mut command)
            .ok_or_else(|| Error::Failed { program: shell::shown(&command), status: "run it to see why".into() })
    }

    /// Deletes what was unpacked. No file system is ever mounted there: bubblewrap's go with its process.
    fn clear(&self) -> Result<()> {
        if !self.folder.exists() {
            return Ok(());
        }
        shell::stream(self.privileged("rm", ["-rf", "--one-file-system"]).arg(&self.folder))
    }

    fn privileged<'a>(&self, name: &'a str, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut line = self.prefix.iter().copied().chain([name]).chain(arguments);
        let first = line.next().unwrap_or_default().to_owned();
        shell::program(&first, line)
    }
}
