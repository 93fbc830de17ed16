//! Decides on players' commands.

use std::time::Duration;

use super::{SeatState, Table, finished};
use crate::conditional_moves::read_lines;
use crate::{
    AddedTime, Claim, Command, CommandError, Computer, Context, Event, Game, GameId, LimitReached, Line,
    Offer, Player, Reason, Seat, SeatSet, Status, Timestamp, UserId, limits,
};

type Decision = Result<Vec<Event>, CommandError>;

impl Table {
    /// Returns the events that `command` from `user` causes. Changes nothing: the caller stores the events, then [applies](Self::apply)
    /// them. Returns no events if the state already is as the command requests.
    ///
    /// The caller first runs [`tick`](Self::tick) for the same moment: an expired clock takes precedence over the command.
    ///
    /// # Errors
    /// [`CommandError`] gives the reason why the command has no effect. After [`CommandError::TimeOver`] the caller applies the events of
    /// [`flag`](Self::flag).
    pub fn decide(&self, user: UserId, command: Command, context: &Context<'_>) -> Decision {
        debug_assert!(
            self.next_deadline().is_none_or(|deadline| context.now < deadline),
            "tick before deciding"
        );
        let asked = cfg!(debug_assertions).then(|| command.clone());
        let events = self.effects(user, command, context)?;
        if let (Some(asked), Some(first)) = (asked, events.first()) {
            assert!(
                first.is_effect_of(&asked),
                "sent again, {asked:?} would have another effect than {first:?}"
            );
        }
        Ok(events)
    }

    fn effects(&self, user: UserId, command: Command, context: &Context<'_>) -> Decision {
        let &Context { now, fresh, .. } = context;
        match command {
            Command::Join { name, guest, bot, chosen, seat } => {
                if self.settings.rated && bot && !chosen {
                    return Err(CommandError::RatedWithBot);
                }
                self.join(Player { id: user, name, guest, bot }, seat, fresh)
            }
            Command::Leave => self.leave(user),
            Command::AddComputer { level, seat } => self.add_computer(user, level, seat, fresh),
            Command::RemoveComputer(seat) => self.remove_computer(user, seat),
            Command::Ready(ready) => self.set_ready(user, ready, fresh),
            Command::Play { ply, text, lag } => self.play(user, ply, &text, lag, now),
            Command::SetConditionalMoves { ply, lines } => {
                self.conditional_lines(user, ply, &lines).map(|_| Vec::new())
            }
            Command::Offer(Offer::Resignation) | Command::Resign => self.resign(user, context),
            Command::Offer(what) => self.offer(user, what, context),
            Command::Accept(what) => self.accept(user, what, context),
            Command::Decline(what) => self.decline(user, what),
            Command::Berserk => self.go_berserk(user),
            Command::Abort => {
                let (game, _) = self.in_game(user)?;
                self.check_counts()?;
                if game.all_players_moved() {
                    return Err(CommandError::TooLateToAbort);
                }
                Ok(vec![finished(game.without_winner(Reason::Aborted))])
            }
            Command::Claim(claim) => self.claim(user, claim, context),
        }
    }

    /// Returns the events of closing the table on behalf of the operator: waiting players leave their seats, and a game in progress ends
    /// without a winner. Empty if no player waits or plays.
    pub fn close(&self) -> Vec<Event> {
        match (self.status(), self.game()) {
            (Status::Playing, Some(game)) => vec![finished(game.without_winner(Reason::Aborted))],
            (Status::Waiting, _) => {
                let seated = self.seats().filter(|&seat| self.player(seat).is_some());
                seated.map(|seat| Event::Left { seat }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the event that carries out a director's order to give a player more time. Empty if the order was carried out before, the game
    /// is over, the player is out, or the players have no separate times.
    pub fn add_time(&self, added: &AddedTime) -> Vec<Event> {
        let &AddedTime { order, seat, time } = added;
        let Some(game) = self.game().filter(|_| self.status() == Status::Playing) else { return Vec::new() };
        let is_new = order > game.time_order();
        if is_new && game.playing().contains(seat) && self.settings.time.has_own_times() {
            vec![Event::TimeAdded { seat, time, order }]
        } else {
            Vec::new()
        }
    }

    fn join(&self, player: Player, preferred: Option<Seat>, fresh: GameId) -> Decision {
        if let Some(seat) = self.seat_of(player.id) {
            return Err(CommandError::AlreadySeated(seat));
        }
        if !matches!(self.status(), Status::Waiting | Status::Closed) {
            return Err(CommandError::Full);
        }
        let free: SeatSet = self.seats().filter(|&seat| self.player(seat).is_none()).collect();
        let seat = match preferred {
            Some(seat) if seat.index() >= self.chairs.len() => return Err(CommandError::NoSuchSeat(seat)),
            Some(seat) if !free.contains(seat) => return Err(CommandError::SeatTaken(seat)),
            Some(seat) => seat,
            None => free.iter().next().ok_or(CommandError::Full)?,
        };
        if self.settings.rated && player.computer().is_some() {
            return Err(CommandError::RatedWithComputer);
        }
        if self.settings.rated && player.guest {
            return Err(CommandError::RatedWithGuest);
        }
        if self.settings.coach && player.computer().is_none() && self.has_person() {
            return Err(CommandError::CoachedAlone);
        }
        self.check_changes()?;
        let is_ready = |chair: &SeatState| !self.settings.ready || chair.is_ready();
        let newcomer_is_ready = !self.settings.ready || player.computer().is_some();
        let others_are =
            self.seats().filter(|&other| other != seat).all(|other| is_ready(&self.chairs[other.index()]));
        let starts = free.len() == 1 && newcomer_is_ready && others_are;
        let start = starts.then(|| self.first_game(fresh, Some((seat, &player))));
        let mut events = vec![Event::Seated { seat, player: Box::new(player) }];
        events.extend(start);
        Ok(events)
    }

    fn leave(&self, user: UserId) -> Decision {
        let seat = self.seat_before_game(user)?;
        let computers = self.seats().filter(|&other| self.computer(other).is_some());
        // Computers do not wait for players: they leave with the last person.
        let is_last = self
            .seats()
            .all(|other| other == seat || self.player(other).is_none() || self.computer(other).is_some());
        let follow = computers.filter(|_| is_last).map(|seat| Event::Left { seat });
        Ok(std::iter::once(Event::Left { seat }).chain(follow).collect())
    }

    fn add_computer(&self, user: UserId, level: u8, seat: Option<Seat>, fresh: GameId) -> Decision {
        self.seat_before_game(user)?;
        let seated: Vec<_> = self.seats().filter_map(|seat| Some(self.player(seat)?.id)).collect();
        match Computer::besides(level, &seated) {
            Some(computer) => self.join(computer.player(), seat, fresh),
            None if Computer::new(level, 0).is_none() => Err(CommandError::NoSuchLevel(level)),
            None => Err(CommandError::Full),
        }
    }

    fn remove_computer(&self, user: UserId, seat: Seat) -> Decision {
        self.seat_before_game(user)?;
        match self.computer(seat) {
            Some(_) => Ok(vec![Event::Left { seat }]),
            None => Err(CommandError::NoComputer(seat)),
        }
    }

    /// Returns whether a person or a bot has a seat.
    fn has_person(&self) -> bool {
        self.seats().any(|seat| self.player(seat).is_some_and(|player| player.computer().is_none()))
    }

    fn computer(&self, seat: Seat) -> Option<Computer> {
        self.player(seat)?.computer()
    }

    /// Returns the seat of `user` if there has been no game yet.
    fn seat_before_game(&self, user: UserId) -> Result<Seat, CommandError> {
        let seat = self.seat_of(user).ok_or(CommandError::NotSeated)?;
        match self.status() {
            Status::Playing => Err(CommandError::Started),
            Status::Finished => Err(CommandError::Over),
            Status::Waiting | Status::Closed => Ok(seat),
        }
    }

    fn set_ready(&self, user: UserId, ready: bool, fresh: GameId) -> Decision {
        let seat = self.seat_before_game(user)?;
        if self.chairs[seat.index()].ready == ready {
            return Ok(Vec::new());
        }
        self.check_changes()?;
        let mut events = vec![Event::Ready { seat, ready }];
        let is_ready = |other: Seat| {
            let chair = &self.chairs[other.index()];
            if other == seat { ready } else { chair.is_ready() }
        };
        if self.settings.ready && self.seats().all(is_ready) {
            events.push(self.first_game(fresh, None));
        }
        Ok(events)
    }

    /// Returns an error if the limit of changes before the first game is reached.
    fn check_changes(&self) -> Result<(), CommandError> {
        // All records after the creation are such changes.
        if self.seq > limits::CHANGES_BEFORE_GAME {
            return Err(LimitReached::ChangesBeforeGame.into());
        }
        Ok(())
    }

    /// Returns the start of the first game, with the seated players and optionally a player who sits down now.
    fn first_game(&self, game: GameId, joining: Option<(Seat, &Player)>) -> Event {
        let joining = |seat: Seat| joining.filter(|&(place, _)| place == seat).map(|(_, player)| player);
        let players = self.seats().filter_map(|seat| self.player(seat).or(joining(seat)).cloned()).collect();
        Event::Started { game, players, rematch: false }
    }

    /// Returns the start of the next game, for which all players move to the next seat.
    fn next_game(&self, game: GameId) -> Event {
        let mut players: Vec<_> = self.chairs.iter().filter_map(|chair| chair.player.clone()).collect();
        players.rotate_right(1);
        Event::Started { game, players, rematch: true }
    }

    fn play(&self, user: UserId, ply: u32, text: &str, lag: Duration, now: Timestamp) -> Decision {
        let (game, seat) = self.in_game(user)?;
        let expected = game.position().ply();
        if game.turn() != Some(seat) {
            return Err(CommandError::NotYourTurn(game.position().turn().into()));
        }
        if ply != expected {
            return Err(CommandError::StalePly { expected, sent: ply });
        }
        // In the stored form, so that the decision matches a later replay.
        let lag_us = u32::try_from(lag.as_micros()).unwrap_or(u32::MAX);
        if game.clock().is_too_late(now, Duration::from_micros(u64::from(lag_us))) {
            return Err(CommandError::TimeOver);
        }
        let mv = game.read_move(text)?;
        let outcome = game.outcome_of(mv, &self.settings.policy).map_err(CommandError::Illegal)?;
        let mut events = vec![Event::Moved { seat, ply, mv: mv.into(), lag_us }];
        events.extend(outcome.map(finished));
        Ok(events)
    }

    /// Reads the conditional lines of `user`, which start in the position after `ply` plies; returns the seat of `user` too.
    ///
    /// # Errors
    /// [`CommandError`] if the game has no conditional moves, or if one of the lines is not valid.
    pub fn conditional_lines(
        &self,
        user: UserId,
        ply: u32,
        lines: &[Vec<String>],
    ) -> Result<(Seat, Vec<Line>), CommandError> {
        let (game, seat) = self.in_game(user)?;
        if lines.is_empty() {
            return Ok((seat, Vec::new()));
        }
        if self.settings.time.is_live() {
            return Err(CommandError::NoConditionalMoves);
        }
        let expected = game.position().ply();
        if ply != expected {
            return Err(CommandError::StalePly { expected, sent: ply });
        }
        if game.turn() == Some(seat) {
            return Err(CommandError::OwnTurn);
        }
        Ok((seat, read_lines(game, seat, lines)?))
    }

    fn go_berserk(&self, user: UserId) -> Decision {
        let (game, seat) = self.in_game(user)?;
        if !self.settings.policy.berserk || !self.settings.time.can_go_berserk() {
            return Err(CommandError::NoBerserk);
        }
        if game.has_moved(seat) || game.berserk().contains(seat) {
            return Err(CommandError::TooLateForBerserk);
        }
        Ok(vec![Event::Berserk { seat }])
    }

    /// Returns an error if the game belongs to a tournament, in which it counts.
    fn check_counts(&self) -> Result<(), CommandError> {
        if self.settings.tournament.is_some() { Err(CommandError::InTournament) } else { Ok(()) }
    }

    fn offer(&self, user: UserId, what: Offer, context: &Context<'_>) -> Decision {
        let (game, seat) = self.where_offered(user, what)?;
        if matches!(what, Offer::Takeback | Offer::Rematch) {
            self.check_counts()?;
        }
        let by_another = game.offered(what).is_some_and(|(by, _)| by != seat);
        if game.has_offered(what, seat) || (by_another && what == Offer::Takeback) {
            return Err(CommandError::OfferRepeated);
        }
        if what == Offer::Takeback {
            if !self.settings.policy.takebacks {
                return Err(CommandError::NoTakebacks);
            }
            game.ply_before_last_move_of(seat).ok_or(CommandError::NothingToTakeBack)?;
            if game.has_taken_back_enough() {
                return Err(LimitReached::Takebacks.into());
            }
        }
        if what != Offer::Rematch && !by_another && game.has_offered_enough(seat) {
            return Err(LimitReached::Offers.into());
        }
        Ok(self.agree(game, seat, what, context))
    }

    fn accept(&self, user: UserId, what: Offer, context: &Context<'_>) -> Decision {
        let (game, seat) = self.where_offered(user, what)?;
        let (by, agreed) = game.offered(what).ok_or(CommandError::NoOffer)?;
        if agreed.contains(seat) || !needed(game, what, by).contains(seat) {
            return Err(CommandError::NoOffer);
        }
        Ok(self.agree(game, seat, what, context))
    }

    fn decline(&self, user: UserId, what: Offer) -> Decision {
        let (game, seat) = self.where_offered(user, what)?;
        let (by, _) = game.offered(what).ok_or(CommandError::NoOffer)?;
        if !needed(game, what, by).contains(seat) {
            return Err(CommandError::NoOffer);
        }
        Ok(vec![Event::Declined { seat, what }])
    }

    fn resign(&self, user: UserId, context: &Context<'_>) -> Decision {
        let (game, seat) = self.in_game(user)?;
        if game.partners(seat).len() == 1 {
            return Ok(Self::lose(game, [seat].into_iter().collect(), Reason::Resignation));
        }
        let events = self.agree(game, seat, Offer::Resignation, context);
        let repeated = game.has_offered(Offer::Resignation, seat);
        if repeated && matches!(events[..], [Event::Offered { .. }]) {
            return Err(CommandError::OfferRepeated);
        }
        Ok(events)
    }

    fn claim(&self, user: UserId, claim: Claim, context: &Context<'_>) -> Decision {
        let (game, seat) = self.in_game(user)?;
        let opponents = game.opponents(seat);
        let is_claimable = |&other: &Seat| {
            self.claimable_at(other, context.presence).is_some_and(|moment| moment <= context.now)
        };
        let claimable: SeatSet = opponents.iter().filter(is_claimable).collect();
        if claimable.is_empty() {
            return Err(CommandError::NoPlayerAway);
        }
        match claim {
            Claim::Win => Ok(Self::lose(game, claimable, Reason::Abandoned)),
            Claim::Draw if opponents.iter().any(|other| self.is_there(other, context)) => {
                Err(CommandError::NoPlayerAway)
            }
            Claim::Draw => Ok(vec![finished(game.without_winner(Reason::Abandoned))]),
        }
    }

    /// Records that `seat` agrees; when the last required seat agrees, the offer takes effect.
    fn agree(&self, game: &Game, seat: Seat, what: Offer, context: &Context<'_>) -> Vec<Event> {
        let (by, mut agreed) = game.offered(what).unwrap_or((seat, SeatSet::EMPTY));
        agreed.insert(seat);
        let required = match what {
            Offer::Resignation => {
                // An absent partner counts as agreeing.
                agreed = agreed.union(self.seats().filter(|&other| !self.is_there(other, context)).collect());
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
            Offer::Rematch => Some(self.next_game(context.fresh)),
            Offer::Resignation => Some(finished(game.lost_by(seat, Reason::Resignation))),
        };
        happens.into_iter().collect()
    }

    /// Returns whether the player of `seat` is present at the table.
    fn is_there(&self, seat: Seat, context: &Context<'_>) -> bool {
        self.player(seat).is_some_and(|player| context.presence.is_connected(player.id))
    }

    /// Returns the game in which such an offer is possible, and the seat of `user` in it.
    fn where_offered(&self, user: UserId, what: Offer) -> Result<(&Game, Seat), CommandError> {
        if what != Offer::Rematch {
            return self.in_game(user);
        }
        let seat = self.seat_of(user).ok_or(CommandError::NotSeated)?;
        let game = self.game.as_ref().ok_or(CommandError::NotStarted)?;
        if game.outcome().is_none() { Err(CommandError::NotOver) } else { Ok((game, seat)) }
    }

    /// Returns the game in progress and the seat of `user` in it.
    fn in_game(&self, user: UserId) -> Result<(&Game, Seat), CommandError> {
        let seat = self.seat_of(user).ok_or(CommandError::NotSeated)?;
        let game = self.game.as_ref().ok_or(CommandError::NotStarted)?;
        if game.outcome().is_some() {
            return Err(CommandError::Over);
        }
        if game.out().contains(seat) {
            return Err(CommandError::Out);
        }
        Ok((game, seat))
    }
}

/// Seats that must agree to an offer of `by`.
fn needed(game: &Game, what: Offer, by: Seat) -> SeatSet {
    match what {
        Offer::Draw => game.playing(),
        Offer::Takeback => game.opponents(by).union([by].into_iter().collect()),
        Offer::Rematch => SeatSet::first(game.position().mode().seats()),
        Offer::Resignation => game.partners(by),
    }
}
