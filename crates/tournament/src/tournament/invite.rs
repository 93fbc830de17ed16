//! Invitations: a director asks, the player answers.

use sumito_game::{Computer, Player, UserId};

use super::Tournament;
use super::decide::Decision;
use crate::{
    Actor, CommandError, Context, Event, Invitation, InvitationStatus, Member, Membership, Record, limits,
};

impl Tournament {
    /// The invitation of `user`, regardless of its status.
    pub fn invitation_of(&self, user: UserId) -> Option<&Invitation> {
        self.invitations.get(&user)
    }

    /// The unanswered invitations. Empty once entry is closed.
    pub fn open_invitations(&self) -> impl Iterator<Item = (&Player, &Invitation)> {
        let (is_open, is_open_late) = (self.entry_round().is_some(), self.late_entry_round().is_some());
        let can_enter = move |one: &&Invitation| is_open || (is_open_late && one.is_exempt());
        let open = self.invitations.values().filter(can_enter);
        let open = open.filter(|invitation| invitation.status == InvitationStatus::Open);
        open.filter_map(|invitation| Some((invitation.player.as_ref()?, invitation)))
    }

    pub(super) fn invite(&self, player: Player, exempt: bool, context: &Context<'_>) -> Decision {
        let user = player.id;
        if Computer::of(user).is_some() {
            return Err(CommandError::IsComputer);
        }
        let standing = self.participant_of(user).map(|one| one.standing);
        if standing.is_some_and(|standing| standing != Membership::Gone) {
            return Err(CommandError::HasEntered);
        }
        self.open_round(exempt, context)?;
        self.check_kind(&player)?;
        if let Some(before) = self.invitations.get(&user) {
            match before.status {
                InvitationStatus::Open if before.player.is_some() && (before.exempt || !exempt) => {
                    return Ok(Vec::new());
                }
                InvitationStatus::Declined => return Err(CommandError::Declined),
                _ if before.times >= limits::INVITATIONS_PER_PLAYER_MAX => {
                    return Err(CommandError::TooMany("invitations of this player".into()));
                }
                _ => {}
            }
        } else if self.invitations.len() >= limits::INVITED_MAX {
            return Err(CommandError::TooMany("invitations".into()));
        }
        if self.open_invitations().count() >= limits::OPEN_INVITATIONS_MAX {
            return Err(CommandError::TooMany("invitations without an answer; withdraw some first".into()));
        }
        Ok(vec![Event::Invited { user, player: Some(Box::new(player)), exempt }])
    }

    pub(super) fn uninvite(&self, actor: Actor, user: UserId) -> Decision {
        self.not_over()?;
        if actor.user() != Some(user) && !self.is_director(actor) {
            return Err(CommandError::NotDirector);
        }
        let invitation = self.invitations.get(&user).ok_or(CommandError::NotInvited)?;
        match invitation.status {
            InvitationStatus::Open => Ok(vec![Event::Uninvited { user }]),
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn apply_invitation(&mut self, record: &Record) {
        match &record.event {
            Event::Invited { user, player, exempt } => {
                let times = self.invitations.get(user).map_or(0, |before| before.times) + 1;
                let player = player.as_deref().cloned();
                let by = record.by.user();
                let status = InvitationStatus::Open;
                self.invitations.insert(*user, Invitation { player, by, status, times, exempt: *exempt });
            }
            Event::Uninvited { user } => {
                let declined = record.by.user() == Some(*user);
                let status = if declined { InvitationStatus::Declined } else { InvitationStatus::TakenBack };
                self.answered(*user, status);
            }
            Event::Registered { member, .. } | Event::Joined { member, .. } => {
                let Member { player, .. } = member.as_ref();
                self.answered(player.id, InvitationStatus::Accepted);
            }
            _ => {}
        }
    }

    fn answered(&mut self, user: UserId, status: InvitationStatus) {
        if let Some(invitation) = self.invitations.get_mut(&user) {
            invitation.status = status;
        }
    }
}
