//! What comes from others and is in a package, each with its licence: read from the packages themselves.

use crate::error::{Error, Result};
use crate::{run, shell, ui};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The file, wherever the package puts it.
const NAME: &str = "THIRD-PARTY-LICENCES.txt";

/// What the files begin with in which packages keep their terms.
const TERMS: &[&str] = &["license", "licence", "copying", "copyright", "notice", "unlicense", "thirdpartynotices"];

/// Licences under which something may be in a package. What names any other stops the packaging until a person has looked.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Something of others.
#[derive(Debug, PartialEq)]
struct Part {
    name: String,
    version: String,
    licence: String,
    /// Where its files are.
    folder: PathBuf,
}

/// Writes the file of all terms into a folder and gives it.
pub fn write(folder: &Path) -> Result<PathBuf> {
    let mut parts = crates()?;
    parts.extend(npm()?);
    parts.push(runtime()?);
    let refused: Vec<String> = parts
        .iter()
        .filter(|part| !is_allowed(&part.licence))
        .map(|part| format!("{} {}: {}", part.name, part.version, part.licence))
        .collect();
    if !refused.is_empty() {
        return Err(Error::Check(format!("under terms that are not known here:\n  {}", refused.join("\n  "))));
    }
    let with_texts = parts.into_iter().map(|part| Ok((texts(&part.folder)?, part))).collect::<Result<Vec<_>>>()?;
    let (file, known) = (folder.join(NAME), shell::root().join("THIRD-PARTY.md"));
    // Whose pictures the models were trained on stands there, which some of them ask for.
    let known = fs::read_to_string(&known).map_err(Error::file(&known))?;
    fs::write(&file, format!("{known}\n{}", page(&with_texts))).map_err(Error::file(&file))?;
    Ok(file)
}

/// Whether every licence in the expression may be there. Stricter than need be where there is a choice.
fn is_allowed(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], "").replace('/', " OR ");
    let mut named = flat.split(" OR ").flat_map(|choice| choice.split(" AND ")).map(str::trim);
    named.all(|licence| ALLOWED.contains(&licence))
}

/// The crates that are in the two programs on this system, those that only build or test them left out.
fn crates() -> Result<Vec<Part>> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--features", run::FEATURES];
    let text = shell::quiet(shell::cargo(arguments).args(["--filter-platform", &super::host()?]))
        .ok_or_else(|| Error::Check("`cargo metadata --locked` failed; run it to see why".into()))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| Error::Check(error.to_string()))?;
    of_metadata(&metadata, &[run::PACKAGE, super::COMMAND_LINE.0])
        .ok_or_else(|| Error::Check("`cargo metadata` printed something that is not known here".into()))
}

/// What the named packages are made of, in what `cargo metadata` printed.
fn of_metadata(metadata: &Value, roots: &[&str]) -> Option<Vec<Part>> {
    let packages: BTreeMap<&str, &Value> =
        metadata["packages"].as_array()?.iter().filter_map(|one| Some((one["id"].as_str()?, one))).collect();
    let nodes: BTreeMap<&str, &Value> =
        metadata["resolve"]["nodes"].as_array()?.iter().filter_map(|one| Some((one["id"].as_str()?, one))).collect();
    let is_root = |package: &Value| package["name"].as_str().is_some_and(|name| roots.contains(&name));
    let mut left: Vec<&str> = packages.iter().filter(|(_, package)| is_root(package)).map(|(id, _)| *id).collect();
    let mut seen: BTreeSet<&str> = left.iter().copied().collect();
    while let Some(id) = left.pop() {
        for dependency in nodes.get(id)?["deps"].as_array()? {
            let linked = dependency["dep_kinds"].as_array()?.iter().any(|kind| kind["kind"].is_null());
            let id = dependency["pkg"].as_str()?;
            if linked && seen.insert(id) {
                left.push(id);
            }
        }
    }
    let mut parts = Vec::new();
    // What has no source is of this workspace: ours.
    for package in seen.iter().filter_map(|id| packages.get(id)).filter(|package| !package["source"].is_null()) {
        parts.push(Part {
            name: package["name"].as_str()?.to_owned(),
            version: package["version"].as_str()?.to_owned(),
            licence: package["license"].as_str().unwrap_or("not named").to_owned(),
            folder: Path::new(package["manifest_path"].as_str()?).parent()?.to_owned(),
        });
    }
    parts.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Some(parts)
}

/// The npm packages of which something is in the page.
fn npm() -> Result<Vec<Part>> {
    let path = ui::folder().join("package-lock.json");
    let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
    let lock: Value = serde_json::from_str(&text).map_err(|error| Error::content(&path, error.to_string()))?;
    of_lock(&lock, &ui::folder()).ok_or_else(|| Error::content(&path, "it is not the lock file that is known here"))
}

/// What a lock file has for the page: its dependencies, and Svelte, which is a tool and also part of what it makes.
fn of_lock(lock: &Value, folder: &Path) -> Option<Vec<Part>> {
    let named =
        |value: &Value| value.as_object().map(|all| all.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
    let packages = &lock["packages"];
    let mut left = named(&packages[""]["dependencies"]);
    left.push("svelte".to_owned());
    let mut found = BTreeMap::new();
    while let Some(name) = left.pop() {
        let key = format!("node_modules/{name}");
        let package = &packages[&key];
        let part = Part {
            name: name.clone(),
            version: package["version"].as_str()?.to_owned(),
            licence: package["license"].as_str().unwrap_or("not named").to_owned(),
            folder: folder.join(key),
        };
        if found.insert(name, part).is_none() {
            left.extend(named(&package["dependencies"]));
        }
    }
    Some(found.into_values().collect())
}

/// ONNX Runtime, whose npm package holds no terms: those of the same release are kept beside its pins.
fn runtime() -> Result<Part> {
    let folder = shell::root().join("models").join("runtime");
    let path = folder.join("libraries.json");
    let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
    let pinned: Value = serde_json::from_str(&text).map_err(|error| Error::content(&path, error.to_string()))?;
    let version = pinned["version"].as_str().ok_or_else(|| Error::content(&path, "it names no version"))?.to_owned();
    Ok(Part { name: "ONNX Runtime".into(), version, licence: "MIT".into(), folder })
}

/// The terms in a package's own folder.
fn texts(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && TERMS.iter().any(|term| name.starts_with(term)) {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: &PathBuf| fs::read(path).map_err(Error::file(path));
    paths.iter().map(|path| Ok(String::from_utf8_lossy(&read(path)?).replace("\r\n", "\n").trim().to_owned())).collect()
}

/// All parts in a list, then every text once, under the names of those that have it.
fn page(parts: &[(Vec<String>, Part)]) -> String {
    let mut page = String::from(
        "# What comes from others and is in this package\n\
         First a list, then the terms as each part comes with them; a part marked * comes with none of its own, and its\n\
         licence is among those of the others.\n\n",
    );
    let mut by_text: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (texts, part) in parts {
        let mark = if texts.is_empty() { " *" } else { "" };
        let _ = writeln!(page, "{} {}: {}{mark}", part.name, part.version, part.licence);
        for text in texts {
            by_text.entry(text).or_default().push(format!("{} {}", part.name, part.version));
        }
    }
    let line = "=".repeat(100);
    for (text, names) in by_text {
        let _ = write!(page, "\n{line}\n{}\n{line}\n\n{text}\n", names.join(", "));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_licence_that_nobody_has_looked_at_stops_the_packaging() {
        for good in ["MIT", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "OFL-1.1"] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in ["AGPL-3.0-only", "MIT AND GPL-3.0-or-later", "not named", ""] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn only_what_is_linked_into_a_program_is_named() {
        let package = |name: &str, source: Value| {
            let path = format!("/registry/{name}/Cargo.toml");
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source, "manifest_path": path })
        };
        let needs = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let node = |name: &str, deps: Value| json!({ "id": name, "deps": deps });
        let metadata = json!({
            "packages": [
                package("app", Value::Null), package("ours", Value::Null), package("linked", "registry".into()),
                package("tested", "registry".into()), package("built", "registry".into()),
            ],
            "resolve": { "nodes": [
                node("app", json!([needs("ours", Value::Null), needs("built", "build".into())])),
                node("ours", json!([needs("linked", Value::Null), needs("tested", "dev".into())])),
                node("linked", json!([])), node("tested", json!([])), node("built", json!([])),
            ] },
        });
        let parts = of_metadata(&metadata, &["app"]).unwrap();
        assert_eq!(parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>(), ["linked"]);
        assert_eq!(parts[0].folder, Path::new("/registry/linked"));
    }

    #[test]
    fn the_page_brings_its_fonts_and_what_svelte_leaves_in_it() {
        let lock: Value = serde_json::from_str(include_str!("../../../ui/package-lock.json")).unwrap();
        let parts = of_lock(&lock, Path::new("ui")).unwrap();
        let has = |name: &str| parts.iter().any(|part| part.name == name);
        assert!(has("svelte") && has("esm-env") && has("@fontsource-variable/noto-sans-kr"), "{parts:?}");
        assert!(!has("vitest"));
    }

    #[test]
    fn every_text_is_there_once_under_all_its_names() {
        let part =
            |name: &str| Part { name: name.into(), version: "1".into(), licence: "MIT".into(), folder: PathBuf::new() };
        let text = || vec!["Permission is hereby granted".to_owned()];
        let page = page(&[(text(), part("a")), (text(), part("b")), (Vec::new(), part("c"))]);
        assert_eq!(page.matches("Permission is hereby granted").count(), 1);
        assert!(page.contains("a 1, b 1") && page.contains("c 1: MIT *"), "{page}");
    }
}
