//! Invented games. Each is a part of one of several thousand games that were played by the rules, with other players, another time and
//! another end.

use std::time::Duration;

use fastrand::Rng;
use sumito_game::{
    GameId, MoveTiming, Outcome, Player, Reason, RoomId, Seat, SeatSet, TimeControl, Timestamp, UserId,
};
use sumito_rules::{Layout, Mode, Position, Team};
use sumito_store::{EventHash, FinishedGame, GameMoves, Role, UserRow, Visibility};
use uuid::Uuid;

/// Who plays. The first play far more often than the last.
const USERS: u64 = 20_000;
/// Where they play.
pub(crate) const ROOMS: u64 = 4_000;
/// How many games are played move by move. Frequent openings of a layout occur in several of them.
const PLAYED: u64 = 6_000;
/// When the first game ended: 2024-01-01.
pub(crate) const BEGINNING: i64 = 1_704_067_200_000_000;
/// Time from the end of one game to the end of the next.
const BETWEEN: i64 = 60_000_000;

/// Returns the id of the n-th user.
pub(crate) fn user(number: u64) -> UserId {
    UserId(Uuid::from_u128(0x5eed_0000_0000_8000_8000_0000_0000_0000 | u128::from(number)))
}

fn name(number: u64) -> String {
    format!("Player{number}")
}

/// Returns the id of the n-th room.
pub(crate) fn room(number: u64) -> RoomId {
    RoomId::from_random((0x5eed_0000_0000_0000 | number).to_le_bytes())
}

/// Returns all users that play.
pub(crate) fn users() -> Vec<UserRow> {
    let user = |number| UserRow {
        id: user(number),
        name: name(number),
        guest: false,
        bot: false,
        role: Role::Player,
        created_at: Timestamp(BEGINNING),
    };
    (0..USERS).map(user).collect()
}

/// A game that was played to its end, and the position after each ply.
struct Played {
    mode: Mode,
    layout: Layout,
    moves: Vec<String>,
    seats: Vec<Seat>,
    positions: Vec<Position>,
}

/// Invents games, each from the seed and its number.
pub(crate) struct Inventor {
    seed: u64,
    played: Vec<Played>,
}

impl Inventor {
    pub(crate) fn new(seed: u64) -> Self {
        let played = (0..PLAYED).map(|number| Played::new(&mut rng(seed, number))).collect();
        Self { seed, played }
    }

    pub(crate) fn game(&self, number: u64) -> FinishedGame {
        let rng = &mut rng(!self.seed, number);
        // Some are played again and again, as openings are.
        let played = &self.played[(rng.f64().powi(2) * self.played.len() as f64) as usize];
        let plies = if rng.u8(..10) < 3 {
            played.moves.len()
        } else {
            rng.usize(played.moves.len().min(2)..=played.moves.len())
        };
        let last = &played.positions[plies];
        let time = time(rng);
        let finished_at = BEGINNING + number as i64 * BETWEEN + rng.i64(0..BETWEEN);
        let ledger: Vec<_> = played.seats[..plies].iter().map(|&seat| timing(rng, seat)).collect();
        let lasted: Duration = ledger.iter().map(|timing| timing.elapsed).sum();
        FinishedGame {
            id: GameId(Uuid::from_u128(u128::from(rng.u64(..)) << 64 | u128::from(number))),
            room: room(rng.u64(..ROOMS)),
            visibility: Visibility::Public,
            mode: played.mode,
            layout: played.layout,
            start_position: None,
            coach: false,
            time,
            tournament: None,
            rated: time != TimeControl::None && rng.u8(..10) < 4,
            players: players(rng, played.mode),
            started_at: Timestamp(finished_at) - lasted,
            finished_at: Timestamp(finished_at),
            plies: plies as u32,
            final_position: last.to_string(),
            last_seq: number + 2,
            last_hash: EventHash([0; 32]),
            moves: GameMoves { moves: played.moves[..plies].join(" "), ledger },
            outcome: outcome(rng, last),
        }
    }
}

fn rng(seed: u64, number: u64) -> Rng {
    Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
}

impl Played {
    /// Some moves of a position are far more popular than others, and marbles that can be pushed out mostly are.
    fn new(rng: &mut Rng) -> Self {
        let mode = mode(rng);
        let layout = layout(rng, mode);
        let wanted = plies(rng);
        let mut position = Position::start(mode, layout).expect("the layout fits");
        let mut played =
            Self { mode, layout, moves: Vec::new(), seats: Vec::new(), positions: vec![position] };
        while position.ply() < wanted && position.winner().is_none() {
            let legal = position.legal_moves();
            let ejecting = legal.iter().find(|mv| position.effect(*mv).ejected.is_some());
            // Openings are better known than later moves.
            let taste = if position.ply() < 8 { 9 } else { 4 };
            let popular = (rng.f64().powi(taste) * legal.len() as f64) as usize;
            let wanted = ejecting.filter(|_| rng.u8(..10) < 6).or_else(|| legal.iter().nth(popular));
            let Some(mv) = wanted else { break };
            played.seats.push(Seat::from(position.turn()));
            played.moves.push(mv.to_string());
            position = position.play(mv).expect("it is legal").position;
            played.positions.push(position);
        }
        played
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
    // Users 0 and 1 often meet: in half of the games for two in which user 0 would play.
    if mode == Mode::Two && numbers.contains(&0) && rng.bool() {
        numbers = if rng.bool() { vec![0, 1] } else { vec![1, 0] };
    }
    let player = |number| Player { id: user(number), name: name(number), guest: false, bot: false };
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
