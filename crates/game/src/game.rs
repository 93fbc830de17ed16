//! One game: from the first move to the outcome.

use std::time::Duration;

use sumito_rules::{IllegalMove, Mode, Move, MoveError, Position};

use crate::offers::Offers;
use crate::{
    Clock, GameId, MoveText, MoveTiming, Offer, Outcome, Policy, Reason, Seat, SeatSet, Settings, Timestamp,
    limits,
};

/// One game, from its start to its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    id: GameId,
    started_at: Timestamp,
    finished_at: Option<Timestamp>,
    position: Position,
    moves: Vec<MoveText>,
    /// Where the time of each move went.
    ledger: Vec<MoveTiming>,
    /// How long the network took for each move, as it was measured: more than was forgiven, perhaps.
    lags: Vec<Duration>,
    /// The keys of the positions since the last ejection, the present one last.
    keys: Vec<u64>,
    /// From where moves can be replayed: the start, or the last time when somebody went out.
    base: Base,
    clock: Clock,
    /// Who has moved at least once.
    moved: SeatSet,
    /// Who plays no more, while the others go on.
    out: SeatSet,
    offers: Offers,
    /// How many takebacks there were.
    takebacks: u32,
    outcome: Option<Outcome>,
}

/// A place in the game to which moves can be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Base {
    position: Position,
    /// Who had moved by then.
    moved: SeatSet,
    /// The clocks as they were then. What had passed of the turn is not charged on them.
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
            base: Base { position, moved: SeatSet::EMPTY, clock: clock.clone() },
            position,
            clock,
            moved: SeatSet::EMPTY,
            out: SeatSet::EMPTY,
            offers: Offers::default(),
            takebacks: 0,
            outcome: None,
        }
    }

    /// The id by which the game is found when the table plays another.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// When it began: the moment of its [`Started`](crate::Event::Started).
    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// When it ended; `None` while it goes on.
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

    /// Where the time of each move went, in order. Moves that were taken back are not in it.
    pub fn ledger(&self) -> &[MoveTiming] {
        &self.ledger
    }

    /// The clocks as of the last event.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Who plays no more, while the others go on.
    pub fn out(&self) -> SeatSet {
        self.out
    }

    /// How it ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The seat whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.outcome.is_none().then(|| self.position.turn().into())
    }

    /// Who agrees to an offer, and who made it; `None` while there is none of the kind.
    pub fn offered(&self, what: Offer) -> Option<(Seat, SeatSet)> {
        let agreement = self.offers.get(what);
        agreement.by.map(|by| (by, agreement.agreed))
    }

    /// When whoever is to move must have made their first move; `None` when they have made one, or the policy sets no limit.
    pub fn first_move_by(&self, policy: &Policy) -> Option<Timestamp> {
        let seat = self.turn().filter(|&seat| !self.moved.contains(seat))?;
        debug_assert!(!self.out.contains(seat), "nobody who is out is to move");
        Some(self.clock.turn_began_at()? + policy.first_move?)
    }

    /// When the game is closed because nobody has moved for so long; `None` when the policy sets no limit.
    pub(crate) fn stale_at(&self, policy: &Policy) -> Option<Timestamp> {
        Some(self.clock.turn_began_at()? + policy.stale?)
    }

    /// Whether `seat` has proposed as many draws and takebacks as one seat can in a game.
    pub(crate) fn has_offered_enough(&self, seat: Seat) -> bool {
        self.offers.made_by(seat) >= limits::OFFERS_BY_SEAT
    }

    /// Whether moves were taken back as often as they can be in a game.
    pub(crate) fn has_taken_back_enough(&self) -> bool {
        self.takebacks >= limits::TAKEBACKS_IN_GAME
    }

    /// Whether `seat` made such an offer, and it is open or was turned down since its last move.
    pub(crate) fn has_offered(&self, what: Offer, seat: Seat) -> bool {
        let agreement = self.offers.get(what);
        agreement.agreed.contains(seat) || agreement.refused.contains(seat)
    }

    /// Who has given away half of their time.
    pub fn berserk(&self) -> SeatSet {
        self.clock.berserk()
    }

    /// Whether `seat` has moved at least once.
    pub(crate) fn has_moved(&self, seat: Seat) -> bool {
        self.moved.contains(seat)
    }

    /// Whether everybody has moved at least once.
    pub(crate) fn everybody_moved(&self) -> bool {
        self.moved == self.seats()
    }

    /// Who is still in the game.
    pub(crate) fn playing(&self) -> SeatSet {
        self.seats().without(self.out)
    }

    /// Everybody in the team of `seat`, which is one of them.
    pub(crate) fn partners(&self, seat: Seat) -> SeatSet {
        let mode = self.mode();
        let team = mode.team_of(seat.color());
        self.seats().iter().filter(|other| mode.team_of(other.color()) == team).collect()
    }

    /// Everybody who is still in the game and not in the team of `seat`.
    pub(crate) fn opponents(&self, seat: Seat) -> SeatSet {
        self.playing().without(self.partners(seat))
    }

    /// Plies that are left when `seat` takes its last move back; `None` when it has none to take back.
    pub(crate) fn ply_before_last_move_of(&self, seat: Seat) -> Option<u32> {
        let mine = self.ledger.iter().rposition(|timing| timing.seat == seat)? as u32;
        (mine >= self.base.position.ply()).then_some(mine)
    }

    /// The outcome of the move `mv`, if it ends the game.
    ///
    /// # Errors
    /// The rules' word on why the move cannot be played.
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
            // With two players, whoever cannot move has lost; with more, the turn has passed to everybody in vain.
            let winners =
                if self.mode() == Mode::Two { self.opponents(after.turn().into()) } else { SeatSet::EMPTY };
            return Ok(Some(outcome(&after, winners, Reason::Stuck)));
        }
        Ok(None)
    }

    /// The outcome when the team of `loser` loses for a reason outside of the rules of movement.
    pub(crate) fn lost_by(&self, loser: Seat, reason: Reason) -> Outcome {
        outcome(&self.position, self.opponents(loser), reason)
    }

    /// The outcome when only `winner` is left.
    pub(crate) fn won_by(&self, winner: Seat, reason: Reason) -> Outcome {
        outcome(&self.position, [winner].into_iter().collect(), reason)
    }

    /// The outcome when nobody wins.
    pub(crate) fn without_winner(&self, reason: Reason) -> Outcome {
        outcome(&self.position, SeatSet::EMPTY, reason)
    }

    /// The outcome when the game's own time is over: most ejections win, equal ones are a draw.
    pub(crate) fn counted_out(&self) -> Outcome {
        let captured = self.position.captured();
        let most = captured.iter().max();
        let mut leaders = self.mode().all_teams().filter(|team| captured.get(team.index()) == most);
        let winners = match (leaders.next(), leaders.next()) {
            (Some(leader), None) => {
                self.playing().iter().filter(|seat| self.mode().team_of(seat.color()) == leader).collect()
            }
            _ => SeatSet::EMPTY,
        };
        outcome(&self.position, winners, Reason::Time)
    }

    /// Reads a move for the present position.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.position.parse_move(text)
    }

    /// Takes in a move that was played, of which the network took `lag`.
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

    /// Takes moves back until `ply` are left; returns whether that can be done. The clocks are put back to where they were
    /// when the turn of the first of these moves began, and that turn begins again.
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
        self.moved = self.base.moved;
        self.keys = vec![self.position.key()];
        let replayed =
            kept.iter().all(|text| self.read_move(text.as_str()).is_ok_and(|mv| self.place(mv).is_ok()));
        self.offers.clear();
        self.takebacks += 1;
        self.clock.start(self.position.turn().into(), at);
        replayed
    }

    /// `seat` plays no more; its marbles stay.
    pub(crate) fn apply_elimination(&mut self, seat: Seat, at: Timestamp) {
        self.out.insert(seat);
        if self.position.turn() == seat.color() {
            self.clock.stop(at);
            settle_turn(&mut self.position, self.out);
            self.clock.start(self.position.turn().into(), at);
        }
        self.offers.clear();
        self.base = Base { position: self.position, moved: self.moved, clock: self.clock.clone() };
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

    /// The clocks, to say what the server has taken of the running turn.
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

/// Lets the turn pass over those who are out and, with more than two players, over those who cannot move. Returns
/// whether somebody can move.
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
    // Nobody can move. The turn is where it was, which may be at somebody who is out.
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
    fn who_cannot_move_has_lost_between_two() {
        // White's only marble is shut in by Black's after b3b2.
        let game = game(Mode::Two, "5/6/7/8/9/8/7/b1b3/wb3 b 0,0 0 0");
        let stuck = outcome_of(&game, "b3b2").unwrap();
        assert_eq!(
            (stuck.reason, stuck.winners.iter().map(Seat::index).collect::<Vec<_>>()),
            (Reason::Stuck, vec![0])
        );
    }

    #[test]
    fn the_turn_passes_over_who_cannot_move_among_more() {
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
            let outcome = game(mode, position).counted_out();
            assert_eq!(outcome.winners.iter().map(Seat::index).collect::<Vec<_>>(), winners, "{position}");
            assert_eq!(outcome.reason, Reason::Time);
        }
    }

    /// A game of any length, and its clocks as they were when each turn began, in the order of the plies.
    struct Timed {
        game: Game,
        now: Timestamp,
        clocks: Vec<Clock>,
        /// Moves so far, with those that were taken back: no two take the same time.
        count: u64,
    }

    impl Timed {
        fn new(mode: Mode, time: TimeControl) -> Self {
            let game = start(mode, time, Position::start(mode, mode.default_layout()).unwrap());
            Self { clocks: vec![game.clock.clone()], now: Timestamp(0), count: 0, game }
        }

        /// Plays some moves; each takes another time, and so do the network and the server.
        fn play(&mut self, plies: u64) {
            for _ in 0..plies {
                self.count += 1;
                let began = self.now;
                self.think(self.count + 2);
                self.game.clock.forgive(began, began + Duration::from_millis(500 * (self.count % 3)));
                let mv = self.game.position.legal_moves().into_iter().next().unwrap();
                self.game.apply_move(mv, Duration::from_millis(150 * self.count), self.now).unwrap();
                self.clocks.push(self.game.clock.clone());
            }
        }

        fn think(&mut self, seconds: u64) {
            self.now = self.now + Duration::from_secs(seconds);
        }

        /// Takes back to each ply from `first` on, and compares the clocks with those at that ply.
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
    fn so_does_one_after_somebody_went_out_among_three() {
        for (control, out) in every_control().into_iter().flat_map(|time| [(time, 1), (time, 2)]) {
            let mut timed = Timed::new(Mode::Three, control);
            timed.play(4);
            timed.think(20);
            // White has the turn; red has not, and white's turn goes on.
            let out = Seat::new(out).unwrap();
            timed.game.apply_elimination(out, timed.now);
            if timed.game.clock.running_since() == Some(timed.now) {
                timed.clocks[4] = timed.game.clock.clone();
            }
            timed.play(5);
            timed.check_takebacks(4);
            assert!(!timed.game.apply_takeback(3, timed.now), "nobody comes back");
        }
    }
}
