//! A room that one follows.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use sumito_protocol::parts::{Claim, Offer, Status};
use sumito_protocol::server::{ClockCause, Event, Notice, Outcome};
use sumito_protocol::{Command, RoomId, ServerMessage};
use tokio::sync::broadcast::error::RecvError;

use crate::conversation::Ask;
use crate::followed::{Known, Subscription, Told};
use crate::state::{Place, RoomState};
use crate::topic::Topic;
use crate::{Client, Failure};

/// A room that one follows: its state, and what one may do there.
///
/// The state is what has been read of it: it goes on with each [`next`](Self::next), and with nothing else. A reader that is slower
/// than the room misses nothing ([`Builder::queue`](crate::Builder::queue)). A room that is dropped is followed no longer.
#[derive(Debug)]
pub struct Room {
    client: Client,
    state: RoomState,
    known: Arc<Known>,
    told: Subscription,
    /// What is to be asked of the connection before anything else is read.
    to_ask: Option<ToAsk>,
    /// The last event that was known when something missing was asked for; nothing once the server has answered.
    asked_at: Option<u64>,
    /// The last event that an answer to one's own commands has named.
    answered: u64,
    in_control: bool,
    notice: Option<Notice>,
}

/// What a room asks of its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToAsk {
    /// What is missing.
    Again,
    /// The same, when the server has had time to get over its trouble.
    AgainLater,
}

/// How a room went on. The state has it already.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is an event")]
pub enum Update {
    /// Something happened.
    Event(Event),
    /// The whole room was told anew.
    Snapshot,
    /// Somebody came or went.
    Presence,
    /// It got known how strong the players are, or a game has changed that.
    Ratings,
    /// The clocks changed though nothing happened in the game.
    Clock(ClockCause),
    /// Something that concerns the room.
    Notice(Notice),
    /// One plays from this connection ([`Room::in_control`]), or from another one of one's own from now on.
    Control,
    /// An event of a kind that a newer server knows. The state has counted it, and is otherwise as before.
    Unknown {
        /// Its kind, as the server calls it.
        kind: String,
    },
}

impl Room {
    pub(crate) async fn follow(client: Client, room: RoomId) -> Result<Self, Failure> {
        let known = Arc::new(Known::new(0));
        let mut told = client.subscribe(Topic::Room(room.clone()), Arc::downgrade(&known)).await?;
        let snapshot = loop {
            match told.recv().await {
                Ok(told) => match &*told {
                    Told::Message(ServerMessage::Snapshot(snapshot)) => break snapshot.clone(),
                    Told::Ended(failure) => return Err(failure.clone()),
                    // Of somebody else who follows the same room: the snapshot will contain it.
                    _ => {}
                },
                Err(RecvError::Lagged(_)) => client.ask(Ask::Again(Topic::Room(room.clone()))).await?,
                Err(RecvError::Closed) => return Err(Failure::Closed),
            }
        };
        known.store(snapshot.seq, Ordering::Release);
        let state = RoomState::from(snapshot);
        let (to_ask, asked_at, answered, in_control, notice) = (None, None, 0, true, None);
        Ok(Self { client, state, known, told, to_ask, asked_at, answered, in_control, notice })
    }

    /// All that is known of the room.
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// Its id, and the last part of its link.
    pub fn id(&self) -> &RoomId {
        &self.state.room
    }

    /// The connection by which it is followed.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// One's own seat.
    pub fn seat(&self) -> Option<u8> {
        self.client.user().and_then(|user| self.state.seat_of(user.id))
    }

    /// Whether it is one's own turn: there is something to play, and no move of one's own is on its way.
    ///
    /// A game that has just been drawn may still look as if it were: the event that says so is the next one. A move is refused with
    /// `not_playing` then.
    pub fn is_my_turn(&self) -> bool {
        let playing = self.state.status == Status::Playing && self.state.seq >= self.answered;
        playing && self.state.turn.is_some() && self.state.turn == self.seat() && !self.state.is_decided()
    }

    /// Whether one plays from this connection; otherwise it mirrors another one of one's own, and commands are refused with
    /// `not_in_control` until [`take_over`](Self::take_over).
    pub fn in_control(&self) -> bool {
        self.in_control
    }

    /// Why the game does not go on at the moment, where the server has said so.
    pub fn notice(&self) -> Option<Notice> {
        self.notice
    }

    /// Waits until the room goes on. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When the room cannot be followed any more.
    pub async fn next(&mut self) -> Result<Update, Failure> {
        loop {
            if let Some(to_ask) = self.to_ask {
                let topic = Topic::Room(self.id().clone());
                let ask = if to_ask == ToAsk::Again { Ask::Again(topic) } else { Ask::AgainLater(topic) };
                self.client.ask(ask).await?;
                self.to_ask = None;
            }
            match self.told.recv().await {
                Ok(told) => {
                    if let Some(update) = self.take(&told)? {
                        return Ok(update);
                    }
                }
                Err(RecvError::Lagged(_)) => self.lagged(),
                Err(RecvError::Closed) => return Err(Failure::Closed),
            }
        }
    }

    /// Waits until the state is as wanted, which it may be already.
    ///
    /// # Errors
    /// When the room cannot be followed any more.
    pub async fn until(&mut self, mut wanted: impl FnMut(&RoomState) -> bool) -> Result<&RoomState, Failure> {
        while !wanted(&self.state) {
            self.next().await?;
        }
        Ok(&self.state)
    }

    fn take(&mut self, told: &Told) -> Result<Option<Update>, Failure> {
        let update = match told {
            Told::Begun => {
                self.asked_at = None;
                // One plays from the socket that watched last, unless the server says otherwise.
                (!std::mem::replace(&mut self.in_control, true)).then_some(Update::Control)
            }
            Told::Ended(failure) => return Err(failure.clone()),
            Told::UnknownEvent { seq, kind } => {
                let place = self.state.skip(*seq);
                self.placed(place).then(|| Update::Unknown { kind: kind.clone() })
            }
            Told::Message(message) => self.take_message(message),
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
                self.goes_on();
                Some(Update::Snapshot)
            }
            ServerMessage::Event(event) => {
                let place = self.state.apply(event);
                self.placed(place).then(|| {
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
            ServerMessage::Notice { notice, .. } => {
                self.notice = Some(*notice);
                match notice {
                    Notice::StorageUnavailable if self.state.status == Status::Playing => {
                        self.state.hold_clocks(self.client.server_now());
                    }
                    Notice::RoomLost => self.to_ask = Some(ToAsk::AgainLater),
                    Notice::StorageUnavailable | Notice::ComputerWaits => {}
                }
                Some(Update::Notice(*notice))
            }
            _ => None,
        }
    }

    /// Whether the state has gone on; where something is missing, it is asked for once.
    fn placed(&mut self, place: Place) -> bool {
        if place == Place::Gap && self.asked_at.is_none() {
            self.ask_again();
        }
        place == Place::Next
    }

    /// The reader was too slow. If it was so for what it had asked for itself, it asks for the whole: that is one message.
    fn lagged(&mut self) {
        if self.asked_at == Some(self.state.seq) {
            self.known.store(0, Ordering::Release);
        }
        self.ask_again();
    }

    fn ask_again(&mut self) {
        (self.to_ask, self.asked_at) = (Some(ToAsk::Again), Some(self.state.seq));
    }

    /// Whatever is told of a game, that it is told says that the game goes on, unless its clocks stand still.
    fn goes_on(&mut self) {
        if !self.state.stands_still() {
            self.notice = None;
        }
    }
}

/// What one may do. All of it can be refused, and fail as the [`Policy`](crate::Policy) of the command says.
impl Room {
    /// Plays a move, in the position that the state shows: a [`Move`](sumito_rules::Move), or its notation. The move is sent for as long
    /// as it takes, over any number of connections.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn play(&mut self, mv: impl ToString) -> Result<Outcome, Failure> {
        let (room, ply) = (self.id().clone(), self.state.ply);
        self.act(Command::Play { room, ply, mv: mv.to_string() }).await
    }

    /// Takes this seat, or the first free one.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn join(&mut self, seat: Option<u8>) -> Result<Outcome, Failure> {
        let outcome = self.act(Command::Join { room: self.id().clone(), seat }).await?;
        // Until now a spectator watched; this says that the player is here, and shows what spectators see late.
        self.to_ask = Some(ToAsk::Again);
        Ok(outcome)
    }

    /// Gives up one's seat, before the first game.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn leave(&mut self) -> Result<Outcome, Failure> {
        self.act(Command::Leave { room: self.id().clone() }).await
    }

    /// Seats a computer player of this level, 1 to 8, on this seat or the first free one, before the first game.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn add_computer(&mut self, level: u8, seat: Option<u8>) -> Result<Outcome, Failure> {
        self.act(Command::AddComputer { room: self.id().clone(), level, seat }).await
    }

    /// Lets the computer player on this seat give it up, before the first game.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn remove_computer(&mut self, seat: u8) -> Result<Outcome, Failure> {
        self.act(Command::RemoveComputer { room: self.id().clone(), seat }).await
    }

    /// Says that one is ready to begin, or not after all.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn ready(&mut self, ready: bool) -> Result<Outcome, Failure> {
        self.act(Command::Ready { room: self.id().clone(), ready }).await
    }

    /// Offers something to the others, or agrees to what they offer.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn offer(&mut self, what: Offer) -> Result<Outcome, Failure> {
        self.act(Command::Offer { room: self.id().clone(), what }).await
    }

    /// Agrees to an open offer.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn accept(&mut self, what: Offer) -> Result<Outcome, Failure> {
        self.act(Command::Accept { room: self.id().clone(), what }).await
    }

    /// Turns an open offer down, or takes one's own back.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn decline(&mut self, what: Offer) -> Result<Outcome, Failure> {
        self.act(Command::Decline { room: self.id().clone(), what }).await
    }

    /// Gives the game up; among four, proposes that to one's partner.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn resign(&mut self) -> Result<Outcome, Failure> {
        self.act(Command::Resign { room: self.id().clone() }).await
    }

    /// Plays with half of one's time, in a tournament that allows it, before one's first move.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn go_berserk(&mut self) -> Result<Outcome, Failure> {
        self.act(Command::Berserk { room: self.id().clone() }).await
    }

    /// Breaks the game off before everybody has moved.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn abort(&mut self) -> Result<Outcome, Failure> {
        self.act(Command::Abort { room: self.id().clone() }).await
    }

    /// Ends a game that an opponent has left, once that seat is `claimable_at`.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn claim(&mut self, result: Claim) -> Result<Outcome, Failure> {
        self.act(Command::Claim { room: self.id().clone(), result }).await
    }

    /// Plays from this connection from now on.
    ///
    /// # Errors
    /// When it is refused or fails.
    pub async fn take_over(&mut self) -> Result<Outcome, Failure> {
        let outcome = self.act(Command::TakeOver { room: self.id().clone() }).await?;
        self.in_control = true;
        Ok(outcome)
    }

    async fn act(&mut self, command: Command) -> Result<Outcome, Failure> {
        let outcome = self.client.request(command).await?;
        self.answered = outcome.seq.map_or(self.answered, |seq| seq.max(self.answered));
        Ok(outcome)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // What counts is that `known` is gone; without it the followers are counted anew.
        self.known = Arc::default();
        self.client.sweep();
    }
}
