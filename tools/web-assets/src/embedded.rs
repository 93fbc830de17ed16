//! Files embedded in the binary.

use std::collections::HashMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use crate::{Asset, Encoding};

static PLAIN: Dir<'static> = include_dir!("$OUT_DIR/dist");
static BROTLI: Dir<'static> = include_dir!("$OUT_DIR/brotli");
static GZIP: Dir<'static> = include_dir!("$OUT_DIR/gzip");

/// A file in all its encodings.
struct Embedded {
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    sha256: [u8; 32],
}

/// All files by path.
static FILES: LazyLock<HashMap<&'static str, Embedded>> = LazyLock::new(|| {
    let mut files = HashMap::new();
    add(&PLAIN, &mut files);
    files
});

fn add(folder: &Dir<'static>, files: &mut HashMap<&'static str, Embedded>) {
    for file in folder.files() {
        let Some(path) = file.path().to_str() else { continue };
        let encoded = |files: &'static Dir<'static>| Some(files.get_file(path)?.contents());
        let embedded = Embedded {
            plain: file.contents(),
            brotli: encoded(&BROTLI),
            gzip: encoded(&GZIP),
            sha256: Sha256::digest(file.contents()).into(),
        };
        files.insert(path, embedded);
    }
    for folder in folder.dirs() {
        add(folder, files);
    }
}

pub(crate) fn get(path: &str, encodings: &[Encoding]) -> Option<Asset> {
    let file = FILES.get(path)?;
    let encoded = encodings.iter().find_map(|&encoding| {
        let bytes = match encoding {
            Encoding::Identity => Some(file.plain),
            Encoding::Gzip => file.gzip,
            Encoding::Brotli => file.brotli,
        };
        bytes.map(|bytes| (encoding, bytes))
    });
    let (encoding, bytes) = encoded.unwrap_or((Encoding::Identity, file.plain));
    Some(Asset::new(path, bytes.into(), encoding, file.sha256))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::io::Read;
    use std::path::Path;

    use super::*;
    use crate::{ClientFiles, INDEX};

    const FILES: ClientFiles = ClientFiles::Embedded;

    fn all() -> HashMap<String, Asset> {
        super::FILES.keys().map(|&path| (path.to_owned(), get(path, &[]).unwrap())).collect()
    }

    #[test]
    fn the_index_is_a_page_that_a_browser_asks_for_again() {
        let index = FILES.get(INDEX, &[]).unwrap();
        assert_eq!(index.content_type, "text/html; charset=utf-8");
        assert!(!index.immutable);
        assert!(index.bytes.starts_with(b"<!doctype html>") || index.bytes.starts_with(b"<!DOCTYPE html>"));
    }

    #[test]
    fn everything_the_index_loads_is_embedded() {
        let index = FILES.get(INDEX, &[]).unwrap();
        let page = str::from_utf8(&index.bytes).unwrap();
        let loaded: Vec<_> = page
            .split(['"', '\''])
            .filter(|part| part.starts_with("/assets/") || part.starts_with("./assets/"))
            .map(|part| part.trim_start_matches("./"))
            .collect();
        let mut types = Vec::new();
        for path in loaded {
            let asset = FILES.get(path, &[]).unwrap_or_else(|| panic!("{path} is not embedded"));
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
            ("webmanifest", "application/manifest+json"),
            ("wasm", "application/wasm"),
            ("woff2", "font/woff2"),
            ("png", "image/png"),
        ]);
        for (path, asset) in all() {
            let extension = path.rsplit('.').next().unwrap();
            if let Some(content_type) = expected.get(extension) {
                assert_eq!(asset.content_type, *content_type, "{path}");
            }
        }
    }

    #[test]
    fn different_contents_have_different_tags() {
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
        assert_eq!(FILES.get("/index.html", &[]), FILES.get(INDEX, &[]));
        for path in
            ["", "/", "assets", "assets/", "../Cargo.toml", "/etc/passwd", "INDEX.HTML", "//index.html"]
        {
            assert_eq!(FILES.get(path, &[]), None, "{path}");
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
    fn text_is_compressed_and_images_and_fonts_are_not() {
        for (path, plain) in all() {
            let best = get(&path, &[Encoding::Brotli, Encoding::Gzip]).unwrap();
            let extension = Path::new(&*path).extension().and_then(OsStr::to_str);
            if matches!(extension, Some("png" | "woff2")) {
                assert_eq!(best.encoding, Encoding::Identity, "{path}");
            } else if plain.bytes.len() > 1_000 {
                assert_eq!(best.encoding, Encoding::Brotli, "{path}");
            }
        }
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
            assert_eq!(FILES.get(INDEX, wanted).unwrap().encoding, expected, "{wanted:?}");
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
