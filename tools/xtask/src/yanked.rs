//! Yanked versions among the dependencies, from the registry's index. cargo-deny reports them only together with the advisory database, which
//! needs GitHub.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{debian, process};

/// Address of the index of crates.io.
const INDEX: &str = "https://index.crates.io";

/// The needed part of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// `registry+…` or `git+…`; none for a path.
    source: Option<String>,
}

/// A line of a crate's file in the index.
#[derive(Deserialize)]
struct Line {
    vers: String,
    yanked: bool,
}

/// Returns the packages with a yanked version, by the output of `cargo metadata`. Requests the files of all crates concurrently.
///
/// # Errors
/// Fails if the index cannot be reached.
pub(crate) fn find(metadata: &str) -> Result<Vec<String>> {
    let metadata: Metadata = serde_json::from_str(metadata).context("what `cargo metadata` prints")?;
    let mut crates: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for package in metadata.packages.iter().filter(|package| package.source.is_some()) {
        crates.entry(&package.name).or_default().push(package.version.clone());
    }
    let folder = tempfile::tempdir()?;
    let mut downloads = String::new();
    for name in crates.keys() {
        let file = folder.path().join(name);
        writeln!(downloads, "url = \"{INDEX}/{}\"\noutput = \"{}\"", path(name), file.display())?;
    }
    let list = folder.path().join(".downloads");
    fs::write(&list, downloads)?;
    let curl = ["--silent", "--show-error", "--fail", "--parallel", "--retry", "2", "--max-time", "60"];
    let program = debian::program("curl", "curl", "curl")?;
    process::output(Command::new(program).args(curl).arg("--config").arg(&list))?;
    let mut yanked = Vec::new();
    for (name, versions) in crates {
        let lines = fs::read_to_string(folder.path().join(name)).with_context(|| name.to_owned())?;
        yanked.extend(of(&lines, &versions)?.into_iter().map(|version| format!("{name} {version}")));
    }
    Ok(yanked)
}

/// Path of a crate's file in the index, as described in Cargo's book ("Index files").
fn path(name: &str) -> String {
    let name = name.to_lowercase();
    match name.len() {
        1 => format!("1/{name}"),
        2 => format!("2/{name}"),
        3 => format!("3/{}/{name}", &name[..1]),
        _ => format!("{}/{}/{name}", &name[..2], &name[2..4]),
    }
}

/// Returns the yanked ones of `versions`, by a crate's file in the index.
fn of(lines: &str, versions: &[String]) -> Result<Vec<String>> {
    let mut yanked = Vec::new();
    for line in lines.lines() {
        let Line { vers, yanked: is_yanked } = serde_json::from_str(line)?;
        if is_yanked && versions.contains(&vers) {
            yanked.push(vers);
        }
    }
    Ok(yanked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yanked_versions_are_found_in_the_index() {
        assert_eq!(["a", "ab", "abc", "abcd"].map(path), ["1/a", "2/ab", "3/a/abc", "ab/cd/abcd"]);
        let lines = "{\"vers\": \"1.0.0\", \"yanked\": true}\n{\"vers\": \"1.0.1\", \"yanked\": false}\n";
        let versions = ["1.0.0", "1.0.1"].map(str::to_owned);
        assert_eq!(of(lines, &versions).unwrap(), ["1.0.0"]);
        assert!(of(lines, &versions[1..]).unwrap().is_empty());
    }
}
