//! The browser client as it is served: every file that the build of `web/` leaves, inside the binary, or in a folder for those who
//! work on it.

mod embedded;
mod folder;

use std::borrow::Cow;
use std::path::PathBuf;

/// Where Vite puts the files that carry a hash of their content in their name.
const HASHED: &str = "assets/";

/// The page that starts the client: the answer for `/` and for every address that the client routes by itself. A folder has none while
/// it is being built.
pub const INDEX: &str = "index.html";

/// Digits of the page's hash that name a build.
const BUILD_DIGITS: usize = 16;

/// How content travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As it is.
    Identity,
    /// Compressed so that every client understands it.
    Gzip,
    /// Compressed better.
    Brotli,
}

/// One file of the client, with what an HTTP response needs to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The content, encoded.
    pub bytes: Cow<'static, [u8]>,
    /// How it is encoded.
    pub encoding: Encoding,
    /// The value of `Content-Type`, with the charset where the type is text.
    pub content_type: String,
    /// The value of `ETag`, quotes included. Equal content in the same encoding has an equal tag in every build.
    pub etag: String,
    /// Whether another content would have another path, so that a browser may keep the file for good.
    pub immutable: bool,
}

/// Where the client's files are taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientFiles {
    /// Those in the binary.
    Embedded,
    /// Those in a folder, as they are at the moment they are asked for.
    Folder(PathBuf),
}

impl ClientFiles {
    /// The file at `path`, such as `index.html` or `assets/index-4f1c2d.js`, with or without a leading slash, in the first of these
    /// encodings that there is; as it is, if there is none. Pictures, fonts and what compression does not shorten are there as they are
    /// only, and so are all files of a folder, which are read while the caller waits.
    ///
    /// Paths are compared as they are: nothing is decoded, and `..` has no meaning.
    pub fn get(&self, path: &str, encodings: &[Encoding]) -> Option<Asset> {
        let path = path.strip_prefix('/').unwrap_or(path);
        match self {
            Self::Embedded => embedded::get(path, encodings),
            Self::Folder(folder) => folder::get(folder, path),
        }
    }

    /// Names the build of the client: of another one the page that starts it is another. `None` while a folder has none.
    pub fn build(&self) -> Option<String> {
        let index = self.get(INDEX, &[])?;
        Some(index.etag.trim_matches('"').chars().take(BUILD_DIGITS).collect())
    }
}

impl Encoding {
    /// The word for it in HTTP.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }
}

impl Asset {
    /// The file at `path` with this content, whose SHA-256 before it was encoded is `sha256`.
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

/// Our text files are all UTF-8, which a browser does not take for granted.
fn content_type(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = mime.type_() == mime_guess::mime::TEXT || mime.essence_str() == "image/svg+xml";
    if is_text { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

/// Half of the SHA-256 is plenty to tell two versions of a file apart. What travels otherwise is something else.
fn etag(sha256: [u8; 32], encoding: Encoding) -> String {
    let half = sha256.first_chunk().copied().expect("32 bytes have a first half");
    let half = u128::from_be_bytes(half);
    match encoding {
        Encoding::Identity => format!("\"{half:032x}\""),
        _ => format!("\"{half:032x}-{}\"", encoding.name()),
    }
}
