//! Lists that operators give to commands.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, ensure};
use encoding_rs::{Encoding, UTF_8};

/// Reads a list from a file, or from standard input if the path is `-`. It is in UTF-8, in UTF-16 with a mark, or in the named encoding.
///
/// # Errors
/// If the file cannot be read, or is in another encoding.
pub fn read_list(from: &Path, encoding: Option<&str>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if from == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).context("standard input")?;
    } else {
        bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    }
    decode(&bytes, encoding)
}

fn decode(bytes: &[u8], encoding: Option<&str>) -> anyhow::Result<String> {
    let named = match encoding {
        Some(name) => Encoding::for_label(name.as_bytes()).with_context(|| {
            format!("`--encoding`: no encoding {name:?}; use windows-1252 or windows-1250")
        })?,
        None => UTF_8,
    };
    let encoding = Encoding::for_bom(bytes).map_or(named, |(encoding, _)| encoding);
    let (text, _, is_damaged) = encoding.decode(bytes);
    ensure!(
        !is_damaged,
        "the list is not in {}: save it as \"CSV UTF-8\", or name its encoding, such as --encoding windows-1252",
        encoding.name()
    );
    Ok(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_of_spreadsheets_are_read() {
        assert_eq!(decode("Ünal".as_bytes(), None).unwrap(), "Ünal");
        assert_eq!(decode("\u{feff}Ünal".as_bytes(), None).unwrap(), "Ünal");
        assert_eq!(decode(&[0xff, 0xfe, 0xdc, 0, 0x6e, 0], None).unwrap(), "Ün");
        assert_eq!(decode(&[0xdc, 0x6e], Some("windows-1252")).unwrap(), "Ün");
        assert_eq!(decode(&[0xaf, 0xf3, 0xb3, 0x77], Some("windows-1250")).unwrap(), "Żółw");
        let error = decode(&[0xdc, 0x6e], None).unwrap_err().to_string();
        assert!(error.contains("CSV UTF-8") && error.contains("--encoding windows-1252"), "{error}");
        assert!(decode(b"Ada", Some("ebcdic")).is_err());
    }
}
