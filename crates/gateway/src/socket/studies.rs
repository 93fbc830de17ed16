//! Commands to studies.

use sumito_game::UserId;
use sumito_protocol::server::Outcome;
use sumito_protocol::studies::StudyEdit;
use uuid::Uuid;

use super::answer::{Handled, Responder};
use super::dispatch::SocketSession;
use super::subscription::SocketSubscription;
use super::topics::FollowedTopic;
use crate::codec::{self, ApiError};
use sumito_services::social::studies::{Message, Reader, StudyError, StudyReply};
use sumito_store::Role;
use sumito_studies::Edit;
use sumito_vocabulary::Scope;

impl SocketSession {
    /// Follows a study. The study answers.
    pub(super) async fn follow_study(&mut self, study: Uuid, since: u64, answer: &Responder) -> Handled {
        let topic = FollowedTopic::Study(study);
        self.may_follow(&topic)?;
        self.followed.insert(topic);
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        let (reader, reply) = (Box::new(self.reader()), reply(answer));
        let message = Message::Follow { id: self.id, reader, since, subscriber, reply };
        self.app.studies.send(study, message).await;
        Ok(None)
    }

    pub(super) async fn unfollow_study(&mut self, study: Uuid) -> Handled {
        self.leave(FollowedTopic::Study(study)).await;
        Ok(Some(Outcome::default()))
    }

    /// Shows the user's position to the others.
    pub(super) async fn point_in_study(&self, study: Uuid, place: (u32, u32), answer: &Responder) -> Handled {
        if !self.followed.has(&FollowedTopic::Study(study)) {
            return Err(StudyError::NotFollowed.into());
        }
        let (chapter, node) = place;
        self.app
            .studies
            .send(study, Message::Point { id: self.id, chapter, node, reply: reply(answer) })
            .await;
        Ok(None)
    }

    /// Sends an edit to a study, which answers.
    pub(super) async fn edit_study(&self, study: Uuid, change: StudyEdit, answer: &Responder) -> Handled {
        let user = self.acting_with(Scope::Studies)?.user.id;
        self.app.address_limits.study_edit(self.address, text_bytes(&change))?;
        let unmuted = if has_text(&change) {
            self.app.moderation.check_mute(user).await.map_err(ApiError::from)
        } else {
            Err(ApiError::unauthenticated())
        };
        let edit = codec::study_edit_from_wire(change, &unmuted)?;
        if let Edit::SetMember { user: member, .. } = edit {
            self.app.studies.check_member(study, &self.reader(), UserId(member)).await?;
        }
        let command = answer.id().map(str::to_owned);
        self.app.studies.send(study, Message::Edit { by: user, command, edit, reply: reply(answer) }).await;
        Ok(None)
    }

    fn reader(&self) -> Reader {
        Reader {
            user: self.caller.as_ref().map(|caller| caller.user.clone()),
            reads_all: self.caller.as_ref().is_some_and(|caller| caller.role() >= Role::Moderator),
        }
    }
}

/// Returns the size of the text of an edit.
fn text_bytes(change: &StudyEdit) -> usize {
    if let StudyEdit::SetComment { text, .. } = change { text.len() } else { 0 }
}

/// Returns whether an edit has a text that other users read.
fn has_text(change: &StudyEdit) -> bool {
    matches!(
        change,
        StudyEdit::Rename { .. }
            | StudyEdit::RenameChapter { .. }
            | StudyEdit::SetComment { .. }
            | StudyEdit::SetFormation { .. }
    )
}

fn reply(answer: &Responder) -> StudyReply {
    let answer = answer.clone();
    Box::new(move |outcome| match outcome {
        Ok(seq) => answer.ok(Outcome { seq: Some(seq), ..Outcome::default() }),
        Err(error) => answer.refuse(error),
    })
}
