//! The duty `matchmaking`: its owner, the matchmaker, holds all open seeks and pairs them.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use sumito_cluster::{Bus, Incoming, NodeId};
use sumito_game::{Timestamp, UserId};
use sumito_rooms::event_log::StorageState;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::active_seeks::{ActiveSeek, NotBegun};
use super::lobby::{LobbyPool, Returned};
use super::pool::{PairingConfig, SeekPool};
use super::requests::{Answer, Caller, Entered, OpenSeek, QUEUE, REQUESTS, Refusal, Request};
use super::seek::{Seek, SeekId};
use super::term::{Context, Term};
use sumito_store::Mandate;

/// Interval of checks for seeks of offline users, and for windows that have widened.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Outcomes of pairings that may wait for the task.
const RETURNED: usize = 1_024;

/// Settings of the lobbies: their names and capacities, in the order of the configuration.
#[derive(Debug, Clone)]
pub(super) struct LobbySettings {
    pub(super) lobbies: Vec<(String, usize)>,
    pub(super) rules: PairingConfig,
}

/// All seeks of all nodes, while this node pairs.
pub(super) struct Matchmaker {
    term: Arc<Term>,
    lobbies: BTreeMap<String, LobbyPool>,
    returned: mpsc::Receiver<(String, Returned)>,
    /// Keeps the channel of returned seeks open.
    _returned: mpsc::Sender<(String, Returned)>,
}

impl Drop for Matchmaker {
    fn drop(&mut self) {
        self.lobbies.values().for_each(LobbyPool::unlist);
    }
}

impl Matchmaker {
    pub(super) fn new(settings: &LobbySettings, context: Context, mandate: Option<Mandate>) -> Self {
        let (sender, returned) = mpsc::channel(RETURNED);
        let term = Arc::new(Term::new(context, mandate));
        let lobby = |(name, capacity): &(String, usize)| {
            let pool = SeekPool::new(settings.rules);
            let (term, returned) = (Arc::clone(&term), sender.downgrade());
            let lobby = LobbyPool::new(name.clone(), *capacity, pool, term, returned);
            (name.clone(), lobby)
        };
        let lobbies = settings.lobbies.iter().map(lobby).collect();
        Self { term, lobbies, returned, _returned: sender }
    }

    /// Returns the period in which this node pairs.
    pub(super) fn term(&self) -> Weak<Term> {
        Arc::downgrade(&self.term)
    }

    /// Answers requests and pairs seeks, as long as this node has the duty.
    pub(super) async fn run(mut self, bus: &Bus, caller: &Caller) {
        let mut requests = bus.serve(&REQUESTS, QUEUE);
        caller.terms.wake();
        let mut storage = self.term.context.rooms.storage_watch();
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                _ = looks.tick(), if self.has_seeks() => self.lobbies.values_mut().for_each(LobbyPool::refresh),
                state = storage.changed() => if state == StorageState::Up {
                    self.lobbies.values_mut().for_each(LobbyPool::wake);
                },
                Some((lobby, returned)) = self.returned.recv() => {
                    if let Some(lobby) = self.lobbies.get_mut(&lobby) {
                        lobby.take_back(returned);
                    }
                }
                Some(Incoming { from, body, reply }) = requests.next() => {
                    self.handle(body, from, |answer| reply.send(answer));
                }
            }
        }
    }

    fn has_seeks(&self) -> bool {
        self.lobbies.values().any(|lobby| !lobby.is_empty())
    }

    fn handle(&mut self, request: Request, from: NodeId, reply: impl FnOnce(Answer)) {
        let current = &self.term.current;
        match request {
            Request::Enter { lobby, seek, command, again } => {
                let (seek, again) = (*seek, again);
                let seeking = ActiveSeek {
                    id: seek.id,
                    lobby: lobby.clone(),
                    game: seek.game,
                    range: seek.range,
                    is_bot: seek.player.bot,
                    bots: seek.bots,
                    command,
                    node: from,
                    entered_at: self.term.context.time.now(),
                    making: false,
                };
                match self.begin(&seek, seeking, again.then_some(seek.since)) {
                    Ok(Some(entered)) => reply(Answer::Entered(Ok(entered))),
                    Ok(None) => {
                        // The caller receives the seek before it receives the game.
                        reply(Answer::Entered(Ok(Entered { term: self.term.id, seek: seek.id, room: None })));
                        if let Some(lobby) = self.lobbies.get_mut(&lobby) {
                            lobby.enter(seek);
                        }
                    }
                    Err(refusal) => reply(Answer::Entered(Err(refusal))),
                }
            }
            Request::Earlier { user, command } => {
                let earlier = current.earlier(user, None, Some(&command), self.term.context.time.now());
                reply(Answer::Earlier(earlier));
            }
            Request::Find(seek) => {
                let open = |(user, ActiveSeek { lobby, game, range, is_bot, bots, .. })| OpenSeek {
                    user,
                    lobby,
                    game,
                    range,
                    is_bot,
                    bots,
                };
                reply(Answer::Found(current.of(seek).map(open)));
            }
            Request::Cancel { user, only } => {
                self.cancel(user, only);
                reply(Answer::Cancelled);
            }
            Request::Check(seeks) => {
                reply(Answer::Checked { term: self.term.id, missing: current.missing(seeks) });
            }
        }
    }

    /// Makes a seek the user's only one. Returns the seek that was entered before by the same request, if any.
    fn begin(
        &mut self,
        seek: &Seek,
        seeking: ActiveSeek,
        again: Option<Timestamp>,
    ) -> Result<Option<Entered>, Refusal> {
        let (current, now) = (&self.term.current, self.term.context.time.now());
        let (user, command) = (seek.user(), seeking.command.as_deref());
        if let Some((id, room)) = current.earlier(user, Some(seek.id), command, now) {
            return Ok(Some(Entered { term: self.term.id, seek: id, room }));
        }
        let lobby = seeking.lobby.clone();
        if !self.lobbies.contains_key(&lobby) {
            return Err(Refusal::NoSuchLobby);
        }
        let before = current.begin(user, seeking, again).map_err(|error| match error {
            NotBegun::BeingMade => Refusal::BeingMade,
            NotBegun::Over => Refusal::Over,
        })?;
        // The previous seek is no longer valid.
        if let Some(before) = before {
            self.leave(&before);
        }
        if self.lobbies.get(&lobby).is_some_and(LobbyPool::is_full) {
            self.term.current.give_up(seek);
            return Err(Refusal::Full);
        }
        Ok(None)
    }

    fn cancel(&mut self, user: UserId, only: Option<SeekId>) {
        if let Some(seeking) = self.term.current.cancel(user, only, self.term.context.time.now()) {
            self.leave(&seeking);
        }
    }

    fn leave(&mut self, seeking: &ActiveSeek) {
        if let Some(lobby) = self.lobbies.get_mut(&seeking.lobby) {
            lobby.leave(seeking.id);
        }
    }
}
