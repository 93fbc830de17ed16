//! A chapter: a start and a tree of moves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sumito_rules::{Cell, Mode, Move, MoveError, Position};

use crate::edit::{EditError, Limit};
use crate::study::{ChapterData, ChapterId};
use crate::{StudyColor, limits};

/// Number of a node in its chapter. 0 is the first position.
pub type NodeId = u32;

/// A position of a chapter: the move that led to it, and the users' notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The node before; `None` for the first position.
    pub parent: Option<NodeId>,
    /// The move from the node before; `None` for the first position.
    pub mv: Option<Move>,
    /// The nodes after it: the main line first, then the variations.
    pub next: Vec<NodeId>,
    /// The comment; empty for none.
    pub comment: Box<str>,
    /// Arrows and highlighted cells.
    pub shapes: Vec<Shape>,
    /// Name of the formation; empty for none.
    pub formation: Box<str>,
}

/// An arrow, or a highlighted cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The colour of the shape.
    pub color: StudyColor,
    /// The highlighted cell, or the first cell of the arrow.
    pub from: Place,
    /// The last cell of the arrow; `None` for a highlight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
}

/// A cell by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Place(pub Cell);

impl TryFrom<String> for Place {
    type Error = EditError;

    fn try_from(name: String) -> Result<Self, EditError> {
        name.parse().map(Self).map_err(|_| EditError::BadShape)
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.0.to_string()
    }
}

/// Stored and exported form of a node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeData {
    /// Number of the node; 0 is the first position.
    pub id: NodeId,
    /// Number of the node before.
    #[serde(default)]
    pub parent: NodeId,
    /// The move in Aba-Pro notation; empty at the first position.
    #[serde(default, rename = "move", skip_serializing_if = "String::is_empty")]
    pub mv: String,
    /// The comment on the position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Arrows and highlighted cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Name of the formation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formation: String,
}

/// A chapter of a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Number of the chapter.
    pub id: ChapterId,
    /// The displayed name.
    pub name: String,
    /// The first position.
    pub start: Position,
    nodes: BTreeMap<NodeId, Node>,
    next_node: NodeId,
    text_bytes: usize,
    shapes: usize,
}

impl Node {
    fn after(parent: Option<NodeId>, mv: Option<Move>) -> Self {
        let (next, shapes) = Default::default();
        Self { parent, mv, next, comment: Box::default(), shapes, formation: Box::default() }
    }

    fn text_bytes(&self) -> usize {
        self.comment.len() + self.formation.len()
    }
}

impl Chapter {
    /// Returns a chapter without moves.
    pub fn new(id: ChapterId, name: String, start: Position) -> Self {
        let nodes = BTreeMap::from([(0, Node::after(None, None))]);
        Self { id, text_bytes: name.len(), name, start, nodes, next_node: 1, shapes: 0 }
    }

    /// Returns the chapter with this content.
    ///
    /// # Errors
    /// If the position or a move is invalid, the nodes are not in order, or a limit is exceeded.
    pub fn read(id: ChapterId, data: &ChapterData) -> Result<Self, EditError> {
        let mode: Mode = data.mode.parse().map_err(|_| EditError::BadPosition)?;
        let start = Position::parse(mode, &data.position).map_err(|_| EditError::BadPosition)?;
        check_length(&data.name, limits::NAME_CHARS * 4)?;
        if data.nodes.len() > limits::NODES_PER_CHAPTER + 1 {
            return Err(EditError::Full(Limit::NodesPerChapter));
        }
        let mut chapter = Self::new(id, data.name.clone(), start);
        // The nodes come in the order of a walk through the tree, so that the position before each is one of the last.
        let mut walk: Vec<(NodeId, Position)> = vec![(0, start)];
        for node in &data.nodes {
            check_length(&node.comment, limits::COMMENT_BYTES)?;
            check_length(&node.formation, limits::FORMATION_CHARS * 4)?;
            if node.shapes.len() > limits::SHAPES_PER_NODE {
                return Err(EditError::Full(Limit::ShapesPerNode));
            }
            if node.id != 0 {
                while walk.last().is_some_and(|(id, _)| *id != node.parent) {
                    walk.pop();
                }
                let Some((_, before)) = walk.last() else { return Err(EditError::BadTree) };
                let (mv, after) = played(before, &node.mv)?;
                let is_known = chapter.child(node.parent, mv).is_some();
                if is_known || node.id == NodeId::MAX || chapter.nodes.contains_key(&node.id) {
                    return Err(EditError::BadTree);
                }
                chapter.insert(node.id, node.parent, mv);
                walk.push((node.id, after));
            } else if !node.mv.is_empty() || node.parent != 0 {
                return Err(EditError::BadTree);
            }
            chapter.set_comment(node.id, &node.comment);
            chapter.set_formation(node.id, &node.formation);
            chapter.set_shapes(node.id, node.shapes.clone());
        }
        chapter.next_node = chapter.next_node.max(data.next_node.unwrap_or(0));
        Ok(chapter)
    }

    /// Returns the content of the chapter. The nodes come in the order of a walk through the tree, each before its variations.
    pub fn data(&self) -> ChapterData {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut open = vec![0];
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(&id) else { continue };
            nodes.push(NodeData {
                id,
                parent: node.parent.unwrap_or(0),
                mv: node.mv.map(|mv| mv.to_string()).unwrap_or_default(),
                comment: node.comment.to_string(),
                shapes: node.shapes.clone(),
                formation: node.formation.to_string(),
            });
            open.extend(node.next.iter().rev());
        }
        ChapterData {
            id: self.id,
            name: self.name.clone(),
            mode: self.start.mode().name().to_owned(),
            position: self.start.to_string(),
            next_node: Some(self.next_node),
            nodes,
        }
    }

    /// Returns a node.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn node(&self, id: NodeId) -> Result<&Node, EditError> {
        self.nodes.get(&id).ok_or(EditError::NoSuchNode)
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the length of all texts in bytes.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// Returns the number of arrows and highlights.
    pub fn shapes(&self) -> usize {
        self.shapes
    }

    /// Returns the position of a node.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn position(&self, id: NodeId) -> Result<Position, EditError> {
        let mut moves = Vec::new();
        let mut node = self.node(id)?;
        while let (Some(parent), Some(mv)) = (node.parent, node.mv) {
            moves.push(mv);
            node = self.node(parent)?;
        }
        moves.iter().rev().try_fold(self.start, |position, mv| Ok(played_move(&position, *mv)?.1))
    }

    /// Returns the move after a node that this text means.
    ///
    /// # Errors
    /// If there is no such node, the text is not a move, or the move is illegal.
    pub fn parse_move(&self, parent: NodeId, text: &str) -> Result<Move, EditError> {
        Ok(played(&self.position(parent)?, text)?.0)
    }

    /// Returns the node of a move after another node.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let is_it = |id: &&NodeId| self.nodes.get(id).is_some_and(|node| node.mv == Some(mv));
        self.nodes.get(&parent)?.next.iter().find(is_it).copied()
    }

    /// Adds a legal move; returns its node.
    pub(crate) fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = self.next_node;
        self.insert(id, parent, mv);
        id
    }

    fn insert(&mut self, id: NodeId, parent: NodeId, mv: Move) {
        if let Some(before) = self.nodes.get_mut(&parent) {
            before.next.push(id);
            self.nodes.insert(id, Node::after(Some(parent), Some(mv)));
            self.next_node = self.next_node.max(id.saturating_add(1));
        }
    }

    /// Deletes a node with all that follow it.
    pub(crate) fn delete(&mut self, id: NodeId) {
        let parent = self.nodes.get(&id).and_then(|node| node.parent);
        if let Some(before) = parent.and_then(|parent| self.nodes.get_mut(&parent)) {
            before.next.retain(|next| *next != id);
        }
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if let Some(node) = self.nodes.remove(&id) {
                self.text_bytes -= node.text_bytes();
                self.shapes -= node.shapes.len();
                open.extend(node.next);
            }
        }
    }

    /// Swaps a node with the one before it among the variations.
    pub(crate) fn promote(&mut self, id: NodeId) {
        let parent = self.nodes.get(&id).and_then(|node| node.parent);
        if let Some(before) = parent.and_then(|parent| self.nodes.get_mut(&parent))
            && let Some(place) = before.next.iter().position(|next| *next == id)
            && place > 0
        {
            before.next.swap(place - 1, place);
        }
    }

    pub(crate) fn rename(&mut self, name: &str) {
        self.text_bytes = self.text_bytes - self.name.len() + name.len();
        name.clone_into(&mut self.name);
    }

    pub(crate) fn set_comment(&mut self, id: NodeId, text: &str) {
        if let Some(node) = self.nodes.get_mut(&id) {
            self.text_bytes = self.text_bytes - node.comment.len() + text.len();
            node.comment = text.into();
        }
    }

    pub(crate) fn set_formation(&mut self, id: NodeId, name: &str) {
        if let Some(node) = self.nodes.get_mut(&id) {
            self.text_bytes = self.text_bytes - node.formation.len() + name.len();
            node.formation = name.into();
        }
    }

    pub(crate) fn set_shapes(&mut self, id: NodeId, shapes: Vec<Shape>) {
        if let Some(node) = self.nodes.get_mut(&id) {
            self.shapes = self.shapes - node.shapes.len() + shapes.len();
            node.shapes = shapes;
        }
    }
}

/// Checks the length of a text in bytes.
pub(crate) fn check_length(text: &str, max: usize) -> Result<(), EditError> {
    if text.len() <= max { Ok(()) } else { Err(EditError::TooLong(max)) }
}

/// Parses and plays a move.
pub(crate) fn played(position: &Position, text: &str) -> Result<(Move, Position), EditError> {
    let mv: Move = text.parse().map_err(|_| EditError::NotAMove)?;
    // The position gives the move its only spelling.
    let turned = turned(position, mv);
    let mv = turned.parse_move(text).map_err(|error| match error {
        MoveError::Syntax(_) => EditError::NotAMove,
        MoveError::Illegal(why) => EditError::Illegal(why),
    })?;
    played_move(&turned, mv)
}

fn played_move(position: &Position, mv: Move) -> Result<(Move, Position), EditError> {
    let after = turned(position, mv).play(mv).map_err(EditError::Illegal)?;
    Ok((mv, after.position))
}

/// Returns the position with the turn of the move's player. With more than two players, turns pass over players who cannot move or are out,
/// so the first marble of a move decides.
fn turned(position: &Position, mv: Move) -> Position {
    if position.mode() == Mode::Two {
        return *position;
    }
    let Some(color) = position.color_at(mv.from()) else { return *position };
    let mut turned = *position;
    for _ in 0..position.mode().seats() {
        if turned.turn() == color {
            return turned;
        }
        turned = turned.pass_turn();
    }
    *position
}
