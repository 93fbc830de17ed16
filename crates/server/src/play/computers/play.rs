//! Move choice of computer players.

use std::time::Duration;

use sumito_engine::{DrawRules, Level, Limits, Root, TimeLeft, time_for_move};
use sumito_game::{Computer, Seat, Settings, TimeControl, UserId};
use sumito_rules::Move;
use tokio::time::{Instant, sleep_until, timeout};
use tracing::{error, warn};

use super::ComputerContext;
use sumito_kit::engine_pool::{JobKind, Payer, Share, roots};
use sumito_kit::random;
use sumito_rooms::{MyRoom, Notice, RoomView};

/// Waits for the engine pool that are longer than this are shown.
const WAITS_VISIBLY: Duration = Duration::from_secs(1);

/// Maximum search time by level, from level 1 on, in milliseconds: limited by the patience of human opponents.
const THINKS_AT_MOST_MS: [u64; Computer::LEVELS as usize] = [150, 200, 300, 400, 600, 900, 1_400, 2_000];

// Each level of the engine is a computer's.
const _: () = assert!(Computer::LEVELS == Level::FULL.number());

impl ComputerContext {
    /// Chooses the move of `computer`; `None` if the room has moved on meanwhile.
    pub(super) async fn choose_move(&self, computer: Computer, my_room: &MyRoom) -> Option<Move> {
        let began = Instant::now();
        let (room, view) = self.view(my_room.room.id, computer).await.ok()?;
        let root = root(view.value()).filter(|root| root.position().ply() == my_room.position.ply())?;
        let (rooms, settings, ends_at) = (self.rooms.clone(), my_room.settings.clone(), my_room.turn_ends_at);
        let plies = root.position().ply();
        let limits = move |share| {
            // Read the remaining time now: waiting for the engine pool counted as the computer's own time.
            let left = ends_at.map(|moment| moment.since(rooms.now()));
            limits(computer, &settings, left, plies, share)
        };
        let place = async {
            let (payer, cost) = (self.payer(my_room), thinks_at_most(computer));
            let mut asked = self.thinking.submit_when_free(JobKind::Move, payer, &root, cost, limits).await;
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

    /// Returns the account that is charged for the searches of a room's computers: that of the first person at the table.
    pub(super) fn payer(&self, my_room: &MyRoom) -> Payer {
        let mut people = my_room.users().filter(|user| Computer::of(*user).is_none());
        self.thinking.payer(people.next().unwrap_or_else(|| UserId(uuid::Uuid::nil())))
    }
}

/// Returns the search root of a room's game; `None` if there is no game.
pub(super) fn root(view: &RoomView) -> Option<Root> {
    let game = view.game.as_ref()?;
    let settings = &view.settings;
    let moves = game.moves.iter().zip(&game.ledger).map(|(mv, timing)| (mv.as_str(), timing.seat));
    let root = roots(settings.mode, settings.start(), moves, Some(view.position))?.pop()?;
    let seats = Seat::first(view.seats.len()).zip(&view.seats);
    let out = seats.filter(|(_, sits)| sits.out).map(|(seat, _)| seat.color());
    let policy = settings.policy;
    let draws = DrawRules { repetitions: policy.repetitions, quiet_plies: policy.quiet_plies };
    Some(root.without(out).draws(draws))
}

fn thinks_at_most(computer: Computer) -> Duration {
    Duration::from_millis(THINKS_AT_MOST_MS[usize::from(computer.level() - 1)])
}

fn limits(
    computer: Computer,
    settings: &Settings,
    left: Option<Duration>,
    plies: u32,
    share: Share,
) -> Limits {
    let at_most = share.of(thinks_at_most(computer));
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
    let time = by_clock.map_or(at_most, |time| time.min(at_most));
    Limits { seed: u64::from_le_bytes(random::bytes()), ..Limits::time(time).at(level(computer)) }
}

fn level(computer: Computer) -> Level {
    Level::new(computer.level()).unwrap_or(Level::FULL)
}
