//! Games that nobody played.

use std::time::Duration;

use fastrand::Rng;
use sumito_game::{
    GameId, MoveTiming, Outcome, Player, Reason, Seat, SeatSet, TimeControl, Timestamp, UserId,
};
use sumito_rules::{Layout, Mode, Position, Team};
use sumito_server::store::{EventHash, FinishedGame, GameMoves, Role, UserRow, Visibility, imported_room};
use uuid::Uuid;

/// Who plays. The first play far more often than the last.
const USERS: u64 = 20_000;
/// When the first game ended: 2024-01-01.
const BEGINNING: i64 = 1_704_067_200_000_000;
/// From the end of one game to that of the next.
const BETWEEN: i64 = 60_000_000;

/// The n-th of those who play.
fn user(number: u64) -> UserId {
    UserId(Uuid::from_u128(0x5eed_0000_0000_8000_8000_0000_0000_0000 | u128::from(number)))
}

/// All who play.
pub(crate) fn users() -> Vec<UserRow> {
    let user = |number| UserRow {
        id: user(number),
        name: format!("Player {number}"),
        guest: true,
        bot: false,
        role: Role::Player,
        created_at: Timestamp(BEGINNING),
    };
    (0..USERS).map(user).collect()
}

/// Invents games, each from the seed and its number.
pub(crate) struct Inventor {
    seed: u64,
}

impl Inventor {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed }
    }

    pub(crate) fn game(&self, number: u64) -> FinishedGame {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mode = mode(&mut rng);
        let layout = layout(&mut rng, mode);
        let wanted = plies(&mut rng);
        let (last, moves, seats) = play(&mut rng, mode, layout, wanted);
        let outcome = outcome(&mut rng, &last);
        let finished_at = BEGINNING + number as i64 * BETWEEN + rng.i64(0..BETWEEN);
        let ledger: Vec<_> = seats.into_iter().map(|seat| timing(&mut rng, seat)).collect();
        let lasted: Duration = ledger.iter().map(|timing| timing.elapsed).sum();
        FinishedGame {
            id: GameId(Uuid::from_u128(u128::from(rng.u64(..)) << 64 | u128::from(number))),
            room: imported_room(),
            visibility: Visibility::Public,
            mode,
            layout,
            time: time(&mut rng),
            tournament: None,
            rated: rng.u8(..10) < 4,
            players: players(&mut rng, mode),
            started_at: Timestamp(finished_at) - lasted,
            finished_at: Timestamp(finished_at),
            plies: moves.len() as u32,
            final_position: last.to_string(),
            last_seq: 0,
            last_hash: EventHash([0; 32]),
            moves: GameMoves { moves: moves.join(" "), ledger },
            outcome,
        }
    }
}

fn mode(rng: &mut Rng) -> Mode {
    match rng.u8(..100) {
        0..86 => Mode::Two,
        86..94 => Mode::Three,
        94..98 => Mode::Four,
        _ => Mode::FourConsecutive,
    }
}

/// The usual layout most often, then the others, each less often than the one before.
fn layout(rng: &mut Rng, mode: Mode) -> Layout {
    if rng.u8(..100) < 55 {
        return mode.default_layout();
    }
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
    let place = (rng.f64().powi(3) * layouts.len() as f64) as usize;
    layouts[place.min(layouts.len() - 1)]
}

/// How long a game shall be: most have 40 to 110 plies, some are far longer.
fn plies(rng: &mut Rng) -> u32 {
    match rng.u8(..100) {
        0..10 => rng.u32(2..25),
        10..80 => rng.u32(30..110),
        80..97 => rng.u32(110..200),
        _ => rng.u32(200..400),
    }
}

/// Plays some plies. Some moves of a position are far more popular than others, and marbles that can be pushed out mostly are.
fn play(rng: &mut Rng, mode: Mode, layout: Layout, plies: u32) -> (Position, Vec<String>, Vec<Seat>) {
    let mut position = Position::start(mode, layout).expect("the layout fits");
    let (mut moves, mut seats) = (Vec::new(), Vec::new());
    while position.ply() < plies && position.winner().is_none() {
        let legal = position.legal_moves();
        let ejecting = legal.iter().find(|mv| position.effect(*mv).ejected.is_some());
        let popular = (rng.f64().powi(4) * legal.len() as f64) as usize;
        let Some(mv) = ejecting.filter(|_| rng.u8(..10) < 6).or_else(|| legal.iter().nth(popular)) else {
            break;
        };
        seats.push(Seat::from(position.turn()));
        moves.push(mv.to_string());
        position = position.play(mv).expect("it is legal").position;
    }
    (position, moves, seats)
}

/// How it ended, as the marbles allow.
fn outcome(rng: &mut Rng, last: &Position) -> Outcome {
    let mode = last.mode();
    let seats = |team: Team| mode.colors_of(team).map(Seat::from).collect::<SeatSet>();
    let score = last.captured().to_vec();
    if let Some(team) = last.winner() {
        return Outcome { winners: seats(team), reason: Reason::Ejections, score };
    }
    let reason = match rng.u8(..100) {
        0..40 => Reason::Resignation,
        40..70 => Reason::Time,
        70..78 => Reason::Agreement,
        78..84 => Reason::Repetition,
        84..88 => Reason::Quiet,
        88..89 => Reason::Stuck,
        89..95 => Reason::Abandoned,
        _ => Reason::Aborted,
    };
    let is_won = matches!(reason, Reason::Resignation | Reason::Time | Reason::Abandoned | Reason::Stuck);
    let winner = rng.usize(..mode.teams());
    let team = mode.all_teams().nth(winner).filter(|_| is_won);
    Outcome { winners: team.map_or(SeatSet::EMPTY, seats), reason, score }
}

fn players(rng: &mut Rng, mode: Mode) -> Vec<Player> {
    let mut numbers: Vec<u64> = Vec::new();
    while numbers.len() < mode.seats() {
        let number = (rng.f64().powi(2) * USERS as f64) as u64;
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    let player =
        |number| Player { id: user(number), name: format!("Player {number}"), guest: true, bot: false };
    numbers.into_iter().map(player).collect()
}

fn time(rng: &mut Rng) -> TimeControl {
    let minutes = Duration::from_mins(rng.choice([1, 3, 5, 10, 15]).expect("there are some"));
    let seconds = Duration::from_secs(rng.u64(1..6));
    match rng.u8(..10) {
        0 => TimeControl::None,
        1..3 => TimeControl::SuddenDeath { initial: minutes },
        3..8 => TimeControl::Fischer { initial: minutes, increment: seconds },
        8 => TimeControl::Bronstein { initial: minutes, delay: seconds },
        _ => TimeControl::PerMove { limit: Duration::from_hours(24) },
    }
}

fn timing(rng: &mut Rng, seat: Seat) -> MoveTiming {
    let none = Duration::ZERO;
    let elapsed = Duration::from_millis((rng.f64().powi(3) * 20_000.0) as u64);
    MoveTiming { seat, elapsed, server: none, forgiven: none, free: none, added: none }
}
