//! Rooms and room creation in their wire form.

use std::time::Duration;

use sumito_game::{CommandError, Computer, Player, Seat, StartPosition, UserId};
use sumito_protocol::client::{ComputerSeat, CreateRoom};
use sumito_protocol::parts::{self as body, OpenOffer, RoomSummary, SeatSummary};
use sumito_protocol::server::{Outcome, Snapshot};
use sumito_protocol::{ErrorCode, RoomId, SNAPSHOT_LEDGER};
use sumito_rules::{Color, Layout, Mode};

use super::api_error::ApiError;
use super::{parts, rating};
use sumito_kit::encoded::Encoding;
use sumito_rooms::{
    CommandOutcome, LobbyRoom, MyGame, MyGameSeat, OfferView, RoomPlan, RoomView, SeatView, SeatedPlayer,
};
use sumito_store::UserRow;

/// Converts the snapshot of a room.
pub(crate) fn snapshot(view: &RoomView, form: Encoding) -> Snapshot {
    let settings = &view.settings;
    let game = view.game.as_ref();
    Snapshot {
        room: RoomId(view.room.id.to_string()),
        seq: view.seq,
        at: view.at.0,
        mode: parts::mode(settings.mode),
        layout: settings.layout.to_string(),
        start_position: settings.start_position.map(|start| start.line()),
        coach: settings.coach,
        clock: parts::clock(settings.time),
        rated: settings.rated,
        visibility: view.room.visibility,
        lobby: view.room.lobby.clone(),
        ready: settings.ready,
        vacations: settings.policy.vacations,
        spectator_delay_s: parts::spectator_delay_s(settings),
        tournament: settings.tournament.map(|tournament| tournament.0),
        can_go_berserk: settings.policy.berserk && settings.time.can_go_berserk(),
        berserk: game.map(|game| parts::seat_numbers(game.berserk)).unwrap_or_default(),
        seats: seats(settings.mode, &view.seats),
        status: view.status,
        game: game.map(|game| game.id.0),
        position: view.position.to_string(),
        turn: view.turn.map(u8::from),
        ply: view.position.ply(),
        captured: view.position.captured().to_vec(),
        moves: game.map(|game| game.moves.iter().map(ToString::to_string).collect()).unwrap_or_default(),
        ledger: game.map(|game| game.ledger.iter().map(parts::timing).collect()).unwrap_or_default(),
        clocks: parts::clocks(&view.clocks),
        offers: game.map(|game| game.offers.iter().copied().map(open_offer).collect()).unwrap_or_default(),
        legal: match view.turn {
            Some(_) => parts::legal(&view.position, form),
            None => (form == Encoding::WithLegal).then(Vec::new),
        },
        result: game.and_then(|game| game.outcome.as_ref()).map(parts::result),
    }
}

/// Converts the snapshot of a room for the socket: of a very long game only the last part of the ledger.
pub(super) fn snapshot_for_socket(view: &RoomView, form: Encoding) -> Snapshot {
    let mut snapshot = snapshot(view, form);
    let earlier = snapshot.ledger.len().saturating_sub(SNAPSHOT_LEDGER);
    snapshot.ledger.drain(..earlier);
    snapshot
}

/// Converts a room for lists.
pub(crate) fn listing(listing: &LobbyRoom) -> RoomSummary {
    let settings = &listing.settings;
    RoomSummary {
        room: RoomId(listing.room.id.to_string()),
        mode: parts::mode(settings.mode),
        layout: settings.layout.to_string(),
        start_position: settings.start_position.map(|start| start.line()),
        clock: parts::clock(settings.time),
        rated: settings.rated,
        vacations: settings.policy.vacations,
        status: listing.status,
        seats: seats(settings.mode, &listing.seats),
        created_at: listing.room.created_at.0,
    }
}

/// Converts a room for the list of `user`'s games; `None` if they have no seat.
fn my_game(game: &MyGame, user: UserId) -> Option<body::MyGame> {
    let settings = &game.settings;
    let seat = game.seat_of(user)?;
    Some(body::MyGame {
        room: RoomId(game.room.id.to_string()),
        mode: parts::mode(settings.mode),
        layout: settings.layout.to_string(),
        start_position: settings.start_position.map(|start| start.line()),
        clock: parts::clock(settings.time),
        rated: settings.rated,
        visibility: game.room.visibility,
        status: game.status,
        seats: seat_summaries(settings.mode, &game.seats),
        seat: seat.into(),
        created_at: game.room.created_at.0,
        updated_at: game.at.0,
        game: game.game.map(|id| id.0),
        position: game.position.to_string(),
        ply: game.position.ply(),
        turn: game.turn.map(u8::from),
        your_turn: game.turn == Some(seat),
        turn_ends_at: game.turn_ends_at.map(|moment| moment.0),
        waits_for_you: game.waits_for(user),
        offers: game.offers.iter().copied().map(open_offer).collect(),
        result: game.outcome.as_ref().map(parts::result),
        tournament: settings.tournament.map(|tournament| tournament.0),
    })
}

/// Converts rooms for the list of `user`'s games.
pub(crate) fn my_games(rooms: &[MyGame], user: UserId) -> Vec<body::MyGame> {
    rooms.iter().filter_map(|game| my_game(game, user)).collect()
}

/// Converts the outcome of a room request.
pub(crate) fn done(done: &CommandOutcome) -> Outcome {
    Outcome {
        room: Some(RoomId(done.room.to_string())),
        seat: done.seat.map(u8::from),
        seq: done.seq,
        ..Outcome::default()
    }
}

/// Converts `user`'s request for a room in which they have a seat.
///
/// # Errors
/// Fails if the request names a layout, seat or option that does not exist or is not offered.
pub(crate) fn room_plan(
    user: &UserRow,
    request: CreateRoom,
    command_id: Option<String>,
) -> Result<RoomPlan, ApiError> {
    let CreateRoom {
        mode,
        layout,
        start_position,
        coach,
        clock,
        rated,
        visibility,
        lobby,
        ready,
        vacations,
        spectator_delay_s,
        seat,
        computers,
        bots: _,
    } = request;
    let computers = computers_of(&computers)?;
    let seat = seat.map(seat_from_wire).transpose()?;
    let player = Player::from(user);
    let mode = parts::mode_from_wire(mode);
    if layout.is_some() && start_position.is_some() {
        let message = "`layout` and `start_position` exclude each other: omit one of them";
        return Err(ApiError::new(ErrorCode::BadPosition, message));
    }
    Ok(RoomPlan {
        id: None,
        mode,
        layout: layout.map(|name| layout_named(&name)).transpose()?,
        start_position: start_position.map(|line| StartPosition::parse(mode, &line)).transpose()?,
        coach,
        time: parts::time_from_wire(&clock),
        rated,
        ready,
        vacations,
        spectator_delay: Duration::from_secs(spectator_delay_s.into()),
        visibility,
        lobby,
        created_by: UserId(user.id.0),
        command_id,
        tournament: None,
        seeks: Vec::new(),
        mandate: None,
        players: std::iter::once(SeatedPlayer { player, seat }).chain(computers).collect(),
    })
}

/// Returns the layout with this name.
///
/// # Errors
/// `bad_layout` if the layout does not exist.
pub(super) fn layout_named(name: &str) -> Result<Layout, ApiError> {
    name.parse().map_err(|_| {
        let message = format!("no layout {name:?}; GET /api/v1/layouts lists them");
        ApiError::new(ErrorCode::BadLayout, message)
    })
}

/// Converts the requested computer players.
fn computers_of(seats: &[ComputerSeat]) -> Result<Vec<SeatedPlayer>, ApiError> {
    let mut computers: Vec<SeatedPlayer> = Vec::with_capacity(seats.len().min(Seat::MAX));
    for &ComputerSeat { level, seat } in seats {
        let seated: Vec<_> = computers.iter().map(|seated| seated.player.id).collect();
        let computer = Computer::besides(level, &seated).ok_or_else(|| match Computer::new(level, 0) {
            Some(_) => ApiError::from(CommandError::Full),
            None => ApiError::from(CommandError::NoSuchLevel(level)),
        })?;
        let seat = seat.map(seat_from_wire).transpose()?;
        computers.push(SeatedPlayer { player: computer.player(), seat });
    }
    Ok(computers)
}

/// Returns the seat with this number.
///
/// # Errors
/// `out_of_range` if there is no seat with this number.
pub(crate) fn seat_from_wire(number: u8) -> Result<Seat, ApiError> {
    Seat::try_from(number).map_err(|error| ApiError::new(ErrorCode::OutOfRange, error))
}

fn seats(mode: Mode, seats: &[SeatView]) -> Vec<sumito_protocol::parts::Seat> {
    Seat::first(seats.len())
        .zip(seats)
        .map(|(seat, view)| {
            let color: Color = seat.color();
            sumito_protocol::parts::Seat {
                seat: seat.into(),
                color: parts::color(color),
                team: mode.team_of(color).index() as u8,
                player: view.player.as_ref().map(parts::player),
                rating: view.rating.as_ref().map(rating::seat_rating),
                connected: view.presence.connected,
                ready: view.ready,
                out: view.out,
                claimable_at: view.presence.claimable_at.map(|moment| moment.0),
                vacation_until: view.presence.vacation_until.map(|moment| moment.0),
            }
        })
        .collect()
}

fn seat_summaries(mode: Mode, seats: &[MyGameSeat]) -> Vec<SeatSummary> {
    Seat::first(seats.len())
        .zip(seats)
        .map(|(seat, seat_state)| SeatSummary {
            seat: seat.into(),
            color: parts::color(seat.color()),
            team: mode.team_of(seat.color()).index() as u8,
            player: seat_state.player.as_ref().map(parts::player),
            ready: seat_state.ready,
            out: seat_state.out,
        })
        .collect()
}

fn open_offer(offer: OfferView) -> OpenOffer {
    OpenOffer { what: offer.what, by: offer.by.into(), agreed: parts::seat_numbers(offer.agreed) }
}
