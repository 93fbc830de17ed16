//! Chapters as text: the text of games ([`sumito_rules::Record`]) with variations in parentheses and comments in braces.
//!
//! Arrows, highlights and the name of the formation are commands in a comment: `{[%shapes green:e5 red:a1-c3] [%formation Pyramid] Text}`.
//! In comments, `\}` and `\\` stand for these characters, and text that begins like a command has a backslash before it.

use std::fmt::{self, Write as _};

use sumito_rules::{
    Assumption, GameReader, GameReading, Mode, RecordError, RecordErrorKind, Step, StepKind, Tag, Turn,
};

use crate::chapter::{Chapter, NodeId, Place, Shape};
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
    /// The text is not a game.
    #[error("column {column}: {kind}")]
    Game {
        /// The character in the line, from 1.
        column: usize,
        /// The fault at this place.
        kind: RecordErrorKind,
    },
    /// A chapter cannot hold a move or a comment.
    #[error("{0}")]
    Chapter(EditError),
    /// The text has no chapter.
    #[error("the text is empty")]
    Empty,
    /// The text has more chapters than a study may have.
    #[error("at most {max} chapters", max = limits::CHAPTERS)]
    Chapters,
}

impl From<RecordError> for TextError {
    fn from(RecordError { line, column, kind }: RecordError) -> Self {
        Self { line, kind: TextErrorKind::Game { column, kind } }
    }
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

/// A part of a written tree.
enum Part {
    /// The move to this node, with its number if it is the first of a round or of a variation.
    Move(NodeId, usize, bool),
    /// All that follows a node.
    After(NodeId, usize),
    Open,
    Close,
}

impl Chapter {
    fn write_from(&self, line: &mut Line<'_, '_>) -> fmt::Result {
        let mode = self.start.mode();
        let seats = mode.seats();
        // The turns of the round before the first position.
        let first =
            mode.turn_order().iter().position(|color| *color == self.start.turn()).unwrap_or_default();
        let mut parts = vec![Part::After(0, first)];
        while let Some(part) = parts.pop() {
            match part {
                Part::Open => line.word("(")?,
                Part::Close => line.word(")")?,
                Part::Move(id, ply, numbered) => {
                    let Ok(node) = self.node(id) else { continue };
                    if ply % seats == 0 {
                        line.word(&format!("{}.", ply / seats + 1))?;
                    } else if numbered {
                        line.word(&format!("{}...", ply / seats + 1))?;
                    }
                    if let Some(mv) = node.mv {
                        line.word(&mv.to_string())?;
                    }
                    line.note(self, id)?;
                }
                Part::After(id, ply) => {
                    let Ok(node) = self.node(id) else { continue };
                    let Some((main, variations)) = node.next.split_first() else { continue };
                    parts.push(Part::After(*main, ply + 1));
                    for variation in variations.iter().rev() {
                        parts.push(Part::Close);
                        parts.push(Part::After(*variation, ply + 1));
                        parts.push(Part::Move(*variation, ply, true));
                        parts.push(Part::Open);
                    }
                    parts.push(Part::Move(*main, ply, id == 0));
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
            parts.push(format!("[%formation {}]", escaped(&node.formation, &['}', ']'])));
        }
        if !node.comment.is_empty() {
            let comment = escaped(&node.comment, &['}']);
            // Text of a user is no command.
            parts.push(if comment.starts_with("[%") { format!("\\{comment}") } else { comment });
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

/// Maximum number of assumptions that are kept.
const ASSUMPTIONS: usize = 32;

impl ChapterData {
    /// Reads chapters from a text: games of this or another program, with or without variations and comments. Returns also the reader's
    /// assumptions, each once.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn read_text(text: &str) -> Result<(Vec<Self>, Vec<Assumption>), TextError> {
        let (mut chapters, mut assumptions) = (Vec::new(), Vec::new());
        for game in GameReader::new(text, Mode::Two).passing_over() {
            let game = game?;
            if chapters.len() >= limits::CHAPTERS {
                let line = game.steps.first().map_or(1, |step| step.place.line);
                return Err(TextError { line, kind: TextErrorKind::Chapters });
            }
            chapters.push(chapter_of(&game, chapters.len() + 1)?.data());
            for assumption in game.assumptions {
                if assumptions.len() < ASSUMPTIONS && !assumptions.contains(&assumption) {
                    assumptions.push(assumption);
                }
            }
        }
        if chapters.is_empty() {
            return Err(TextError { line: 1, kind: TextErrorKind::Empty });
        }
        Ok((chapters, assumptions))
    }
}

/// A place in the tree that is being read: the current node, and the one before its move.
#[derive(Clone, Copy)]
struct Spot {
    node: NodeId,
    before: NodeId,
}

fn chapter_of(game: &GameReading, number: usize) -> Result<Chapter, TextError> {
    let mut chapter = Chapter::new(0, name_of(&game.tags, number), game.start);
    let mut spot = Spot { node: 0, before: 0 };
    let mut open = Vec::new();
    for Step { place, kind } in &game.steps {
        let fault = |why| TextError { line: place.line, kind: TextErrorKind::Chapter(why) };
        match kind {
            StepKind::Open => {
                open.push(spot);
                spot = Spot { node: spot.before, before: spot.before };
            }
            StepKind::Close => spot = open.pop().unwrap_or(spot),
            StepKind::Comment(comment) => note(&mut chapter, spot.node, comment).map_err(fault)?,
            StepKind::Turn(Turn::Pass) => spot.before = spot.node,
            StepKind::Turn(Turn::Move(mv)) => {
                let node = match chapter.child(spot.node, *mv) {
                    Some(known) => known,
                    None if chapter.moves() >= limits::NODES_PER_CHAPTER => {
                        return Err(fault(EditError::Full(crate::edit::Limit::NodesPerChapter)));
                    }
                    None => chapter.add(spot.node, *mv),
                };
                spot = Spot { node, before: spot.node };
            }
        }
    }
    Ok(chapter)
}

/// Adds a comment to a node, and carries out the commands at its start. Commands of other programs are text.
fn note(chapter: &mut Chapter, id: NodeId, comment: &str) -> Result<(), EditError> {
    let mut rest = comment;
    while let Some((command, after)) = rest.strip_prefix("[%").and_then(split_command) {
        if let Some(shapes) = command.strip_prefix("shapes ") {
            let shapes: Option<Vec<_>> = shapes.split_whitespace().map(read_shape).collect();
            let shapes = shapes.ok_or(EditError::BadShape)?;
            chapter.set_shapes(id, shapes.into_iter().take(limits::SHAPES_PER_NODE).collect());
        } else if let Some(name) = command.strip_prefix("formation ") {
            let name: String = without_escapes(name).trim().chars().take(limits::FORMATION_CHARS).collect();
            chapter.set_formation(id, &name);
        } else {
            break;
        }
        rest = after.trim_start();
    }
    let comment = without_escapes(rest);
    if comment.is_empty() {
        return Ok(());
    }
    let known = chapter.node(id).map(|node| node.comment.to_string()).unwrap_or_default();
    let whole = if known.is_empty() { comment } else { format!("{known}\n{comment}") };
    if whole.len() > limits::COMMENT_BYTES {
        return Err(EditError::TooLong(limits::COMMENT_BYTES));
    }
    chapter.set_comment(id, &whole);
    Ok(())
}

/// Splits a text at the first closing bracket without a backslash before it.
fn split_command(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == ']' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map(|(end, _)| (&text[..end], &text[end + 1..]))
}

/// Characters that a backslash in a comment makes plain text.
const ESCAPED: [char; 5] = ['\\', '{', '}', '[', ']'];

fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && ESCAPED.contains(next));
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

/// The text with a backslash before each of these characters, and before each backslash.
fn escaped(text: &str, special: &[char]) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\\' || special.contains(&c) {
            written.push('\\');
        }
        written.push(c);
    }
    written
}

fn value<'t>(tags: &'t [Tag], name: &str) -> Option<&'t str> {
    tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
}

/// Returns the name of a chapter: its tag, the players of a game, or its number.
fn name_of(tags: &[Tag], number: usize) -> String {
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
