use std::{
    os::unix::{fs::chown, process::CommandExt as _},
    path::Path,
    process::Command,
};

use anyhow::{Context, Result};
use nix::unistd::{User, geteuid};

/// The user that owns a cluster. PostgreSQL refuses to run as root, so root uses the user `postgres`.
pub(super) struct ServiceUser {
    other: Option<User>,
}

impl ServiceUser {
    pub(super) fn find() -> Result<Self> {
        if !geteuid().is_root() {
            return Ok(Self { other: None });
        }
        let user = User::from_name("postgres").context("cannot read the users")?;
        let user = user.context(
            "PostgreSQL refuses to run as root, and the user `postgres` does not exist; add it, or run this \
             command as another user",
        )?;
        Ok(Self { other: Some(user) })
    }

    /// Changes the owner of `folder`.
    pub(super) fn give(&self, folder: &Path) -> Result<()> {
        let Some(user) = &self.other else { return Ok(()) };
        chown(folder, Some(user.uid.as_raw()), Some(user.gid.as_raw()))
            .with_context(|| format!("cannot change the owner of {} to {}", folder.display(), user.name))
    }

    /// Runs `command` as the owner, detached from the terminal's Ctrl-C, so that a cluster is stopped in order.
    pub(super) fn run(&self, command: &mut Command) {
        command.process_group(0);
        if let Some(user) = &self.other {
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
    }
}
