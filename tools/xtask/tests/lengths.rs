//! Source files stay short enough for one subject each.

use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 700;

fn long_files(folder: &Path, found: &mut Vec<(PathBuf, usize)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            long_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let lines = fs::read_to_string(&path).expect("the file can be read").lines().count();
            if lines > MAX_LINES {
                found.push((path, lines));
            }
        }
    }
}

#[test]
fn no_source_file_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates", "tools"] {
        long_files(&root.join(folder), &mut found);
    }
    assert!(found.is_empty(), "more than {MAX_LINES} lines, split by subject: {found:?}");
}
