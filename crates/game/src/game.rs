//! One game, from the first move to the outcome.

use std::time::Duration;

use sumito_rules::{IllegalMove, Mode, Move, MoveError, Position};

use crate::offers::Offers;
use crate::{
    Clock, CommandError, GameId, MoveText, MoveTiming, Offer, Outcome, Policy, Reason, Seat, SeatSet,
    Settings, Timestamp, limits,
};

/// One game, from its start to its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    id: GameId,
    started_at: Timestamp,
    finished_at: Option<Timestamp>,
    position: Position,
    moves: Vec<MoveText>,
    /// Time account of each move.
    ledger: Vec<MoveTiming>,
    /// Network latency of each move as measured; may exceed the forgiven time.
    lags: Vec<Duration>,
    /// The keys of the positions since the last ejection; the current position is last.
    keys: Vec<u64>,
    /// Base for replaying moves: the start, or the last elimination.
    base: Base,
    clock: Clock,
    /// Seats that have moved at least once. A takeback does not undo that: the game has started for them.
    moved: SeatSet,
    /// Seats eliminated so far.
    out: SeatSet,
    offers: Offers,
    /// Number of takebacks so far.
    takebacks: u32,
    /// The number of the last order of a director that was carried out.
    time_order: u64,
    outcome: Option<Outcome>,
}

/// A point in the game to which moves can be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Base {
    position: Position,
    /// The clocks at that point. The elapsed time of the turn is not charged on them.
    clock: Clock,
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
            ledger: Vec::new(),
            lags: Vec::new(),
            keys: vec![position.key()],
            base: Base { position, clock: clock.clone() },
            position,
            clock,
            moved: SeatSet::EMPTY,
            out: SeatSet::EMPTY,
            offers: Offers::default(),
            takebacks: 0,
            time_order: 0,
            outcome: None,
        }
    }

    /// The game's id, which stays valid after the table starts another game.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Start of the game: the moment of its [`Started`](crate::Event::Started).
    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// End of the game; `None` while it is in progress.
    pub fn finished_at(&self) -> Option<Timestamp> {
        self.finished_at
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, in order.
    pub fn moves(&self) -> &[MoveText] {
        &self.moves
    }

    /// Time accounts of the moves, in order. Moves that were taken back are not included.
    pub fn ledger(&self) -> &[MoveTiming] {
        &self.ledger
    }

    /// The clocks as of the last event.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Seats that are eliminated while the others continue.
    pub fn out(&self) -> SeatSet {
        self.out
    }

    /// The game's outcome; `None` while it is in progress.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The seat to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.outcome.is_none().then(|| self.position.turn().into())
    }

    /// Returns the seat that made the open offer of this kind and the seats that agree to it; `None` if there is no such offer.
    pub fn offered(&self, what: Offer) -> Option<(Seat, SeatSet)> {
        let agreement = self.offers.get(what);
        agreement.by.map(|by| (by, agreement.agreed))
    }

    /// Deadline of the first move of the player to move; `None` after that move, even if it was taken back, or if the policy sets no limit.
    pub fn first_move_by(&self, policy: &Policy) -> Option<Timestamp> {
        let seat = self.turn().filter(|&seat| !self.moved.contains(seat))?;
        debug_assert!(!self.out.contains(seat), "no eliminated player is to move");
        Some(self.clock.turn_began_at()? + policy.first_move?)
    }

    /// Time at which the game is closed for lack of moves; `None` if the policy sets no limit.
    pub(crate) fn stale_at(&self, policy: &Policy) -> Option<Timestamp> {
        Some(self.clock.turn_began_at()? + policy.stale?)
    }

    /// Returns whether `seat` has reached its limit of draw and takeback proposals in this game.
    pub(crate) fn has_offered_enough(&self, seat: Seat) -> bool {
        self.offers.made_by(seat) >= limits::OFFERS_BY_SEAT
    }

    /// Returns whether the game has reached its limit of takebacks.
    pub(crate) fn has_taken_back_enough(&self) -> bool {
        self.takebacks >= limits::TAKEBACKS_IN_GAME
    }

    /// Returns whether `seat` made such an offer that is open or was declined since the seat's last move.
    pub(crate) fn has_offered(&self, what: Offer, seat: Seat) -> bool {
        let agreement = self.offers.get(what);
        agreement.agreed.contains(seat) || agreement.refused.contains(seat)
    }

    /// Seats that have given away half of their time.
    pub fn berserk(&self) -> SeatSet {
        self.clock.berserk()
    }

    /// Returns whether `seat` has moved at least once.
    pub(crate) fn time_order(&self) -> u64 {
        self.time_order
    }

    /// Gives a seat more time by a director's order.
    pub(crate) fn give_time(&mut self, seat: Seat, time: Duration, order: u64) {
        self.clock.give(seat, time);
        self.time_order = order;
    }

    pub(crate) fn has_moved(&self, seat: Seat) -> bool {
        self.moved.contains(seat)
    }

    /// Returns whether all seats that are still in the game have moved at least once.
    pub(crate) fn all_players_moved(&self) -> bool {
        self.playing().iter().all(|seat| self.moved.contains(seat))
    }

    /// Seats that are still in the game.
    pub(crate) fn playing(&self) -> SeatSet {
        self.seats().without(self.out)
    }

    /// All seats in the team of `seat`, including `seat`.
    pub(crate) fn partners(&self, seat: Seat) -> SeatSet {
        let mode = self.mode();
        let team = mode.team_of(seat.color());
        self.seats().iter().filter(|other| mode.team_of(other.color()) == team).collect()
    }

    /// Seats that are still in the game and not in the team of `seat`.
    pub(crate) fn opponents(&self, seat: Seat) -> SeatSet {
        self.playing().without(self.partners(seat))
    }

    /// Number of plies left after `seat` takes its last move back; `None` if it has no move to take back.
    pub(crate) fn ply_before_last_move_of(&self, seat: Seat) -> Option<u32> {
        let mine = self.ledger.iter().rposition(|timing| timing.seat == seat)? as u32;
        (mine >= self.base.position.ply()).then_some(mine)
    }

    /// Returns the outcome of the move `mv`, if it ends the game.
    ///
    /// # Errors
    /// Fails with the rules' reason if the move is illegal.
    pub(crate) fn outcome_of(&self, mv: Move, policy: &Policy) -> Result<Option<Outcome>, IllegalMove> {
        let mut after = self.position.play(mv)?.position;
        if let Some(team) = after.winner() {
            let winners =
                self.seats().iter().filter(|seat| self.mode().team_of(seat.color()) == team).collect();
            return Ok(Some(outcome(&after, winners, Reason::Ejections)));
        }
        let stuck = !settle_turn(&mut after, self.out);
        if after.quiet_plies() > 0 && policy.repetitions > 0 {
            let key = after.key();
            let stood = 1 + self.keys.iter().filter(|&&earlier| earlier == key).count();
            if stood >= policy.repetitions as usize {
                return Ok(Some(outcome(&after, SeatSet::EMPTY, Reason::Repetition)));
            }
        }
        let quiet = policy.quiet_plies > 0 && after.quiet_plies() >= policy.quiet_plies;
        if quiet || after.ply() >= limits::PLIES_IN_GAME {
            return Ok(Some(outcome(&after, SeatSet::EMPTY, Reason::Quiet)));
        }
        if stuck {
            // With two players, the player who cannot move loses. With more players, no seat can move at this point.
            let winners =
                if self.mode() == Mode::Two { self.opponents(after.turn().into()) } else { SeatSet::EMPTY };
            return Ok(Some(outcome(&after, winners, Reason::Stuck)));
        }
        Ok(None)
    }

    /// Outcome when the team of `loser` loses for a reason other than the rules of movement.
    pub(crate) fn lost_by(&self, loser: Seat, reason: Reason) -> Outcome {
        outcome(&self.position, self.opponents(loser), reason)
    }

    /// The outcome when only `winner` is left.
    pub(crate) fn won_by(&self, winner: Seat, reason: Reason) -> Outcome {
        outcome(&self.position, [winner].into_iter().collect(), reason)
    }

    /// Outcome without a winner.
    pub(crate) fn without_winner(&self, reason: Reason) -> Outcome {
        outcome(&self.position, SeatSet::EMPTY, reason)
    }

    /// Outcome when the game's shared clock expires: most ejections win, equal counts are a draw.
    pub(crate) fn outcome_on_time(&self) -> Outcome {
        let captured = self.position.captured();
        let max = captured.iter().max();
        let mut leaders = self.mode().all_teams().filter(|team| captured.get(team.index()) == max);
        let winners = match (leaders.next(), leaders.next()) {
            (Some(leader), None) => {
                self.playing().iter().filter(|seat| self.mode().team_of(seat.color()) == leader).collect()
            }
            _ => SeatSet::EMPTY,
        };
        outcome(&self.position, winners, Reason::Time)
    }

    /// Parses a move for the current position.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.position.parse_move(text)
    }

    /// Reads a line of moves from the current position on, with the seats that play them. The game must continue until the last of them.
    pub(crate) fn read_line(&self, line: &[String]) -> Result<Vec<(Seat, MoveText)>, CommandError> {
        let mut position = self.position;
        let mut read = Vec::with_capacity(line.len());
        for text in line {
            let mv = position.parse_move(text)?;
            read.push((position.turn().into(), mv.into()));
            position = position.play(mv).map_err(CommandError::Illegal)?.position;
            settle_turn(&mut position, self.out);
        }
        Ok(read)
    }

    /// Applies a move, of which `lag` was network latency.
    pub(crate) fn apply_move(&mut self, mv: Move, lag: Duration, at: Timestamp) -> Result<(), IllegalMove> {
        let seat = Seat::from(self.position.turn());
        self.place(mv)?;
        self.offers.lapse_with_move(seat);
        if let Some(timing) = self.clock.press(at, lag) {
            self.ledger.push(timing);
            self.lags.push(lag);
        }
        self.clock.start(self.position.turn().into(), at);
        Ok(())
    }

    /// Plays a move on the board, without the clocks.
    fn place(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let seat = Seat::from(self.position.turn());
        let played = self.position.play(mv)?;
        self.position = played.position;
        settle_turn(&mut self.position, self.out);
        self.moves.push(mv.into());
        if self.position.quiet_plies() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
        self.moved.insert(seat);
        Ok(())
    }

    /// Takes moves back until `ply` are left; returns whether that was possible. Resets the clocks to the start of the first of these
    /// moves' turns, and that turn starts again.
    pub(crate) fn apply_takeback(&mut self, ply: u32, at: Timestamp) -> bool {
        let first = self.base.position.ply();
        if !(first..self.position.ply()).contains(&ply) {
            return false;
        }
        let (first, left) = (first as usize, ply as usize);
        let kept = self.moves[first..left].to_vec();
        self.moves.truncate(first);
        self.ledger.truncate(left);
        self.lags.truncate(left);
        self.clock = self.base.clock.after(self.ledger[first..].iter().zip(&self.lags[first..]));
        self.position = self.base.position;
        self.keys = vec![self.position.key()];
        let replayed =
            kept.iter().all(|text| self.read_move(text.as_str()).is_ok_and(|mv| self.place(mv).is_ok()));
        self.offers.clear();
        self.takebacks += 1;
        self.clock.start(self.position.turn().into(), at);
        replayed
    }

    /// Eliminates `seat`; its marbles stay on the board.
    pub(crate) fn apply_elimination(&mut self, seat: Seat, at: Timestamp) {
        self.out.insert(seat);
        if self.position.turn() == seat.color() {
            self.clock.stop(at);
            settle_turn(&mut self.position, self.out);
            self.clock.start(self.position.turn().into(), at);
        }
        self.offers.clear();
        self.base = Base { position: self.position, clock: self.clock.clone() };
    }

    pub(crate) fn apply_agreement(&mut self, what: Offer, seat: Seat) {
        self.offers.agree(what, seat);
    }

    pub(crate) fn apply_refusal(&mut self, what: Offer) {
        self.offers.turn_down(what);
    }

    pub(crate) fn apply_outcome(&mut self, outcome: Outcome, at: Timestamp) {
        self.clock.stop(at);
        self.offers.clear();
        self.outcome = Some(outcome);
        self.finished_at = Some(at);
    }

    /// The clocks, for recording the server time of the running turn.
    pub(crate) fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn mode(&self) -> Mode {
        self.position.mode()
    }

    fn seats(&self) -> SeatSet {
        SeatSet::first(self.mode().seats())
    }
}

/// Passes the turn over eliminated seats and, with more than two players, over seats that cannot move. Returns whether any seat can move.
fn settle_turn(position: &mut Position, out: SeatSet) -> bool {
    if position.mode() == Mode::Two || position.winner().is_some() {
        return position.has_legal_move();
    }
    for _ in 0..position.mode().seats() {
        if !out.contains(position.turn().into()) && position.has_legal_move() {
            return true;
        }
        *position = position.pass_turn();
    }
    // No seat can move. The turn is back where it started, possibly at an eliminated seat.
    while out.contains(position.turn().into()) && out.len() < position.mode().seats() {
        *position = position.pass_turn();
    }
    false
}

fn outcome(position: &Position, winners: SeatSet, reason: Reason) -> Outcome {
    Outcome { winners, reason, score: position.captured().to_vec() }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Position;
    use uuid::Uuid;

    use super::*;
    use crate::TimeControl;

    fn game(mode: Mode, position: &str) -> Game {
        start(mode, TimeControl::None, Position::parse(mode, position).unwrap())
    }

    fn start(mode: Mode, time: TimeControl, position: Position) -> Game {
        let settings = Settings {
            mode,
            layout: mode.default_layout(),
            start_position: None,
            coach: false,
            time,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            tournament: None,
            policy: Policy::usual(time),
        };
        Game::start(GameId(Uuid::nil()), &settings, position, Timestamp(0))
    }

    fn outcome_of(game: &Game, text: &str) -> Option<Outcome> {
        let policy = Policy::usual(TimeControl::None);
        game.outcome_of(game.read_move(text).unwrap(), &policy).unwrap()
    }

    #[test]
    fn player_without_a_legal_move_loses_with_two_players() {
        // Black's marbles enclose White's only marble after b3b2.
        let game = game(Mode::Two, "5/6/7/8/9/8/7/b1b3/wb3 b 0,0 0 0");
        let stuck = outcome_of(&game, "b3b2").unwrap();
        assert_eq!(
            (stuck.reason, stuck.winners.iter().map(Seat::index).collect::<Vec<_>>()),
            (Reason::Stuck, vec![0])
        );
    }

    #[test]
    fn turn_skips_a_player_without_a_legal_move() {
        let mut game = game(Mode::Three, "r4/6/7/8/9/8/7/b1b3/wb3 b 0,0,0 0 0");
        assert_eq!(outcome_of(&game, "b3b2"), None);
        let mv = game.read_move("b3b2").unwrap();
        game.apply_move(mv, Duration::ZERO, Timestamp(1)).unwrap();
        assert_eq!(game.turn().map(Seat::index), Some(2), "white is passed over");
    }

    #[test]
    fn most_ejections_win_when_the_time_of_the_game_is_over() {
        for (mode, position, winners) in [
            (Mode::Two, "5/6/7/8/9/8/7/6/wb3 b 2,3 0 0", vec![1]),
            (Mode::Two, "5/6/7/8/9/8/7/6/wb3 b 3,3 0 0", vec![]),
            (Mode::Three, "r4/6/7/8/9/8/7/6/wb3 b 1,0,2 0 0", vec![2]),
            (Mode::Three, "r4/6/7/8/9/8/7/6/wb3 b 2,0,2 0 0", vec![]),
            (Mode::Four, "ry3/6/7/8/9/8/7/6/wb3 b 4,1 0 0", vec![0, 2]),
        ] {
            let outcome = game(mode, position).outcome_on_time();
            assert_eq!(outcome.winners.iter().map(Seat::index).collect::<Vec<_>>(), winners, "{position}");
            assert_eq!(outcome.reason, Reason::Time);
        }
    }

    /// A game of any length, with its clocks at the start of each turn, in the order of the plies.
    struct Timed {
        game: Game,
        now: Timestamp,
        clocks: Vec<Clock>,
        /// Number of moves so far, including moves taken back: no two moves take the same time.
        count: u64,
    }

    impl Timed {
        fn new(mode: Mode, time: TimeControl) -> Self {
            let game = start(mode, time, Position::start(mode, mode.default_layout()).unwrap());
            Self { clocks: vec![game.clock.clone()], now: Timestamp(0), count: 0, game }
        }

        /// Plays some moves, each with a different thinking, network and server time.
        fn play(&mut self, plies: u64) {
            for _ in 0..plies {
                self.count += 1;
                let began = self.now;
                self.think(self.count + 2);
                self.game.clock.exclude(began, began + Duration::from_millis(500 * (self.count % 3)));
                let mv = self.game.position.legal_moves().into_iter().next().unwrap();
                self.game.apply_move(mv, Duration::from_millis(150 * self.count), self.now).unwrap();
                self.clocks.push(self.game.clock.clone());
            }
        }

        fn think(&mut self, seconds: u64) {
            self.now = self.now + Duration::from_secs(seconds);
        }

        /// Takes back to each ply from `first` on, and compares the clocks with the recorded ones at that ply.
        fn check_takebacks(&self, first: usize) {
            let now = self.now + Duration::from_secs(100);
            let played = self.game.moves.len();
            for ply in first..played {
                let mut game = self.game.clone();
                assert!(game.apply_takeback(ply as u32, now));
                let mut expected = self.clocks[ply].clone();
                expected.start(game.position.turn().into(), now);
                assert_eq!(game.clock, expected, "back to ply {ply} of {played}");
            }
        }
    }

    fn every_control() -> [TimeControl; 7] {
        let (initial, more) = (Duration::from_mins(3), Duration::from_secs(5));
        [
            TimeControl::None,
            TimeControl::SuddenDeath { initial },
            TimeControl::Fischer { initial, increment: more },
            TimeControl::Bronstein { initial, delay: more },
            TimeControl::Delay { initial, delay: more },
            TimeControl::PerMove { limit: initial },
            TimeControl::PerGame { limit: initial },
        ]
    }

    #[test]
    fn a_takeback_puts_clocks_and_lag_banks_back_exactly() {
        for (mode, control) in Mode::ALL.into_iter().flat_map(|mode| every_control().map(|time| (mode, time)))
        {
            let mut timed = Timed::new(mode, control);
            timed.play(9);
            timed.check_takebacks(0);
        }
    }

    #[test]
    fn so_does_a_takeback_after_another() {
        for control in every_control() {
            let mut timed = Timed::new(Mode::Two, control);
            timed.play(5);
            timed.think(20);
            assert!(timed.game.apply_takeback(2, timed.now));
            timed.clocks.truncate(3);
            timed.play(4);
            timed.check_takebacks(0);
        }
    }

    #[test]
    fn so_does_a_takeback_after_an_elimination_with_three_players() {
        for (control, out) in every_control().into_iter().flat_map(|time| [(time, 1), (time, 2)]) {
            let mut timed = Timed::new(Mode::Three, control);
            timed.play(4);
            timed.think(20);
            // White has the turn; when red is eliminated, white's turn continues.
            let out = Seat::new(out).unwrap();
            timed.game.apply_elimination(out, timed.now);
            if timed.game.clock.running_since() == Some(timed.now) {
                timed.clocks[4] = timed.game.clock.clone();
            }
            timed.play(5);
            timed.check_takebacks(4);
            assert!(!timed.game.apply_takeback(3, timed.now), "an eliminated seat stays out");
        }
    }
}
