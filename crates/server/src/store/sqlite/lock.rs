//! One process for one file.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::store::ConnectError;

/// How often a lock that somebody else has is tried again.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Keeps other servers away from a file as long as it lives. The system gives the lock back when the process ends, however it
/// does.
#[derive(Debug)]
pub(super) struct FileLock {
    _file: File,
}

/// Locks the file `NAME-lock` beside the database `NAME`. Waits a while for a server that is about to end.
pub(super) async fn take(database: &Path, patience: Duration) -> Result<FileLock, ConnectError> {
    let mut path = OsString::from(database);
    path.push("-lock");
    let failed = |source| ConnectError::Lock { path: path.to_string_lossy().into_owned(), source };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    let give_up_at = Instant::now() + patience;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(FileLock { _file: file }),
            Err(TryLockError::WouldBlock) if Instant::now() < give_up_at => sleep(TRY_AGAIN_AFTER).await,
            Err(TryLockError::WouldBlock) => {
                return Err(ConnectError::InUse(format!("it has locked {}", path.to_string_lossy())));
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
    }
}
