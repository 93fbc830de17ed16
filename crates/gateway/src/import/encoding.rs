//! Encodings of files: UTF-8, UTF-16 with a mark, and two of Windows.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, WINDOWS_1250, WINDOWS_1252};

/// Converts UTF-16, which a mark at the start shows, to UTF-8. Everything else stays.
pub(super) fn unicode<'a>(mut source: Box<dyn BufRead + 'a>) -> Box<dyn BufRead + 'a> {
    let marked = source.fill_buf().ok().and_then(Encoding::for_bom).map(|(encoding, _)| encoding);
    match marked.filter(|encoding| *encoding != UTF_8) {
        Some(encoding) => {
            let decoder = encoding.new_decoder_with_bom_removal();
            Box::new(BufReader::new(Converted { source, decoder, text: Vec::new(), at: 0, is_over: false }))
        }
        None => source,
    }
}

struct Converted<R> {
    source: R,
    decoder: Decoder,
    /// The converted bytes, in UTF-8.
    text: Vec<u8>,
    /// Number of them that have been read.
    at: usize,
    is_over: bool,
}

impl<R: BufRead> Read for Converted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() && !self.is_over {
            let bytes = self.source.fill_buf()?;
            let count = bytes.len();
            let mut text =
                String::with_capacity(self.decoder.max_utf8_buffer_length(count).unwrap_or_default());
            // The capacity suffices, so all bytes are converted.
            let _ = self.decoder.decode_to_string(bytes, &mut text, count == 0);
            self.source.consume(count);
            (self.text, self.at, self.is_over) = (text.into_bytes(), 0, count == 0);
        }
        let count = (&self.text[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

/// Letters of Polish in windows-1250 that are symbols in windows-1252: Ą, ą, Ł, ł, ź, Ź, Ż, ż.
const POLISH: [u8; 8] = [0xa5, 0xb9, 0xa3, 0xb3, 0x9f, 0x8f, 0xaf, 0xbf];

/// Reads bytes as UTF-8, or in an encoding of Windows, whose name is the second value. Central European letters inside of words decide
/// between the two encodings; `known` is the encoding of an earlier part of the same file.
pub(super) fn decode<'a>(
    bytes: &'a [u8],
    known: Option<&'static str>,
) -> (Cow<'a, str>, Option<&'static str>) {
    if let Ok(text) = str::from_utf8(bytes) {
        return (Cow::Borrowed(text), None);
    }
    let is_in_word = |pair: &[u8]| {
        (POLISH.contains(&pair[0]) && pair[1].is_ascii_alphabetic())
            || (POLISH.contains(&pair[1]) && pair[0].is_ascii_alphabetic())
    };
    let is_central = known == Some(CENTRAL) || bytes.windows(2).any(is_in_word);
    let encoding = if is_central { WINDOWS_1250 } else { WINDOWS_1252 };
    (encoding.decode_without_bom_handling(bytes).0, Some(if is_central { CENTRAL } else { "windows-1252" }))
}

const CENTRAL: &str = "windows-1250";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_of_windows_are_read() {
        assert_eq!(decode("Żółw".as_bytes(), None), ("Żółw".into(), None));
        assert_eq!(decode(b"Caf\xe9 M\xfcller", None), ("Café Müller".into(), Some("windows-1252")));
        assert_eq!(decode(&[0xaf, 0xf3, 0xb3, 0x77], None), ("Żółw".into(), Some("windows-1250")));
        assert_eq!(decode(b"M\xf3j", Some("windows-1250")), ("Mój".into(), Some("windows-1250")));
        assert_eq!(decode(b"5 \xa3 \xbd", None), ("5 £ ½".into(), Some("windows-1252")));
    }

    #[test]
    fn utf_16_is_converted() {
        let text = "[Black \"Żółw\"]\n".repeat(3_000);
        for (mark, order) in
            [([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]), ([0xfe, 0xff], u16::to_be_bytes)]
        {
            let bytes: Vec<u8> = mark.into_iter().chain(text.encode_utf16().flat_map(order)).collect();
            let mut read = String::new();
            unicode(Box::new(&bytes[..])).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
    }
}
