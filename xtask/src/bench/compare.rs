//! Reading a picture, measured the same way for every program: the same files, the same run, from outside.

use super::peer;
use super::process::{Watched, watch};
use crate::error::{Error, Result};
use crate::{fingerprint, shell};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The picture that is timed: 1280 x 720, seven tiles.
const TIMED: &str = "easy.jpg";
/// How often it is read in one process.
const TIMES: usize = 61;
/// The first readings of a process warm it up and are not counted.
const WARM_UP: usize = 5;
/// How many processes are started to time the first reading.
const STARTS: usize = 5;

/// One program's line of the table.
struct Row {
    name: String,
    /// Milliseconds of locating and reading: median and the ninetieth of a hundred.
    ms: [f64; 2],
    /// The medians of locating and of reading, where the program tells them apart.
    parts: Option<[f64; 2]>,
    /// From the start of the process to its first answer: the median of several.
    first: Duration,
    peak: Option<u64>,
    /// Bytes of its models.
    models: u64,
    /// Tiles of the pictures that ship: named rightly, all, and named where there is none or wrongly.
    named: [usize; 3],
}

/// Measures ours, ours with other models and the peer, and prints the table. Our released program.
pub fn compare(models: &[PathBuf], with_peer: bool) -> Result<PathBuf> {
    let step = shell::step("building `suzume`");
    let suzume = built()?;
    step.done();
    let peer = match with_peer.then(peer::install) {
        None => None,
        Some(Ok(peer)) => Some(peer),
        Some(Err(error)) => {
            eprintln!("    The peer could not be installed, so its line is missing: {error}");
            None
        }
    };
    let ours = shell::root().join("models");
    let mut rows = Vec::new();
    for folder in std::iter::once(&ours).chain(models) {
        let name = if *folder == ours { "suzume".to_owned() } else { format!("suzume, {}", file_name(folder)) };
        let step = shell::step(&format!("reading with {name}"));
        let command = |pictures: &[&Path]| {
            let mut command = Command::new(&suzume);
            command.args(["read", "--json"]).args(pictures).env("SUZUME_MODELS", folder).current_dir(shell::root());
            command
        };
        rows.push(row(name, model_bytes(folder)?, command)?);
        step.done();
    }
    if let Some(peer) = &peer {
        let step = shell::step("reading with the peer");
        rows.push(row(peer::PACKAGE.replace("==", " "), peer.model, |pictures| peer.command(pictures))?);
        step.done();
    }
    print(&rows);
    Ok(suzume)
}

/// The released program.
pub fn built() -> Result<PathBuf> {
    let arguments = ["build", "--release", "--package", "suzume-cli", "--message-format", "json-render-diagnostics"];
    let mut command = shell::cargo(arguments);
    let program = shell::shown(&command);
    let output = command
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|cause| Error::Start { program: program.clone(), cause })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut executables = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
    let found = executables.next_back().filter(|_| output.status.success());
    found.ok_or(Error::Failed { program, status: output.status.to_string() })
}

fn row(name: String, models: u64, command: impl Fn(&[&Path]) -> Command) -> Result<Row> {
    let golden = shell::root().join("tests").join("golden");
    let timed = golden.join(TIMED);
    let mut first: Vec<Duration> = Vec::new();
    for _ in 0..STARTS {
        first.push(watch(&mut command(&[&timed]))?.first);
    }
    first.sort();
    let Watched { lines, peak, .. } = watch(&mut command(&[timed.as_path(); TIMES]))?;
    let told = |tell: &dyn Fn(&Value) -> Option<f64>| {
        let mut ms: Vec<f64> = lines.iter().skip(WARM_UP).filter_map(tell).collect();
        ms.sort_by(f64::total_cmp);
        (ms.len() == TIMES - WARM_UP).then(|| [ms[ms.len() / 2], ms[ms.len() * 9 / 10]])
    };
    let ms = told(&milliseconds).ok_or_else(|| Error::Check(format!("{name} did not answer {TIMES} times")))?;
    let parts = ["locate", "read"].map(|part| told(&|answer| answer["ms"][part].as_f64()));
    let parts = if let [Some([locate, _]), Some([read, _])] = parts { Some([locate, read]) } else { None };
    let pictures = pictures(&golden)?;
    let paths: Vec<&Path> = pictures.iter().map(PathBuf::as_path).collect();
    let answers = watch(&mut command(&paths))?.lines;
    let mut named = [0; 3];
    for (picture, answer) in pictures.iter().zip(&answers) {
        let counts = compared(&labels(picture)?, faces(answer));
        named.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    Ok(Row { name, ms, parts, first: first[STARTS / 2], peak, models, named })
}

/// What locating and reading took, as each program says it.
fn milliseconds(answer: &Value) -> Option<f64> {
    let ms = &answer["ms"];
    ms.as_f64().or_else(|| Some(ms["locate"].as_f64()? + ms["read"].as_f64()?))
}

/// The faces that an answer names; red prints count as normal ones, since the peer knows no reds.
fn faces(answer: &Value) -> Vec<String> {
    let ours = answer["tiles"].as_array().into_iter().flatten().map(|tile| &tile["face"]);
    let peers = answer["faces"].as_array().into_iter().flatten();
    ours.chain(peers).filter_map(Value::as_str).filter(|face| *face != "back").map(without_red).collect()
}

fn labels(picture: &Path) -> Result<Vec<String>> {
    let file = picture.with_extension("json");
    let text = std::fs::read_to_string(&file).map_err(Error::file(&file))?;
    let label: Value = serde_json::from_str(&text).map_err(|error| Error::content(&file, error.to_string()))?;
    Ok(faces(&label))
}

fn without_red(face: &str) -> String {
    face.strip_suffix('r').unwrap_or(face).to_owned()
}

/// Of two bags of faces: how many are in both, how many are wanted, how many are named beyond.
fn compared(wanted: &[String], mut named: Vec<String>) -> [usize; 3] {
    let mut right = 0;
    for face in wanted {
        if let Some(position) = named.iter().position(|other| other == face) {
            named.swap_remove(position);
            right += 1;
        }
    }
    [right, wanted.len(), named.len()]
}

fn pictures(golden: &Path) -> Result<Vec<PathBuf>> {
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jpg" || ending == "png");
    let found: Vec<PathBuf> = fingerprint::files(golden, &[])?.into_iter().filter(is_picture).collect();
    if found.is_empty() { Err(Error::content(golden, "there is no picture to read")) } else { Ok(found) }
}

/// The size of the models that the manifest names.
fn model_bytes(folder: &Path) -> Result<u64> {
    let path = folder.join("manifest.json");
    let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
    let manifest: Value = serde_json::from_str(&text).map_err(|error| Error::content(&path, error.to_string()))?;
    let mut bytes = 0;
    for model in ["locator", "reader"] {
        let name = manifest[model]["file"].as_str();
        let file = folder.join(name.ok_or_else(|| Error::content(&path, format!("it names no {model}")))?);
        bytes += std::fs::metadata(&file).map_err(Error::file(&file))?.len();
    }
    Ok(bytes)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn print(rows: &[Row]) {
    println!("\n{TIMED}, 1280 x 720, seven tiles; {}", machine());
    println!(
        "{:<28} {:>10} {:>15} {:>7} {:>14} {:>12} {:>10} {:>22}",
        "program",
        "median ms",
        "locate + read",
        "p90 ms",
        "first answer s",
        "peak MB",
        "models MB",
        "golden tiles (+wrong)"
    );
    let megabytes = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
    for row in rows {
        let [right, all, beyond] = row.named;
        println!(
            "{:<28} {:>10.1} {:>15} {:>7.1} {:>14.2} {:>12} {:>10} {:>22}",
            row.name,
            row.ms[0],
            row.parts.map_or("together".to_owned(), |[locate, read]| format!("{locate:.1} + {read:.1}")),
            row.ms[1],
            row.first.as_secs_f64(),
            row.peak.map_or("not told".to_owned(), megabytes),
            megabytes(row.models),
            format!("{right} of {all} (+{beyond})"),
        );
    }
    println!("ms: locating and reading, without decoding the file, {} readings after {WARM_UP}.", TIMES - WARM_UP);
    println!("golden tiles: faces of the pictures in tests/golden, red taken as normal; the pictures are our own.");
}

/// The machine and what else it is doing, where the system says so.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let text = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = text("/proc/cpuinfo");
    let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    let load = text("/proc/loadavg");
    let load = load.split_whitespace().next().unwrap_or("unknown");
    format!("{cores} cores of {}, load average {load}", model.unwrap_or("an unnamed processor"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_forms_of_an_answer_are_understood() {
        let ours =
            json!({"tiles": [{"face": "3sr"}, {"face": "back"}, {"face": "chun"}], "ms": {"locate": 7.5, "read": 4.0}});
        let peers = json!({"faces": ["3s", "E"], "ms": 33.0});
        assert_eq!((faces(&ours), milliseconds(&ours)), (vec!["3s".to_owned(), "chun".to_owned()], Some(11.5)));
        assert_eq!((faces(&peers), milliseconds(&peers)), (vec!["3s".to_owned(), "E".to_owned()], Some(33.0)));
    }

    #[test]
    fn bags_of_faces_are_compared_by_how_often_each_is_in_them() {
        let bag = |faces: &[&str]| faces.iter().map(|&face| face.to_owned()).collect::<Vec<_>>();
        assert_eq!(compared(&bag(&["1s", "1s", "2s"]), bag(&["1s", "2s", "2s", "9m"])), [2, 3, 2]);
        assert_eq!(compared(&bag(&[]), bag(&["1s"])), [0, 0, 1]);
    }
}
