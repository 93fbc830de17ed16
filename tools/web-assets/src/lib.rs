//! The served browser client: all files of the build of `web/`, embedded in the binary, or from a folder during development.

mod embedded;
mod folder;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Vite's folder for files with a hash of their content in their name.
const HASHED: &str = "assets/";

/// The page that starts the client: the answer for `/` and for every address that the client routes itself. A folder has none while it is
/// being built.
pub const INDEX: &str = "index.html";

/// Number of digits of the page's hash that identify a build.
const BUILD_DIGITS: usize = 16;

/// The encoding of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The file without compression.
    Identity,
    /// Gzip compression, which every client supports.
    Gzip,
    /// Brotli compression, which is smaller.
    Brotli,
}

/// A file of the client, with the data for its HTTP response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The content, encoded.
    pub bytes: Cow<'static, [u8]>,
    /// The encoding of `bytes`.
    pub encoding: Encoding,
    /// The value of `Content-Type`, with the charset where the type is text.
    pub content_type: String,
    /// The value of `ETag`, including quotes. Equal content in the same encoding has an equal tag in every build.
    pub etag: String,
    /// True if changed content always has another path, so that browsers may cache the file permanently.
    pub immutable: bool,
}

/// The source of the client's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientFiles {
    /// The files embedded in the binary.
    Embedded,
    /// The files of a folder, read at the time of each request.
    Folder(PathBuf),
}

impl ClientFiles {
    /// Returns the files of `folder`, or the embedded ones if the path is empty.
    pub fn of(folder: &Path) -> Self {
        if folder.as_os_str().is_empty() { Self::Embedded } else { Self::Folder(folder.to_owned()) }
    }

    /// Returns the file at `path`, such as `index.html` or `assets/index-4f1c2d.js`, with or without a leading slash, in the first
    /// available one of these encodings, or uncompressed if none is. Pictures, fonts and incompressible files are available only
    /// uncompressed, and so are all files of a folder, which are read while the caller waits.
    ///
    /// Paths are compared literally: nothing is decoded, and `..` has no meaning.
    pub fn get(&self, path: &str, encodings: &[Encoding]) -> Option<Asset> {
        let path = path.strip_prefix('/').unwrap_or(path);
        match self {
            Self::Embedded => embedded::get(path, encodings),
            Self::Folder(folder) => folder::get(folder, path),
        }
    }

    /// The id of the client's build, which changes with the page that starts it. `None` while a folder has no such page.
    pub fn build(&self) -> Option<String> {
        let index = self.get(INDEX, &[])?;
        Some(index.etag.trim_matches('"').chars().take(BUILD_DIGITS).collect())
    }
}

impl Encoding {
    /// The HTTP name of the encoding.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }
}

impl Asset {
    /// Builds the file at `path` with this content; `sha256` is the hash of the content before encoding.
    fn new(path: &str, bytes: Cow<'static, [u8]>, encoding: Encoding, sha256: [u8; 32]) -> Self {
        Self {
            bytes,
            encoding,
            content_type: content_type(path),
            etag: etag(sha256, encoding),
            immutable: path.starts_with(HASHED),
        }
    }
}

/// Our text files are all UTF-8, which browsers do not assume by default.
fn content_type(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = mime.type_() == mime_guess::mime::TEXT || mime.essence_str() == "image/svg+xml";
    if is_text { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

/// Half of the SHA-256 suffices to distinguish versions of a file. Each encoding has its own tag.
fn etag(sha256: [u8; 32], encoding: Encoding) -> String {
    let half = sha256.first_chunk().copied().expect("32 bytes have a first half");
    let half = u128::from_be_bytes(half);
    match encoding {
        Encoding::Identity => format!("\"{half:032x}\""),
        _ => format!("\"{half:032x}-{}\"", encoding.name()),
    }
}
