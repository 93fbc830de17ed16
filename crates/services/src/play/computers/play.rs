//! Move choice of computer players.

use std::time::Duration;

use sumito_engine::{DrawRules, Level, Limits, Root, TimeLeft, time_for_move};
use sumito_game::{Computer, GameId, Seat, Settings, TimeControl, UserId};
use sumito_rules::Move;
use tokio::time::{Instant, sleep_until, timeout};
use tracing::{error, warn};

use super::ComputerContext;
use sumito_kit::engine_pool::{JobKind, Share, roots};
use sumito_kit::shares::Payer;
use sumito_rooms::{MyGame, Notice, RoomView};

/// Waits for the engine pool that are longer than this are shown.
const WAITS_VISIBLY: Duration = Duration::from_secs(1);

/// Maximum search time by level, from level 1 on, in milliseconds: limited by the patience of human opponents.
const MAX_THINKING_MS: [u64; Computer::LEVELS as usize] =
    [150, 150, 200, 200, 300, 300, 400, 400, 600, 900, 1_400, 2_000];

// Each level of the engine is a computer's.
const _: () = assert!(Computer::LEVELS == Level::FULL.number());

impl ComputerContext {
    /// Chooses the move of `computer`; `None` if the room has moved on.
    pub(super) async fn choose_move(&self, computer: Computer, my_game: &MyGame) -> Option<Move> {
        let began = Instant::now();
        let (room, view) = self.view(my_game.room.id, computer).await.ok()?;
        let root = roots_of(view.value())?.pop();
        let root = root.filter(|root| root.position().ply() == my_game.position.ply())?;
        let (rooms, settings, ends_at) = (self.rooms.clone(), my_game.settings.clone(), my_game.turn_ends_at);
        let (plies, seed) = (root.position().ply(), seed_of(my_game.game?, computer));
        // A strong move would advise a player of a rated game with this position.
        let is_in_play = rooms.rated_positions().is_in_play(root.position());
        let strength = if is_in_play { Level::WEAKEST } else { level(computer) };
        let limits = move |share| {
            // Read the remaining time now: waiting for the engine pool counted as the computer's own time.
            let left = ends_at.map(|moment| moment.since(rooms.now()));
            limits(computer, strength, seed, &settings, left, plies, share)
        };
        let place = async {
            let (payer, cost) = (self.payer(my_game), max_thinking(computer));
            let mut asked =
                self.engine_pool.submit_when_free(JobKind::Move, payer, &root, cost, limits).await;
            asked.started().await;
            asked
        };
        tokio::pin!(place);
        let asked = if let Ok(asked) = timeout(WAITS_VISIBLY, &mut place).await {
            asked
        } else {
            warn!(room = %room.id(), "computer move delayed: engine queue full");
            room.send_notice(Notice::ComputerWaits).await;
            place.await
        };
        let found = asked.answer().await;
        if found.is_none() {
            error!(position = %root.position(), "engine search failed; playing any legal move");
        }
        // If the search fails, play any legal move: the opponents must not wait for a move that never comes.
        let any = || root.position().legal_moves().into_iter().next();
        let chosen = found.map_or_else(any, |found| found.best);
        let has_time = ends_at.is_none_or(|moment| moment.since(self.rooms.now()) > self.pause * 4);
        if has_time {
            sleep_until(began + self.pause).await;
        }
        chosen
    }

    /// Returns the account that is charged for the searches of a room's computers: the account of the first person at the table.
    pub(super) fn payer(&self, my_game: &MyGame) -> Payer {
        let mut people = my_game.users().filter(|user| Computer::of(*user).is_none());
        self.engine_pool.payer(people.next().unwrap_or_else(|| UserId(uuid::Uuid::nil())))
    }
}

/// Returns the search roots of a room's game, before each move and now; `None` if there is no game.
pub(super) fn roots_of(view: &RoomView) -> Option<Vec<Root>> {
    let game = view.game.as_ref()?;
    let settings = &view.settings;
    let moves = game.moves.iter().zip(&game.ledger).map(|(mv, timing)| (mv.as_str(), timing.seat));
    let roots = roots(settings.mode, settings.start(), moves, Some(view.position))?;
    let seats = Seat::first(view.seats.len()).zip(&view.seats);
    let out: Vec<_> = seats.filter(|(_, sits)| sits.out).map(|(seat, _)| seat.color()).collect();
    let policy = settings.policy;
    let draws = DrawRules { repetitions: policy.repetitions, quiet_plies: policy.quiet_plies };
    Some(roots.into_iter().map(|root| root.without(out.iter().copied()).draws(draws)).collect())
}

fn max_thinking(computer: Computer) -> Duration {
    Duration::from_millis(MAX_THINKING_MS[usize::from(computer.level() - 1)])
}

/// Returns the seed of a computer's choices: the same in a whole game, in which its form does not change, and another in each game.
fn seed_of(game: GameId, computer: Computer) -> u64 {
    let (_, random) = game.0.as_u64_pair();
    // The copies of a level at one table do not play alike.
    let (_, own) = computer.id().0.as_u64_pair();
    random ^ own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn limits(
    computer: Computer,
    strength: Level,
    seed: u64,
    settings: &Settings,
    left: Option<Duration>,
    plies: u32,
    share: Share,
) -> Limits {
    let max = share.of(max_thinking(computer));
    let by_clock = left.map(|remaining| {
        let increment = match settings.time {
            TimeControl::Fischer { increment: more, .. }
            | TimeControl::Bronstein { delay: more, .. }
            | TimeControl::Delay { delay: more, .. } => more,
            // Each move has the full time limit.
            TimeControl::PerMove { limit } => limit,
            TimeControl::None | TimeControl::SuddenDeath { .. } | TimeControl::PerGame { .. } => {
                Duration::ZERO
            }
        };
        time_for_move(&TimeLeft { remaining, increment, plies, seats: settings.mode.seats() as u8 })
    });
    let time = by_clock.map_or(max, |time| time.min(max));
    Limits { seed, ..Limits::time(time).at(strength) }
}

fn level(computer: Computer) -> Level {
    Level::new(computer.level()).unwrap_or(Level::FULL)
}
