//! Installation of Debian packages that a check needs, if permitted.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use nix::unistd::geteuid;

use crate::process;

/// Returns the path of a program; installs its package first if it is missing.
pub(crate) fn program(name: &str, package: &str, purpose: &str) -> Result<PathBuf> {
    if let Some(path) = process::find(name) {
        return Ok(path);
    }
    install(package, purpose)?;
    process::find(name).with_context(|| format!("{package} has no program {name}"))
}

/// Installs `package` with apt-get as root; otherwise reports that it is missing.
pub(crate) fn install(package: &str, purpose: &str) -> Result<()> {
    if process::find("apt-get").is_none() {
        bail!("{purpose} is missing: install it (Debian's package is `{package}`)");
    }
    if !geteuid().is_root() {
        bail!("{purpose} is missing: `sudo apt-get install {package}`");
    }
    println!("{purpose} is missing; installing it");
    process::run(&mut apt_get(&["update"]))?;
    process::run(&mut apt_get(&["install", "--yes", "--no-install-recommends", package]))
}

fn apt_get(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").arg("--quiet").args(arguments);
    command
}
