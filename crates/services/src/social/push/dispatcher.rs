//! Selects the users to remind: users who are offline, and users with dead sockets.

use std::collections::VecDeque;
use std::time::Duration;

use sumito_game::{Player, UserId};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::Push;
use super::message::{Message, PushEvent, Topic};
use super::reminders::TurnReminders;
use crate::social::notifications::{GameOrigin, Notification, TournamentNews};
use sumito_kit::names;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{CorrespondenceTurn, PresenceTracker};
use sumito_store::{ChallengeRow, ChallengeStatus, UserRow};

/// Time to live of a push about a tournament game, which is useless later.
const TOURNAMENT_KEEP: Duration = Duration::from_mins(5);

/// Receives notifications and turns, and sends pushes and reminders to users without an open page.
pub(super) struct PushDispatcher {
    pub(super) push: Push,
    pub(super) reminders: TurnReminders,
    pub(super) attendance: PresenceTracker,
    pub(super) time: TimeSource,
    /// Messages to users who looked online, kept until the sockets have proved alive: a phone in standby looks online until its socket
    /// times out. In order of time.
    pub(super) pending: VecDeque<(Instant, Message)>,
    /// Time after which a socket has proved alive or timed out.
    pub(super) sure_after: Duration,
    /// Maximum number of kept messages.
    pub(super) max: usize,
    /// Maximum time to live of a push.
    pub(super) keep: Duration,
}

impl PushDispatcher {
    pub(super) async fn run(
        mut self,
        mut turns: mpsc::Receiver<CorrespondenceTurn>,
        mut notifications: mpsc::Receiver<(UserId, Notification)>,
    ) {
        loop {
            let due = self.pending.front().map(|(due, _)| *due);
            tokio::select! {
                Some(turn) = turns.recv() => self.turned(turn),
                Some((user, notification)) = notifications.recv() => self.notified(user, notification),
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.recheck(),
                else => return,
            }
        }
    }

    fn turned(&mut self, CorrespondenceTurn { room, players, whose }: CorrespondenceTurn) {
        // A user who has moved has seen that it was their turn.
        self.forget(Topic::Room(room), None);
        let Some(to) = whose else { return };
        let is_person = |player: &&Player| player.id == to && !player.bot && player.computer().is_none();
        if players.iter().any(|player| is_person(&player)) {
            let others = players.into_iter().filter(|player| player.id != to);
            let players = others.map(|player| names::of(&player)).collect();
            self.push_to_absent(Message { to, news: PushEvent::Turn(room), players, keep: self.keep });
        }
    }

    fn notified(&mut self, user: UserId, notification: Notification) {
        match notification {
            Notification::Challenge(challenge) => self.challenged(user, &challenge),
            Notification::GameStarted { room, occasion: GameOrigin::Tournament(_) } => {
                let news = PushEvent::Tournament(room);
                self.push_to_absent(Message { to: user, news, players: Vec::new(), keep: TOURNAMENT_KEEP });
            }
            Notification::TournamentAnnouncement(TournamentNews { tournament, name, text }) => {
                let news = PushEvent::TournamentNews { tournament, text };
                self.push_to_absent(Message { to: user, news, players: vec![name], keep: self.keep });
            }
            Notification::Conversation { partner, unread } => self.written(user, &partner, unread),
            // The client handles an accepted challenge automatically; users with seeks are online; invitations wait on the page;
            // announcements have separate pushes.
            Notification::GameStarted { .. }
            | Notification::SeekEnded { .. }
            | Notification::Invitation { .. }
            | Notification::ClubAnnouncement(_) => {}
        }
    }

    fn challenged(&mut self, user: UserId, challenge: &ChallengeRow) {
        self.forget(Topic::Challenge(challenge.id), Some(user));
        let left = challenge.expires_at.since(self.time.now());
        let (news, keep) = match (challenge.status, challenge.room) {
            (ChallengeStatus::Open, _) if challenge.answers == user => {
                (PushEvent::Challenge(challenge.id), left.min(self.keep))
            }
            (ChallengeStatus::Accepted, Some(room)) if challenge.answers != user => {
                (PushEvent::Accepted(room), self.keep)
            }
            _ => return,
        };
        let other =
            if challenge.challenger.id == user { &challenge.challenged } else { &challenge.challenger };
        self.push_to_absent(Message { to: user, news, players: vec![name_of(other)], keep });
    }

    /// A user has the first unread line of a conversation, or has read it.
    fn written(&mut self, user: UserId, partner: &UserRow, unread: bool) {
        self.forget(Topic::Conversation(partner.id), Some(user));
        if unread {
            let (news, players) = (PushEvent::Conversation(partner.id), vec![name_of(partner)]);
            self.push_to_absent(Message { to: user, news, players, keep: self.keep });
        }
    }

    fn push_to_absent(&mut self, message: Message) {
        if !self.attendance.is_here(message.to) {
            self.deliver(message);
        } else if self.pending.len() < self.max {
            self.pending.push_back((Instant::now() + self.sure_after, message));
        }
    }

    /// Drops kept messages about a topic that is over or has a newer message.
    fn forget(&mut self, topic: Topic, user: Option<UserId>) {
        self.pending.retain(|(_, message)| {
            message.news.topic() != topic || user.is_some_and(|user| user != message.to)
        });
    }

    fn recheck(&mut self) {
        let now = Instant::now();
        while let Some((_, message)) = self.pending.pop_front_if(|(due, _)| *due <= now) {
            if self.attendance.may_have_missed(message.to) {
                self.deliver(message);
            }
        }
    }

    fn deliver(&self, message: Message) {
        match message.news {
            PushEvent::Turn(room) => self.reminders.send(room, message),
            _ => self.push.deliver(message),
        }
    }
}

/// Returns the present name of a user.
fn name_of(user: &UserRow) -> String {
    names::new_name(user.id).map_or_else(|| user.name.clone(), |it| it.name.clone())
}
