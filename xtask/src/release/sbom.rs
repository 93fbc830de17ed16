//! Lists of what the program and its web client are made of (software bills of materials, SBOM), in the format `CycloneDX`.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

use super::Release;
use crate::process;

/// The version of the format that both programs write.
const FORMAT: &str = "1.5";

/// Writes both, and gives where they lie.
pub(super) fn make(release: &Release) -> Result<Vec<PathBuf>> {
    Ok(vec![program(release)?, client(release)?])
}

/// What the program is made of: crates, with their licences and where they come from.
fn program(release: &Release) -> Result<PathBuf> {
    let arguments = [
        "cyclonedx",
        "--manifest-path",
        "crates/server/Cargo.toml",
        "--format",
        "json",
        "--spec-version",
        FORMAT,
    ];
    process::run(release.cargo()?.args(arguments).arg("--quiet"))?;
    let written = fs::read_to_string(release.source.join("crates/server/sumito-server.cdx.json"))?;
    // It names crates of the workspace by where they lie.
    let same = written.replace(&release.source.display().to_string(), "/sumito");
    write(release, "sumito.cdx.json", &serde_json::from_str(&same)?)
}

/// What the web client is made of and built with: packages.
fn client(release: &Release) -> Result<PathBuf> {
    let web = release.source.join("web");
    let written =
        process::output(Command::new("npm").current_dir(&web).args(["sbom", "--sbom-format", "cyclonedx"]))?;
    let mut sbom: Value = serde_json::from_str(&written).context("what `npm sbom` prints")?;
    // A number by chance and the time at which it was asked.
    let parts = sbom.as_object_mut().context("an SBOM is an object")?;
    parts.remove("serialNumber");
    if let Some(about) = parts.get_mut("metadata").and_then(Value::as_object_mut) {
        about.remove("timestamp");
    }
    write(release, "web.cdx.json", &sbom)
}

fn write(release: &Release, name: &str, sbom: &Value) -> Result<PathBuf> {
    let path = release.out.join(name);
    fs::write(&path, serde_json::to_string_pretty(sbom)?).context(name.to_owned())?;
    Ok(path)
}
