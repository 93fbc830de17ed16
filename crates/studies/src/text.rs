//! Chapters as text: the text of games ([`sumito_rules::Record`]) with variations in parentheses and comments in braces.
//!
//! Arrows, highlights and the name of the formation are commands in a comment: `{[%shapes green:e5 red:a1-c3] [%formation Pyramid] Text}`.
//! A closing brace in a comment is written as a parenthesis.

use std::fmt::{self, Write as _};

use sumito_rules::{Layout, Mode, Position};

use crate::chapter::{Chapter, NodeId, Place, Shape, played};
use crate::edit::EditError;
use crate::study::ChapterData;
use crate::{StudyColor, limits};

/// The tag with the name of a chapter.
const NAME: &str = "Chapter";

/// A fault in a text, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The fault of the text.
    pub kind: TextErrorKind,
}

/// The kind of a fault in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextErrorKind {
    /// A tag is not `[Name "value"]`.
    #[error("a tag must be `[Name \"value\"]`")]
    Tag,
    /// The tags do not define a start.
    #[error("the tags need a valid `Layout` or `Position`, and `Mode` if it is not `two`")]
    Start,
    /// A comment is not closed.
    #[error("this comment has no closing brace")]
    OpenComment,
    /// A variation is opened before the first move, closed twice, or not closed.
    #[error("parentheses must enclose variations, each after the move that it replaces")]
    Variation,
    /// A move cannot be played, or a limit is exceeded.
    #[error("{word:?}: {why}")]
    Move {
        /// The word in the text.
        word: String,
        /// The reason of the fault.
        why: EditError,
    },
    /// The text has no chapter.
    #[error("the text is empty")]
    Empty,
    /// The text has more chapters than a study may have.
    #[error("at most {max} chapters", max = limits::CHAPTERS)]
    Chapters,
}

impl fmt::Display for Chapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(f, "[{NAME} \"{}\"]", quoted(&self.name))?;
        writeln!(f, "[Mode \"{}\"]", self.start.mode().name())?;
        writeln!(f, "[Position \"{}\"]\n", self.start)?;
        let mut line = Line { out: f, column: 0 };
        line.note(self, 0)?;
        self.write_from(&mut line)?;
        writeln!(f)
    }
}

/// A step of writing a tree.
enum Step {
    /// The move to this node, with its number if it is the first of a round or of a variation.
    Move(NodeId, usize, bool),
    /// All that follows a node.
    After(NodeId, usize),
    Open,
    Close,
}

impl Chapter {
    fn write_from(&self, line: &mut Line<'_, '_>) -> fmt::Result {
        let seats = self.start.mode().seats();
        let mut steps = vec![Step::After(0, 0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => line.word("(")?,
                Step::Close => line.word(")")?,
                Step::Move(id, ply, numbered) => {
                    let Ok(node) = self.node(id) else { continue };
                    if numbered || ply % seats == 0 {
                        line.word(&format!("{}.", ply / seats + 1))?;
                    }
                    if let Some(mv) = node.mv {
                        line.word(&mv.to_string())?;
                    }
                    line.note(self, id)?;
                }
                Step::After(id, ply) => {
                    let Ok(node) = self.node(id) else { continue };
                    let Some((main, variations)) = node.next.split_first() else { continue };
                    steps.push(Step::After(*main, ply + 1));
                    for variation in variations.iter().rev() {
                        steps.push(Step::Close);
                        steps.push(Step::After(*variation, ply + 1));
                        steps.push(Step::Move(*variation, ply, true));
                        steps.push(Step::Open);
                    }
                    steps.push(Step::Move(*main, ply, id == 0));
                }
            }
        }
        Ok(())
    }
}

/// Lines of about a hundred characters.
struct Line<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Line<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 {
            let breaks = self.column + length > 100;
            self.column = if breaks { 0 } else { self.column + 1 };
            self.out.write_char(if breaks { '\n' } else { ' ' })?;
        }
        self.column += length;
        self.out.write_str(word)
    }

    fn note(&mut self, chapter: &Chapter, id: NodeId) -> fmt::Result {
        let Ok(node) = chapter.node(id) else { return Ok(()) };
        let mut parts = Vec::new();
        if !node.shapes.is_empty() {
            let shapes: Vec<_> = node.shapes.iter().map(ToString::to_string).collect();
            parts.push(format!("[%shapes {}]", shapes.join(" ")));
        }
        if !node.formation.is_empty() {
            parts.push(format!("[%formation {}]", node.formation.replace(['}', ']'], ")")));
        }
        if !node.comment.is_empty() {
            parts.push(node.comment.replace('}', ")"));
        }
        if parts.is_empty() { Ok(()) } else { self.word(&format!("{{{}}}", parts.join(" "))) }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.color.as_str(), self.from.0)?;
        self.to.map_or(Ok(()), |to| write!(f, "-{}", to.0))
    }
}

impl ChapterData {
    /// Reads chapters from a text: games, with or without variations and comments.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn read_text(text: &str) -> Result<Vec<Self>, TextError> {
        let mut reader = Reader { rest: text, line: 1 };
        let mut chapters = Vec::new();
        reader.skip_space();
        while !reader.rest.is_empty() {
            if chapters.len() >= limits::CHAPTERS {
                return Err(reader.fault(TextErrorKind::Chapters));
            }
            let chapter = reader.chapter(chapters.len() + 1)?;
            chapters.push(chapter.data());
        }
        if chapters.is_empty() { Err(reader.fault(TextErrorKind::Empty)) } else { Ok(chapters) }
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

/// A place in the tree that is being read: the current node, and the one before its move.
#[derive(Clone, Copy)]
struct Spot {
    node: NodeId,
    position: Position,
    before: Option<(NodeId, Position)>,
}

impl<'a> Reader<'a> {
    fn fault(&self, kind: TextErrorKind) -> TextError {
        TextError { line: self.line, kind }
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    fn chapter(&mut self, number: usize) -> Result<Chapter, TextError> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut notes = Vec::new();
        loop {
            self.skip_space();
            if self.rest.starts_with('[') {
                let (rest, line) = (self.rest, self.line);
                let tag = self.tag()?;
                // The tags of the next chapter, if this one has no moves.
                if value(&tags, &tag.0).is_some() {
                    (self.rest, self.line) = (rest, line);
                    break;
                }
                tags.push(tag);
            } else if self.rest.starts_with('{') && tags.is_empty() {
                notes.push(self.comment()?);
            } else {
                break;
            }
        }
        let start = start_of(&tags).ok_or_else(|| self.fault(TextErrorKind::Start))?;
        let mut chapter = Chapter::new(0, name_of(&tags, number), start);
        for note in notes {
            self.note(&mut chapter, 0, note)?;
        }
        self.moves(&mut chapter)?;
        Ok(chapter)
    }

    fn moves(&mut self, chapter: &mut Chapter) -> Result<(), TextError> {
        let mut spot = Spot { node: 0, position: chapter.start, before: None };
        let mut open = Vec::new();
        loop {
            self.skip_space();
            match self.rest.chars().next() {
                Some('{') => {
                    let comment = self.comment()?;
                    self.note(chapter, spot.node, comment)?;
                }
                Some('(') => {
                    let Some((node, position)) = spot.before else {
                        return Err(self.fault(TextErrorKind::Variation));
                    };
                    self.take(1);
                    open.push(spot);
                    spot = Spot { node, position, before: None };
                }
                Some(')') => {
                    spot = open.pop().ok_or_else(|| self.fault(TextErrorKind::Variation))?;
                    self.take(1);
                }
                Some('[') | None => break,
                Some(_) => {
                    let line = self.line;
                    let length = self.rest.find(|c: char| c.is_whitespace() || "{}()[".contains(c));
                    let length = length.unwrap_or(self.rest.len());
                    let word = self.take(length.max(self.rest.chars().next().map_or(0, char::len_utf8)));
                    spot = step(chapter, spot, word).map_err(|why| TextError {
                        line,
                        kind: TextErrorKind::Move { word: word.chars().take(20).collect(), why },
                    })?;
                }
            }
        }
        if open.is_empty() { Ok(()) } else { Err(self.fault(TextErrorKind::Variation)) }
    }

    fn tag(&mut self) -> Result<(String, String), TextError> {
        let bad = self.fault(TextErrorKind::Tag);
        let inside = self.rest.get(1..).unwrap_or_default();
        let (name, after) = inside.split_once('"').ok_or_else(|| bad.clone())?;
        let mut value = String::new();
        let mut is_escaped = false;
        for (at, c) in after.char_indices() {
            match c {
                '\n' => return Err(bad),
                '\\' if !is_escaped => is_escaped = true,
                '"' if !is_escaped => {
                    let rest = after.get(at + 1..).unwrap_or_default().trim_start();
                    let rest = rest.strip_prefix(']').ok_or_else(|| bad.clone())?;
                    let name = name.trim().to_owned();
                    self.take(self.rest.len() - rest.len());
                    return Ok((name, value));
                }
                c => {
                    is_escaped = false;
                    value.push(c);
                }
            }
        }
        Err(bad)
    }

    fn comment(&mut self) -> Result<&'a str, TextError> {
        let end = self.rest.find('}').ok_or_else(|| self.fault(TextErrorKind::OpenComment))?;
        let comment = self.take(end + 1);
        Ok(comment.get(1..end).unwrap_or_default().trim())
    }

    /// Adds a comment to a node, and carries out the commands in it.
    fn note(&self, chapter: &mut Chapter, id: NodeId, mut comment: &str) -> Result<(), TextError> {
        let fault = |why| self.fault(TextErrorKind::Move { word: "{".to_owned(), why });
        while let Some((command, rest)) = comment.strip_prefix("[%").and_then(|rest| rest.split_once(']')) {
            if let Some(shapes) = command.strip_prefix("shapes ") {
                let shapes: Option<Vec<_>> = shapes.split_whitespace().map(read_shape).collect();
                let shapes = shapes.ok_or_else(|| fault(EditError::BadShape))?;
                chapter.set_shapes(id, shapes.into_iter().take(limits::SHAPES_PER_NODE).collect());
            } else if let Some(name) = command.strip_prefix("formation ") {
                let name: String = name.trim().chars().take(limits::FORMATION_CHARS).collect();
                chapter.set_formation(id, &name);
            }
            comment = rest.trim_start();
        }
        if comment.is_empty() {
            return Ok(());
        }
        let known = chapter.node(id).map(|node| node.comment.to_string()).unwrap_or_default();
        let whole = if known.is_empty() { comment.to_owned() } else { format!("{known}\n{comment}") };
        if whole.len() > limits::COMMENT_BYTES {
            return Err(fault(EditError::TooLong(limits::COMMENT_BYTES)));
        }
        chapter.set_comment(id, &whole);
        Ok(())
    }
}

fn step(chapter: &mut Chapter, spot: Spot, word: &str) -> Result<Spot, EditError> {
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    if unnumbered.is_empty() {
        return Ok(spot);
    }
    if unnumbered == "--" && spot.position.mode() != Mode::Two {
        return Ok(Spot { position: spot.position.pass_turn(), ..spot });
    }
    let (mv, position) = played(&spot.position, unnumbered)?;
    let node = match chapter.child(spot.node, mv) {
        Some(known) => known,
        None if chapter.moves() >= limits::NODES_PER_CHAPTER => {
            return Err(EditError::Full(crate::edit::Limit::NodesPerChapter));
        }
        None => chapter.add(spot.node, mv),
    };
    Ok(Spot { node, position, before: Some((spot.node, spot.position)) })
}

fn value<'t>(tags: &'t [(String, String)], name: &str) -> Option<&'t str> {
    tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn start_of(tags: &[(String, String)]) -> Option<Position> {
    let mode: Mode = value(tags, "Mode").map_or(Ok(Mode::Two), str::parse).ok()?;
    match (value(tags, "Position"), value(tags, "Layout")) {
        (Some(line), None) => Position::parse(mode, line).ok(),
        (None, Some(name)) => Position::start(mode, name.parse::<Layout>().ok()?).ok(),
        _ => None,
    }
}

/// Returns the name of a chapter: its tag, the players of a game, or its number.
fn name_of(tags: &[(String, String)], number: usize) -> String {
    let players: Vec<_> =
        ["Black", "White", "Red", "Yellow"].iter().filter_map(|color| value(tags, color)).collect();
    let name = match value(tags, NAME) {
        Some(name) if !name.trim().is_empty() => name.trim().to_owned(),
        _ if !players.is_empty() => players.join(" – "),
        _ => number.to_string(),
    };
    name.chars().filter(|c| !c.is_control()).take(limits::NAME_CHARS).collect()
}

fn read_shape(text: &str) -> Option<Shape> {
    let (color, cells) = text.split_once(':')?;
    let color = StudyColor::parse(color)?;
    let (from, to) = cells.split_once('-').map_or((cells, None), |(from, to)| (from, Some(to)));
    let place = |name: &str| name.parse().map(Place).ok();
    Some(Shape { color, from: place(from)?, to: to.map(|to| place(to).ok_or(())).transpose().ok()? })
}
