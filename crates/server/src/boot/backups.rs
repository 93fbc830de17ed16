//! Rotation of backups: a folder keeps the last ones.

use std::fs;
use std::io;
use std::num::NonZeroU32;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use sumito_game::Timestamp;
use time::OffsetDateTime;
use time::macros::format_description;
use time::parsing::Parsed;

/// Name of a backup. Names in order of the alphabet are in order of time.
const NAME: &[time::format_description::BorrowedFormatItem<'_>] =
    format_description!("sumito-[year]-[month]-[day]T[hour][minute][second]Z.db");

/// Returns the file in `folder` for a backup that is made at this moment.
///
/// # Errors
/// If the moment has no date.
pub fn file_in(folder: &Path, at: Timestamp) -> anyhow::Result<PathBuf> {
    let at = OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1_000_000))?;
    Ok(folder.join(at.format(NAME)?))
}

/// Creates the folder of backups, if it does not exist: they contain the data of the database, so only the owner may read them.
///
/// # Errors
/// If the system rejects it.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Removes all but the last `keep` backups of a folder; returns the removed files. Files with other names stay.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_old(folder: &Path, keep: NonZeroU32) -> io::Result<Vec<PathBuf>> {
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(is_backup) {
            backups.push(path);
        }
    }
    backups.sort();
    backups.truncate(backups.len().saturating_sub(keep.get() as usize));
    backups.iter().try_for_each(fs::remove_file)?;
    Ok(backups)
}

fn is_backup(name: &str) -> bool {
    let mut parsed = Parsed::new();
    parsed.parse_items(name.as_bytes(), NAME).is_ok_and(<[u8]>::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_backups_stay_and_so_do_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let day = 86_400 * 1_000_000;
        let backups: Vec<_> =
            (0..4).map(|number| file_in(folder.path(), Timestamp(number * day)).unwrap()).collect();
        assert_eq!(backups[1].file_name().unwrap(), "sumito-1970-01-02T000000Z.db");
        let others = ["sumito.db", "sumito-monday.db", "sumito-1970-01-01T000000Z.db-unfinished"];
        for file in backups.iter().cloned().chain(others.map(|name| folder.path().join(name))) {
            fs::write(file, "").unwrap();
        }
        let two = NonZeroU32::new(2).unwrap();
        assert_eq!(remove_old(folder.path(), two).unwrap(), backups[..2]);
        assert_eq!(remove_old(folder.path(), two).unwrap(), Vec::<PathBuf>::new());
        assert!(backups[2..].iter().all(|file| file.exists()));
        assert!(others.iter().all(|name| folder.path().join(name).exists()));
    }
}
