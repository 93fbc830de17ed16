//! Splits the input into games.

use std::io::{BufRead, Read as _};

use super::ImportError;
use super::encoding::decode;

/// One unparsed game: a line of JSON, or a text with tags and moves.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SourceGame {
    /// Number of its first line, from 1.
    pub(super) line: usize,
    pub(super) text: String,
    /// The encoding that was assumed; `None` for Unicode.
    pub(super) encoding: Option<&'static str>,
}

/// Maximum size of a game, so that a text without an end does not fill the memory.
const MAX_BYTES: usize = 1 << 20;

/// Iterates over the games of a source. A text ends where tags follow its moves, or where a tag occurs again after an empty line.
#[expect(clippy::struct_excessive_bools, reason = "each says by its name where the reader is")]
pub(super) struct PieceReader<R> {
    source: R,
    /// Number of lines read.
    read: usize,
    /// Start of the next piece.
    begun: Option<SourceGame>,
    has_moves: bool,
    is_after_gap: bool,
    is_in_comment: bool,
    encoding: Option<&'static str>,
    is_over: bool,
}

/// Returns whether a piece is a line of JSON, and not a text that begins with a comment.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}

impl<R: BufRead> PieceReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            read: 0,
            begun: None,
            has_moves: false,
            is_after_gap: false,
            is_in_comment: false,
            encoding: None,
            is_over: false,
        }
    }

    /// Reads a line without its end, and the encoding that was assumed; `None` at the end of the source.
    fn line(&mut self) -> Option<Result<(String, Option<&'static str>), ImportError>> {
        let mut bytes = Vec::new();
        let length = (&mut self.source).take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut bytes);
        self.read += 1;
        match length {
            Ok(0) => return None,
            Ok(length) if length > MAX_BYTES => return Some(Err(too_long(self.read))),
            Ok(_) => {}
            Err(error) => return Some(Err(ImportError::Read { line: self.read, error })),
        }
        let (line, assumed) = decode(&bytes, self.encoding);
        self.encoding = assumed.or(self.encoding);
        let line = if self.read == 1 { line.trim_start_matches('\u{feff}') } else { &*line };
        Some(Ok((line.trim_end_matches(['\n', '\r']).to_owned(), assumed)))
    }

    fn begin(&mut self, text: String, encoding: Option<&'static str>) -> Option<SourceGame> {
        self.is_in_comment = leaves_a_comment_open(&text, false);
        self.has_moves = has_moves(&text);
        self.is_after_gap = false;
        self.begun.replace(SourceGame { line: self.read, text, encoding })
    }

    /// Returns whether a line is the first of another game.
    fn begins_a_game(&self, line: &str) -> bool {
        let Some(begun) = &self.begun else { return true };
        let line = line.trim_start();
        if is_json(&begun.text) {
            return true;
        }
        if self.is_in_comment || !line.starts_with('[') {
            return false;
        }
        let name = line.split(char::is_whitespace).next().unwrap_or_default();
        let is_known = |known: &str| known.trim_start().split(char::is_whitespace).next() == Some(name);
        self.has_moves || (self.is_after_gap && begun.text.lines().any(is_known))
    }
}

fn too_long(line: usize) -> ImportError {
    ImportError::Game { line, what: format!("a game must be at most {MAX_BYTES} bytes") }
}

/// Returns whether a line has moves, and not a tag or a comment before the moves.
fn has_moves(line: &str) -> bool {
    !line.trim_start().starts_with(['[', '{', ';', '}'])
}

/// Returns whether a comment in braces is open after a line.
fn leaves_a_comment_open(line: &str, mut is_open: bool) -> bool {
    let mut is_escaped = false;
    for c in line.chars() {
        match c {
            '{' if !is_open => is_open = true,
            '}' if is_open && !is_escaped => is_open = false,
            ';' if !is_open => return false,
            _ => {}
        }
        is_escaped = is_open && c == '\\' && !is_escaped;
    }
    is_open
}

impl<R: BufRead> Iterator for PieceReader<R> {
    type Item = Result<SourceGame, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            let (line, encoding) = match self.line() {
                None => break,
                Some(Ok(line)) => line,
                Some(Err(error)) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            };
            if line.trim().is_empty() && !self.is_in_comment {
                self.is_after_gap = true;
                if let Some(begun) = &mut self.begun {
                    begun.text.push('\n');
                }
                continue;
            }
            if self.begins_a_game(&line) {
                if let Some(piece) = self.begin(line, encoding) {
                    return Some(Ok(piece));
                }
                continue;
            }
            let Some(begun) = &mut self.begun else { continue };
            begun.text.push('\n');
            begun.text.push_str(&line);
            begun.encoding = begun.encoding.or(encoding);
            if begun.text.len() > MAX_BYTES {
                self.is_over = true;
                return Some(Err(too_long(begun.line)));
            }
            let is_tag = line.trim_start().starts_with('[') && !self.is_in_comment;
            self.has_moves |= !self.is_in_comment && has_moves(&line);
            self.is_in_comment = !is_tag && leaves_a_comment_open(&line, self.is_in_comment);
            self.is_after_gap = false;
        }
        self.is_over = true;
        self.begun.take().map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(source: &str) -> Vec<(usize, String)> {
        PieceReader::new(source.as_bytes())
            .map(Result::unwrap)
            .map(|piece| (piece.line, piece.text))
            .collect()
    }

    #[test]
    fn input_is_split_into_games() {
        assert_eq!(pieces(""), []);
        assert_eq!(
            pieces("\n\n{\"a\":1}\n{\"b\":2}\n"),
            [(3, "{\"a\":1}".to_owned()), (4, "{\"b\":2}".to_owned())]
        );
        let one = "[Black \"Ada\"]\n[White \"Bo\"]\n\n1. a1b2 i5h5\n{ a word }\n2. b2c3\n";
        let both = format!("\n{one}\n\n{one}");
        let texts = pieces(&both);
        assert_eq!(texts.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 10]);
        assert!(texts.iter().all(|(_, text)| text.trim_end() == one.trim_end()), "{texts:?}");
        // A game without moves, and input that is not a game.
        assert_eq!(pieces("[Black \"Ada\"]\n\n"), [(1, "[Black \"Ada\"]\n".to_owned())]);
        let head = "[Black \"Ada\"]\n[White \"Bo\"]\n\n";
        assert_eq!(pieces(&head.repeat(3)).len(), 3);
        let lines: Vec<_> = pieces("{ a\n[b\n}\n[Black \"Ada\"]\na1b2 ; {\n[Black \"Bo\"]")
            .into_iter()
            .map(|(line, _)| line)
            .collect();
        assert_eq!(lines, [1, 6]);
        assert_eq!(pieces("nonsense\nmore"), [(1, "nonsense\nmore".to_owned())]);
    }

    #[test]
    fn an_endless_text_is_rejected() {
        let endless = "[Black \"Ada\"]\n".repeat(100_000);
        assert!(matches!(
            PieceReader::new(endless.as_bytes()).next(),
            Some(Err(ImportError::Game { line: 1, .. }))
        ));
    }
}
