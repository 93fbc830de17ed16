//! Execution of other programs.

use std::{
    ffi::OsStr,
    iter,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::interrupt;

/// Prints the command, runs it to its end with our input and output, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let typed = as_typed(command);
    println!("$ {typed}");
    let child = interrupt::start(|| command.spawn().with_context(|| format!("cannot start {typed}")))?;
    let status = interrupt::wait_for(child).with_context(|| format!("cannot wait for {typed}"))?;
    interrupt::check()?;
    if !status.success() {
        bail!("{typed}: {status}");
    }
    Ok(())
}

/// Runs the command silently, and returns its standard output. If it fails, the error contains all its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let typed = as_typed(command);
    let output = command.output().with_context(|| format!("cannot start {typed}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("{typed}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(text)
}

/// Returns the path of `program` on the `PATH`.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn as_typed(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = iter::once(name).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
