//! The folder for temporary files of tests.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use nix::sys::statvfs::statvfs;

/// The variable that names the folder to programs.
const VARIABLE: &str = "TMPDIR";

/// Linux keeps the files of this folder in memory.
const MEMORY: &str = "/dev/shm";

/// The databases of all tests that run at the same time take less.
const NEEDED_BYTES: u64 = 2 << 30;

/// Returns the folder that `TMPDIR` names, or else one in memory if it has room: tests wait for thousands of small writes, and longer than a
/// server's limits while a compiler keeps the disk busy.
pub(crate) fn folder() -> PathBuf {
    if env::var_os(VARIABLE).is_none()
        && free_bytes(Path::new(MEMORY)).is_some_and(|free| free >= NEEDED_BYTES)
    {
        return MEMORY.into();
    }
    env::temp_dir()
}

/// Lets a program use the folder.
pub(crate) fn set(command: &mut Command) -> &mut Command {
    command.env(VARIABLE, folder())
}

fn free_bytes(folder: &Path) -> Option<u64> {
    let volume = statvfs(folder).ok()?;
    Some(volume.blocks_available() * volume.fragment_size())
}
