//! One game: from the first move to the outcome.

use sumito_rules::{IllegalMove, Move, MoveError, Position};

use crate::{Clock, GameId, MoveText, Outcome, Policy, Reason, Seat, SeatSet, Settings, Timestamp};

/// One game, from its start to its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    id: GameId,
    started_at: Timestamp,
    finished_at: Option<Timestamp>,
    position: Position,
    moves: Vec<MoveText>,
    /// The keys of the positions since the last ejection, the present one last.
    keys: Vec<u64>,
    clock: Clock,
    /// Who has moved at least once.
    moved: SeatSet,
    /// Who agrees to a draw; empty while none is offered.
    draw_agreed: SeatSet,
    /// Whose draw offer was turned down since their last move.
    draw_refused: SeatSet,
    outcome: Option<Outcome>,
}

impl Game {
    pub(crate) fn start(id: GameId, settings: &Settings, position: Position, at: Timestamp) -> Self {
        let mut clock = Clock::new(settings.time);
        clock.start(position.turn().into(), at);
        Self {
            id,
            started_at: at,
            finished_at: None,
            moves: Vec::new(),
            keys: vec![position.key()],
            position,
            clock,
            moved: SeatSet::EMPTY,
            draw_agreed: SeatSet::EMPTY,
            draw_refused: SeatSet::EMPTY,
            outcome: None,
        }
    }

    /// Its id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// When it began.
    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// When it ended.
    pub fn finished_at(&self) -> Option<Timestamp> {
        self.finished_at
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, in order.
    pub fn moves(&self) -> &[MoveText] {
        &self.moves
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How it ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The seat whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.outcome.is_none().then(|| self.position.turn().into())
    }

    /// Who agrees to a draw; empty while none is offered.
    pub fn draw_agreed(&self) -> SeatSet {
        self.draw_agreed
    }

    /// Whether `seat` offered a draw that is open or was turned down since its last move.
    pub(crate) fn has_offered_draw(&self, seat: Seat) -> bool {
        self.draw_agreed.contains(seat) || self.draw_refused.contains(seat)
    }

    /// Whether everybody has moved at least once.
    pub(crate) fn everybody_moved(&self) -> bool {
        self.moved == self.seats()
    }

    /// Whether a draw is agreed once `seat` has agreed as well.
    pub(crate) fn draw_complete_with(&self, seat: Seat) -> bool {
        let mut agreed = self.draw_agreed;
        agreed.insert(seat);
        agreed.is_superset(self.seats())
    }

    /// The outcome of the move `mv`, if it ends the game.
    ///
    /// # Errors
    /// The rules' word on why the move cannot be played.
    pub(crate) fn outcome_of(&self, mv: Move, policy: Policy) -> Result<Option<Outcome>, IllegalMove> {
        let after = self.position.play(mv)?.position;
        if let Some(side) = after.winner() {
            let winners =
                self.seats().iter().filter(|seat| after.mode().side_of(seat.color()) == side).collect();
            return Ok(Some(outcome(&after, winners, Reason::Ejections)));
        }
        if after.quiet_plies() > 0 && policy.repetitions > 0 {
            let key = after.key();
            let stood = 1 + self.keys.iter().filter(|&&earlier| earlier == key).count();
            if stood >= policy.repetitions as usize {
                return Ok(Some(outcome(&after, SeatSet::EMPTY, Reason::Repetition)));
            }
        }
        if policy.quiet_plies > 0 && after.quiet_plies() >= policy.quiet_plies {
            return Ok(Some(outcome(&after, SeatSet::EMPTY, Reason::Quiet)));
        }
        if !after.has_legal_move() {
            return Ok(Some(outcome(&after, self.others(after.turn().into()), Reason::Stuck)));
        }
        Ok(None)
    }

    /// The outcome when `loser` loses for a reason outside of the rules of movement.
    pub(crate) fn lost_by(&self, loser: Seat, reason: Reason) -> Outcome {
        outcome(&self.position, self.others(loser), reason)
    }

    /// The outcome when nobody wins.
    pub(crate) fn without_winner(&self, reason: Reason) -> Outcome {
        outcome(&self.position, SeatSet::EMPTY, reason)
    }

    /// Reads a move for the present position.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.position.parse_move(text)
    }

    /// Takes in a move that was played.
    pub(crate) fn apply_move(&mut self, seat: Seat, mv: Move, at: Timestamp) -> Result<(), IllegalMove> {
        self.position = self.position.play(mv)?.position;
        self.moves.push(mv.into());
        if self.position.quiet_plies() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
        self.moved.insert(seat);
        self.draw_refused.remove(seat);
        if !self.draw_agreed.contains(seat) {
            self.draw_agreed = SeatSet::EMPTY;
        }
        self.clock.press(at);
        self.clock.start(self.position.turn().into(), at);
        Ok(())
    }

    pub(crate) fn apply_draw_offer(&mut self, seat: Seat) {
        self.draw_agreed.insert(seat);
    }

    pub(crate) fn apply_draw_refusal(&mut self) {
        self.draw_agreed.iter().for_each(|seat| self.draw_refused.insert(seat));
        self.draw_agreed = SeatSet::EMPTY;
    }

    pub(crate) fn apply_outcome(&mut self, outcome: Outcome, at: Timestamp) {
        self.clock.stop(at);
        self.draw_agreed = SeatSet::EMPTY;
        self.outcome = Some(outcome);
        self.finished_at = Some(at);
    }

    pub(crate) fn apply_pause(&mut self, at: Timestamp) {
        self.clock.hold(at);
    }

    pub(crate) fn apply_resume(&mut self, at: Timestamp) {
        self.clock.resume(at);
    }

    fn seats(&self) -> SeatSet {
        SeatSet::first(self.position.mode().seats())
    }

    /// Everybody who is not on the side of `seat`.
    fn others(&self, seat: Seat) -> SeatSet {
        let mode = self.position.mode();
        let side = mode.side_of(seat.color());
        self.seats().iter().filter(|other| mode.side_of(other.color()) != side).collect()
    }
}

fn outcome(position: &Position, winners: SeatSet, reason: Reason) -> Outcome {
    Outcome { winners, reason, score: position.captured().to_vec() }
}
