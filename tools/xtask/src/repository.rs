//! The path of the repository.

use std::path::Path;

/// The root of the repository that this program was built from.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("xtask lies in tools/")
}
