//! Faults of a value, and their places.

use std::fmt::{self, Write as _};

/// Maximum length of a rejected word that a message repeats, in bytes.
const REPEATED: usize = 40;

/// A fault of a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The place of the fault.
    pub path: Path,
    /// The message, without its subject if that is the place.
    words: Words,
}

/// The kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The text is not JSON.
    Json,
    /// A value has the wrong form: a missing or unknown field, another type, another word.
    Form,
    /// A number is outside of its bounds.
    Bounds,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Words {
    /// A message that starts with the place.
    After(String),
    Missing,
    Twice,
    Unknown(Vec<String>),
}

/// The place of a value within a JSON text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Field(String),
    Item(usize),
}

impl Path {
    /// Returns the JSON pointer (RFC 6901) to the place; empty for the whole text.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.0 {
            pointer.push('/');
            match step {
                Step::Field(name) => pointer.push_str(&name.replace('~', "~0").replace('/', "~1")),
                Step::Item(index) => {
                    let _ = write!(pointer, "{index}");
                }
            }
        }
        pointer
    }

    pub(super) fn enter(&mut self, name: &str) {
        self.0.push(Step::Field(name.to_owned()));
    }

    pub(super) fn enter_item(&mut self, index: usize) {
        self.0.push(Step::Item(index));
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// Returns the name of the field, if the place is one.
    pub fn field(&self) -> Option<&str> {
        match self.0.last()? {
            Step::Field(name) => Some(name),
            Step::Item(_) => None,
        }
    }

    /// Returns whether this is the whole text.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    fn with(&self, name: &str) -> Self {
        let mut path = self.clone();
        path.enter(name);
        path
    }
}

/// Writes the place as programmers do: `bots[0].id`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if index == 0 => f.write_str(&shortened(name))?,
                Step::Field(name) => write!(f, ".{}", shortened(name))?,
                Step::Item(item) => write!(f, "[{item}]")?,
            }
        }
        Ok(())
    }
}

impl Fault {
    /// Returns the message. `whole` names the whole text: `the body`.
    pub fn message(&self, whole: &str) -> String {
        let path = &self.path;
        match &self.words {
            Words::After(words) if path.is_root() => format!("{whole} {words}"),
            Words::After(words) => format!("`{path}` {words}"),
            Words::Missing => format!("the field `{path}` is missing"),
            Words::Twice => format!("the field `{path}` is given twice"),
            Words::Unknown(known) if known.is_empty() => {
                format!("unknown field `{path}`; no fields are allowed here")
            }
            Words::Unknown(known) => format!("unknown field `{path}`; allowed: {}", list(known)),
        }
    }

    /// Returns whether this is a field that does not exist.
    pub fn is_unknown_field(&self) -> bool {
        matches!(self.words, Words::Unknown(_))
    }

    pub(super) fn json(words: impl fmt::Display) -> Self {
        let words = Words::After(format!("is not JSON: {words}"));
        Self { kind: FaultKind::Json, path: Path::default(), words }
    }

    pub(super) fn form(path: &Path, words: impl Into<String>) -> Self {
        Self { kind: FaultKind::Form, path: path.clone(), words: Words::After(words.into()) }
    }

    pub(super) fn bounds(path: &Path, words: impl Into<String>) -> Self {
        Self { kind: FaultKind::Bounds, ..Self::form(path, words) }
    }

    pub(super) fn missing(path: &Path, name: &str) -> Self {
        Self { kind: FaultKind::Form, path: path.with(name), words: Words::Missing }
    }

    pub(super) fn twice(path: &Path) -> Self {
        Self { kind: FaultKind::Form, path: path.clone(), words: Words::Twice }
    }

    pub(super) fn unknown<'a>(path: &Path, name: &str, known: impl Iterator<Item = &'a String>) -> Self {
        Self { kind: FaultKind::Form, path: path.with(name), words: Words::Unknown(known.cloned().collect()) }
    }

    /// Returns the fault of a word that is not one of the allowed ones.
    pub(super) fn word<'a>(path: &Path, word: &str, allowed: impl Iterator<Item = &'a String>) -> Self {
        let allowed: Vec<_> = allowed.cloned().collect();
        Self::form(path, format!("cannot be `{}`; allowed: {}", shortened(word), list(&allowed)))
    }
}

/// Lists the allowed words.
fn list(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// Returns a text of the sender at a length that fits a message.
fn shortened(text: &str) -> String {
    match text.char_indices().find(|(start, _)| *start >= REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
