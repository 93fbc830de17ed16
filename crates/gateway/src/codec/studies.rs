//! Studies in their wire form.

use bytes::Bytes;
use sumito_game::UserId;
use sumito_kit::text::{Text, Unmuted};
use sumito_protocol::server::ServerMessage;
use sumito_protocol::{ErrorCode, PART_BYTES, studies as wire};
use sumito_rules::{Assumption, MoveError, RecordErrorKind};
use sumito_store::{StudyRow, UserRow};
use sumito_studies::{ChapterData, Edit, EditError, NodeData, Place, Shape, Study, TextError, TextErrorKind};

use super::api_error::ApiError;
use super::parts;
use sumito_services::social::studies::{StudyError, StudyUpdate, StudyView, Viewer};

/// Converts an edit that a client requests. `unmuted` is needed only if the edit has texts.
///
/// # Errors
/// Fails if a text or a cell is rejected, or if the author is muted.
pub(crate) fn study_edit_from_wire(
    edit: wire::StudyEdit,
    unmuted: &Result<Unmuted, ApiError>,
) -> Result<Edit, ApiError> {
    use wire::StudyEdit as E;
    Ok(match edit {
        E::Rename { name } => Edit::Rename { name: study_name(&name, unmuted.clone()?)? },
        E::SetVisibility { visibility } => Edit::SetVisibility { visibility },
        E::SetMember { user, role } => Edit::SetMember { user, role },
        E::RemoveMember { user } => Edit::RemoveMember { user },
        E::AddChapter { .. } => {
            let message = "add chapters with POST /api/v1/studies/{id}/chapters";
            return Err(ApiError::new(ErrorCode::Unsupported, message));
        }
        E::RenameChapter { chapter, name } => {
            Edit::RenameChapter { chapter, name: study_name(&name, unmuted.clone()?)? }
        }
        E::DeleteChapter { chapter } => Edit::DeleteChapter { chapter },
        E::MoveChapter { chapter, to } => Edit::MoveChapter { chapter, to },
        E::AddNode { chapter, parent, mv } => Edit::AddNode { chapter, parent, mv },
        E::DeleteNode { chapter, node } => Edit::DeleteNode { chapter, node },
        E::PromoteNode { chapter, node } => Edit::PromoteNode { chapter, node },
        E::SetComment { chapter, node, text } => {
            Edit::SetComment { chapter, node, text: checked(&text, unmuted, Text::study_comment)? }
        }
        E::SetShapes { chapter, node, shapes } => {
            Edit::SetShapes { chapter, node, shapes: shapes_from_wire(shapes)? }
        }
        E::SetFormation { chapter, node, name } => {
            Edit::SetFormation { chapter, node, name: checked(&name, unmuted, Text::formation_name)? }
        }
    })
}

/// Checks the name of a study or a chapter.
///
/// # Errors
/// `bad_words`.
pub(crate) fn study_name(name: &str, unmuted: Unmuted) -> Result<String, ApiError> {
    Ok(Text::study_name(name, unmuted)?.into_string())
}

/// Checks an optional text. An empty text needs no check: a muted user may remove a text.
fn checked(
    text: &str,
    unmuted: &Result<Unmuted, ApiError>,
    check: impl FnOnce(&str, Unmuted) -> Result<Text, sumito_kit::text::TextError>,
) -> Result<String, ApiError> {
    // A tab from another program is a space here.
    let text = text.replace('\t', " ");
    if text.is_empty() { Ok(text) } else { Ok(check(&text, unmuted.clone()?)?.into_string()) }
}

/// Checks all texts of chapters that were read from a game or a text.
///
/// # Errors
/// `bad_words`, or the author is muted.
pub(crate) fn check_study_text(
    chapter: ChapterData,
    unmuted: &Result<Unmuted, ApiError>,
) -> Result<ChapterData, ApiError> {
    let ChapterData { name, nodes, .. } = chapter.clone();
    let nodes = nodes.into_iter().map(|node| {
        Ok::<_, ApiError>(NodeData {
            comment: checked(&node.comment, unmuted, Text::study_comment)?,
            formation: checked(&node.formation, unmuted, Text::formation_name)?,
            ..node
        })
    });
    Ok(ChapterData {
        name: study_name(&name, unmuted.clone()?)?,
        nodes: nodes.collect::<Result<_, _>>()?,
        ..chapter
    })
}

/// Converts a chapter that a client sends; its texts are not checked yet.
///
/// # Errors
/// `out_of_range` for a cell that does not exist.
pub(crate) fn study_chapter_from_wire(chapter: wire::StudyChapter) -> Result<ChapterData, ApiError> {
    let nodes = chapter.nodes.into_iter().map(|node| {
        Ok::<_, ApiError>(NodeData {
            id: node.id,
            parent: node.parent,
            mv: node.mv,
            comment: node.comment,
            shapes: shapes_from_wire(node.shapes)?,
            formation: node.formation,
        })
    });
    Ok(ChapterData {
        id: chapter.id,
        name: chapter.name,
        mode: parts::mode_from_wire(chapter.mode).name().to_owned(),
        position: chapter.position,
        next_node: None,
        nodes: nodes.collect::<Result<_, _>>()?,
    })
}

fn shapes_from_wire(shapes: Vec<wire::StudyShape>) -> Result<Vec<Shape>, ApiError> {
    let place = |name: String| Place::try_from(name).map_err(ApiError::from);
    let shape = |shape: wire::StudyShape| {
        Ok(Shape { color: shape.color, from: place(shape.from)?, to: shape.to.map(place).transpose()? })
    };
    shapes.into_iter().map(shape).collect()
}

/// Converts a study. `users` has its owner and its members.
pub(crate) fn study_detail(StudyView { id, study, seq }: &StudyView, users: &[UserRow]) -> wire::StudyDetail {
    let user = |id: uuid::Uuid| users.iter().find(|user| user.id == UserId(id)).map(parts::user);
    let members = study
        .members
        .iter()
        .filter_map(|(member, role)| Some(wire::StudyMember { user: user(*member)?, role: *role }));
    wire::StudyDetail {
        id: *id,
        name: study.name.clone(),
        visibility: study.visibility,
        owner: user(study.owner).unwrap_or_else(|| unknown(study.owner)),
        members: members.collect(),
        seq: *seq,
        chapters: study.chapters.iter().map(|known| chapter(known.data())).collect(),
        assumptions: Vec::new(),
    }
}

/// Converts the assumptions of the reader of texts.
pub(crate) fn assumptions(assumptions: &[Assumption]) -> Vec<wire::Assumption> {
    let convert = |assumption: &Assumption| {
        let kind = wire::AssumptionKind::parse(assumption.code())?;
        let value = Some(assumption.value().to_owned()).filter(|value| !value.is_empty());
        Some(wire::Assumption { kind, value })
    };
    assumptions.iter().filter_map(convert).collect()
}

/// A user without a row: the study is about to be deleted.
fn unknown(id: uuid::Uuid) -> sumito_protocol::parts::User {
    sumito_protocol::parts::User { id, name: String::new(), guest: true, bot: false, computer: None }
}

/// Converts a study in a list.
pub(crate) fn study_summary(row: &StudyRow) -> wire::StudySummary {
    wire::StudySummary {
        id: row.id,
        name: row.name.clone(),
        visibility: row.visibility,
        owner: parts::user(&row.owner),
        chapters: row.chapters,
        created_at: row.created_at.0,
        changed_at: row.changed_at.0,
    }
}

/// Writes the chapters of a study as text.
pub(crate) fn study_text(study: &Study, chapter: Option<u32>) -> Result<String, ApiError> {
    let chapters: Vec<_> = match chapter {
        Some(id) => vec![study.chapter(id)?],
        None => study.chapters.iter().collect(),
    };
    Ok(chapters.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// Encodes an update. An event that is too long for a message becomes a reset.
pub(crate) fn study_update_text(update: &StudyUpdate) -> Bytes {
    let message = match update {
        StudyUpdate::Event { study, seq, at, by, edit: change } => {
            let (study, seq, at, by, reset) = (*study, *seq, at.0, by.0, false);
            let whole =
                super::text(&ServerMessage::Study { study, seq, at, by, change: Some(edit(change)), reset });
            if whole.len() <= PART_BYTES {
                return whole;
            }
            ServerMessage::Study { study, seq, at, by, change: None, reset: true }
        }
        StudyUpdate::Reset { study, seq, at } => ServerMessage::Study {
            study: *study,
            seq: *seq,
            at: at.0,
            by: uuid::Uuid::nil(),
            change: None,
            reset: true,
        },
        StudyUpdate::Presence { study, viewers, count } => ServerMessage::StudyPresence {
            study: *study,
            viewers: viewers.iter().map(viewer).collect(),
            count: *count,
        },
        StudyUpdate::Closed { study } => ServerMessage::StudyClosed { study: *study },
    };
    super::text(&message)
}

fn viewer(Viewer { user, place }: &Viewer) -> wire::StudyViewer {
    wire::StudyViewer {
        user: parts::user(user),
        chapter: place.map(|(chapter, _)| chapter),
        node: place.map(|(_, node)| node),
    }
}

fn edit(edit: &Edit) -> wire::StudyEdit {
    use wire::StudyEdit as E;
    match edit.clone() {
        Edit::Rename { name } => E::Rename { name },
        Edit::SetVisibility { visibility } => E::SetVisibility { visibility },
        Edit::SetMember { user, role } => E::SetMember { user, role },
        Edit::RemoveMember { user } => E::RemoveMember { user },
        Edit::AddChapter { chapter: added } => E::AddChapter { chapter: chapter(*added) },
        Edit::RenameChapter { chapter, name } => E::RenameChapter { chapter, name },
        Edit::DeleteChapter { chapter } => E::DeleteChapter { chapter },
        Edit::MoveChapter { chapter, to } => E::MoveChapter { chapter, to },
        Edit::AddNode { chapter, parent, mv } => E::AddNode { chapter, parent, mv },
        Edit::DeleteNode { chapter, node } => E::DeleteNode { chapter, node },
        Edit::PromoteNode { chapter, node } => E::PromoteNode { chapter, node },
        Edit::SetComment { chapter, node, text } => E::SetComment { chapter, node, text },
        Edit::SetShapes { chapter, node, shapes } => {
            E::SetShapes { chapter, node, shapes: shapes.iter().map(shape).collect() }
        }
        Edit::SetFormation { chapter, node, name } => E::SetFormation { chapter, node, name },
    }
}

fn chapter(data: ChapterData) -> wire::StudyChapter {
    wire::StudyChapter {
        id: data.id,
        name: data.name,
        mode: data.mode.parse().map_or(sumito_protocol::parts::Mode::Two, parts::mode),
        position: data.position,
        next_node: data.next_node,
        nodes: data.nodes.into_iter().map(node).collect(),
    }
}

fn node(data: NodeData) -> wire::StudyNode {
    wire::StudyNode {
        id: data.id,
        parent: data.parent,
        mv: data.mv,
        comment: data.comment,
        shapes: data.shapes.iter().map(shape).collect(),
        formation: data.formation,
    }
}

fn shape(Shape { color, from, to }: &Shape) -> wire::StudyShape {
    wire::StudyShape { color: *color, from: from.0.to_string(), to: to.map(|to| to.0.to_string()) }
}

impl From<EditError> for ApiError {
    fn from(error: EditError) -> Self {
        let code = match error {
            EditError::Forbidden => ErrorCode::Forbidden,
            EditError::NoSuchChapter | EditError::NoSuchNode => ErrorCode::NoSuchNode,
            EditError::NoSuchMember => ErrorCode::NoSuchPlayer,
            EditError::NotAMove => ErrorCode::BadMove,
            EditError::Illegal(why) => {
                let reason = Some(why.code());
                return Self { reason, ..Self::new(ErrorCode::IllegalMove, why.to_string()) };
            }
            EditError::BadPosition => ErrorCode::BadPosition,
            EditError::TooLong(_) => {
                return Self { reason: Some("length"), ..Self::new(ErrorCode::BadWords, error.to_string()) };
            }
            EditError::Full(_) => ErrorCode::TooMany,
            EditError::Root
            | EditError::LastChapter
            | EditError::Owner
            | EditError::BadTree
            | EditError::BadShape => ErrorCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}

impl From<TextError> for ApiError {
    fn from(error: TextError) -> Self {
        let message = error.to_string();
        let code = match error.kind {
            TextErrorKind::Game { kind, .. } => code_of(&kind),
            TextErrorKind::Chapter(why) => ApiError::from(why).code,
            TextErrorKind::Chapters => ErrorCode::TooMany,
            TextErrorKind::Empty => ErrorCode::BadMove,
        };
        Self::new(code, message)
    }
}

const fn code_of(kind: &RecordErrorKind) -> ErrorCode {
    use RecordErrorKind as K;
    match kind {
        K::Move(MoveError::Illegal(_)) => ErrorCode::IllegalMove,
        K::NoStart
        | K::TwoStarts
        | K::NoPosition
        | K::Mode(_)
        | K::Layout(_)
        | K::Start(_)
        | K::Position(_) => ErrorCode::BadPosition,
        _ => ErrorCode::BadMove,
    }
}

impl From<StudyError> for ApiError {
    fn from(error: StudyError) -> Self {
        let code = match error {
            StudyError::Refused(error) => return error.into(),
            StudyError::Unavailable => return Self::unavailable(),
            StudyError::NoSuchStudy => ErrorCode::NoSuchStudy,
            StudyError::TooManyStudies | StudyError::TooManyShared => ErrorCode::TooMany,
            StudyError::Full(_) => ErrorCode::StorageFull,
            StudyError::NoAccount => ErrorCode::NeedsAccount,
            StudyError::NoConsent => ErrorCode::Forbidden,
            StudyError::NotFollowed => ErrorCode::NotNow,
            StudyError::Busy => ErrorCode::Busy,
            StudyError::Corrupt => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}
