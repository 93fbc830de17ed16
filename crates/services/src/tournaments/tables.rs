//! Rooms for the games of a tournament.

use sumito_game::Seat;
use sumito_tournament::{PendingGame, Tournament};

use sumito_rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer, TournamentGameRef};
use sumito_store::Visibility;

/// Lobby that lists the rooms.
pub const LOBBY: &str = "tournaments";

/// Creates the room of a game, unless it exists already.
pub(super) async fn make(
    rooms: &Rooms,
    tournament: &Tournament,
    game: &PendingGame,
) -> Result<(), RoomError> {
    let settings = &tournament.settings().game;
    let seated = |(seat, player): (Seat, &sumito_game::Player)| SeatedPlayer {
        player: player.clone(),
        seat: Some(seat),
    };
    let Some(first) = game.players.first() else { return Ok(()) };
    let plan = RoomPlan {
        id: Some(game.room),
        mode: settings.mode,
        layout: Some(settings.layout),
        start_position: None,
        coach: false,
        time: settings.time,
        rated: settings.rated,
        ready: false,
        vacations: false,
        spectator_delay: settings.spectator_delay,
        visibility: Visibility::Public,
        lobby: LOBBY.to_owned(),
        // It counts towards no user's room limit.
        created_by: first.id,
        command_id: None,
        tournament: Some(TournamentGameRef { id: tournament.id(), game: game.game, policy: settings.policy }),
        seeks: Vec::new(),
        mandate: None,
        players: Seat::first(Seat::MAX).zip(&game.players).map(seated).collect(),
    };
    rooms.create(plan).await.map(drop)
}
