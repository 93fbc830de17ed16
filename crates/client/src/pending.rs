//! Unanswered commands.

use std::collections::HashMap;

use sumito_protocol::server::Outcome;
use sumito_protocol::{ClientMessage, Command};
use tokio::sync::oneshot;
use tokio::time::Instant;
use uuid::Uuid;

use crate::backoff;
use crate::policy::{EXPIRES_AFTER, RetryPolicy};
use crate::source::Source;
use crate::{ApiError, Error};

/// The recipient of a command's result.
#[derive(Debug)]
pub(crate) enum Requester {
    /// A caller of the library.
    Caller(oneshot::Sender<Result<Outcome, Error>>),
    /// A new subscription to a topic.
    Subscription(Source),
    /// No recipient: the result is ignored.
    Ignored,
}

/// Unanswered commands. Each is answered or fails only once, according to its policy.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    entries: HashMap<String, Entry>,
    /// Number of commands so far. Repeated commands are sent in their original order.
    given: u64,
    /// True if waiting commands are sent.
    open: bool,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    command: Command,
    policy: RetryPolicy,
    asker: Requester,
    given_at: Instant,
    /// True if it was sent over the current socket.
    live: bool,
    /// True if it was ever sent without getting an answer.
    sent: bool,
    /// The server's last temporary rejection, and the time of the next attempt.
    trouble: Option<(ApiError, Instant)>,
    troubles: u32,
}

impl Entry {
    fn is_expired(&self, now: Instant) -> bool {
        self.policy == RetryPolicy::UntilExpiry && now >= self.given_at + EXPIRES_AFTER
    }

    /// Returns the command's message and marks it as sent.
    fn send(&mut self, id: &str) -> ClientMessage {
        (self.live, self.sent, self.trouble) = (true, true, None);
        ClientMessage { id: Some(id.to_owned()), command: self.command.clone() }
    }
}

impl Pending {
    /// Adds a command; returns the message to send immediately, if any.
    pub(crate) fn add(&mut self, command: Command, asker: Requester, now: Instant) -> Option<ClientMessage> {
        if self.open {
            return Some(self.add_to_socket(command, asker, now));
        }
        if RetryPolicy::of(&command) == RetryPolicy::NoRetry {
            asker.send(Err(Error::Disconnected));
        } else {
            self.insert(command, asker, now);
        }
        None
    }

    /// Adds a command that is sent on the new socket before the waiting commands.
    pub(crate) fn add_to_socket(
        &mut self,
        command: Command,
        asker: Requester,
        now: Instant,
    ) -> ClientMessage {
        let (id, entry) = self.insert(command, asker, now);
        entry.send(&id)
    }

    fn insert(&mut self, command: Command, asker: Requester, given_at: Instant) -> (String, &mut Entry) {
        self.given += 1;
        let id = Uuid::new_v4().simple().to_string();
        let entry = Entry {
            number: self.given,
            policy: RetryPolicy::of(&command),
            command,
            asker,
            given_at,
            live: false,
            sent: false,
            trouble: None,
            troubles: 0,
        };
        let entry = self.entries.entry(id.clone()).insert_entry(entry).into_mut();
        (id, entry)
    }

    /// Handles a new socket after the subscriptions were requested: returns the waiting commands in their original order.
    pub(crate) fn open(&mut self, now: Instant) -> Vec<ClientMessage> {
        self.open = true;
        self.send_where(|entry| !entry.live && !entry.is_expired(now))
    }

    /// Handles the loss of the socket: drops commands that are valid only on that socket.
    pub(crate) fn on_disconnect(&mut self) {
        self.open = false;
        for entry in self.entries.values_mut() {
            entry.live = false;
        }
        for (_, entry) in self.entries.extract_if(|_, entry| entry.policy == RetryPolicy::NoRetry) {
            entry.asker.send(Err(Error::Disconnected));
        }
    }

    /// Removes an answered command; returns its recipient.
    pub(crate) fn ok(&mut self, id: &str, outcome: Outcome) -> Option<(Requester, Outcome)> {
        self.entries.remove(id).map(|entry| (entry.asker, outcome))
    }

    /// Handles a command's rejection; returns its recipient unless the command is retried.
    pub(crate) fn refused(
        &mut self,
        id: &str,
        refusal: ApiError,
        now: Instant,
    ) -> Option<(Requester, ApiError)> {
        let entry = self.entries.get_mut(id)?;
        if refusal.is_transient() && entry.policy != RetryPolicy::NoRetry && !entry.is_expired(now) {
            entry.live = false;
            entry.trouble = Some((refusal, now + backoff::before_asking(entry.troubles)));
            entry.troubles += 1;
            return None;
        }
        self.entries.remove(id).map(|entry| (entry.asker, refusal))
    }

    /// Returns the commands to repeat now. Expired commands fail, unless they were sent and their result is unknown.
    pub(crate) fn take_due(&mut self, now: Instant) -> Vec<ClientMessage> {
        let given_up = |entry: &Entry| {
            let unknown = entry.live || (entry.sent && entry.trouble.is_none());
            entry.is_expired(now) && !unknown
        };
        for (_, entry) in self.entries.extract_if(|_, entry| given_up(entry)) {
            let failure = entry.trouble.map_or(Error::Expired, |(refusal, _)| Error::Refused(refusal));
            entry.asker.send(Err(failure));
        }
        if !self.open {
            return Vec::new();
        }
        self.send_where(|entry| entry.trouble.as_ref().is_some_and(|(_, at)| now >= *at))
    }

    /// Time of the next due action.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let of = |entry: &Entry| {
            let expiry = entry.given_at + EXPIRES_AFTER;
            let expires = (entry.policy == RetryPolicy::UntilExpiry && expiry > now).then_some(expiry);
            let retry = entry.trouble.as_ref().filter(|_| self.open).map(|(_, at)| *at);
            [expires, retry].into_iter().flatten().min()
        };
        self.entries.values().filter_map(of).min()
    }

    /// Handles that all subscriptions are up to date: they show the results of commands with lost answers.
    pub(crate) fn fail_expired(&mut self, now: Instant) {
        for (_, entry) in self.entries.extract_if(|_, entry| entry.is_expired(now) && !entry.live) {
            entry.asker.send(Err(Error::OutcomeUnknown));
        }
    }

    /// Handles the final end of the connection.
    pub(crate) fn close(&mut self) {
        for (_, entry) in self.entries.drain() {
            entry.asker.send(Err(Error::Closed));
        }
    }

    fn send_where(&mut self, wanted: impl Fn(&Entry) -> bool) -> Vec<ClientMessage> {
        let mut due: Vec<_> = self.entries.iter_mut().filter(|(_, entry)| wanted(entry)).collect();
        due.sort_unstable_by_key(|(_, entry)| entry.number);
        due.into_iter().map(|(id, entry)| entry.send(id)).collect()
    }
}

impl Requester {
    /// Sends the result; topics are notified of a broken connection in another way.
    pub(crate) fn send(self, result: Result<Outcome, Error>) {
        if let Self::Caller(reply) = self {
            // If the caller is gone, it does not need the answer.
            let _ = reply.send(result);
        }
    }
}
