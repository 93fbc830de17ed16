//! What a player's command causes.

use std::time::Duration;

use sumito_rules::{Mode, MoveError};

use super::{Phase, Table, finished};
use crate::{
    Claim, Command, Event, Game, GameId, Offer, Player, Reason, Reject, Seat, SeatSet, Timestamp, UserId,
};

type Decision = Result<Vec<Event>, Reject>;

impl Table {
    /// What `command` from `user` causes at `now`. Changes nothing: the events are to be stored, then
    /// [applied](Self::apply). `fresh` becomes the id of a game, should one begin.
    ///
    /// Whoever asks gives the table a [`Signal::Tick`](crate::Signal::Tick) of the same moment first: a clock that
    /// has fallen counts before the command does.
    ///
    /// # Errors
    /// [`Reject`] says why the command causes nothing. After [`Reject::TimeOver`] the table is to be given
    /// a [`Signal::Flag`](crate::Signal::Flag).
    pub fn decide(&self, user: UserId, command: Command, now: Timestamp, fresh: GameId) -> Decision {
        debug_assert!(self.next_deadline().is_none_or(|deadline| now < deadline), "tick before deciding");
        let asked = cfg!(debug_assertions).then(|| command.clone());
        let events = self.effects(user, command, now, fresh)?;
        if let (Some(asked), Some(first)) = (asked, events.first()) {
            assert!(
                first.is_effect_of(&asked),
                "sent again, {asked:?} would have another effect than {first:?}"
            );
        }
        Ok(events)
    }

    fn effects(&self, user: UserId, command: Command, now: Timestamp, fresh: GameId) -> Decision {
        match command {
            Command::Join { name, guest, seat } => self.join(Player { id: user, name, guest }, seat, fresh),
            Command::Leave => self.leave(user),
            Command::Ready(ready) => self.get_ready(user, ready, fresh),
            Command::Play { ply, text, lag } => self.play(user, ply, &text, lag, now),
            Command::Offer(Offer::Resignation) | Command::Resign => self.resign(user, fresh),
            Command::Offer(what) => self.offer(user, what, fresh),
            Command::Accept(what) => self.accept(user, what, fresh),
            Command::Decline(what) => self.decline(user, what),
            Command::Abort => {
                let (game, _) = self.in_game(user)?;
                if game.everybody_moved() {
                    return Err(Reject::TooLateToAbort);
                }
                Ok(vec![finished(game.without_winner(Reason::Aborted))])
            }
            Command::Claim(claim) => self.claim(user, claim, now),
        }
    }

    fn join(&self, player: Player, wish: Option<Seat>, fresh: GameId) -> Decision {
        if let Some(seat) = self.seat_of(player.id) {
            return Err(Reject::AlreadySeated(seat));
        }
        if !matches!(self.phase(), Phase::Waiting | Phase::Closed) {
            return Err(Reject::Full);
        }
        let free: SeatSet = self.seats().filter(|&seat| self.player(seat).is_none()).collect();
        let seat = match wish {
            Some(seat) if seat.index() >= self.chairs.len() => return Err(Reject::NoSuchSeat(seat)),
            Some(seat) if !free.contains(seat) => return Err(Reject::SeatTaken(seat)),
            Some(seat) => seat,
            None => free.iter().next().ok_or(Reject::Full)?,
        };
        let mut events = vec![Event::Seated { seat, player: Box::new(player) }];
        if free.len() == 1 && !self.settings.ready {
            events.push(Event::Started { game: fresh, turned: false });
        }
        Ok(events)
    }

    fn leave(&self, user: UserId) -> Decision {
        let seat = self.seat_of(user).ok_or(Reject::NotSeated)?;
        match self.phase() {
            Phase::Playing => Err(Reject::Started),
            Phase::Finished => Err(Reject::Over),
            Phase::Waiting | Phase::Closed => Ok(vec![Event::Left { seat }]),
        }
    }

    fn get_ready(&self, user: UserId, ready: bool, fresh: GameId) -> Decision {
        let seat = self.seat_of(user).ok_or(Reject::NotSeated)?;
        match self.phase() {
            Phase::Playing => return Err(Reject::Started),
            Phase::Finished => return Err(Reject::Over),
            Phase::Waiting | Phase::Closed => {}
        }
        let mut events = vec![Event::Ready { seat, ready }];
        let is_ready = |other: Seat| {
            let chair = &self.chairs[other.index()];
            chair.player.is_some() && (if other == seat { ready } else { chair.ready })
        };
        if self.settings.ready && self.seats().all(is_ready) {
            events.push(Event::Started { game: fresh, turned: false });
        }
        Ok(events)
    }

    fn play(&self, user: UserId, ply: u32, text: &str, lag: Duration, now: Timestamp) -> Decision {
        let (game, seat) = self.in_game(user)?;
        let expected = game.position().ply();
        if game.turn() != Some(seat) {
            return Err(Reject::NotYourTurn(game.position().turn().into()));
        }
        if ply != expected {
            return Err(Reject::StalePly { expected, sent: ply });
        }
        // As it is stored, so that what is decided here is what is read later.
        let lag_us = u32::try_from(lag.as_micros()).unwrap_or(u32::MAX);
        if game.clock().is_too_late(now, Duration::from_micros(u64::from(lag_us))) {
            return Err(Reject::TimeOver);
        }
        let mv = game.read_move(text).map_err(|error| match error {
            MoveError::Illegal(why) => Reject::Illegal(why),
            MoveError::Syntax(_) => Reject::BadMove(error),
        })?;
        let outcome = game.outcome_of(mv, &self.settings.policy).map_err(Reject::Illegal)?;
        let mut events = vec![Event::Moved { seat, ply, mv: mv.into(), lag_us }];
        events.extend(outcome.map(finished));
        Ok(events)
    }

    fn offer(&self, user: UserId, what: Offer, fresh: GameId) -> Decision {
        let (game, seat) = self.where_offered(user, what)?;
        let by_another = game.offered(what).is_some_and(|(by, _)| by != seat);
        if game.has_offered(what, seat) || (by_another && what == Offer::Takeback) {
            return Err(Reject::OfferRepeated);
        }
        if what == Offer::Takeback {
            if !self.settings.policy.takebacks {
                return Err(Reject::NoTakebacks);
            }
            game.ply_before_last_move_of(seat).ok_or(Reject::NothingToTakeBack)?;
        }
        Ok(self.agree(game, seat, what, fresh))
    }

    fn accept(&self, user: UserId, what: Offer, fresh: GameId) -> Decision {
        let (game, seat) = self.where_offered(user, what)?;
        let (by, agreed) = game.offered(what).ok_or(Reject::NoOffer)?;
        if agreed.contains(seat) || !needed(game, what, by).contains(seat) {
            return Err(Reject::NoOffer);
        }
        Ok(self.agree(game, seat, what, fresh))
    }

    fn decline(&self, user: UserId, what: Offer) -> Decision {
        let (game, seat) = self.where_offered(user, what)?;
        let (by, _) = game.offered(what).ok_or(Reject::NoOffer)?;
        if !needed(game, what, by).contains(seat) {
            return Err(Reject::NoOffer);
        }
        Ok(vec![Event::Declined { seat, what }])
    }

    fn resign(&self, user: UserId, fresh: GameId) -> Decision {
        let (game, seat) = self.in_game(user)?;
        if game.partners(seat).len() == 1 {
            return Ok(Self::lose(game, [seat].into_iter().collect(), Reason::Resignation));
        }
        let events = self.agree(game, seat, Offer::Resignation, fresh);
        let repeated = game.has_offered(Offer::Resignation, seat);
        if repeated && matches!(events[..], [Event::Offered { .. }]) {
            return Err(Reject::OfferRepeated);
        }
        Ok(events)
    }

    fn claim(&self, user: UserId, claim: Claim, now: Timestamp) -> Decision {
        let (game, seat) = self.in_game(user)?;
        let opponents = game.opponents(seat);
        let is_away = |&other: &Seat| self.claimable_at(other).is_some_and(|moment| moment <= now);
        let away: SeatSet = opponents.iter().filter(is_away).collect();
        let turn = game.turn();
        let stalled = match self.settings.mode {
            Mode::Two | Mode::Three => !away.is_empty(),
            // A partner who is there plays on; only when nothing goes on is the team's absence a loss.
            Mode::Four | Mode::FourConsecutive => {
                away == opponents || turn.is_some_and(|turn| away.contains(turn))
            }
        };
        match claim {
            Claim::Win if stalled => Ok(Self::lose(game, away, Reason::Abandoned)),
            Claim::Draw if stalled && away == opponents => {
                Ok(vec![finished(game.without_winner(Reason::Abandoned))])
            }
            Claim::Win | Claim::Draw => Err(Reject::NobodyAway),
        }
    }

    /// `seat` agrees to something; with the last who has to, it happens.
    fn agree(&self, game: &Game, seat: Seat, what: Offer, fresh: GameId) -> Vec<Event> {
        let (by, mut agreed) = game.offered(what).unwrap_or((seat, SeatSet::EMPTY));
        agreed.insert(seat);
        let required = match what {
            Offer::Resignation => {
                // A partner who has gone away counts as agreeing.
                let away = self.seats().filter(|other| !self.chairs[other.index()].connected);
                agreed = agreed.union(away.collect());
                needed(game, what, seat)
            }
            Offer::Draw | Offer::Takeback | Offer::Rematch => needed(game, what, by),
        };
        if !agreed.is_superset(required) {
            return vec![Event::Offered { seat, what }];
        }
        let happens = match what {
            Offer::Draw => Some(finished(game.without_winner(Reason::Agreement))),
            Offer::Takeback => game.ply_before_last_move_of(by).map(|ply| Event::TakenBack { ply }),
            Offer::Rematch => Some(Event::Started { game: fresh, turned: true }),
            Offer::Resignation => Some(finished(game.lost_by(seat, Reason::Resignation))),
        };
        happens.into_iter().collect()
    }

    /// The game in which something like this can be offered, and the seat of `user` in it.
    fn where_offered(&self, user: UserId, what: Offer) -> Result<(&Game, Seat), Reject> {
        if what != Offer::Rematch {
            return self.in_game(user);
        }
        let seat = self.seat_of(user).ok_or(Reject::NotSeated)?;
        let game = self.game.as_ref().ok_or(Reject::NotStarted)?;
        if game.outcome().is_none() { Err(Reject::NotOver) } else { Ok((game, seat)) }
    }

    /// The game under way and the seat of `user` in it.
    fn in_game(&self, user: UserId) -> Result<(&Game, Seat), Reject> {
        let seat = self.seat_of(user).ok_or(Reject::NotSeated)?;
        let game = self.game.as_ref().ok_or(Reject::NotStarted)?;
        if game.outcome().is_some() {
            return Err(Reject::Over);
        }
        if game.out().contains(seat) {
            return Err(Reject::Out);
        }
        Ok((game, seat))
    }
}

/// Who must agree to what `by` offers.
fn needed(game: &Game, what: Offer, by: Seat) -> SeatSet {
    match what {
        Offer::Draw => game.playing(),
        Offer::Takeback => game.opponents(by).union([by].into_iter().collect()),
        Offer::Rematch => SeatSet::first(game.position().mode().seats()),
        Offer::Resignation => game.partners(by),
    }
}
