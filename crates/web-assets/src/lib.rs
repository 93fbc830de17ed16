//! The browser client as it is served: every file that the build of `web/` leaves, inside the binary.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Files;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/brotli"]
struct BrotliFiles;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/gzip"]
struct GzipFiles;

/// Where Vite puts the files that carry a hash of their content in their name.
const HASHED: &str = "assets/";

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

/// The file at `path`, such as `index.html` or `assets/index-4f1c2d.js`, with or without a leading slash, in the first of these
/// encodings that there is; as it is, if there is none. Files that compression does not shorten are there as they are only.
///
/// Paths are compared as they are: nothing is decoded, and `..` has no meaning.
pub fn get(path: &str, encodings: &[Encoding]) -> Option<Asset> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let plain = Files::get(path)?;
    let encoded = encodings.iter().find_map(|&encoding| {
        let file = match encoding {
            Encoding::Identity => Some(plain.clone()),
            Encoding::Gzip => GzipFiles::get(path),
            Encoding::Brotli => BrotliFiles::get(path),
        };
        file.map(|file| (encoding, file.data))
    });
    let (encoding, bytes) = encoded.unwrap_or((Encoding::Identity, plain.data));
    Some(Asset {
        bytes,
        encoding,
        content_type: content_type(plain.metadata.mimetype()),
        etag: etag(&plain.metadata.sha256_hash(), encoding),
        immutable: path.starts_with(HASHED),
    })
}

/// The page that starts the client: the answer for `/` and for every address that the client routes by itself.
pub fn index(encodings: &[Encoding]) -> Asset {
    get("index.html", encodings).expect("the build script refuses a client without index.html")
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

/// Our text files are all UTF-8, which a browser does not take for granted.
fn content_type(mime: &str) -> String {
    let is_text = mime.starts_with("text/") || mime == "image/svg+xml";
    if is_text { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}

/// Half of the SHA-256 is plenty to tell two versions of a file apart. What travels otherwise is something else.
fn etag(sha256: &[u8; 32], encoding: Encoding) -> String {
    let half = sha256.first_chunk().copied().expect("32 bytes have a first half");
    let half = u128::from_be_bytes(half);
    match encoding {
        Encoding::Identity => format!("\"{half:032x}\""),
        _ => format!("\"{half:032x}-{}\"", encoding.name()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io::Read;

    use super::*;

    fn all() -> HashMap<String, Asset> {
        Files::iter().map(|path| (path.to_string(), get(&path, &[]).unwrap())).collect()
    }

    #[test]
    fn the_index_is_a_page_that_a_browser_asks_for_again() {
        let index = index(&[]);
        assert_eq!(index.content_type, "text/html; charset=utf-8");
        assert!(!index.immutable);
        assert!(index.bytes.starts_with(b"<!doctype html>") || index.bytes.starts_with(b"<!DOCTYPE html>"));
    }

    #[test]
    fn everything_the_index_loads_is_embedded() {
        let index = index(&[]);
        let page = str::from_utf8(&index.bytes).unwrap();
        let loaded: Vec<_> = page
            .split(['"', '\''])
            .filter(|part| part.starts_with("/assets/") || part.starts_with("./assets/"))
            .map(|part| part.trim_start_matches("./"))
            .collect();
        let mut types = Vec::new();
        for path in loaded {
            let asset = get(path, &[]).unwrap_or_else(|| panic!("{path} is not embedded"));
            assert!(asset.immutable, "{path}");
            types.push(asset.content_type);
        }
        assert!(types.iter().any(|found| found == "text/javascript; charset=utf-8"), "no script in {page}");
    }

    #[test]
    fn scripts_and_styles_have_the_types_that_browsers_insist_on() {
        let expected = HashMap::from([
            ("js", "text/javascript; charset=utf-8"),
            ("css", "text/css; charset=utf-8"),
            ("svg", "image/svg+xml; charset=utf-8"),
        ]);
        for (path, asset) in all() {
            let extension = path.rsplit('.').next().unwrap();
            if let Some(content_type) = expected.get(extension) {
                assert_eq!(asset.content_type, *content_type, "{path}");
            }
        }
    }

    #[test]
    fn tags_tell_contents_apart() {
        let assets = all();
        let contents: HashMap<_, _> = assets.values().map(|asset| (&asset.etag, &asset.bytes)).collect();
        assert!(assets.len() > 1);
        for (path, asset) in &assets {
            assert_eq!(contents[&asset.etag], &asset.bytes, "{path}");
            assert_eq!(asset.etag.len(), 34, "{path}");
            assert!(asset.etag.starts_with('"') && asset.etag.ends_with('"'), "{path}");
        }
    }

    #[test]
    fn a_leading_slash_is_allowed_and_other_paths_are_unknown() {
        assert_eq!(get("/index.html", &[]), get("index.html", &[]));
        for path in
            ["", "/", "assets", "assets/", "../Cargo.toml", "/etc/passwd", "INDEX.HTML", "//index.html"]
        {
            assert_eq!(get(path, &[]), None, "{path}");
        }
    }
    #[test]
    fn compressed_files_are_shorter_and_hold_the_same() {
        let mut compressed = 0;
        for (path, plain) in all() {
            for encoding in [Encoding::Brotli, Encoding::Gzip] {
                let asset = get(&path, &[encoding]).unwrap();
                if asset.encoding == Encoding::Identity {
                    assert_eq!(asset, plain, "{path}");
                    continue;
                }
                compressed += 1;
                assert_eq!(asset.encoding, encoding, "{path}");
                assert!(asset.bytes.len() < plain.bytes.len(), "{path}");
                assert_eq!(decoded(&asset), *plain.bytes, "{path}");
                assert_eq!(asset.content_type, plain.content_type, "{path}");
                let tag = plain.etag.trim_matches('"');
                assert_eq!(asset.etag, format!("\"{tag}-{}\"", encoding.name()), "{path}");
            }
        }
        assert!(compressed > 4);
    }

    #[test]
    fn the_first_encoding_that_there_is_counts() {
        use Encoding::{Brotli, Gzip, Identity};
        for (wanted, expected) in [
            (&[][..], Identity),
            (&[Brotli, Gzip], Brotli),
            (&[Gzip, Brotli], Gzip),
            (&[Identity, Brotli], Identity),
        ] {
            assert_eq!(index(wanted).encoding, expected, "{wanted:?}");
        }
    }

    fn decoded(asset: &Asset) -> Vec<u8> {
        let mut content = Vec::new();
        match asset.encoding {
            Encoding::Identity => content.extend_from_slice(&asset.bytes),
            Encoding::Gzip => {
                flate2::read::GzDecoder::new(&*asset.bytes).read_to_end(&mut content).unwrap();
            }
            Encoding::Brotli => brotli::BrotliDecompress(&mut &*asset.bytes, &mut content).unwrap(),
        }
        content
    }
}
