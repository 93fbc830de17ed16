//! Completes a game text with data that the text does not have.

use sha2::{Digest, Sha256};
use sumito_game::{GameId, GameText, GameTextError, MoveText, MoveTiming, Player, Timestamp, UserId};
use sumito_rules::Assumption;
use uuid::{Builder, Uuid};

use sumito_store::{EventHash, FinishedGame, GameMoves, Visibility, imported_room};

/// Reads a text. A game without a date ended at `now`.
pub(super) fn read(text: &str, now: Timestamp) -> Result<(FinishedGame, Vec<Assumption>), GameTextError> {
    let (game, assumptions) = GameText::read(text)?;
    let at = game.day.unwrap_or(now);
    // The id does not depend on spelling or comments.
    let id = GameId(id_of("game", &game.to_string()));
    let player =
        |name: &String| Player { id: player_of_text(name), name: name.clone(), guest: true, bot: false };
    let timing = |(seat, _): &(_, MoveText)| MoveTiming {
        seat: *seat,
        elapsed: std::time::Duration::ZERO,
        server: std::time::Duration::ZERO,
        forgiven: std::time::Duration::ZERO,
        free: std::time::Duration::ZERO,
        added: std::time::Duration::ZERO,
    };
    let game = FinishedGame {
        id,
        room: imported_room(),
        visibility: Visibility::Public,
        mode: game.mode,
        layout: game.start.layout().unwrap_or_else(|| game.mode.default_layout()),
        start_position: game.start.start_position(),
        coach: false,
        time: game.time,
        tournament: None,
        rated: false,
        players: game.names.iter().map(player).collect(),
        started_at: at,
        finished_at: at,
        plies: game.moves.len() as u32,
        final_position: game.last.to_string(),
        last_seq: 0,
        last_hash: EventHash([0; 32]),
        moves: GameMoves {
            moves: game.moves.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" "),
            ledger: game.moves.iter().map(timing).collect(),
        },
        outcome: game.outcome,
    };
    Ok((game, assumptions))
}

/// Returns the id of the player with this name in game texts.
pub(crate) fn player_of_text(name: &str) -> UserId {
    UserId(id_of("player", name))
}

/// Derives an id from a text: the same text gives the same id, another text another id.
fn id_of(kind: &str, text: &str) -> Uuid {
    let half = *Sha256::digest(format!("{kind} of a text\n{text}"))
        .first_chunk()
        .expect("32 bytes have a first half");
    Builder::from_custom_bytes(half).into_uuid()
}
