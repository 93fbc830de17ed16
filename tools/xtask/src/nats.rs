//! The NATS server of the tests. Each test starts its own.

use std::{env, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::{debian, process};

/// The environment variable with the path of the server, read here and by the tests of the bus.
pub(crate) const VARIABLE: &str = "SUMITO_NATS_SERVER";

/// Returns the path of a NATS server; installs it if necessary.
pub(crate) fn path() -> Result<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE).map(PathBuf::from) {
        if !path.is_file() {
            bail!("{VARIABLE} names {}, which does not exist", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = installed() {
        return Ok(path);
    }
    debian::install("nats-server", "A NATS server, for the tests of the bus between nodes,")?;
    installed().context("the Debian package `nats-server` was installed, but `nats-server` is missing")
}

/// Debian's package has it in a folder that is on the `PATH` of root alone.
fn installed() -> Option<PathBuf> {
    let of_debian = PathBuf::from("/usr/sbin/nats-server");
    process::find("nats-server").or_else(|| of_debian.is_file().then_some(of_debian))
}
