//! Programs and packages from the Python package index, each installed into its own folder below `target`.

use std::{ffi::OsStr, fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{debian, process, repository};

/// A program and the package that contains it.
pub(crate) struct PythonProgram {
    /// Package with its version, as pip writes it.
    pub(crate) package: &'static str,
    /// Name of the program.
    pub(crate) program: &'static str,
    /// Name of the folder.
    pub(crate) folder: &'static str,
}

impl PythonProgram {
    /// Installs the program, unless it is there. Returns its path.
    pub(crate) fn install(&self) -> Result<PathBuf> {
        let folder = environment(self.folder, self.package, &[self.package.as_ref()])?;
        Ok(folder.join("bin").join(self.program))
    }
}

/// Returns the path of Python 3; installs it if it is missing.
pub(crate) fn interpreter() -> Result<PathBuf> {
    debian::program("python3", "python3", "Python 3.9 or later")
}

/// Creates a virtual environment below `target` and installs packages into it with pip's `arguments`, unless it was created for the same
/// `content`. Returns its folder.
pub(crate) fn environment(name: &str, content: &str, arguments: &[&OsStr]) -> Result<PathBuf> {
    let folder = repository::root().join("target").join(name);
    let installed = folder.join("installed");
    if fs::read_to_string(&installed).is_ok_and(|present| present == content) {
        return Ok(folder);
    }
    let python = interpreter()?;
    if process::run(Command::new(&python).args(["-c", "import ensurepip"])).is_err() {
        debian::install("python3-venv", "Python's venv")?;
    }
    process::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))?;
    process::run(Command::new(folder.join("bin/pip")).args(["install", "--quiet"]).args(arguments))?;
    fs::write(&installed, content).context("cannot record what was installed")?;
    Ok(folder)
}
