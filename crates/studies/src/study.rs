//! The whole study.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::chapter::{Chapter, NodeData, NodeId, check_length};
use crate::edit::{Edit, EditError, Limit};
use crate::{StudyRole, StudyVisibility, limits};

/// Number of a chapter in its study, from 1.
pub type ChapterId = u32;

/// A study: its chapters, its members, and who may read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Study {
    /// The displayed name.
    pub name: String,
    /// The user who created it and has all rights.
    pub owner: Uuid,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// The members in the order in which they were added.
    pub members: Vec<(Uuid, StudyRole)>,
    /// The chapters in their order.
    pub chapters: Vec<Chapter>,
    next_chapter: ChapterId,
}

/// Stored and exported form of a chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChapterData {
    /// Number of the chapter.
    #[serde(default)]
    pub id: ChapterId,
    /// The displayed name.
    pub name: String,
    /// The mode by its name.
    pub mode: String,
    /// The line of the first position.
    pub position: String,
    /// Number of the next new node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_node: Option<NodeId>,
    /// The nodes in the order of a walk through the tree.
    #[serde(default)]
    pub nodes: Vec<NodeData>,
}

/// Stored form of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyData {
    /// The displayed name.
    pub name: String,
    /// The owner of the study.
    pub owner: Uuid,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// The members with their roles.
    pub members: Vec<(Uuid, StudyRole)>,
    /// The chapters in their order.
    pub chapters: Vec<ChapterData>,
    /// Number of the next new chapter.
    pub next_chapter: ChapterId,
}

impl Study {
    /// Returns a new study with at least one chapter.
    ///
    /// # Errors
    /// If a chapter is invalid, or a limit is exceeded.
    pub fn new(
        owner: Uuid,
        name: String,
        visibility: StudyVisibility,
        chapters: &[ChapterData],
    ) -> Result<Self, EditError> {
        check_length(&name, limits::NAME_CHARS * 4)?;
        let mut study =
            Self { name, owner, visibility, members: Vec::new(), chapters: Vec::new(), next_chapter: 1 };
        for chapter in chapters {
            let chapter = study.new_chapter(chapter)?;
            study.push(chapter);
        }
        if study.chapters.is_empty() { Err(EditError::LastChapter) } else { Ok(study) }
    }

    /// Reads a stored study.
    ///
    /// # Errors
    /// If the data is corrupt.
    pub fn read(data: &StudyData) -> Result<Self, EditError> {
        let chapters = data.chapters.iter().map(|chapter| Chapter::read(chapter.id, chapter));
        Ok(Self {
            name: data.name.clone(),
            owner: data.owner,
            visibility: data.visibility,
            members: data.members.clone(),
            chapters: chapters.collect::<Result<_, _>>()?,
            next_chapter: data.next_chapter,
        })
    }

    /// Returns the stored form.
    pub fn data(&self) -> StudyData {
        StudyData {
            name: self.name.clone(),
            owner: self.owner,
            visibility: self.visibility,
            members: self.members.clone(),
            chapters: self.chapters.iter().map(Chapter::data).collect(),
            next_chapter: self.next_chapter,
        }
    }

    /// Returns a member's role.
    pub fn role(&self, user: Uuid) -> Option<StudyRole> {
        self.members.iter().find(|(member, _)| *member == user).map(|(_, role)| *role)
    }

    /// Returns whether a user may read the study; `None` is a visitor without a user.
    pub fn may_read(&self, user: Option<Uuid>) -> bool {
        self.visibility != StudyVisibility::Private
            || user.is_some_and(|user| user == self.owner || self.role(user).is_some())
    }

    /// Returns whether a user may edit the chapters.
    pub fn may_write(&self, user: Uuid) -> bool {
        user == self.owner || self.role(user) == Some(StudyRole::Contributor)
    }

    /// Returns the size of the stored study in bytes, about.
    pub fn bytes(&self) -> usize {
        let of_chapter = |chapter: &Chapter| {
            let moves = (chapter.moves() + 1) * limits::NODE_BYTES;
            moves + chapter.shapes() * limits::SHAPE_BYTES + chapter.text_bytes()
        };
        self.chapters.iter().map(of_chapter).sum()
    }

    /// Returns a chapter.
    ///
    /// # Errors
    /// [`EditError::NoSuchChapter`].
    pub fn chapter(&self, id: ChapterId) -> Result<&Chapter, EditError> {
        self.chapters.iter().find(|chapter| chapter.id == id).ok_or(EditError::NoSuchChapter)
    }

    /// Returns whether the edit of a user is possible, and would change anything.
    ///
    /// # Errors
    /// The reason why it is not possible.
    pub fn check(&self, by: Uuid, edit: &Edit) -> Result<bool, EditError> {
        let leaves = matches!(edit, Edit::RemoveMember { user } if *user == by);
        let may = if edit.is_for_owner() { by == self.owner || leaves } else { self.may_write(by) };
        if !may {
            return Err(EditError::Forbidden);
        }
        self.changes(edit)
    }

    fn changes(&self, edit: &Edit) -> Result<bool, EditError> {
        match edit {
            Edit::Rename { name } => {
                check_length(name, limits::NAME_CHARS * 4)?;
                Ok(*name != self.name)
            }
            Edit::SetVisibility { visibility } => Ok(*visibility != self.visibility),
            Edit::SetMember { user, .. } | Edit::RemoveMember { user } if *user == self.owner => {
                Err(EditError::Owner)
            }
            Edit::SetMember { user, role } => match self.role(*user) {
                None if self.members.len() >= limits::MEMBERS => Err(EditError::Full(Limit::Members)),
                known => Ok(known != Some(*role)),
            },
            Edit::RemoveMember { user } => match self.role(*user) {
                Some(_) => Ok(true),
                None => Err(EditError::NoSuchMember),
            },
            Edit::AddChapter { chapter } => self.new_chapter(chapter).map(|_| true),
            Edit::RenameChapter { chapter, name } => {
                check_length(name, limits::NAME_CHARS * 4)?;
                let known = &self.chapter(*chapter)?.name;
                self.room_for_text(known.len(), name.len())?;
                Ok(known != name)
            }
            Edit::DeleteChapter { chapter } => {
                self.chapter(*chapter)?;
                if self.chapters.len() == 1 { Err(EditError::LastChapter) } else { Ok(true) }
            }
            Edit::MoveChapter { chapter, to } => {
                let place = self.chapters.iter().position(|known| known.id == *chapter);
                let place = place.ok_or(EditError::NoSuchChapter)?;
                Ok(place != (*to as usize).min(self.chapters.len() - 1))
            }
            Edit::AddNode { chapter, parent, mv } => {
                let chapter = self.chapter(*chapter)?;
                let mv = chapter.parse_move(*parent, mv)?;
                if chapter.child(*parent, mv).is_some() {
                    return Ok(false);
                }
                if chapter.moves() >= limits::NODES_PER_CHAPTER {
                    return Err(EditError::Full(Limit::NodesPerChapter));
                }
                if self.moves() >= limits::NODES {
                    return Err(EditError::Full(Limit::Nodes));
                }
                Ok(true)
            }
            Edit::DeleteNode { chapter, node } => {
                self.chapter(*chapter)?.node(*node)?.parent.map(|_| true).ok_or(EditError::Root)
            }
            Edit::PromoteNode { chapter, node } => {
                let chapter = self.chapter(*chapter)?;
                let parent = chapter.node(*node)?.parent.ok_or(EditError::Root)?;
                Ok(chapter.node(parent)?.next.first() != Some(node))
            }
            Edit::SetComment { chapter, node, text } => {
                check_length(text, limits::COMMENT_BYTES)?;
                let node = self.chapter(*chapter)?.node(*node)?;
                self.room_for_text(node.comment.len(), text.len())?;
                Ok(*node.comment != **text)
            }
            Edit::SetShapes { chapter, node, shapes } => {
                let node = self.chapter(*chapter)?.node(*node)?;
                if shapes.len() > limits::SHAPES_PER_NODE {
                    return Err(EditError::Full(Limit::ShapesPerNode));
                }
                if self.shapes() - node.shapes.len() + shapes.len() > limits::SHAPES {
                    return Err(EditError::Full(Limit::Shapes));
                }
                Ok(node.shapes != *shapes)
            }
            Edit::SetFormation { chapter, node, name } => {
                check_length(name, limits::FORMATION_CHARS * 4)?;
                let node = self.chapter(*chapter)?.node(*node)?;
                self.room_for_text(node.formation.len(), name.len())?;
                Ok(*node.formation != **name)
            }
        }
    }

    /// Carries out an edit that [`check`](Self::check) has accepted. It does not check the user.
    ///
    /// # Errors
    /// If the edit is not possible: the stored events are corrupt.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditError> {
        self.changes(edit)?;
        match edit {
            Edit::Rename { name } => name.clone_into(&mut self.name),
            Edit::SetVisibility { visibility } => self.visibility = *visibility,
            Edit::SetMember { user, role } => {
                match self.members.iter_mut().find(|(member, _)| member == user) {
                    Some((_, known)) => *known = *role,
                    None => self.members.push((*user, *role)),
                }
            }
            Edit::RemoveMember { user } => self.members.retain(|(member, _)| member != user),
            Edit::AddChapter { chapter } => {
                let chapter = self.new_chapter(chapter)?;
                self.push(chapter);
            }
            Edit::RenameChapter { chapter, name } => self.chapter_mut(*chapter)?.rename(name),
            Edit::DeleteChapter { chapter } => self.chapters.retain(|known| known.id != *chapter),
            Edit::MoveChapter { chapter, to } => {
                if let Some(place) = self.chapters.iter().position(|known| known.id == *chapter) {
                    let moved = self.chapters.remove(place);
                    self.chapters.insert((*to as usize).min(self.chapters.len()), moved);
                }
            }
            Edit::AddNode { chapter, parent, mv } => {
                let chapter = self.chapter_mut(*chapter)?;
                let mv = chapter.parse_move(*parent, mv)?;
                if chapter.child(*parent, mv).is_none() {
                    chapter.add(*parent, mv);
                }
            }
            Edit::DeleteNode { chapter, node } => self.chapter_mut(*chapter)?.delete(*node),
            Edit::PromoteNode { chapter, node } => self.chapter_mut(*chapter)?.promote(*node),
            Edit::SetComment { chapter, node, text } => self.chapter_mut(*chapter)?.set_comment(*node, text),
            Edit::SetShapes { chapter, node, shapes } => {
                self.chapter_mut(*chapter)?.set_shapes(*node, shapes.clone());
            }
            Edit::SetFormation { chapter, node, name } => {
                self.chapter_mut(*chapter)?.set_formation(*node, name);
            }
        }
        Ok(())
    }

    fn chapter_mut(&mut self, id: ChapterId) -> Result<&mut Chapter, EditError> {
        self.chapters.iter_mut().find(|chapter| chapter.id == id).ok_or(EditError::NoSuchChapter)
    }

    fn new_chapter(&self, data: &ChapterData) -> Result<Chapter, EditError> {
        if self.chapters.len() >= limits::CHAPTERS {
            return Err(EditError::Full(Limit::Chapters));
        }
        let chapter = Chapter::read(self.next_chapter, data)?;
        if self.moves() + chapter.moves() > limits::NODES {
            return Err(EditError::Full(Limit::Nodes));
        }
        if self.shapes() + chapter.shapes() > limits::SHAPES {
            return Err(EditError::Full(Limit::Shapes));
        }
        self.room_for_text(0, chapter.text_bytes())?;
        Ok(chapter)
    }

    fn push(&mut self, chapter: Chapter) {
        self.next_chapter = self.next_chapter.saturating_add(1);
        self.chapters.push(chapter);
    }

    fn moves(&self) -> usize {
        self.chapters.iter().map(Chapter::moves).sum()
    }

    fn shapes(&self) -> usize {
        self.chapters.iter().map(Chapter::shapes).sum()
    }

    fn room_for_text(&self, before: usize, after: usize) -> Result<(), EditError> {
        let all: usize = self.chapters.iter().map(Chapter::text_bytes).sum();
        // A text may always become shorter.
        if after > before && all - before + after > limits::TEXT_BYTES {
            return Err(EditError::Full(Limit::Text));
        }
        Ok(())
    }
}
