//! Splits the input into games.

use std::io::{BufRead, Lines};

use super::ImportError;

/// One unparsed game: a line of JSON, or a text with tags and moves.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SourceGame {
    /// Number of its first line, from 1.
    pub(super) line: usize,
    pub(super) text: String,
}

/// Maximum size of a game, so that a text without an end does not fill the memory.
const MAX_BYTES: usize = 1 << 20;

/// Iterates over the games of a source. A text ends where tags follow its moves.
pub(super) struct GameReader<R> {
    lines: Lines<R>,
    /// Number of lines read.
    read: usize,
    /// Start of the next piece.
    begun: Option<SourceGame>,
    has_moves: bool,
    is_over: bool,
}

impl<R: BufRead> GameReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self { lines: source.lines(), read: 0, begun: None, has_moves: false, is_over: false }
    }

    fn begin(&mut self, line: String) -> Option<SourceGame> {
        let begun = self.begun.replace(SourceGame { line: self.read, text: line });
        self.has_moves = false;
        begun
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<SourceGame, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            let Some(line) = self.lines.next() else {
                self.is_over = true;
                break;
            };
            self.read += 1;
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(ImportError::Read { line: self.read, error }));
                }
            };
            let kind = line.trim_start().chars().next();
            match (kind, &mut self.begun) {
                (None, None) => {}
                (Some('{'), begun)
                    if begun.as_ref().is_none_or(|begun| begun.text.trim_start().starts_with('{')) =>
                {
                    if let Some(piece) = self.begin(line) {
                        return Some(Ok(piece));
                    }
                }
                (Some('['), _) if self.has_moves => {
                    if let Some(piece) = self.begin(line) {
                        return Some(Ok(piece));
                    }
                }
                (_, None) => drop(self.begin(line)),
                (kind, Some(begun)) => {
                    self.has_moves |= !matches!(kind, None | Some('['));
                    begun.text.push('\n');
                    begun.text.push_str(&line);
                    if begun.text.len() > MAX_BYTES {
                        self.is_over = true;
                        let what = format!("a game must be at most {MAX_BYTES} bytes");
                        return Some(Err(ImportError::Game { line: begun.line, what }));
                    }
                }
            }
        }
        self.begun.take().map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(source: &str) -> Vec<(usize, String)> {
        GameReader::new(source.as_bytes()).map(Result::unwrap).map(|piece| (piece.line, piece.text)).collect()
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
        assert_eq!(pieces("nonsense\nmore"), [(1, "nonsense\nmore".to_owned())]);
    }

    #[test]
    fn invalid_or_endless_text_is_rejected() {
        let broken = GameReader::new(&b"{}\n\xff\n"[..]).collect::<Vec<_>>();
        assert!(
            matches!(
                broken[..],
                [Err(ImportError::Read { line: 2, .. }), Ok(_)] | [Err(ImportError::Read { line: 2, .. })]
            ),
            "{broken:?}"
        );
        let endless = "[Black \"Ada\"]\n".repeat(100_000);
        assert!(matches!(
            GameReader::new(endless.as_bytes()).next(),
            Some(Err(ImportError::Game { line: 1, .. }))
        ));
    }
}
