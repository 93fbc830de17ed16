//! Characters, tags, comments and words of a text, with their places.

use crate::record::is_tag_byte;
use crate::record_text::{Place, RecordError, RecordErrorKind};

/// A tag `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name, in the text's own case.
    pub name: String,
    /// The value, without escapes.
    pub value: String,
    /// The place of the opening bracket.
    pub place: Place,
}

/// A text and a place in it. A copy is a way back to the place.
#[derive(Clone, Copy)]
pub(crate) struct TextReader<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> TextReader<'a> {
    /// A byte order mark at the start is no part of the text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), place: Place { line: 1, column: 1 } }
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) const fn place(&self) -> Place {
        self.place
    }

    /// The rest of the line, without its end.
    pub(crate) fn line(&self) -> &'a str {
        self.rest.lines().next().unwrap_or_default()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    /// Takes a character if it comes next.
    pub(crate) fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(crate) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let whole = self.rest;
        while self.peek().is_some_and(&belongs) {
            self.next();
        }
        &whole[..whole.len() - self.rest.len()]
    }

    /// Takes the rest of the line.
    pub(crate) fn take_line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n').trim_end_matches('\r')
    }

    /// Takes white space and, at the start of a line, lines that begin with `%`. Returns whether an empty line is among them.
    pub(crate) fn skip_space(&mut self) -> bool {
        let mut line_ends = 0;
        loop {
            let space = self.take_while(char::is_whitespace);
            line_ends += space.matches('\n').count();
            if self.peek() != Some('%') || self.place.column != 1 {
                return line_ends > 1;
            }
            self.take_line();
        }
    }

    /// Takes a comment: in braces, with `\}` and `\\` for those characters, or from `;` to the end of the line. `None` if no comment comes
    /// next. In braces, backslashes stay before other characters than these, since commands in a comment have their own.
    ///
    /// # Errors
    /// [`RecordErrorKind::OpenComment`].
    pub(crate) fn comment(&mut self) -> Result<Option<String>, RecordError> {
        let place = self.place;
        if self.take(';') {
            return Ok(Some(self.take_line().trim().to_owned()));
        }
        if !self.take('{') {
            return Ok(None);
        }
        let mut text = String::new();
        loop {
            match self.next() {
                Some('}') => return Ok(Some(text.trim().to_owned())),
                Some('\\') => {
                    text.push('\\');
                    if let Some(c @ ('}' | '\\')) = self.peek() {
                        self.next();
                        text.push(c);
                    }
                }
                Some(c) => text.push(c),
                None => return Err(place.error(RecordErrorKind::OpenComment)),
            }
        }
    }

    pub(crate) fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace() && !"{()[;".contains(c))
    }

    fn expect(&mut self, wanted: char) -> Result<(), RecordError> {
        let place = self.place;
        if self.next() == Some(wanted) {
            Ok(())
        } else {
            Err(place.error(RecordErrorKind::Expected { wanted }))
        }
    }

    pub(crate) fn tag(&mut self) -> Result<Tag, RecordError> {
        let place = self.place;
        self.expect('[')?;
        let name = self.take_while(|c| u8::try_from(c).is_ok_and(is_tag_byte)).to_owned();
        self.take_while(|c| c == ' ');
        self.expect('"')?;
        let mut value = String::new();
        loop {
            let place = self.place;
            match self.next() {
                Some('"') => break,
                Some('\\') => match self.next() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    _ => return Err(place.error(RecordErrorKind::Escape)),
                },
                Some(c) if !c.is_control() => value.push(c),
                _ => return Err(place.error(RecordErrorKind::Expected { wanted: '"' })),
            }
        }
        self.expect(']')?;
        Ok(Tag { name, value, place })
    }
}
