use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{debian, process};

/// The folder with `initdb` and `pg_ctl`.
pub(super) struct Binaries {
    folder: PathBuf,
}

impl Binaries {
    /// Finds the programs of a PostgreSQL server; installs them if necessary.
    pub(super) fn find_or_install() -> Result<Self> {
        if let Some(found) = Self::find() {
            return Ok(found);
        }
        debian::install("postgresql", "A PostgreSQL server, for the tests of the store,")?;
        Self::find().context("the Debian package `postgresql` was installed, but `initdb` is missing")
    }

    pub(super) fn initdb(&self) -> Command {
        Command::new(self.folder.join("initdb"))
    }

    pub(super) fn pg_ctl(&self) -> Command {
        Command::new(self.folder.join("pg_ctl"))
    }

    fn find() -> Option<Self> {
        [on_the_path, reported_by_pg_config, newest_of_debian].into_iter().find_map(|place| {
            let folder = place()?;
            let complete = ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).is_file());
            complete.then_some(Self { folder })
        })
    }
}

fn on_the_path() -> Option<PathBuf> {
    process::find("initdb")?.parent().map(Path::to_owned)
}

fn reported_by_pg_config() -> Option<PathBuf> {
    let printed = process::output(Command::new("pg_config").arg("--bindir")).ok()?;
    Some(PathBuf::from(printed.trim()))
}

/// Debian keeps the server of each major version in a separate folder, outside of the `PATH`.
fn newest_of_debian() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let folder = |version: u32| PathBuf::from(format!("/usr/lib/postgresql/{version}/bin"));
    versions.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).max().map(folder)
}
