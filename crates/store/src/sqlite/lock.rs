//! Lock for exclusive use of a file by one process.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tracing::warn;

use crate::{ConnectError, files};

/// Interval between tries for a lock that another process holds.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Locks out other servers from a file while it exists. The operating system releases the lock when the process ends in any way.
#[derive(Debug)]
pub(super) struct FileLock {
    _file: File,
}

/// Locks the file `NAME-lock` next to the database `NAME`. Waits a while for a server that is about to stop.
pub(super) async fn acquire(database: &Path, patience: Duration) -> Result<FileLock, ConnectError> {
    let mut path = OsString::from(database);
    path.push("-lock");
    let failed = |source| ConnectError::Lock { path: path.to_string_lossy().into_owned(), source };
    files::make_private(Path::new(&path)).map_err(failed)?;
    let file = File::options().write(true).open(&path).map_err(failed)?;
    let give_up_at = Instant::now() + patience;
    let mut is_said = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(FileLock { _file: file }),
            Err(TryLockError::WouldBlock) if Instant::now() < give_up_at => {
                if !is_said {
                    warn!(
                        timeout = ?patience,
                        "database in use by another Sumito server; waiting for it to stop"
                    );
                    is_said = true;
                }
                sleep(TRY_AGAIN_AFTER).await;
            }
            Err(TryLockError::WouldBlock) => return Err(in_use(&path)),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
    }
}

/// Takes the lock if no server uses the file. The lock, if there is a lock file, is held while the returned value exists.
pub(super) fn take_if_free(database: &Path) -> Result<Option<FileLock>, ConnectError> {
    let mut path = OsString::from(database);
    path.push("-lock");
    // If the lock file does not exist or this user cannot open it, a server cannot be detected.
    let Ok(file) = File::open(&path) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(FileLock { _file: file })),
        Err(TryLockError::WouldBlock) => Err(in_use(&path)),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

fn in_use(path: &OsString) -> ConnectError {
    ConnectError::InUse(format!("it has locked {}", path.to_string_lossy()))
}
