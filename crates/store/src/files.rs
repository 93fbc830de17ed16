//! Files that only the server may read.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::Path;

/// File mode: access for the owner only.
const PRIVATE: u32 = 0o600;

/// Creates an empty file that only its owner may read, unless it exists. If root creates it, it belongs to the owner of its folder, since
/// the server that runs as this user must be able to open it.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path) {
        Ok(file) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::metadata(folder.unwrap_or(Path::new(".")))?;
            let made = file.metadata()?;
            if made.uid() == 0 && folder.uid() != 0 {
                chown(path, Some(folder.uid()), Some(folder.gid()))?;
            }
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_file_belongs_to_the_owner_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        // Only root can change the owner of a folder.
        let is_root = chown(folder.path(), Some(12_345), Some(12_346)).is_ok();
        let file = folder.path().join("s.db");
        make_private(&file).unwrap();
        let made = fs::metadata(&file).unwrap();
        assert_eq!(made.mode() & 0o777, PRIVATE);
        if is_root {
            assert_eq!((made.uid(), made.gid()), (12_345, 12_346));
        }
        fs::write(&file, "kept").unwrap();
        make_private(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    }
}
