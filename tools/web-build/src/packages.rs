use std::{
    fs::{self, File},
    io::ErrorKind,
    path::Path,
    process::Command,
    time::SystemTime,
};

use crate::{Error, run};

pub(crate) fn npm(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder).args(arguments);
    command
}

pub(crate) fn install(folder: &Path) -> Result<(), Error> {
    let path = folder.join("package-lock.json");
    let failed = |source| Error::LockFile { path: path.clone(), source };
    let lock_file = File::open(&path).map_err(failed)?;
    // Two builds, for example of different profiles, share one node_modules. The lock ends with `lock_file`.
    lock_file.lock().map_err(failed)?;
    let wanted = lock_file.metadata().and_then(|metadata| metadata.modified()).map_err(failed)?;
    if installed_at(folder).is_some_and(|installed| installed >= wanted) {
        return Ok(());
    }
    run(&mut npm(folder, &["ci", "--no-audit", "--no-fund"])).map_err(|error| match error {
        Error::NotStarted { source, .. } if source.kind() == ErrorKind::NotFound => {
            Error::Missing { program: "npm" }
        }
        other => other,
    })
}

/// Time of the last successful `npm ci`: npm writes this file last.
fn installed_at(folder: &Path) -> Option<SystemTime> {
    fs::metadata(folder.join("node_modules/.package-lock.json")).and_then(|metadata| metadata.modified()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn packages_installed_after_the_lock_file_changed_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("node_modules")).unwrap();
        let lock_file = File::create(folder.path().join("package-lock.json")).unwrap();
        let stamp = File::create(folder.path().join("node_modules/.package-lock.json")).unwrap();
        let now = SystemTime::now();
        lock_file.set_modified(now - Duration::from_mins(1)).unwrap();
        stamp.set_modified(now).unwrap();
        // The empty lock file would make `npm ci` fail, so success means that it was not run.
        install(folder.path()).unwrap();
    }

    #[test]
    fn a_folder_without_a_lock_file_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let error = install(folder.path()).unwrap_err();
        assert!(matches!(error, Error::LockFile { .. }), "{error}");
        assert!(error.to_string().contains("package-lock.json"), "{error}");
    }

    #[test]
    fn packages_older_than_the_lock_file_are_installed_again() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("node_modules")).unwrap();
        let stamp = File::create(folder.path().join("node_modules/.package-lock.json")).unwrap();
        stamp.set_modified(SystemTime::now() - Duration::from_mins(1)).unwrap();
        fs::write(folder.path().join("package.json"), r#"{"name": "empty", "version": "1.0.0"}"#).unwrap();
        fs::write(
            folder.path().join("package-lock.json"),
            r#"{"name": "empty", "version": "1.0.0", "lockfileVersion": 3, "requires": true,
                "packages": {"": {"name": "empty", "version": "1.0.0"}}}"#,
        )
        .unwrap();
        fs::write(folder.path().join("node_modules/left-over"), "").unwrap();
        install(folder.path()).unwrap();
        assert!(!folder.path().join("node_modules/left-over").exists());
    }
}
