//! What the packages say of themselves, checked without making them: files, versions, names and texts in every language.

use crate::error::{Error, Result};
use crate::{runtime, shell};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The languages of the window. English is what stands without a mark.
const LANGUAGES: &[&str] = &["en", "ja", "ko"];

/// Everything that does not agree, a line each.
pub fn complaints() -> Result<Vec<String>> {
    let tauri = |system: &str| read_json(&format!("src-tauri/tauri.{system}conf.json"));
    let (common, linux, macos, windows) = (tauri("")?, tauri("linux.")?, tauri("macos.")?, tauri("windows.")?);
    let mut found = Vec::new();
    for configuration in [&common, &linux, &macos, &windows] {
        found.extend(missing_files(&configuration["bundle"], &shell::root().join("src-tauri")));
    }
    found.extend(versions(&common)?);
    for library in runtime::files()? {
        let bytes = fs::read(&library).map_err(Error::file(&library))?;
        if let Some(address) = reports_to(&bytes) {
            found.push(format!(
                "{}: it would report to {address}; the app promises that nothing leaves",
                library.display()
            ));
        }
    }
    found.extend(places(&linux)?);
    let words = Words::of_the_window()?;
    found.extend(words.in_desktop_entry(&read("src-tauri/linux/suzume-table.desktop")?));
    found.extend(words.in_metainfo(&read("src-tauri/linux/table.suzume.app.metainfo.xml")?));
    for (language, name, _) in &words.0 {
        let file = format!("src-tauri/macos/{language}.lproj/InfoPlist.strings");
        found.extend(camera_text(&file, &read(&file)?, name));
    }
    if !read("src-tauri/Info.plist")?.contains("NSCameraUsageDescription") {
        found.push("src-tauri/Info.plist: macOS ends an app that opens a camera without saying why".into());
    }
    let installers = &windows["bundle"]["windows"];
    let nsis = installers["nsis"]["languages"].as_array().map_or(0, Vec::len);
    let msi = installers["wix"]["language"].as_object().map_or(0, serde_json::Map::len);
    if (nsis, msi) != (LANGUAGES.len(), LANGUAGES.len()) {
        found.push(format!("src-tauri/tauri.windows.conf.json: an installer does not speak {LANGUAGES:?}"));
    }
    Ok(found)
}

/// Files that a configuration names and that are not there: strings in the places where Tauri expects a path of ours.
fn missing_files(bundle: &Value, folder: &Path) -> Vec<String> {
    let texts = |value: &Value| -> Vec<String> {
        let all: Vec<&Value> = match value {
            Value::Array(all) => all.iter().collect(),
            Value::Object(all) => all.values().collect(),
            one => vec![one],
        };
        all.into_iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut named = texts(&bundle["icon"]);
    for system in ["/linux/deb", "/linux/rpm", "/linux/appimage", "/macOS", "/windows/nsis", "/windows/wix"] {
        let Some(part) = bundle.pointer(system) else { continue };
        for key in ["files", "desktopTemplate", "entitlements", "infoPlist", "installerIcon", "postRemoveScript"] {
            named.extend(texts(&part[key]));
        }
    }
    let missing = named.into_iter().filter(|file| !folder.join(file).is_file());
    missing.map(|file| format!("src-tauri/tauri.*.conf.json names {file}, which is not there")).collect()
}

/// Where a library sends what it has seen of its user, as ONNX Runtime does since 1.29 on Linux and macOS. Turning that off by
/// its own function comes too late: by then it has made an identifier of the device.
fn reports_to(library: &[u8]) -> Option<&'static str> {
    const COLLECTOR: &str = "events.data.microsoft.com";
    // The standard library's search is optimised where this program is not.
    let found = String::from_utf8_lossy(library).contains(COLLECTOR);
    found.then_some(COLLECTOR)
}

/// Versions that must be one: of the programs, of what the app stores are told, of Tauri's halves.
fn versions(common: &Value) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut same = |what: &str, is: &str, wanted: &str| {
        if is != wanted {
            found.push(format!("{what} is {is:?}, but {wanted:?} belongs there"));
        }
    };
    let workspace = read("Cargo.toml")?;
    let version = after(&workspace, "[workspace.package]\nversion = \"");
    same("version of ui/package.json", read_json("ui/package.json")?["version"].as_str().unwrap_or_default(), version);
    let metainfo = read("src-tauri/linux/table.suzume.app.metainfo.xml")?;
    same("newest release in the metainfo", after(&metainfo, "<release version=\""), version);
    // The one in Cargo.toml is taken where Tauri's own configuration names none.
    same("version in tauri.conf.json", common["version"].as_str().unwrap_or(version), version);
    let licence = after(&workspace, "license = \"");
    same("licence in tauri.conf.json", common["bundle"]["license"].as_str().unwrap_or_default(), licence);
    let window = read("src-tauri/Cargo.toml")?;
    let tauri = after(&window, "tauri = { version = \"=");
    let bundler = &read_json("src-tauri/package.json")?["devDependencies"]["@tauri-apps/cli"];
    same("Tauri's bundler in src-tauri/package.json", bundler.as_str().unwrap_or_default(), tauri);
    let api = &read_json("ui/package.json")?["dependencies"]["@tauri-apps/api"];
    same("Tauri's half in ui/package.json", api.as_str().unwrap_or_default(), tauri);
    Ok(found)
}

/// The folder of the resources on Linux is named after the product, and `vision::ModelPaths` looks there.
fn places(linux: &Value) -> Result<Vec<String>> {
    let product = linux["productName"].as_str().unwrap_or_default();
    let looked_for = format!("\"lib/{product}/models\", \"lib/{product}/lib\"");
    let paths = "crates/vision/src/paths.rs";
    let found = !product.is_empty() && read(paths)?.contains(&looked_for);
    Ok(if found {
        Vec::new()
    } else {
        vec![format!("{paths} does not look for {looked_for} of the packages of Linux")]
    })
}

/// The camera's text and the name of the app, as macOS shows them in one language.
fn camera_text(file: &str, text: &str, name: &str) -> Option<String> {
    let camera = after(text, "\"NSCameraUsageDescription\" = \"");
    let complete = after(text, "\"CFBundleDisplayName\" = \"") == name && camera.chars().count() > 20;
    (!complete).then(|| format!("{file}: lacks the app's name in the window, {name}, or why it needs the camera"))
}

/// What the window calls itself and says of itself, by language.
struct Words(Vec<(&'static str, String, String)>);

impl Words {
    fn of_the_window() -> Result<Self> {
        let of = |language: &&'static str| {
            let catalogue = read(&format!("ui/src/messages/{language}.ts"))?;
            let word = |key: &str| after(&catalogue, &format!("{key}: '")).to_owned();
            Ok((*language, word("name"), word("tagline")))
        };
        LANGUAGES.iter().map(of).collect::<Result<_>>().map(Self)
    }

    /// The entry must say what the window says, in each language.
    fn in_desktop_entry(&self, entry: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (language, name, tagline) in &self.0 {
            let mark = if *language == "en" { String::new() } else { format!("[{language}]") };
            let lines = [format!("Name{mark}={name}"), format!("Comment{mark}={tagline}")];
            found.extend(lines.into_iter().filter(|line| !entry.lines().any(|one| one == line)));
            let others = [format!("GenericName{mark}="), format!("Keywords{mark}=")];
            found.extend(
                others
                    .into_iter()
                    .filter(|key| !entry.lines().any(|one| one.len() > key.len() && one.starts_with(key))),
            );
        }
        found.into_iter().map(|line| format!("src-tauri/linux/suzume-table.desktop lacks {line}")).collect()
    }

    /// The description for app stores must have every language, too.
    fn in_metainfo(&self, metainfo: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (language, name, _) in &self.0 {
            let mark = if *language == "en" { String::new() } else { format!(" xml:lang=\"{language}\"") };
            found.extend([format!("<name{mark}>{name}</name>"), format!("<summary{mark}>"), format!("<p{mark}>")]);
        }
        let missing = found.into_iter().filter(|text| !metainfo.contains(text));
        missing.map(|text| format!("src-tauri/linux/table.suzume.app.metainfo.xml lacks {text}")).collect()
    }
}

/// What stands between a beginning and the next quotation mark; empty where the beginning is not there.
fn after<'a>(text: &'a str, beginning: &str) -> &'a str {
    let rest = text.split_once(beginning).map_or("", |(_, rest)| rest);
    rest.split(['"', '\'']).next().unwrap_or_default()
}

fn read(name: &str) -> Result<String> {
    let path: PathBuf = shell::root().join(name);
    fs::read_to_string(&path).map_err(Error::file(&path))
}

fn read_json(name: &str) -> Result<Value> {
    serde_json::from_str(&read(name)?).map_err(|error| Error::content(Path::new(name), error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_that_a_package_would_lack_is_named() {
        let bundle = json!({ "icon": ["a.png"], "linux": { "deb": { "files": { "/usr/share/x": "b.xml" }, "section": "games" } } });
        let found = missing_files(&bundle, Path::new("/nowhere"));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("a.png") && found[1].contains("b.xml"), "{found:?}");
    }

    #[test]
    fn a_library_that_reports_is_found() {
        assert!(reports_to(b"\0https://mobile.events.data.microsoft.com/OneCollector\0").is_some());
        assert!(reports_to(b"\0https://onnxruntime.ai\0").is_none());
    }

    #[test]
    fn a_desktop_entry_that_lacks_a_language_is_found() {
        let words = Words(vec![("en", "Table".into(), "Points.".into()), ("ko", "테이블".into(), "점수.".into())]);
        let english = "Name=Table\nComment=Points.\nGenericName=T\nKeywords=a;\n";
        assert_eq!(words.in_desktop_entry(english).len(), 4);
        let both = format!("{english}Name[ko]=테이블\nComment[ko]=점수.\nGenericName[ko]=표\nKeywords[ko]=가;\n");
        assert!(words.in_desktop_entry(&both).is_empty());
        assert_eq!(words.in_desktop_entry(&both.replace("Keywords[ko]=가;", "Keywords[ko]=")).len(), 1);
    }

    #[test]
    fn a_camera_that_is_not_explained_is_found() {
        let good =
            "\"CFBundleDisplayName\" = \"Table\";\n\"NSCameraUsageDescription\" = \"The camera shows your tiles.\";";
        assert_eq!(camera_text("f", good, "Table"), None);
        assert!(camera_text("f", good, "Other").is_some());
        assert!(camera_text("f", "\"CFBundleDisplayName\" = \"Table\";", "Table").is_some());
    }
}
