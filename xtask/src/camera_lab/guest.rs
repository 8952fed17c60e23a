//! The guest that the lab's cameras live in: Debian's kernel with v4l2loopback, unpacked and never installed.
//!
//! A container's or a virtual machine's own kernel seldom takes modules; this one is emulated and takes any. Its files
//! are the host's, read-only, so the guest runs the very program that was built here.

use crate::error::{Error, Result};
use crate::{apt, fingerprint, shell};
use std::fs;
use std::path::{Path, PathBuf};

/// The emulator, what the guest's first process needs, what makes films and modules.
const PACKAGES: &[&str] = &[
    "qemu-system-x86",
    "busybox-static",
    "cpio",
    "kmod",
    "v4l-utils",
    "ffmpeg",
    "build-essential",
    "linux-headers-amd64",
];

/// What the kernel needs to reach the host's files. It loads everything else from there.
const FIRST_MODULES: &[&str] = &["virtio_pci", "9pnet_virtio", "9p"];

/// Counts the ways in which this file has made guests: one made otherwise is made anew.
const RECIPE: u32 = 2;

/// The kernel and the first files of a guest.
#[derive(Debug)]
pub struct Guest {
    /// The kernel's image.
    pub kernel: PathBuf,
    /// The initial file system.
    pub initramfs: PathBuf,
}

/// Why there can be no guest here, if there cannot.
pub fn obstacle() -> Option<&'static str> {
    if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
        Some("it needs Linux on x86-64")
    } else if !apt::is_debian() {
        Some("it is made of Debian's packages")
    } else {
        None
    }
}

/// Sees to it that the guest is there: packages, kernel, modules, first files. `lab` is the work folder.
pub fn ensure(lab: &Path) -> Result<Guest> {
    apt::ensure(PACKAGES)?;
    fs::create_dir_all(lab).map_err(Error::file(lab))?;
    let version = kernel_version()?;
    let unpacked = lab.join("unpacked");
    let guest =
        Guest { kernel: unpacked.join("boot").join(format!("vmlinuz-{version}")), initramfs: lab.join("initramfs.gz") };
    // Written last, and holds everything the guest is made of.
    let stamp = lab.join("guest");
    let init = super::folder().join("guest").join("init");
    let wanted = format!("{RECIPE}\n{version}\n{}\n", fingerprint::of_file(&init)?);
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) && guest.kernel.is_file() {
        shell::up_to_date("the guest of the camera lab");
        return Ok(guest);
    }
    let step = shell::step(&format!("the guest of the camera lab: Linux {version}"));
    unpack(lab, &version)?;
    build_loopback(lab, &version)?;
    pack_first_files(lab, &version, &init)?;
    fs::write(&stamp, wanted).map_err(Error::file(&stamp))?;
    step.done();
    Ok(guest)
}

/// The kernel whose headers are installed: a module must be built for exactly the one that runs.
fn kernel_version() -> Result<String> {
    let depends = shell::quiet(&mut shell::program("dpkg-query", ["-W", "-f=${Depends}", "linux-headers-amd64"]));
    version_in(&depends.unwrap_or_default())
        .ok_or_else(|| Error::Missing("linux-headers-amd64 does not say for which kernel it is".into()))
}

/// `6.1.0-57-amd64` of `linux-headers-6.1.0-57-amd64 (= 6.1.192-3)`.
fn version_in(depends: &str) -> Option<String> {
    let name = depends.split([',', ' ']).find_map(|word| word.strip_prefix("linux-headers-"))?;
    name.starts_with(|first: char| first.is_ascii_digit()).then(|| name.to_owned())
}

fn unpack(lab: &Path, version: &str) -> Result<()> {
    let (packages, unpacked) = (lab.join("packages"), lab.join("unpacked"));
    for folder in [&packages, &unpacked] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(Error::file(folder))?;
        }
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    let image = format!("linux-image-{version}");
    apt::download(&[&image, "v4l2loopback-dkms"], &packages)?;
    for package in fingerprint::files(&packages, &[])? {
        shell::stream(&mut shell::program("dpkg", [Path::new("-x"), &package, &unpacked]))?;
    }
    fs::remove_dir_all(&packages).map_err(Error::file(&packages))
}

fn build_loopback(lab: &Path, version: &str) -> Result<()> {
    let sources = lab.join("unpacked").join("usr").join("src");
    let source = fs::read_dir(&sources)
        .map_err(Error::file(&sources))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("v4l2loopback-")))
        .ok_or_else(|| Error::content(&sources, "no source of v4l2loopback"))?;
    let code = source.join("v4l2loopback.c");
    let text = fs::read_to_string(&code).map_err(Error::file(&code))?;
    if let Some(mended) = writers_named(&text) {
        fs::write(&code, mended).map_err(Error::file(&code))?;
    }
    let headers = format!("/usr/src/linux-headers-{version}");
    let module = format!("M={}", source.display());
    shell::stream(&mut shell::program("make", ["-C", &headers, &module, "modules"]))?;
    let modules = lab.join("unpacked").join("lib").join("modules").join(version);
    let extra = modules.join("extra");
    fs::create_dir_all(&extra).map_err(Error::file(&extra))?;
    let name = "v4l2loopback.ko";
    fs::copy(source.join(name), extra.join(name)).map_err(Error::file(&source))?;
    let base = lab.join("unpacked").display().to_string();
    shell::stream(&mut shell::program("/usr/sbin/depmod", ["-b", &base, version]))
}

/// Version 0.12 forgets that a program that calls `write` is a writer: once that program has ended, no other may show
/// anything on the device. A version that knows, or is written otherwise, is left as it is.
fn writers_named(code: &str) -> Option<String> {
    const NAME: &str = "fh_to_opener(file->private_data)->type = WRITER;";
    let function = code.find("static ssize_t v4l2_loopback_write(")?;
    let body = &code[function..];
    let body = &body[..body.find("\n}\n")?];
    let first = "dev = v4l2loopback_getdevice(file);\n";
    if body.contains("WRITER") || !code.contains("fh_to_opener(") {
        return None;
    }
    let place = function + body.find(first)? + first.len();
    Some(format!("{}\t{NAME}\n{}", &code[..place], &code[place..]))
}

fn pack_first_files(lab: &Path, version: &str, init: &Path) -> Result<()> {
    let root = lab.join("first");
    if root.exists() {
        fs::remove_dir_all(&root).map_err(Error::file(&root))?;
    }
    for folder in ["bin", "modules", "host", "proc", "dev"] {
        let folder = root.join(folder);
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    let base = lab.join("unpacked").display().to_string();
    let mut order: Vec<String> = Vec::new();
    for module in FIRST_MODULES {
        let arguments = ["-d", &base, "-S", version, "--show-depends", module];
        let printed = shell::quiet(&mut shell::program("/usr/sbin/modprobe", arguments))
            .ok_or_else(|| Error::Missing(format!("the kernel has no module {module}")))?;
        for path in printed.lines().filter_map(|line| line.strip_prefix("insmod ")).map(str::trim) {
            let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !order.contains(&file) {
                fs::copy(path, root.join("modules").join(&file)).map_err(Error::file(Path::new(path)))?;
                order.push(file);
            }
        }
    }
    let list = root.join("modules").join("order");
    fs::write(&list, order.join("\n") + "\n").map_err(Error::file(&list))?;
    for (from, to) in [(init, "init"), (Path::new("/bin/busybox"), "bin/busybox")] {
        fs::copy(from, root.join(to)).map_err(Error::file(from))?;
    }
    let pack = "chmod 755 init && find . | cpio --quiet -o -H newc -R 0:0 | gzip -1 > ../initramfs.gz";
    shell::stream(shell::program("sh", ["-ec", pack]).current_dir(&root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_writes_is_a_writer() {
        let function = "#define fh_to_opener(ptr) x\nstatic ssize_t v4l2_loopback_write(struct file *file)\n{\n\tdev = v4l2loopback_getdevice(file);\n\treturn 0;\n}\n";
        let mended = writers_named(function).unwrap();
        assert!(mended.contains("getdevice(file);\n\tfh_to_opener(file->private_data)->type = WRITER;\n\treturn 0;"));
        assert_eq!(writers_named(&mended), None, "once is enough");
        assert_eq!(writers_named("another driver"), None);
    }

    #[test]
    fn the_kernel_is_the_one_whose_headers_are_installed() {
        assert_eq!(version_in("linux-headers-6.1.0-57-amd64 (= 6.1.192-3)").as_deref(), Some("6.1.0-57-amd64"));
        assert_eq!(version_in(""), None);
        assert_eq!(version_in("linux-headers-amd64"), None);
    }
}
