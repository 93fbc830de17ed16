//! Software bills of materials (SBOM) of the program and its web client, in the format `CycloneDX`.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

use super::Release;
use crate::process;

/// The version of the format that both programs write.
const FORMAT: &str = "1.5";

/// Writes both lists, and returns their paths.
pub(super) fn make(release: &Release) -> Result<Vec<PathBuf>> {
    Ok(vec![program(release)?, client(release)?])
}

/// The components of the program: crates, with their licences and sources.
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
    // It names crates of the workspace by their paths.
    let same = written.replace(&release.source.display().to_string(), "/sumito");
    write(release, "sumito.cdx.json", &serde_json::from_str(&same)?)
}

/// The components of the web client and its build: packages.
fn client(release: &Release) -> Result<PathBuf> {
    let web = release.source.join("web");
    let written =
        process::output(Command::new("npm").current_dir(&web).args(["sbom", "--sbom-format", "cyclonedx"]))?;
    let mut sbom: Value = serde_json::from_str(&written).context("what `npm sbom` prints")?;
    // A random number and the time of the request.
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
