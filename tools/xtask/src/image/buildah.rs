//! Buildah with separate storage, which needs no engine and leaves other images alone.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{process, repository};

/// Buildah with its images in our own folder.
pub(crate) struct Buildah {
    storage: PathBuf,
}

impl Buildah {
    /// Creates storage for its images below `folder`.
    pub(crate) fn with_storage(folder: &Path) -> Result<Self> {
        let storage = folder.join("storage");
        std::fs::create_dir_all(&storage).with_context(|| format!("{}", storage.display()))?;
        Ok(Self { storage })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("buildah");
        command.arg("--root").arg(&self.storage).arg("--runroot").arg(self.storage.with_file_name("run"));
        command.args(["--storage-driver", "overlay"]).args(arguments);
        command
    }

    fn output(&self, arguments: &[&str]) -> Result<String> {
        process::output(&mut self.command(arguments)).map(|text| text.trim().to_owned())
    }

    /// Returns whether there is an image of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.output(&["images", "--quiet", name]).is_ok_and(|id| !id.is_empty())
    }

    /// Creates an image from folders, each at its place, with these environment variables.
    pub(crate) fn make(
        &self,
        name: &str,
        parts: &[(PathBuf, String)],
        environment: &[(&str, &str)],
    ) -> Result<()> {
        let container = self.output(&["from", "scratch"])?;
        for (from, to) in parts {
            let from = from.to_str().context("a path is not UTF-8")?;
            process::run(&mut self.command(&["copy", "--quiet", &container, from, to]))?;
        }
        for (variable, value) in environment {
            self.output(&["config", "--env", &format!("{variable}={value}"), &container])?;
        }
        self.output(&["config", "--cmd", "bash", &container])?;
        process::run(&mut self.command(&["commit", "--quiet", "--rm", &container, name]))
    }

    /// Builds the Dockerfile of the repository.
    pub(crate) fn build(&self, name: &str) -> Result<()> {
        let mut command = self.command(&["build", "--isolation", "chroot", "--pull-never", "--layers"]);
        // Only Docker's own format supports a health check.
        command.args(["--format", "docker", "--tag", name, "."]);
        process::run(command.current_dir(repository::root()))
    }

    /// The size of an image in bytes, including the layers of its base.
    pub(crate) fn size(&self, name: &str) -> Result<u64> {
        // Without compression: the size in a file system.
        let container = self.output(&["from", "--pull-never", name])?;
        let place = self.output(&["mount", &container])?;
        let bytes =
            process::output(Command::new("du").args(["--summarize", "--bytes", "--one-file-system", &place]));
        self.output(&["rm", &container])?;
        let bytes = bytes?;
        let number = bytes.split_whitespace().next().unwrap_or_default();
        number.parse().with_context(|| format!("du said {bytes}"))
    }

    /// Mounts the files of an image as a folder that exists until the value is dropped.
    pub(crate) fn files(&self, name: &str) -> Result<Files<'_>> {
        let container = self.output(&["from", "--pull-never", name])?;
        let place = PathBuf::from(self.output(&["mount", &container])?);
        Ok(Files { buildah: self, container, place })
    }
}

/// The mounted files of an image.
pub(crate) struct Files<'a> {
    buildah: &'a Buildah,
    container: String,
    place: PathBuf,
}

impl Files<'_> {
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }
}

impl Drop for Files<'_> {
    fn drop(&mut self) {
        let _ = self.buildah.output(&["rm", &self.container]);
    }
}
