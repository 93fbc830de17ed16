//! A table: who sits at it, and the game that is played there.

use sumito_rules::{MoveError, Position};

use crate::{
    Command, Event, Game, GameId, Offer, Outcome, Player, Reason, Record, Reject, Seat, SeatSet, Settings,
    SettingsError, Signal, Timestamp, UserId,
};

/// A table: its settings, who sits at it, and the game that is played there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    settings: Settings,
    /// The start position; derived from the settings.
    start: Position,
    chairs: Vec<Chair>,
    game: Option<Game>,
    /// Everybody left before a game began.
    closed: bool,
    /// The number of the last record taken in.
    seq: u64,
    /// Its moment.
    at: Timestamp,
}

/// What is on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chair {
    /// Who sits there.
    pub player: Option<Player>,
    /// Whether they watch the table now.
    pub connected: bool,
}

/// Where a table is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Seats are free.
    Waiting,
    /// A game is under way.
    Playing,
    /// The game has ended.
    Finished,
    /// Everybody left before a game began.
    Closed,
}

/// A record that does not follow from the ones before it: the stored history is damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} does not follow from the events before it: {what}")]
pub struct Corrupt {
    /// The number of the record.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

impl Table {
    /// The first events of a new table.
    ///
    /// # Errors
    /// [`SettingsError`] when nobody can play by the settings.
    pub fn create(settings: Settings) -> Result<Vec<Event>, SettingsError> {
        settings.validate()?;
        Ok(vec![Event::Created { settings: Box::new(settings) }])
    }

    /// The table as its first record leaves it.
    ///
    /// # Errors
    /// [`Corrupt`] when the record is not the creation of a table.
    pub fn open(first: &Record) -> Result<Self, Corrupt> {
        let corrupt = |what: String| Corrupt { seq: first.seq, what };
        let Event::Created { settings } = &first.event else {
            return Err(corrupt("a table begins with its creation".to_owned()));
        };
        if first.seq != 1 {
            return Err(corrupt("the first event has the number 1".to_owned()));
        }
        let settings = settings.as_ref().clone();
        let start =
            Position::start(settings.mode, settings.layout).map_err(|error| corrupt(error.to_string()))?;
        let chairs = vec![Chair::default(); settings.mode.seats()];
        Ok(Self { settings, start, chairs, game: None, closed: false, seq: first.seq, at: first.at })
    }

    /// The table as all of its records leave it.
    ///
    /// # Errors
    /// [`Corrupt`] for the first record that does not follow from the ones before it.
    pub fn replay<'a>(records: impl IntoIterator<Item = &'a Record>) -> Result<Self, Corrupt> {
        let mut records = records.into_iter();
        let first =
            records.next().ok_or_else(|| Corrupt { seq: 0, what: "there is no event at all".to_owned() })?;
        let mut table = Self::open(first)?;
        records.try_for_each(|record| table.apply(record))?;
        Ok(table)
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seats, in order.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The game under way, or the last one; `None` before the first.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The position to show: the game's, or the one that it will start from.
    pub fn position(&self) -> &Position {
        self.game.as_ref().map_or(&self.start, Game::position)
    }

    /// Where the table is in its life.
    pub fn phase(&self) -> Phase {
        match &self.game {
            None if self.closed => Phase::Closed,
            None => Phase::Waiting,
            Some(game) if game.outcome().is_none() => Phase::Playing,
            Some(_) => Phase::Finished,
        }
    }

    /// The number of the last record taken in.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The moment of the last record taken in.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Where `user` sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats().find(|&seat| self.player(seat).is_some_and(|player| player.id == user))
    }

    /// Who sits at `seat`.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.chairs.get(seat.index())?.player.as_ref()
    }

    /// When [`Signal::Tick`] must come next, if nothing else happens before.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.playing().and_then(|game| game.clock().falls_at())
    }

    /// What `command` from `user` causes at `now`. Changes nothing: the events are to be stored, then
    /// [applied](Self::apply). `fresh` becomes the id of a game, should one begin.
    ///
    /// Whoever asks gives the table a [`Signal::Tick`] of the same moment first: a clock that has fallen counts
    /// before the command does.
    ///
    /// # Errors
    /// [`Reject`] says why the command causes nothing.
    pub fn decide(
        &self,
        user: UserId,
        command: Command,
        now: Timestamp,
        fresh: GameId,
    ) -> Result<Vec<Event>, Reject> {
        debug_assert!(self.next_deadline().is_none_or(|deadline| now < deadline), "tick before deciding");
        match command {
            Command::Join { name, guest, seat } => self.join(Player { id: user, name, guest }, seat, fresh),
            Command::Leave => self.leave(user),
            Command::Play { ply, text } => self.play(user, ply, &text),
            Command::Offer(Offer::Draw) => self.offer_draw(user),
            Command::Accept(Offer::Draw) => self.accept_draw(user),
            Command::Decline(Offer::Draw) => self.decline_draw(user),
            Command::Resign => {
                let (game, seat) = self.in_game(user)?;
                Ok(vec![finished(game.lost_by(seat, Reason::Resignation))])
            }
            Command::Abort => {
                let (game, _) = self.in_game(user)?;
                if game.everybody_moved() {
                    return Err(Reject::TooLateToAbort);
                }
                Ok(vec![finished(game.without_winner(Reason::Aborted))])
            }
        }
    }

    /// What a signal of the surroundings causes at `now`: often nothing.
    pub fn observe(&self, signal: Signal, now: Timestamp) -> Vec<Event> {
        match signal {
            Signal::Tick => self.flag(now),
            Signal::Connected(user) => self.presence(user, true),
            Signal::Disconnected(user) => self.presence(user, false),
            Signal::Pausing => self.playing().map(|_| Event::Paused).into_iter().collect(),
            Signal::Resuming => {
                let anything = self.playing().is_some() || self.chairs.iter().any(|chair| chair.connected);
                anything.then_some(Event::Resumed).into_iter().collect()
            }
        }
    }

    /// Takes in what has happened.
    ///
    /// # Errors
    /// [`Corrupt`] when the record does not follow from the ones before it; the table is then of no use any more.
    pub fn apply(&mut self, record: &Record) -> Result<(), Corrupt> {
        let corrupt = |what: &str| Corrupt { seq: record.seq, what: what.to_owned() };
        if record.seq != self.seq + 1 {
            return Err(corrupt(&format!("it should be number {}", self.seq + 1)));
        }
        if record.at < self.at {
            return Err(corrupt("it is older than the one before"));
        }
        let at = record.at;
        let no_game = || corrupt("no game is under way");
        match &record.event {
            Event::Created { .. } => return Err(corrupt("the table exists already")),
            Event::Seated { seat, player } => {
                self.chair_mut(*seat).ok_or_else(|| corrupt("there is no such seat"))?.player =
                    Some(player.as_ref().clone());
                self.closed = false;
            }
            Event::Left { seat } => {
                *self.chair_mut(*seat).ok_or_else(|| corrupt("there is no such seat"))? = Chair::default();
                self.closed = self.chairs.iter().all(|chair| chair.player.is_none());
            }
            Event::Started { game } => {
                self.game = Some(Game::start(*game, &self.settings, self.start, at));
            }
            Event::Moved { seat, ply, mv } => {
                let game = self.playing_mut().ok_or_else(no_game)?;
                if game.position().ply() != *ply {
                    return Err(corrupt("it is another ply's turn"));
                }
                if game.turn() != Some(*seat) {
                    return Err(corrupt("it is another seat's turn"));
                }
                let mv = game.read_move(mv.as_str()).map_err(|error| corrupt(&error.to_string()))?;
                game.apply_move(*seat, mv, at).map_err(|error| corrupt(&error.to_string()))?;
            }
            Event::Offered { seat, what: Offer::Draw } => {
                self.playing_mut().ok_or_else(no_game)?.apply_draw_offer(*seat);
            }
            Event::Declined { what: Offer::Draw, .. } => {
                self.playing_mut().ok_or_else(no_game)?.apply_draw_refusal();
            }
            Event::Finished { outcome } => {
                self.playing_mut().ok_or_else(no_game)?.apply_outcome(outcome.as_ref().clone(), at);
            }
            Event::Presence { seat, connected } => {
                self.chair_mut(*seat).ok_or_else(|| corrupt("there is no such seat"))?.connected = *connected;
            }
            Event::Paused => {
                if let Some(game) = self.playing_mut() {
                    game.apply_pause(at);
                }
            }
            Event::Resumed => {
                self.chairs.iter_mut().for_each(|chair| chair.connected = false);
                if let Some(game) = self.playing_mut() {
                    game.apply_resume(at);
                }
            }
        }
        self.seq = record.seq;
        self.at = at;
        Ok(())
    }

    fn join(&self, player: Player, wish: Option<Seat>, fresh: GameId) -> Result<Vec<Event>, Reject> {
        if let Some(seat) = self.seat_of(player.id) {
            return Err(Reject::AlreadySeated(seat));
        }
        let free: SeatSet = self.seats().filter(|&seat| self.player(seat).is_none()).collect();
        let seat = match wish {
            Some(seat) if seat.index() >= self.chairs.len() => return Err(Reject::NoSuchSeat(seat)),
            Some(seat) if self.phase() == Phase::Waiting && !free.contains(seat) => {
                return Err(Reject::SeatTaken(seat));
            }
            Some(seat) => seat,
            None => free.iter().next().ok_or(Reject::Full)?,
        };
        if !matches!(self.phase(), Phase::Waiting | Phase::Closed) {
            return Err(Reject::Full);
        }
        let mut events = vec![Event::Seated { seat, player: Box::new(player) }];
        if free.iter().all(|other| other == seat) {
            events.push(Event::Started { game: fresh });
        }
        Ok(events)
    }

    fn leave(&self, user: UserId) -> Result<Vec<Event>, Reject> {
        let seat = self.seat_of(user).ok_or(Reject::NotSeated)?;
        match self.phase() {
            Phase::Playing => Err(Reject::Started),
            Phase::Finished => Err(Reject::Over),
            Phase::Waiting | Phase::Closed => Ok(vec![Event::Left { seat }]),
        }
    }

    fn play(&self, user: UserId, ply: u32, text: &str) -> Result<Vec<Event>, Reject> {
        let (game, seat) = self.in_game(user)?;
        let expected = game.position().ply();
        if game.turn() != Some(seat) {
            return Err(Reject::NotYourTurn(game.position().turn().into()));
        }
        if ply != expected {
            return Err(Reject::StalePly { expected, sent: ply });
        }
        let mv = game.read_move(text).map_err(|error| match error {
            MoveError::Illegal(why) => Reject::Illegal(why),
            MoveError::Syntax(_) => Reject::BadMove(error),
        })?;
        let outcome = game.outcome_of(mv, self.settings.policy).map_err(Reject::Illegal)?;
        let mut events = vec![Event::Moved { seat, ply, mv: mv.into() }];
        events.extend(outcome.map(finished));
        Ok(events)
    }

    fn offer_draw(&self, user: UserId) -> Result<Vec<Event>, Reject> {
        let (game, seat) = self.in_game(user)?;
        if game.has_offered_draw(seat) {
            return Err(Reject::OfferRepeated);
        }
        Ok(agree_to_draw(game, seat))
    }

    fn accept_draw(&self, user: UserId) -> Result<Vec<Event>, Reject> {
        let (game, seat) = self.in_game(user)?;
        if game.draw_agreed().is_empty() || game.draw_agreed().contains(seat) {
            return Err(Reject::NoOffer);
        }
        Ok(agree_to_draw(game, seat))
    }

    fn decline_draw(&self, user: UserId) -> Result<Vec<Event>, Reject> {
        let (game, seat) = self.in_game(user)?;
        if game.draw_agreed().is_empty() {
            return Err(Reject::NoOffer);
        }
        Ok(vec![Event::Declined { seat, what: Offer::Draw }])
    }

    fn flag(&self, now: Timestamp) -> Vec<Event> {
        let fallen =
            self.playing().filter(|game| game.clock().falls_at().is_some_and(|deadline| deadline <= now));
        fallen
            .and_then(|game| Some(finished(game.lost_by(game.clock().running()?, Reason::Time))))
            .into_iter()
            .collect()
    }

    fn presence(&self, user: UserId, connected: bool) -> Vec<Event> {
        self.seat_of(user)
            .filter(|seat| self.chairs[seat.index()].connected != connected)
            .map(|seat| Event::Presence { seat, connected })
            .into_iter()
            .collect()
    }

    /// The game under way and the seat of `user` in it.
    fn in_game(&self, user: UserId) -> Result<(&Game, Seat), Reject> {
        let seat = self.seat_of(user).ok_or(Reject::NotSeated)?;
        let game = self.game.as_ref().ok_or(Reject::NotStarted)?;
        if game.outcome().is_some() {
            return Err(Reject::Over);
        }
        Ok((game, seat))
    }

    fn playing(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.outcome().is_none())
    }

    fn playing_mut(&mut self) -> Option<&mut Game> {
        self.game.as_mut().filter(|game| game.outcome().is_none())
    }

    fn chair_mut(&mut self, seat: Seat) -> Option<&mut Chair> {
        self.chairs.get_mut(seat.index())
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.chairs.len())
    }
}

/// `seat` agrees to a draw: the game ends with the last who does.
fn agree_to_draw(game: &Game, seat: Seat) -> Vec<Event> {
    if game.draw_complete_with(seat) {
        vec![finished(game.without_winner(Reason::Agreement))]
    } else {
        vec![Event::Offered { seat, what: Offer::Draw }]
    }
}

fn finished(outcome: Outcome) -> Event {
    Event::Finished { outcome: Box::new(outcome) }
}
