//! What the manifests of the workspace say, as cargo understands them.

use crate::error::{Error, Result};
use crate::shell;
use serde_json::Value;

/// A package of the workspace.
#[derive(Debug)]
pub struct Package {
    pub name: String,
    pub dependencies: Vec<Dependency>,
}

/// A dependency as written in a manifest.
#[derive(Debug)]
pub struct Dependency {
    pub name: String,
    /// Only with a feature.
    pub optional: bool,
    /// Only for tests and benches.
    pub dev: bool,
}

/// The packages of the workspace. Needs no network and no lock file: the dependencies are not resolved.
pub fn packages() -> Result<Vec<Package>> {
    let mut command = shell::cargo(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let text =
        shell::quiet(&mut command).ok_or_else(|| Error::Check("`cargo metadata` failed; run it to see why".into()))?;
    parse(&text).ok_or_else(|| Error::Check("`cargo metadata` printed something that is not known here".into()))
}

fn parse(text: &str) -> Option<Vec<Package>> {
    let metadata: Value = serde_json::from_str(text).ok()?;
    metadata["packages"].as_array()?.iter().map(package).collect()
}

fn package(value: &Value) -> Option<Package> {
    let dependencies = value["dependencies"].as_array()?.iter().map(dependency).collect::<Option<_>>()?;
    Some(Package { name: value["name"].as_str()?.to_owned(), dependencies })
}

fn dependency(value: &Value) -> Option<Dependency> {
    Some(Dependency {
        name: value["name"].as_str()?.to_owned(),
        optional: value["optional"].as_bool()?,
        dev: value["kind"].as_str() == Some("dev"),
    })
}
