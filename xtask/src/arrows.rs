//! The dependency direction: `rules` knows nothing, each crate only what lies below it.
//!
//! Tests may depend on what they like; what counts is what a crate is built from.

use crate::metadata::Package;

/// What a crate of the workspace may be built from.
struct Arrow {
    from: &'static str,
    /// Crates of the workspace.
    to: &'static [&'static str],
    /// `Some` lists all other crates it may use; `None` lets it use any but the `KEPT_APART`.
    others: Option<&'static [&'static str]>,
}

const ARROWS: &[Arrow] = &[
    Arrow { from: "suzume-rules", to: &[], others: Some(&["serde"]) },
    Arrow { from: "suzume-ledger", to: &["suzume-rules"], others: None },
    Arrow { from: "suzume-vision", to: &["suzume-rules"], others: None },
    Arrow { from: "suzume-camera", to: &["suzume-vision"], others: None },
    Arrow {
        from: "suzume-table",
        to: &["suzume-rules", "suzume-ledger", "suzume-vision", "suzume-camera"],
        others: None,
    },
    Arrow {
        from: "suzume-cli",
        to: &["suzume-rules", "suzume-ledger", "suzume-vision", "suzume-camera", "suzume-table"],
        others: None,
    },
    Arrow {
        from: "suzume-table-app",
        to: &["suzume-rules", "suzume-ledger", "suzume-vision", "suzume-camera", "suzume-table"],
        others: None,
    },
    Arrow { from: "xtask", to: &[], others: Some(&["serde_json", "sha2"]) },
];

/// Crates that only one of ours may use, and whether only behind a feature.
const KEPT_APART: &[(&str, &str, bool)] = &[
    ("ort", "suzume-vision", true),
    ("nokhwa", "suzume-camera", true),
    ("v4l", "suzume-camera", true),
    ("rusqlite", "suzume-ledger", false),
    ("tauri", "suzume-table-app", false),
    ("tauri-build", "suzume-table-app", false),
];

/// What is wrong with the arrows of the workspace; empty when nothing is.
pub fn complaints(packages: &[Package]) -> Vec<String> {
    let mut found = Vec::new();
    for package in packages {
        let Some(arrow) = ARROWS.iter().find(|arrow| arrow.from == package.name) else {
            found.push(format!("{}: has no line in xtask/src/arrows.rs saying what it may depend on", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|dependency| !dependency.dev) {
            let ours = packages.iter().any(|other| other.name == dependency.name);
            let listed = arrow.others.is_none_or(|others| others.contains(&dependency.name.as_str()));
            if ours && !arrow.to.contains(&dependency.name.as_str()) || !ours && !listed {
                found.push(format!("{} must not depend on {}", package.name, dependency.name));
            }
            for (name, owner, optional) in KEPT_APART.iter().filter(|(name, ..)| *name == dependency.name) {
                if package.name != *owner {
                    found.push(format!("only {owner} may depend on {name}, but {} does", package.name));
                } else if *optional && !dependency.optional {
                    found.push(format!("{owner} may depend on {name} only behind a feature"));
                }
            }
        }
    }
    let rules = packages.iter().find(|package| package.name == "suzume-rules");
    for dependency in rules.iter().flat_map(|rules| &rules.dependencies).filter(|dependency| !dependency.dev) {
        if !dependency.optional {
            found.push(format!("suzume-rules may depend on {} only behind a feature", dependency.name));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{self, Dependency};

    fn package(name: &str, dependencies: &[(&str, bool, bool)]) -> Package {
        let dependencies = dependencies
            .iter()
            .map(|&(name, optional, dev)| Dependency { name: name.to_owned(), optional, dev })
            .collect();
        Package { name: name.to_owned(), dependencies }
    }

    #[test]
    fn the_arrows_of_this_workspace_point_down() {
        let packages = metadata::packages().unwrap();
        assert_eq!(complaints(&packages), Vec::<String>::new());
        for arrow in ARROWS {
            assert!(
                packages.iter().any(|package| package.name == arrow.from),
                "{} is not in the workspace",
                arrow.from
            );
        }
    }

    #[test]
    fn rules_may_use_serde_behind_a_feature_and_nothing_else() {
        assert!(complaints(&[package("suzume-rules", &[("serde", true, false), ("rand", false, true)])]).is_empty());
        assert_eq!(complaints(&[package("suzume-rules", &[("serde", false, false)])]).len(), 1);
        assert_eq!(
            complaints(&[package("suzume-rules", &[("rand", true, false)])]),
            ["suzume-rules must not depend on rand"]
        );
    }

    #[test]
    fn an_arrow_that_points_up_is_found() {
        let ledger = package("suzume-ledger", &[("suzume-vision", false, false)]);
        let vision = package("suzume-vision", &[("suzume-rules", false, false)]);
        assert_eq!(complaints(&[ledger, vision]), ["suzume-ledger must not depend on suzume-vision"]);
    }

    #[test]
    fn ort_stays_behind_a_feature_of_vision() {
        assert!(complaints(&[package("suzume-vision", &[("ort", true, false)])]).is_empty());
        assert_eq!(complaints(&[package("suzume-vision", &[("ort", false, false)])]).len(), 1);
        assert_eq!(complaints(&[package("suzume-table", &[("ort", true, false)])]).len(), 1);
    }
}
