//! The browsers of the end-to-end tests.

use std::{env, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::{debian, process};

/// The environment variable with the path of the browser, read here and by the end-to-end tests.
pub(crate) const VARIABLE: &str = "CHROMIUM_BIN";

/// Returns the path of a Chromium; installs it if necessary.
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
    debian::install("chromium", "Chromium, for the end-to-end tests,")?;
    installed().context("the Debian package `chromium` was installed, but `chromium` is missing")
}

/// The environment variable with the path of the browser without a window, read by the end-to-end tests.
pub(crate) const HEADLESS_SHELL_VARIABLE: &str = "CHROMIUM_HEADLESS_SHELL_BIN";

/// Returns the path of Chromium's headless shell, in which most tests are faster; installs it if necessary and possible.
pub(crate) fn headless_shell() -> Option<PathBuf> {
    const NAME: &str = "chromium-headless-shell";
    if let Some(path) = env::var_os(HEADLESS_SHELL_VARIABLE) {
        return Some(path.into());
    }
    if process::find(NAME).is_none()
        && let Err(error) = debian::install(NAME, "Chromium's headless shell, for faster end-to-end tests,")
    {
        println!("{error:#}; they run in the whole browser");
    }
    process::find(NAME)
}

fn installed() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(process::find)
}
