//! A watched room.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use sumito_protocol::parts::{Claim, Offer, Status};
use sumito_protocol::server::{ClockCause, Event, Notice, Outcome};
use sumito_protocol::{Command, RoomId, ServerMessage};
use tokio::sync::broadcast::error::RecvError;

use crate::conversation::HandleRequest;
use crate::source::Source;
use crate::state::{EventOrder, RoomState};
use crate::subscriptions::{LastSeq, Subscription, TopicEvent};
use crate::{Client, Error};

/// A watched room: its state and its commands.
///
/// The state is the fold of the messages read so far: it advances only with [`next`](Self::next). A reader that is slower than the room
/// loses no data ([`Builder::queue`](crate::Builder::queue)). Dropping the room ends the subscription.
#[derive(Debug)]
pub struct Room {
    client: Client,
    state: RoomState,
    known: Arc<LastSeq>,
    subscription: Subscription,
    /// A request to the connection that precedes the next read.
    to_ask: Option<RoomRequest>,
    /// The last known event at the time of a request for missing data; `None` once the server has answered.
    asked_at: Option<u64>,
    /// The last event named in an answer to the user's own commands.
    answered: u64,
    in_control: bool,
    conditional_moves: Vec<Vec<String>>,
    notice: Option<Notice>,
}

/// A request of a room to its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RoomRequest {
    /// Request the missing data.
    Again,
    /// The same, after a delay for a server in trouble.
    AgainLater,
}

/// A change of a room. The state already includes it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is an event")]
pub enum Update {
    /// An event of the room.
    Event(Event),
    /// The whole state was replaced.
    Snapshot,
    /// A player came or went.
    Presence,
    /// Ratings of the players were loaded, or a game has changed them.
    Ratings,
    /// The clocks changed without an event in the game.
    Clock(ClockCause),
    /// A notice about the room.
    Notice(Notice),
    /// The user's conditional moves changed ([`Room::conditional_moves`]).
    ConditionalMoves,
    /// Control of the seat moved to this connection or away from it ([`Room::in_control`]).
    Control,
    /// An event of a kind that only a newer server sends. The state counts it and is otherwise unchanged.
    Unknown {
        /// Its kind, as sent by the server.
        kind: String,
    },
}

impl Room {
    pub(crate) async fn subscribe(client: Client, room: RoomId) -> Result<Self, Error> {
        let known = Arc::new(LastSeq::new(0));
        let mut subscription = client.subscribe(Source::Room(room.clone()), Arc::downgrade(&known)).await?;
        let snapshot = loop {
            match subscription.recv().await {
                Ok(event) => match &*event {
                    TopicEvent::Message(ServerMessage::Snapshot(snapshot)) => break snapshot.clone(),
                    TopicEvent::Ended(failure) => return Err(failure.clone()),
                    // For another subscriber of the same room: the snapshot will contain it.
                    _ => {}
                },
                Err(RecvError::Lagged(_)) => {
                    client.send_request(HandleRequest::Again(Source::Room(room.clone()))).await?;
                }
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        };
        known.store(snapshot.seq, Ordering::Release);
        let state = RoomState::from(snapshot);
        Ok(Self {
            client,
            state,
            known,
            subscription,
            to_ask: None,
            asked_at: None,
            answered: 0,
            in_control: true,
            conditional_moves: Vec::new(),
            notice: None,
        })
    }

    /// The known state of the room.
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// The room's id, and the last part of its link.
    pub fn id(&self) -> &RoomId {
        &self.state.room
    }

    /// The user's conditional moves in the position of the state: lines that start with a move of an opponent.
    pub fn conditional_moves(&self) -> &[Vec<String>] {
        &self.conditional_moves
    }

    /// The connection that watches the room.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The user's own seat.
    pub fn seat(&self) -> Option<u8> {
        self.client.user().and_then(|user| self.state.seat_of(user.id))
    }

    /// Returns whether it is the user's turn and no move of the user is in transit.
    ///
    /// A game that has just been drawn may still appear unfinished, because the event that ends it comes next. A move is then rejected with
    /// `not_playing`.
    pub fn is_my_turn(&self) -> bool {
        let playing = self.state.status == Status::Playing && self.state.seq >= self.answered;
        playing && self.state.turn.is_some() && self.state.turn == self.seat() && !self.state.is_decided()
    }

    /// Returns whether this connection controls the seat. Otherwise it mirrors another connection of the user, and commands are rejected
    /// with `not_in_control` until [`take_over`](Self::take_over).
    pub fn in_control(&self) -> bool {
        self.in_control
    }

    /// The reason why the game is halted, if the server has sent one.
    pub fn notice(&self) -> Option<Notice> {
        self.notice
    }

    /// Waits for a change of the room. Cancel safe.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn next(&mut self) -> Result<Update, Error> {
        loop {
            if let Some(to_ask) = self.to_ask {
                let topic = Source::Room(self.id().clone());
                let ask = if to_ask == RoomRequest::Again {
                    HandleRequest::Again(topic)
                } else {
                    HandleRequest::AgainLater(topic)
                };
                self.client.send_request(ask).await?;
                self.to_ask = None;
            }
            match self.subscription.recv().await {
                Ok(event) => {
                    if let Some(update) = self.apply(&event)? {
                        return Ok(update);
                    }
                }
                Err(RecvError::Lagged(_)) => self.lagged(),
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        }
    }

    /// Waits until the state matches; returns immediately if it does already.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn until(&mut self, mut wanted: impl FnMut(&RoomState) -> bool) -> Result<&RoomState, Error> {
        while !wanted(&self.state) {
            self.next().await?;
        }
        Ok(&self.state)
    }

    fn apply(&mut self, event: &TopicEvent) -> Result<Option<Update>, Error> {
        let update = match event {
            TopicEvent::Begun => {
                self.asked_at = None;
                // The socket that watched last has control, unless the server says otherwise.
                (!std::mem::replace(&mut self.in_control, true)).then_some(Update::Control)
            }
            TopicEvent::Ended(failure) => return Err(failure.clone()),
            TopicEvent::UnknownEvent { seq, kind } => {
                let place = self.state.skip(*seq);
                self.accept_in_order(place).then(|| Update::Unknown { kind: kind.clone() })
            }
            TopicEvent::Message(message) => self.take_message(message),
        };
        if update.is_some() {
            self.known.store(self.state.seq, Ordering::Release);
        }
        Ok(update)
    }

    fn take_message(&mut self, message: &ServerMessage) -> Option<Update> {
        match message {
            ServerMessage::Snapshot(snapshot) => {
                self.state = snapshot.clone().into();
                self.answered = self.answered.min(self.state.seq);
                self.conditional_moves.clear();
                self.goes_on();
                Some(Update::Snapshot)
            }
            ServerMessage::Event(event) => {
                let place = self.state.apply(event);
                self.accept_in_order(place).then(|| {
                    self.goes_on();
                    Update::Event(event.clone())
                })
            }
            ServerMessage::Presence { seats, .. } => {
                self.state.set_presence(seats);
                Some(Update::Presence)
            }
            ServerMessage::Ratings { seats, .. } => {
                self.state.set_ratings(seats);
                Some(Update::Ratings)
            }
            ServerMessage::Clock { at, clocks, cause, .. } => {
                self.state.set_clocks(*at, clocks.clone());
                self.goes_on();
                Some(Update::Clock(*cause))
            }
            ServerMessage::Control { yours, .. } => {
                self.in_control = *yours;
                Some(Update::Control)
            }
            ServerMessage::ConditionalMoves { lines, .. } => {
                self.conditional_moves.clone_from(lines);
                Some(Update::ConditionalMoves)
            }
            ServerMessage::Notice { notice, .. } => {
                self.take_notice(*notice);
                Some(Update::Notice(*notice))
            }
            _ => None,
        }
    }

    fn take_notice(&mut self, notice: Notice) {
        self.notice = Some(notice);
        match notice {
            Notice::StorageUnavailable | Notice::RoomUnreachable | Notice::PlayerUnreachable
                if self.state.status == Status::Playing =>
            {
                self.state.hold_clocks(self.client.server_now());
            }
            Notice::RoomLost => self.to_ask = Some(RoomRequest::AgainLater),
            Notice::StorageUnavailable
            | Notice::RoomUnreachable
            | Notice::PlayerUnreachable
            | Notice::ComputerWaits => {}
        }
    }

    /// Returns whether the state has advanced; if data is missing, requests it once.
    fn accept_in_order(&mut self, place: EventOrder) -> bool {
        if place == EventOrder::Gap && self.asked_at.is_none() {
            self.request_resync();
        }
        place == EventOrder::Next
    }

    /// Handles a reader that was too slow. If it was too slow for its own request, it requests a snapshot, which is a single message.
    fn lagged(&mut self) {
        if self.asked_at == Some(self.state.seq) {
            self.known.store(0, Ordering::Release);
        }
        self.request_resync();
    }

    fn request_resync(&mut self) {
        (self.to_ask, self.asked_at) = (Some(RoomRequest::Again), Some(self.state.seq));
    }

    /// Clears the halt notice: any message on the game means that it continues, unless its clocks are stopped.
    fn goes_on(&mut self) {
        if !self.state.stands_still() {
            self.notice = None;
        }
    }
}

/// The room's commands. The server can reject each, and each can fail as the command's [`RetryPolicy`](crate::RetryPolicy) describes.
impl Room {
    /// Plays a move in the position of the current state: a [`Move`](sumito_rules::Move), or its notation. The move is repeated over any
    /// number of connections until it is answered.
    ///
    /// # Errors
    /// Fails if the server rejects it.
    pub async fn play(&mut self, mv: impl ToString) -> Result<Outcome, Error> {
        let (room, ply) = (self.id().clone(), self.state.ply);
        self.send_command(Command::Play { room, ply, mv: mv.to_string() }).await
    }

    /// Replaces the user's conditional moves in the position of the current state, in a correspondence game in which others are to move. Each
    /// line starts with a move of an opponent and ends with a move of the user.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn set_conditional_moves(&mut self, lines: Vec<Vec<String>>) -> Result<Outcome, Error> {
        let (room, ply) = (self.id().clone(), self.state.ply);
        self.send_command(Command::SetConditionalMoves { room, ply, lines }).await
    }

    /// Takes this seat, or the first free one.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn join(&mut self, seat: Option<u8>) -> Result<Outcome, Error> {
        let outcome = self.send_command(Command::Join { room: self.id().clone(), seat }).await?;
        // The connection watched as a spectator so far; this marks the player as present, and delivers delayed parts without the delay.
        self.to_ask = Some(RoomRequest::Again);
        Ok(outcome)
    }

    /// Leaves the user's seat, before the first game.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn leave(&mut self) -> Result<Outcome, Error> {
        self.send_command(Command::Leave { room: self.id().clone() }).await
    }

    /// Seats a computer player of this level, 1 to 12, on this seat or the first free one, before the first game.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn add_computer(&mut self, level: u8, seat: Option<u8>) -> Result<Outcome, Error> {
        self.send_command(Command::AddComputer { room: self.id().clone(), level, seat }).await
    }

    /// Removes the computer player from this seat, before the first game.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn remove_computer(&mut self, seat: u8) -> Result<Outcome, Error> {
        self.send_command(Command::RemoveComputer { room: self.id().clone(), seat }).await
    }

    /// Declares or withdraws the user's readiness to start.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn ready(&mut self, ready: bool) -> Result<Outcome, Error> {
        self.send_command(Command::Ready { room: self.id().clone(), ready }).await
    }

    /// Makes an offer to the other players, or agrees to theirs.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn offer(&mut self, what: Offer) -> Result<Outcome, Error> {
        self.send_command(Command::Offer { room: self.id().clone(), what }).await
    }

    /// Accepts an open offer.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn accept(&mut self, what: Offer) -> Result<Outcome, Error> {
        self.send_command(Command::Accept { room: self.id().clone(), what }).await
    }

    /// Declines an open offer, or withdraws the user's own.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn decline(&mut self, what: Offer) -> Result<Outcome, Error> {
        self.send_command(Command::Decline { room: self.id().clone(), what }).await
    }

    /// Resigns the game; with four players, proposes that to the partner.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn resign(&mut self) -> Result<Outcome, Error> {
        self.send_command(Command::Resign { room: self.id().clone() }).await
    }

    /// Goes berserk before the user's first move, in a tournament that allows it: half of the time.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn go_berserk(&mut self) -> Result<Outcome, Error> {
        self.send_command(Command::Berserk { room: self.id().clone() }).await
    }

    /// Aborts the game before all players have moved.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn abort(&mut self) -> Result<Outcome, Error> {
        self.send_command(Command::Abort { room: self.id().clone() }).await
    }

    /// Ends a game that an opponent has left, once that seat is `claimable_at`.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn claim(&mut self, result: Claim) -> Result<Outcome, Error> {
        self.send_command(Command::Claim { room: self.id().clone(), result }).await
    }

    /// Moves control of the seat to this connection.
    ///
    /// # Errors
    /// Fails if the server rejects the command or does not answer.
    pub async fn take_over(&mut self) -> Result<Outcome, Error> {
        let outcome = self.send_command(Command::TakeOver { room: self.id().clone() }).await?;
        self.in_control = true;
        Ok(outcome)
    }

    async fn send_command(&mut self, command: Command) -> Result<Outcome, Error> {
        let outcome = self.client.request(command).await?;
        self.answered = outcome.seq.map_or(self.answered, |seq| seq.max(self.answered));
        Ok(outcome)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // Dropping `known` is essential; without it the subscribers are counted anew.
        self.known = Arc::default();
        self.client.sweep();
    }
}
