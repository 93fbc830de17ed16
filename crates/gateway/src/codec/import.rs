//! Import of games from the lines of an export.

use std::time::Duration;

use sumito_game::{GameId, MoveTiming, Outcome, Player, Seat, SeatSet, StartPosition, Timestamp};
use sumito_protocol::games::ExportedGame;
use sumito_protocol::parts as words;

use super::parts::{mode_from_wire, time_from_wire, user_from_wire};
use sumito_store::{EventHash, FinishedGame, GameMoves, Visibility, imported_room};

/// Parses a line of an export as an imported game. Does not check the game against the rules.
///
/// # Errors
/// Returns a description of the fault in the line.
pub(crate) fn imported_game(line: &str) -> Result<FinishedGame, String> {
    let game = serde_json::from_str(line).map_err(|error| format!("not an exported game: {error}"))?;
    game_of_export(game)
}

/// Converts an exported game. Does not check it against the rules.
///
/// # Errors
/// Returns a description of the fault.
pub(super) fn game_of_export(game: ExportedGame) -> Result<FinishedGame, String> {
    let ExportedGame { summary, moves, ledger } = game;
    let player = |user: words::User| Player {
        id: user_from_wire(user.id),
        name: user.name,
        guest: user.guest,
        bot: user.bot,
    };
    let mode = mode_from_wire(summary.mode);
    let start_position = summary.start_position.map(|line| StartPosition::parse(mode, &line)).transpose();
    Ok(FinishedGame {
        id: GameId(summary.id),
        room: imported_room(),
        visibility: Visibility::Public,
        mode,
        layout: summary.layout.parse().map_err(|_| format!("no layout {:?}", summary.layout))?,
        start_position: start_position.map_err(|error| format!("`start_position`: {error}"))?,
        coach: summary.coach,
        time: time_from_wire(&summary.clock),
        tournament: None,
        rated: summary.rated,
        players: summary.players.into_iter().map(player).collect(),
        started_at: Timestamp(summary.started_at),
        finished_at: Timestamp(summary.finished_at),
        outcome: Outcome {
            winners: summary
                .result
                .winners
                .into_iter()
                .map(seat_from_wire)
                .collect::<Result<SeatSet, _>>()?,
            reason: summary.result.reason,
            score: summary.result.score,
        },
        plies: summary.plies,
        final_position: summary.final_position,
        last_seq: 0,
        last_hash: EventHash([0; 32]),
        moves: GameMoves {
            moves: moves.join(" "),
            ledger: ledger.iter().map(timing_from_wire).collect::<Result<_, _>>()?,
        },
    })
}

fn seat_from_wire(number: u8) -> Result<Seat, String> {
    Seat::new(number.into()).ok_or_else(|| format!("seat {number} does not exist"))
}

fn timing_from_wire(timing: &words::MoveTiming) -> Result<MoveTiming, String> {
    let span = Duration::from_millis;
    Ok(MoveTiming {
        seat: seat_from_wire(timing.seat)?,
        elapsed: span(timing.elapsed_ms),
        server: span(timing.server_ms),
        forgiven: span(timing.forgiven_ms),
        free: span(timing.free_ms),
        added: span(timing.added_ms),
    })
}
