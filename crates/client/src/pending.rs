//! The commands that have not been answered.

use std::collections::HashMap;

use sumito_protocol::server::Outcome;
use sumito_protocol::{ClientMessage, Command};
use tokio::sync::oneshot;
use tokio::time::Instant;
use uuid::Uuid;

use crate::backoff;
use crate::policy::{EXPIRES_AFTER, Policy};
use crate::topic::Topic;
use crate::{Failure, Refusal};

/// Who wants to know what came of a command.
#[derive(Debug)]
pub(crate) enum Asker {
    /// A caller of the library.
    Caller(oneshot::Sender<Result<Outcome, Failure>>),
    /// A topic that is begun.
    Topic(Topic),
    /// Nobody.
    Nobody,
}

/// Each command is answered once, or given up, by its policy.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    entries: HashMap<String, Entry>,
    /// Commands so far: what is sent again is sent in the order in which it was given.
    given: u64,
    /// Whether what waits is sent.
    open: bool,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    command: Command,
    policy: Policy,
    asker: Asker,
    given_at: Instant,
    /// Whether it is on its way over the socket that is open.
    live: bool,
    /// Whether it ever was on its way without an answer.
    sent: bool,
    /// Why the server, in trouble, has not carried it out so far, and when to ask again.
    trouble: Option<(Refusal, Instant)>,
    troubles: u32,
}

impl Entry {
    fn is_expired(&self, now: Instant) -> bool {
        self.policy == Policy::Expiring && now >= self.given_at + EXPIRES_AFTER
    }

    /// The command as it is sent now.
    fn send(&mut self, id: &str) -> ClientMessage {
        (self.live, self.sent, self.trouble) = (true, true, None);
        ClientMessage { id: Some(id.to_owned()), command: self.command.clone() }
    }
}

impl Pending {
    /// Takes a command; returns what is to be sent at once.
    pub(crate) fn add(&mut self, command: Command, asker: Asker, now: Instant) -> Option<ClientMessage> {
        if self.open {
            return Some(self.add_to_socket(command, asker, now));
        }
        if Policy::of(&command) == Policy::Fleeting {
            asker.tell(Err(Failure::Disconnected));
        } else {
            self.insert(command, asker, now);
        }
        None
    }

    /// Takes a command that goes out on the socket that has just been opened, before those that waited for one.
    pub(crate) fn add_to_socket(&mut self, command: Command, asker: Asker, now: Instant) -> ClientMessage {
        let (id, entry) = self.insert(command, asker, now);
        entry.send(&id)
    }

    fn insert(&mut self, command: Command, asker: Asker, given_at: Instant) -> (String, &mut Entry) {
        self.given += 1;
        let id = Uuid::new_v4().simple().to_string();
        let entry = Entry {
            number: self.given,
            policy: Policy::of(&command),
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

    /// The socket is open, and what is followed has been asked for: what waited is sent, in the order it was given.
    pub(crate) fn open(&mut self, now: Instant) -> Vec<ClientMessage> {
        self.open = true;
        self.send_where(|entry| !entry.live && !entry.is_expired(now))
    }

    /// The socket is gone, and what was asked on it and means nothing on another is forgotten.
    pub(crate) fn lost(&mut self) {
        self.open = false;
        for entry in self.entries.values_mut() {
            entry.live = false;
        }
        for (_, entry) in self.entries.extract_if(|_, entry| entry.policy == Policy::Fleeting) {
            entry.asker.tell(Err(Failure::Disconnected));
        }
    }

    /// The answer to a command, with who asked for it.
    pub(crate) fn ok(&mut self, id: &str, outcome: Outcome) -> Option<(Asker, Outcome)> {
        self.entries.remove(id).map(|entry| (entry.asker, outcome))
    }

    /// The refusal of a command, with who asked for it; nobody is told yet where it is worth asking again.
    pub(crate) fn refused(&mut self, id: &str, refusal: Refusal, now: Instant) -> Option<(Asker, Refusal)> {
        let entry = self.entries.get_mut(id)?;
        if refusal.is_passing() && entry.policy != Policy::Fleeting && !entry.is_expired(now) {
            entry.live = false;
            entry.trouble = Some((refusal, now + backoff::before_asking(entry.troubles)));
            entry.troubles += 1;
            return None;
        }
        self.entries.remove(id).map(|entry| (entry.asker, refusal))
    }

    /// What is to be sent again by now. What has expired is given up, unless it was sent and nobody knows yet what came of it.
    pub(crate) fn due(&mut self, now: Instant) -> Vec<ClientMessage> {
        let given_up = |entry: &Entry| {
            let unknown = entry.live || (entry.sent && entry.trouble.is_none());
            entry.is_expired(now) && !unknown
        };
        for (_, entry) in self.entries.extract_if(|_, entry| given_up(entry)) {
            let failure = entry.trouble.map_or(Failure::NotSent, |(refusal, _)| Failure::Refused(refusal));
            entry.asker.tell(Err(failure));
        }
        if !self.open {
            return Vec::new();
        }
        self.send_where(|entry| entry.trouble.as_ref().is_some_and(|(_, at)| now >= *at))
    }

    /// When something is due.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let of = |entry: &Entry| {
            let expiry = entry.given_at + EXPIRES_AFTER;
            let expires = (entry.policy == Policy::Expiring && expiry > now).then_some(expiry);
            let retry = entry.trouble.as_ref().filter(|_| self.open).map(|(_, at)| *at);
            [expires, retry].into_iter().flatten().min()
        };
        self.entries.values().filter_map(of).min()
    }

    /// What is followed is up to date again, and shows what came of those whose answer was lost.
    pub(crate) fn settle(&mut self, now: Instant) {
        for (_, entry) in self.entries.extract_if(|_, entry| entry.is_expired(now) && !entry.live) {
            entry.asker.tell(Err(Failure::Unanswered));
        }
    }

    /// There will be no further connection.
    pub(crate) fn close(&mut self) {
        for (_, entry) in self.entries.drain() {
            entry.asker.tell(Err(Failure::Closed));
        }
    }

    fn send_where(&mut self, wanted: impl Fn(&Entry) -> bool) -> Vec<ClientMessage> {
        let mut due: Vec<_> = self.entries.iter_mut().filter(|(_, entry)| wanted(entry)).collect();
        due.sort_unstable_by_key(|(_, entry)| entry.number);
        due.into_iter().map(|(id, entry)| entry.send(id)).collect()
    }
}

impl Asker {
    /// Says what came of it; a topic learns of a broken connection otherwise.
    pub(crate) fn tell(self, result: Result<Outcome, Failure>) {
        if let Self::Caller(reply) = self {
            // Who does not wait for the answer does not need it.
            let _ = reply.send(result);
        }
    }
}
