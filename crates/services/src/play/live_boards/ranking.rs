//! Selection of the games that are most worth watching.

use std::collections::HashMap;

use sumito_game::{Computer, RoomId, Status, Timestamp};
use sumito_rules::Mode;
use sumito_tournament::ParticipantId;

use crate::tournaments::TournamentView;
use sumito_rooms::LobbyRoom;

/// Rating assumed for computers and for players without a rating.
const UNRATED: f64 = 1_200.0;
const COMPUTER: f64 = 400.0;

/// Penalty for correspondence games: spectators rarely get to watch a move there.
const BY_CORRESPONDENCE: f64 = 1_000.0;

/// Bonus for games that are shown already, so that small differences do not replace a board.
const SHOWN: f64 = 250.0;

/// Bonus for each doubling of the spectators, in rating points.
const POINTS_FOR_TWICE_AS_MANY: f64 = 100.0;

/// Penalty per minute of a room's age, and the minutes after which it stops growing.
const POINTS_A_MINUTE: f64 = 10.0;
const MINUTES: f64 = 30.0;

const MICROS_A_MINUTE: f64 = 60e6;

/// Returns how much a game is worth watching, in rating points: by the strength of the players, the number of spectators and the age of
/// the room.
fn interest(listing: &LobbyRoom, now: Timestamp) -> f64 {
    let strength = listing.seats.iter().map(|seat| match &seat.player {
        Some(player) if Computer::of(player.id).is_some() => COMPUTER,
        _ => seat.rating.as_ref().map_or(UNRATED, |rating| f64::from(rating.value)),
    });
    let strength = strength.sum::<f64>() / listing.seats.len().max(1) as f64;
    let age = (now.0 - listing.created_at().0) as f64 / MICROS_A_MINUTE;
    let crowd = f64::from(listing.watching + 1).log2();
    let slowness = if listing.settings.time.is_live() { 0.0 } else { BY_CORRESPONDENCE };
    strength + POINTS_FOR_TWICE_AS_MANY * crowd - POINTS_A_MINUTE * age.clamp(0.0, MINUTES) - slowness
}

/// Returns at most `max` rooms to show: those most worth watching. Rooms that are shown already and stay keep their order and come
/// first.
pub(super) fn pick<'a>(
    shown: &[RoomId],
    listings: impl Iterator<Item = &'a LobbyRoom>,
    now: Timestamp,
    max: usize,
) -> Vec<RoomId> {
    let mut playing: Vec<_> = listings
        .filter(|listing| listing.status == Status::Playing)
        .map(|listing| {
            let id = listing.room.id;
            (interest(listing, now) + if shown.contains(&id) { SHOWN } else { 0.0 }, id)
        })
        .collect();
    playing.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| other.1.cmp(&one.1)));
    playing.truncate(max);
    let best: Vec<_> = playing.into_iter().map(|(_, id)| id).collect();
    in_their_places(shown, &best)
}

/// Returns the room of each mode that is most worth watching, in the order of the modes.
pub(super) fn pick_of_each_mode(
    shown: &[RoomId],
    listings: &HashMap<RoomId, LobbyRoom>,
    now: Timestamp,
) -> Vec<RoomId> {
    let best = |mode| pick(shown, listings.values().filter(|listing| listing.settings.mode == mode), now, 1);
    Mode::ALL.into_iter().flat_map(best).collect()
}

/// Returns the rooms of a tournament with a running game, ordered by the players' ranks in the standings.
pub(super) fn top_tables(view: &TournamentView) -> Vec<RoomId> {
    let places: HashMap<_, _> = view.standings.iter().map(|one| one.participant).zip(0_usize..).collect();
    let place = |side: &ParticipantId| places.get(side).copied().unwrap_or(usize::MAX);
    let under_way = view.tournament.games().iter().filter(|game| game.is_open());
    let mut tables: Vec<_> =
        under_way.map(|game| (game.sides.iter().map(place).min(), game.number)).collect();
    tables.sort_unstable();
    tables.into_iter().map(|(_, number)| number.room_of(view.tournament.id())).collect()
}

/// Returns the rooms to show: rooms that are shown already come first, in their previous order.
pub(super) fn in_their_places(shown: &[RoomId], rooms: &[RoomId]) -> Vec<RoomId> {
    let stay = shown.iter().filter(|id| rooms.contains(id));
    let fresh = rooms.iter().filter(|id| !shown.contains(id));
    stay.chain(fresh).copied().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use sumito_game::{Policy, Settings, TimeControl};
    use sumito_rules::Layout;

    use super::*;
    use sumito_rooms::{SeatPresence, SeatRating, SeatView};
    use sumito_store::{RoomRow, Visibility};

    fn room(number: u8) -> RoomId {
        RoomId::from_random([number; 8])
    }

    /// A game of two players of this rating with this many spectators.
    fn game(number: u8, rating: Option<i32>, watching: u32, created_at: Timestamp) -> LobbyRoom {
        let time = TimeControl::SuddenDeath { initial: Duration::from_mins(10) };
        let settings = Settings {
            mode: Mode::Two,
            layout: Layout::Standard,
            start_position: None,
            coach: false,
            time,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            tournament: None,
            policy: Policy::usual(time),
        };
        let (lobby, visibility) = ("main".to_owned(), Visibility::Public);
        let row = RoomRow { id: room(number), lobby, visibility, created_at };
        let rating = rating.map(|value| SeatRating { value, is_provisional: false, change: None });
        let seat =
            SeatView { player: None, rating, ready: false, out: false, presence: SeatPresence::default() };
        let seats = vec![seat.clone(), seat];
        LobbyRoom { room: Arc::new(row), settings, status: Status::Playing, seats, until: None, watching }
    }

    #[test]
    fn strong_watched_and_new_games_rank_first() {
        let now = Timestamp(0) + Duration::from_hours(1);
        let mut games = [
            game(1, Some(950), 0, now),
            game(2, None, 0, now),
            game(3, None, 0, Timestamp(0)),
            game(4, None, 63, now),
            game(5, Some(1_900), 0, now),
        ];
        let order = |games: &[LobbyRoom]| pick(&[], games.iter(), now, 9);
        assert_eq!(order(&games), [5, 4, 2, 1, 3].map(room));
        games[4].settings.time = TimeControl::PerMove { limit: Duration::from_hours(72) };
        assert_eq!(order(&games), [4, 2, 1, 5, 3].map(room), "one sees no move where they come once a day");
    }

    #[test]
    fn shown_board_stays_until_a_much_better_game() {
        let now = Timestamp(0);
        let games =
            [game(1, Some(1_000), 0, now), game(2, Some(1_200), 0, now), game(3, Some(1_000), 0, now)];
        let picked = |shown: &[RoomId], games: &[LobbyRoom]| pick(shown, games.iter(), now, 2);
        assert_eq!(picked(&[3, 1].map(room), &games), [3, 1].map(room), "a little better is not enough");
        assert_eq!(picked(&[9, 1].map(room), &games), [1, 2].map(room), "an ended game goes");
        let strong = game(2, Some(1_300), 0, now);
        assert_eq!(
            picked(&[3, 1].map(room), &[games[0].clone(), strong, games[2].clone()]),
            [3, 2].map(room)
        );
        let waiting = LobbyRoom { status: Status::Waiting, ..games[0].clone() };
        assert!(picked(&[room(1)], &[waiting]).is_empty());
    }

    #[test]
    fn each_mode_has_one_game() {
        let now = Timestamp(0);
        let in_mode = |mode, number, rating| {
            let mut listing = game(number, Some(rating), 0, now);
            listing.settings.mode = mode;
            (room(number), listing)
        };
        let games = [
            in_mode(Mode::Three, 1, 900),
            in_mode(Mode::Two, 2, 1_400),
            in_mode(Mode::Two, 3, 1_900),
            in_mode(Mode::Three, 4, 1_000),
        ];
        let mut listings = HashMap::from(games);
        let picked = |shown: &[RoomId], listings: &_| pick_of_each_mode(shown, listings, now);
        assert_eq!(picked(&[], &listings), [3, 4].map(room));
        assert_eq!(picked(&[2, 1].map(room), &listings), [3, 1].map(room), "one is much better, one is not");
        listings.remove(&room(1));
        listings.remove(&room(4));
        assert_eq!(picked(&[3, 1].map(room), &listings), [room(3)]);
    }
}
