//! The web client from Rust: a folder with a `package.json`, processed with `npm`.
//!
//! The build script of `sumito-web-assets` and `cargo xtask test` both need its packages installed, possibly at the same time. This crate
//! decides when they count as installed, and serialises the installation.

mod error;
mod node;
mod packages;

use std::{
    ffi::OsStr,
    iter,
    path::{Path, PathBuf},
    process::Command,
};

pub use error::Error;

/// The folder of the web client.
#[derive(Clone, Debug)]
pub struct WebProject {
    folder: PathBuf,
}

impl WebProject {
    /// Creates a project for `folder`, without accessing it.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder that holds `package.json`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Installs the packages of `package-lock.json`, unless they have been installed since its last change. If several processes ask
    /// concurrently, one installs and the others wait for it.
    ///
    /// # Errors
    /// Fails if Node.js is missing or too old, or if `npm ci` fails.
    pub fn install(&self) -> Result<(), Error> {
        node::require()?;
        packages::install(&self.folder)
    }

    /// The command `npm run NAME -- ARGUMENTS` in the project's folder, not yet started.
    pub fn script(&self, name: &str, arguments: &[&OsStr]) -> Command {
        let mut command = self.npm(&["run", name]);
        if !arguments.is_empty() {
            command.arg("--").args(arguments);
        }
        command
    }

    /// Runs the build script of the project, with its output in `target`; writes nothing next to the sources.
    ///
    /// # Errors
    /// The errors of [`WebProject::install`]; also fails if the build fails or produces no `index.html`.
    pub fn build(&self, target: &Path) -> Result<(), Error> {
        self.install()?;
        let arguments = ["--outDir".as_ref(), target.as_os_str(), "--emptyOutDir".as_ref()];
        run(&mut self.script("build", &arguments))?;
        require_index(target)
    }

    fn npm(&self, arguments: &[&str]) -> Command {
        packages::npm(&self.folder, arguments)
    }
}

/// Checks that `folder` holds a built client.
///
/// # Errors
/// Fails if there is no `index.html` in it.
pub fn require_index(folder: &Path) -> Result<(), Error> {
    if folder.join("index.html").is_file() {
        Ok(())
    } else {
        Err(Error::NoIndex { folder: folder.to_owned() })
    }
}

fn run(command: &mut Command) -> Result<(), Error> {
    let status =
        command.status().map_err(|source| Error::NotStarted { command: as_typed(command), source })?;
    if status.success() { Ok(()) } else { Err(Error::Failed { command: as_typed(command), status }) }
}

fn as_typed(command: &Command) -> String {
    let words = iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
