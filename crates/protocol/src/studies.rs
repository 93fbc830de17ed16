//! Studies: saved analyses that several users edit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{AssumptionKind, StudyColor, StudyRole, StudyVisibility};
use ts_rs::TS;
use uuid::Uuid;

use crate::parts::{Mode, User};

/// An edit of a study: part of the command `edit_study` and, once it is stored, of the message `study`.
///
/// The ids of new chapters and nodes follow from the order of the edits. `add_chapter` gives the chapter the number after the highest that
/// the study has ever had, `add_node` the same for a node of its chapter. If the move is already there, nothing changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum StudyEdit {
    /// Renames the study. For the owner.
    Rename {
        /// The new name: up to 80 characters.
        name: String,
    },
    /// Changes who may read the study. For the owner.
    SetVisibility {
        /// The new visibility.
        visibility: StudyVisibility,
    },
    /// Adds a member, or changes a member's role. For the owner.
    SetMember {
        /// The id of a user with an account.
        user: Uuid,
        /// The member's new role.
        role: StudyRole,
    },
    /// Removes a member. For the owner, and for members who leave.
    RemoveMember {
        /// The member's id.
        user: Uuid,
    },
    /// A chapter was added at the end. Only in messages: `POST /studies/{id}/chapters` adds one.
    AddChapter {
        /// The new chapter.
        chapter: StudyChapter,
    },
    /// Renames a chapter.
    RenameChapter {
        /// The chapter's number.
        chapter: u32,
        /// The new name: up to 80 characters.
        name: String,
    },
    /// Deletes a chapter. The last one stays.
    DeleteChapter {
        /// The chapter's number.
        chapter: u32,
    },
    /// Moves a chapter to another place.
    MoveChapter {
        /// The chapter's number.
        chapter: u32,
        /// Number of chapters before it afterwards.
        to: u32,
    },
    /// Adds a move as the last variation after a node.
    AddNode {
        /// The chapter's number.
        chapter: u32,
        /// The node before the move.
        parent: u32,
        /// The move in Aba-Pro notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Deletes a move with all that follow it.
    DeleteNode {
        /// The chapter's number.
        chapter: u32,
        /// The node of the move.
        node: u32,
    },
    /// Swaps a variation with the one before it.
    PromoteNode {
        /// The chapter's number.
        chapter: u32,
        /// The first node of the variation.
        node: u32,
    },
    /// Sets the comment on a position.
    SetComment {
        /// The chapter's number.
        chapter: u32,
        /// The node of the position.
        node: u32,
        /// The text: up to 4,096 bytes; empty for none.
        text: String,
    },
    /// Sets the arrows and highlighted cells of a position.
    SetShapes {
        /// The chapter's number.
        chapter: u32,
        /// The node of the position.
        node: u32,
        /// The arrows and cells, which replace the earlier ones.
        #[schemars(length(max = 32))]
        shapes: Vec<StudyShape>,
    },
    /// Sets the name of the formation in a position.
    SetFormation {
        /// The chapter's number.
        chapter: u32,
        /// The node of the position.
        node: u32,
        /// The name: up to 40 characters; empty for none.
        name: String,
    },
}

/// An arrow, or a highlighted cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyShape {
    /// The colour of the shape.
    pub color: StudyColor,
    /// The highlighted cell, or the first cell of the arrow: `e5`.
    pub from: String,
    /// The last cell of the arrow; left out for a highlight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<String>,
}

/// A chapter of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyChapter {
    /// The chapter's number; ignored in a new chapter.
    #[serde(default)]
    pub id: u32,
    /// The displayed name: up to 80 characters.
    pub name: String,
    /// The mode of all positions.
    pub mode: Mode,
    /// The line of the first position: `ROWS TURN CAPTURED QUIET PLY`.
    pub position: String,
    /// The number of the next new node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_node: Option<u32>,
    /// The nodes in the order of a walk through the tree: each after its parent, the main line before the variations. The first one is node
    /// 0, the first position.
    #[schemars(length(max = 3_001))]
    pub nodes: Vec<StudyNode>,
}

/// A position of a chapter. Fields without content are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyNode {
    /// The node's number in its chapter.
    pub id: u32,
    /// The node before; 0 for the first position itself.
    #[serde(default)]
    pub parent: u32,
    /// The move from the node before, in Aba-Pro notation.
    #[serde(default, rename = "move", skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub mv: String,
    /// The comment on the position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub comment: String,
    /// Arrows and highlighted cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 32))]
    #[ts(optional, as = "Option<Vec<StudyShape>>")]
    pub shapes: Vec<StudyShape>,
    /// The name of the formation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub formation: String,
}

/// A user in a study, and the user's position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyViewer {
    /// The user concerned.
    pub user: User,
    /// The chapter that the user has open; left out if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub chapter: Option<u32>,
    /// The node that the user has selected; left out if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub node: Option<u32>,
}

/// `POST /studies`: a new study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// The displayed name: up to 80 characters.
    pub name: String,
    /// Who may read it; private if left out.
    #[serde(default = "private")]
    #[ts(optional, as = "Option<StudyVisibility>")]
    pub visibility: StudyVisibility,
    /// The first chapters.
    pub from: NewStudyChapter,
}

fn private() -> StudyVisibility {
    StudyVisibility::Private
}

/// `POST /studies/{id}/chapters`: new chapters. At most one of `game`, `text`, `position` and `chapters` gives their content; without any,
/// the chapter starts with the usual layout of the mode.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewStudyChapter {
    /// The displayed name: up to 80 characters. Chapters of a text with several keep their own names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The mode; two players if left out. A game and a text have their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mode: Option<Mode>,
    /// The line of the first position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub position: Option<String>,
    /// The id of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<Uuid>,
    /// Games as text, with variations and comments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// Exported form of chapters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    #[ts(optional)]
    pub chapters: Option<Vec<StudyChapter>>,
}

/// The result of adding chapters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AddedChapters {
    /// Number of the study's last event.
    pub seq: u64,
    /// Numbers of the new chapters.
    pub chapters: Vec<u32>,
    /// Assumptions of the reader of a text. Show them to the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Assumption>>")]
    pub assumptions: Vec<Assumption>,
}

/// Something that a text did not say, or that its reader ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Assumption {
    /// The subject of the assumption.
    pub kind: AssumptionKind,
    /// The value in its place, or the ignored text, for kinds that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub value: Option<String>,
}

/// A study in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudySummary {
    /// The study's id.
    pub id: Uuid,
    /// The displayed name.
    pub name: String,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// The user who owns it.
    pub owner: User,
    /// Number of chapters.
    pub chapters: u32,
    /// Time of creation, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the last edit, in microseconds since the Unix epoch.
    pub changed_at: i64,
}

/// A page of a list of studies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyPage {
    /// The studies, the last changed first.
    pub studies: Vec<StudySummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A member of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyMember {
    /// The user concerned.
    pub user: User,
    /// The user's rights.
    pub role: StudyRole,
}

/// `GET /studies/{id}`: the whole study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyDetail {
    /// The study's id.
    pub id: Uuid,
    /// The displayed name.
    pub name: String,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// The user who owns it.
    pub owner: User,
    /// The members in the order in which they were added.
    pub members: Vec<StudyMember>,
    /// Number of the last event that the state includes: `since` of `follow_study`.
    pub seq: u64,
    /// The chapters in their order.
    pub chapters: Vec<StudyChapter>,
    /// In the answer to `POST /studies`: assumptions of the reader of a text. Show them to the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Assumption>>")]
    pub assumptions: Vec<Assumption>,
}
