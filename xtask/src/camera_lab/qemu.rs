//! Runs scenarios in the guest and watches that it does not hang.

use super::guest::Guest;
use super::scenario::Scenario;
use crate::error::{Error, Result};
use crate::{runtime, shell};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// So long the guest may take from power on to its first scenario, and from its last to power off.
const BOOT: Duration = Duration::from_secs(300);
/// So much longer than its limit a scenario may take before the guest itself is taken for hung.
const GRACE: Duration = Duration::from_secs(90);
/// How often the host looks.
const TICK: Duration = Duration::from_millis(500);

/// How a scenario ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// It came to its end after so many seconds; whether all cameras could be unloaded after it.
    Ended { seconds: f64, status: i32, clean: bool },
    /// It began, and the guest never said anything again.
    Hung,
}

/// Runs the scenarios in the guest, in a new one whenever one hangs, and gives how each ended. What they left is in
/// `out/NAME` below `lab`.
pub fn run(guest: &Guest, lab: &Path, program: &Path, scenarios: &[Scenario]) -> Result<Vec<(String, End)>> {
    let out = lab.join("out");
    if out.exists() {
        fs::remove_dir_all(&out).map_err(Error::file(&out))?;
    }
    for scenario in scenarios {
        let case = out.join(&scenario.name);
        fs::create_dir_all(&case).map_err(Error::file(&case))?;
        let films: String = scenario.films.iter().map(|film| format!("{} {}\n", film.name, film.folder())).collect();
        for (name, text) in [("script.sh", &scenario.script), ("films", &films)] {
            fs::write(case.join(name), text).map_err(Error::file(&case))?;
        }
    }
    let mut ended: Vec<(String, End)> = Vec::new();
    while ended.len() < scenarios.len() {
        let rest = &scenarios[ended.len()..];
        let progress = boot(guest, lab, program, rest)?;
        let came = parse(&progress);
        if came.is_empty() {
            let serial = fs::read_to_string(lab.join("serial.log")).unwrap_or_default();
            let tail: Vec<&str> = serial.lines().rev().take(12).collect();
            let tail = tail.into_iter().rev().collect::<Vec<_>>().join("\n  ");
            return Err(Error::Check(format!("the guest did not start; the last it said:\n  {tail}")));
        }
        ended.extend(came);
    }
    Ok(ended)
}

/// One guest's life. Returns what it noted of its progress.
fn boot(guest: &Guest, lab: &Path, program: &Path, scenarios: &[Scenario]) -> Result<String> {
    let out = lab.join("out");
    let progress = out.join("progress");
    let _ = fs::remove_file(&progress);
    let job = out.join("job.sh");
    fs::write(&job, job_text(lab, program, scenarios)?).map_err(Error::file(&job))?;
    let mut child = Qemu(start(guest, lab)?);
    let limit = |text: &str| match text.lines().last().map(|line| line.split(' ').collect::<Vec<_>>()).as_deref() {
        Some(["start", name, _]) => {
            let running = scenarios.iter().find(|scenario| scenario.name == *name);
            running.map_or(BOOT, |scenario| Duration::from_secs(scenario.limit) + GRACE)
        }
        _ => BOOT,
    };
    let (mut seen, mut since) = (String::new(), Instant::now());
    loop {
        std::thread::sleep(TICK);
        let text = fs::read_to_string(&progress).unwrap_or_default();
        if text != seen {
            for line in text.lines().skip(seen.lines().count()) {
                eprintln!("    guest: {line}");
            }
            (seen, since) = (text, Instant::now());
        }
        let over = child.0.try_wait().map_err(Error::file(&job))?.is_some();
        if over || since.elapsed() > limit(&seen) {
            return Ok(seen);
        }
    }
}

/// An emulator that does not outlive this value.
struct Qemu(Child);

impl Drop for Qemu {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(guest: &Guest, lab: &Path) -> Result<Child> {
    let serial = format!("file:{}", lab.join("serial.log").display());
    let out = format!("local,path={},mount_tag=out,security_model=none", lab.join("out").display());
    // Emulated even where the processor could do it itself: that works everywhere, and KVM has been seen to hang inside
    // other virtual machines. This processor has AVX2 and no dot products for bytes, as most laptops have.
    let machine = "-accel tcg,thread=multi -cpu max -m 2560 -no-reboot -net none -display none -monitor none";
    let mut command = shell::program("qemu-system-x86_64", machine.split(' '));
    let cores = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
    command.args(["-smp", &cores.to_string()]);
    // A kernel that panics ends at once, too.
    command.args(["-append", "console=ttyS0 quiet panic=-1"]);
    command.args(["-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"]);
    command.arg("-kernel").arg(&guest.kernel).arg("-initrd").arg(&guest.initramfs);
    command.args(["-serial", &serial, "-virtfs", &out]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().map_err(|cause| Error::Start { program: "qemu-system-x86_64".into(), cause })
}

fn job_text(lab: &Path, program: &Path, scenarios: &[Scenario]) -> Result<String> {
    let folder = super::folder().join("guest");
    let mut text = String::new();
    let paths: [(&str, PathBuf); 4] = [
        ("LAB", lab.to_owned()),
        ("GUEST", folder.clone()),
        ("SUZUME", program.to_owned()),
        ("SUZUME_ORT_LIB", runtime::library()?),
    ];
    for (name, path) in paths {
        text.push_str(&format!("{name}={}\nexport {name}\n", quoted(&path.display().to_string())));
    }
    if let Some(models) = std::env::var_os("SUZUME_MODELS") {
        text.push_str(&format!("export SUZUME_MODELS={}\n", quoted(&models.to_string_lossy())));
    }
    let jobs: Vec<String> = scenarios.iter().map(|scenario| format!("{} {}", scenario.name, scenario.limit)).collect();
    text.push_str(&format!("JOBS={}\ncd {}\n", quoted(&jobs.join("\n")), quoted(&shell::root().display().to_string())));
    text.push_str(". \"$GUEST/run.sh\"\n");
    Ok(text)
}

/// As one word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// How the scenarios ended that began, of the guest's notes.
fn parse(progress: &str) -> Vec<(String, End)> {
    let mut found: Vec<(String, End)> = Vec::new();
    let mut started = 0.0;
    for line in progress.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["start", name, at] => {
                started = at.parse().unwrap_or_default();
                found.push(((*name).to_owned(), End::Hung));
            }
            ["end", name, status, left, at] => {
                let at: f64 = at.parse().unwrap_or_default();
                let status = status.parse().unwrap_or(-1);
                if let Some((_, end)) = found.iter_mut().find(|(one, _)| one == name) {
                    *end = End::Ended { seconds: at - started, status, clean: *left == "0" };
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_that_began_and_did_not_end_hung() {
        let notes = "up 7.5\nstart one 8.0\nend one 0 0 20.5\nstart two 21.0\nend two 124 1 60.0\nstart three 61.0\n";
        let ends = parse(notes);
        assert_eq!(ends[0], ("one".into(), End::Ended { seconds: 12.5, status: 0, clean: true }));
        assert_eq!(ends[1], ("two".into(), End::Ended { seconds: 39.0, status: 124, clean: false }));
        assert_eq!(ends[2], ("three".into(), End::Hung));
        assert!(parse("up 7.5\n").is_empty());
    }

    #[test]
    fn paths_reach_the_guest_as_they_are() {
        assert_eq!(quoted("/a b/it's"), r"'/a b/it'\''s'");
    }
}
