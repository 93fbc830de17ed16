//! Edits of a study.

use serde::{Deserialize, Serialize};
use sumito_rules::IllegalMove;
use uuid::Uuid;

use crate::chapter::{NodeId, Shape};
use crate::study::{ChapterData, ChapterId};
use crate::{StudyRole, StudyVisibility, limits};

/// A change of a study. It is a user's command and, once it is stored, an event.
///
/// Edits are stored, so existing variants never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Edit {
    /// Renames the study.
    Rename {
        /// The new name.
        name: String,
    },
    /// Changes who may read the study.
    SetVisibility {
        /// The new visibility.
        visibility: StudyVisibility,
    },
    /// Adds a member, or changes a member's role.
    SetMember {
        /// The member of the study.
        user: Uuid,
        /// The member's new role.
        role: StudyRole,
    },
    /// Removes a member.
    RemoveMember {
        /// The former member.
        user: Uuid,
    },
    /// Adds a chapter at the end.
    AddChapter {
        /// The chapter's content; its `id` is ignored.
        chapter: Box<ChapterData>,
    },
    /// Renames a chapter.
    RenameChapter {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The new name.
        name: String,
    },
    /// Deletes a chapter. A study has at least one.
    DeleteChapter {
        /// The id of the chapter.
        chapter: ChapterId,
    },
    /// Moves a chapter to another place in the list.
    MoveChapter {
        /// The id of the chapter.
        chapter: ChapterId,
        /// Number of chapters before it afterwards; at the end if there are fewer.
        to: u32,
    },
    /// Adds a move as the last variation after a node.
    AddNode {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The node before the move.
        parent: NodeId,
        /// The move in Aba-Pro notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Deletes a move with all that follow it.
    DeleteNode {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The node of the move.
        node: NodeId,
    },
    /// Swaps a variation with the one before it.
    PromoteNode {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The first node of the variation.
        node: NodeId,
    },
    /// Sets the comment on a position.
    SetComment {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The node of the position.
        node: NodeId,
        /// The text; empty for none.
        text: String,
    },
    /// Sets the arrows and highlighted cells of a position.
    SetShapes {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The node of the position.
        node: NodeId,
        /// The arrows and cells, which replace the earlier ones.
        shapes: Vec<Shape>,
    },
    /// Sets the name of the formation in a position.
    SetFormation {
        /// The id of the chapter.
        chapter: ChapterId,
        /// The node of the position.
        node: NodeId,
        /// The name; empty for none.
        name: String,
    },
}

/// The reason why an edit is not possible. The study is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The user's role does not permit this edit.
    #[error("your role in this study does not permit this")]
    Forbidden,
    /// The chapter does not exist, perhaps no longer.
    #[error("this chapter does not exist any more")]
    NoSuchChapter,
    /// The node does not exist, perhaps no longer.
    #[error("this move does not exist any more")]
    NoSuchNode,
    /// The first position of a chapter cannot be deleted or moved up.
    #[error("the first position of a chapter stays where it is")]
    Root,
    /// The last chapter cannot be deleted.
    #[error("a study has at least one chapter; delete the study instead")]
    LastChapter,
    /// The owner is no member.
    #[error("the owner has all rights and cannot be added or removed")]
    Owner,
    /// The user is not a member.
    #[error("this player is not a member of the study")]
    NoSuchMember,
    /// The text is not a move.
    #[error("not a move in Aba-Pro notation, such as `a1b2`")]
    NotAMove,
    /// The move is illegal in the position.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The start of the chapter is not a position.
    #[error("not a position of this mode")]
    BadPosition,
    /// The tree of a chapter is not in order.
    #[error("the nodes of a chapter come after their parents, with different ids")]
    BadTree,
    /// A cell of an arrow or highlight does not exist.
    #[error("an arrow or a highlight needs existing cells: `a1` to `i9`")]
    BadShape,
    /// A text is longer than allowed.
    #[error("text too long: at most {0} bytes")]
    TooLong(usize),
    /// A limit of the study is reached.
    #[error("limit reached: {0}")]
    Full(Limit),
}

/// A limit of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// More than [`limits::CHAPTERS`].
    Chapters,
    /// More than [`limits::NODES_PER_CHAPTER`].
    NodesPerChapter,
    /// More than [`limits::NODES`].
    Nodes,
    /// More than [`limits::TEXT_BYTES`].
    Text,
    /// More than [`limits::SHAPES_PER_NODE`].
    ShapesPerNode,
    /// More than [`limits::SHAPES`].
    Shapes,
    /// More than [`limits::MEMBERS`].
    Members,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (number, what) = match self {
            Self::Chapters => (limits::CHAPTERS, "chapters in a study"),
            Self::NodesPerChapter => (limits::NODES_PER_CHAPTER, "moves in a chapter"),
            Self::Nodes => (limits::NODES, "moves in a study"),
            Self::Text => (limits::TEXT_BYTES, "bytes of text in a study"),
            Self::ShapesPerNode => (limits::SHAPES_PER_NODE, "arrows and highlights at a position"),
            Self::Shapes => (limits::SHAPES, "arrows and highlights in a study"),
            Self::Members => (limits::MEMBERS, "members of a study"),
        };
        write!(f, "{number} {what}")
    }
}

impl Edit {
    /// Returns whether the edit can make the study larger.
    pub fn grows(&self) -> bool {
        matches!(
            self,
            Self::AddChapter { .. }
                | Self::AddNode { .. }
                | Self::SetComment { .. }
                | Self::SetShapes { .. }
                | Self::SetFormation { .. }
        )
    }

    /// Returns whether only the owner may make the edit. A member may also remove itself.
    pub fn is_for_owner(&self) -> bool {
        matches!(
            self,
            Self::Rename { .. }
                | Self::SetVisibility { .. }
                | Self::SetMember { .. }
                | Self::RemoveMember { .. }
        )
    }
}
