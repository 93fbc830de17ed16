//! Files from a folder, for development of the client.

use std::fs;
use std::path::{Component, Path};

use sha2::{Digest, Sha256};

use crate::{Asset, Encoding};

/// Returns the file at `path` in `folder`. Files outside of the folder are never returned.
pub(crate) fn get(folder: &Path, path: &str) -> Option<Asset> {
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || path.ends_with('/') {
        return None;
    }
    let bytes = fs::read(folder.join(path)).ok()?;
    let sha256 = Sha256::digest(&bytes).into();
    Some(Asset::new(path, bytes.into(), Encoding::Identity, sha256))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClientFiles, INDEX};

    #[test]
    fn files_are_read_anew_each_time_and_only_inside_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("dist");
        fs::create_dir_all(folder.join("assets")).unwrap();
        fs::write(outside.path().join("secret"), "s").unwrap();
        fs::write(folder.join("assets/app-1.js"), "1").unwrap();
        let files = ClientFiles::Folder(folder.clone());
        assert_eq!(files.get(INDEX, &[]), None, "it is being built");
        fs::write(folder.join("index.html"), "first").unwrap();
        let first = files.get(INDEX, &[]).unwrap();
        fs::write(folder.join("index.html"), "second").unwrap();
        let second = files.get(INDEX, &[]).unwrap();
        assert_eq!((&*first.bytes, &*second.bytes), (&b"first"[..], &b"second"[..]));
        assert_ne!(first.etag, second.etag);
        let build = files.build().unwrap();
        assert!(build.len() == 16 && second.etag[1..].starts_with(&build), "{build}");
        assert_eq!((&*second.content_type, second.immutable), ("text/html; charset=utf-8", false));
        let script = files.get("/assets/app-1.js", &[Encoding::Brotli]).unwrap();
        assert_eq!((script.encoding, script.immutable), (Encoding::Identity, true));
        for path in
            ["../secret", "assets/../../secret", "/etc/passwd", "//etc/passwd", "assets", "assets/", "", "."]
        {
            assert_eq!(files.get(path, &[]), None, "{path}");
        }
    }
}
