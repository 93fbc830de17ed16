//! A subscribed tournament.

use std::collections::HashMap;
use std::sync::Arc;

use sumito_protocol::tournament::{
    Membership, TournamentChange, TournamentDetail, TournamentGame, TournamentParticipant, TournamentRound,
    TournamentStanding,
};
use sumito_protocol::{self as protocol, ServerMessage};
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use crate::conversation::HandleRequest;
use crate::source::Source;
use crate::subscriptions::{LastSeq, Subscription, TopicEvent};
use crate::{Client, Error};

/// A subscribed tournament. It advances with each [`next`](Self::next). Dropping it ends the subscription.
#[derive(Debug)]
pub struct Tournament {
    client: Client,
    state: TournamentDetail,
    known: Arc<LastSeq>,
    subscription: Subscription,
    /// True if data is missing that has not been requested yet.
    missed: bool,
}

impl Tournament {
    pub(crate) async fn subscribe(client: Client, id: Uuid) -> Result<Self, Error> {
        // The server first sends the complete state; until then this is used.
        let state = client.rest().tournament(id).await?;
        let known = Arc::new(LastSeq::new(0));
        let subscription = client
            .subscribe(Source::Topic(protocol::TopicKey::Tournament(id)), Arc::downgrade(&known))
            .await?;
        let mut tournament = Self { client, state, known, subscription, missed: false };
        while !tournament.next_change().await? {}
        Ok(tournament)
    }

    /// The known state: the games and rounds since the start of the subscription, and the last ones before it.
    pub fn state(&self) -> &TournamentDetail {
        &self.state
    }

    /// Returns the participant that a user is or was.
    pub fn participant_of(&self, user: Uuid) -> Option<&TournamentParticipant> {
        let plays = |one: &&TournamentParticipant| one.players.iter().any(|player| player.id == user);
        self.state.participants.iter().rfind(plays)
    }

    /// The game that a participant plays now.
    pub fn open_game_of(&self, participant: u32) -> Option<&TournamentGame> {
        self.state.games.iter().rfind(|game| game.verdict.is_none() && game.sides.contains(&participant))
    }

    /// Waits for a change. Cancel safe.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn next(&mut self) -> Result<&TournamentDetail, Error> {
        self.next_change().await?;
        Ok(&self.state)
    }

    /// Waits until the state matches; returns immediately if it does already.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn until(
        &mut self,
        mut wanted: impl FnMut(&TournamentDetail) -> bool,
    ) -> Result<&TournamentDetail, Error> {
        while !wanted(&self.state) {
            self.next_change().await?;
        }
        Ok(&self.state)
    }

    /// Waits for a change; returns whether the complete state was replaced.
    async fn next_change(&mut self) -> Result<bool, Error> {
        loop {
            if self.missed {
                self.client
                    .send_request(HandleRequest::Again(Source::Topic(protocol::TopicKey::Tournament(
                        self.state.state.id,
                    ))))
                    .await?;
                self.missed = false;
            }
            match self.subscription.recv().await {
                Ok(event) => match &*event {
                    TopicEvent::Message(ServerMessage::Tournament(change)) => {
                        apply(&mut self.state, change);
                        return Ok(change.full);
                    }
                    TopicEvent::Ended(failure) => return Err(failure.clone()),
                    TopicEvent::Begun | TopicEvent::Message(_) | TopicEvent::UnknownEvent { .. } => {}
                },
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        }
    }
}

/// Applies a change: numbered items replace the previous item of the same number.
fn apply(state: &mut TournamentDetail, change: &TournamentChange) {
    state.state = change.state.clone();
    if let Some(settings) = &change.settings {
        state.settings = settings.clone();
    }
    if change.full {
        state.standings.clear();
        state.participants.clear();
        state.rounds.clear();
        state.games.clear();
    }
    put(&mut state.participants, &change.participants, |one| one.number);
    // A player who left before the start is removed.
    state.participants.retain(|one| one.membership != Membership::Gone);
    if let Some(invited) = &change.invited {
        state.invited.clone_from(invited);
    }
    if let Some(teams) = &change.teams {
        state.teams.clone_from(teams);
    }
    if let Some(clubs) = &change.invited_clubs {
        state.invited_clubs.clone_from(clubs);
    }
    if let Some(pairs) = &change.forbidden_pairs {
        state.forbidden_pairs.clone_from(pairs);
    }
    if let Some(announcements) = &change.announcements {
        state.announcements.clone_from(announcements);
    }
    put(&mut state.rounds, &change.rounds, |one: &TournamentRound| one.number);
    put(&mut state.games, &change.games, |one| one.number);
    place(&mut state.standings, change);
}

/// Applies the changed standings.
fn place(standings: &mut Vec<TournamentStanding>, change: &TournamentChange) {
    if change.standings.is_empty() && change.order.is_none() {
        return;
    }
    let before: Vec<u32> = standings.iter().map(|one| one.participant).collect();
    let known = standings.drain(..).chain(change.standings.iter().cloned());
    let mut known: HashMap<u32, TournamentStanding> = known.map(|one| (one.participant, one)).collect();
    let order = change.order.as_ref().unwrap_or(&before);
    standings.extend(order.iter().filter_map(|participant| known.remove(participant)));
}

fn put<T: Clone>(known: &mut Vec<T>, news: &[T], number: impl Fn(&T) -> u32) {
    for one in news {
        match known.binary_search_by_key(&number(one), &number) {
            Ok(place) => known[place] = one.clone(),
            Err(place) => known.insert(place, one.clone()),
        }
    }
}

impl Drop for Tournament {
    fn drop(&mut self) {
        self.known = Arc::default();
        self.client.sweep();
    }
}
