//! Splitting of messages with long lists.
//!
//! Each part is a message of the same type and topic. All parts but the last have `more`; only the first may have `full`. The concatenation
//! of their lists is the whole. The server sends the parts without other messages on the same topic between them.

use std::io;
use std::vec::IntoIter;

use serde::Serialize;

use crate::ServerMessage;
use crate::parts::Analysis;
use crate::tournament::TournamentChange;

/// Reserved bytes of a part, beyond the list items and values that are measured.
const HEAD_BYTES: usize = 1_024;

/// A part under construction: the number of bytes left for items.
struct Part {
    left: usize,
    is_empty: bool,
    is_full: bool,
}

impl Part {
    fn of(bytes: usize) -> Self {
        Self { left: bytes.saturating_sub(HEAD_BYTES), is_empty: true, is_full: false }
    }

    /// Takes the next items that fit. Always takes at least one item for an empty part.
    fn take<T: Serialize>(&mut self, items: &mut IntoIter<T>) -> Vec<T> {
        let mut taken = Vec::new();
        while let Some(next) = items.as_slice().first() {
            let bytes = json_bytes(next) + 1;
            self.is_full |= bytes > self.left && !self.is_empty;
            if self.is_full {
                break;
            }
            self.left = self.left.saturating_sub(bytes);
            self.is_empty = false;
            taken.extend(items.next());
        }
        taken
    }

    /// Reserves space for a value that every part contains.
    fn leave_room_for<T: Serialize>(&mut self, value: &T) {
        self.left = self.left.saturating_sub(json_bytes(value));
    }
}

/// Makes parts until one contains all remaining items. The argument of `make` is true for the first part.
fn in_parts(bytes: usize, mut make: impl FnMut(bool, &mut Part) -> ServerMessage) -> Vec<ServerMessage> {
    let mut parts = Vec::new();
    loop {
        let mut part = Part::of(bytes);
        let message = make(parts.is_empty(), &mut part);
        parts.push(message);
        if !part.is_full {
            return parts;
        }
    }
}

impl ServerMessage {
    /// Splits the message so that each part has at most `bytes` bytes, or a single list item. A message without long lists stays whole.
    pub fn in_parts(self, bytes: usize) -> Vec<Self> {
        match self {
            Self::Lobby { lobby, full, rooms, gone, seeks, seeks_gone, more: _ } => {
                let (mut rooms, mut gone) = (rooms.into_iter(), gone.into_iter());
                let (mut seeks, mut seeks_gone) = (seeks.into_iter(), seeks_gone.into_iter());
                in_parts(bytes, |is_first, part| Self::Lobby {
                    lobby: lobby.clone(),
                    full: full && is_first,
                    rooms: part.take(&mut rooms),
                    gone: part.take(&mut gone),
                    seeks: part.take(&mut seeks),
                    seeks_gone: part.take(&mut seeks_gone),
                    more: part.is_full,
                })
            }
            Self::MyGames { full, rooms, gone, more: _ } => {
                let (mut rooms, mut gone) = (rooms.into_iter(), gone.into_iter());
                in_parts(bytes, |is_first, part| Self::MyGames {
                    full: full && is_first,
                    rooms: part.take(&mut rooms),
                    gone: part.take(&mut gone),
                    more: part.is_full,
                })
            }
            Self::Boards { of, full, boards, gone, more: _ } => {
                let (mut boards, mut gone) = (boards.into_iter(), gone.into_iter());
                in_parts(bytes, |is_first, part| Self::Boards {
                    of: of.clone(),
                    full: full && is_first,
                    boards: part.take(&mut boards),
                    gone: part.take(&mut gone),
                    more: part.is_full,
                })
            }
            Self::Chat { channel, full, lines, gone, closed, more: _ } => {
                let (mut lines, mut gone) = (lines.into_iter(), gone.into_iter());
                in_parts(bytes, |is_first, part| Self::Chat {
                    channel: channel.clone(),
                    full: full && is_first,
                    lines: part.take(&mut lines),
                    gone: part.take(&mut gone),
                    closed,
                    more: part.is_full,
                })
            }
            Self::Analysis(Analysis { game, plies, done, full, positions, more: _ }) => {
                let mut positions = positions.into_iter();
                in_parts(bytes, |is_first, part| {
                    let (full, positions) = (full && is_first, part.take(&mut positions));
                    Self::Analysis(Analysis { game, plies, done, full, positions, more: part.is_full })
                })
            }
            Self::Tournament(change) => tournament_in_parts(change, bytes),
            message => vec![message],
        }
    }

    /// Appends the next part of the same message. Ignores messages that are not part of it.
    pub fn append(&mut self, next: Self) {
        match (self, next) {
            (
                Self::Lobby { rooms, gone, seeks, seeks_gone, more, .. },
                Self::Lobby {
                    rooms: more_rooms,
                    gone: more_gone,
                    seeks: more_seeks,
                    seeks_gone: more_seeks_gone,
                    more: goes_on,
                    ..
                },
            ) => {
                rooms.extend(more_rooms);
                gone.extend(more_gone);
                seeks.extend(more_seeks);
                seeks_gone.extend(more_seeks_gone);
                *more = goes_on;
            }
            (
                Self::MyGames { rooms, gone, more, .. },
                Self::MyGames { rooms: more_rooms, gone: more_gone, more: goes_on, .. },
            ) => {
                rooms.extend(more_rooms);
                gone.extend(more_gone);
                *more = goes_on;
            }
            (
                Self::Boards { boards, gone, more, .. },
                Self::Boards { boards: more_boards, gone: more_gone, more: goes_on, .. },
            ) => {
                boards.extend(more_boards);
                gone.extend(more_gone);
                *more = goes_on;
            }
            (
                Self::Chat { lines, gone, more, .. },
                Self::Chat { lines: more_lines, gone: more_gone, more: goes_on, .. },
            ) => {
                lines.extend(more_lines);
                gone.extend(more_gone);
                *more = goes_on;
            }
            (Self::Analysis(known), Self::Analysis(next)) => {
                let Analysis { game, plies, done, full: _, positions, more } = next;
                (known.game, known.plies, known.done, known.more) = (game, plies, done, more);
                known.positions.extend(positions);
            }
            (Self::Tournament(known), Self::Tournament(next)) => append_to_tournament(known, next),
            _ => {}
        }
    }

    /// Returns whether the next message on the same topic continues this one.
    pub fn has_more(&self) -> bool {
        match self {
            Self::Lobby { more, .. }
            | Self::MyGames { more, .. }
            | Self::Boards { more, .. }
            | Self::Chat { more, .. }
            | Self::Analysis(Analysis { more, .. })
            | Self::Tournament(TournamentChange { more, .. }) => *more,
            _ => false,
        }
    }
}

fn append_to_tournament(known: &mut TournamentChange, next: TournamentChange) {
    let TournamentChange {
        state,
        settings,
        full: _,
        participants,
        standings,
        order,
        invited,
        teams,
        invited_clubs,
        forbidden_pairs,
        announcements,
        rounds,
        games,
        more,
    } = next;
    (known.state, known.more) = (state, more);
    known.settings = settings.or(known.settings.take());
    known.order = order.or(known.order.take());
    known.invited = invited.or(known.invited.take());
    known.teams = teams.or(known.teams.take());
    known.invited_clubs = invited_clubs.or(known.invited_clubs.take());
    known.forbidden_pairs = forbidden_pairs.or(known.forbidden_pairs.take());
    known.announcements = announcements.or(known.announcements.take());
    known.participants.extend(participants);
    known.standings.extend(standings);
    known.rounds.extend(rounds);
    known.games.extend(games);
}

/// Settings, invitations, teams, forbidden pairs and announcements are in the first part, the order of the standings in the last part.
fn tournament_in_parts(change: TournamentChange, bytes: usize) -> Vec<ServerMessage> {
    let TournamentChange {
        state,
        mut settings,
        full,
        participants,
        standings,
        mut order,
        mut invited,
        mut teams,
        mut invited_clubs,
        mut forbidden_pairs,
        mut announcements,
        rounds,
        games,
        more: _,
    } = change;
    let (mut participants, mut standings) = (participants.into_iter(), standings.into_iter());
    let (mut rounds, mut games) = (rounds.into_iter(), games.into_iter());
    in_parts(bytes, |is_first, part| {
        part.leave_room_for(&state);
        part.leave_room_for(&settings);
        part.leave_room_for(&order);
        part.leave_room_for(&invited);
        part.leave_room_for(&teams);
        part.leave_room_for(&invited_clubs);
        part.leave_room_for(&forbidden_pairs);
        part.leave_room_for(&announcements);
        let (participants, standings) = (part.take(&mut participants), part.take(&mut standings));
        let (rounds, games) = (part.take(&mut rounds), part.take(&mut games));
        let more = part.is_full;
        ServerMessage::Tournament(TournamentChange {
            state: state.clone(),
            settings: settings.take(),
            full: full && is_first,
            participants,
            standings,
            order: if more { None } else { order.take() },
            invited: invited.take(),
            teams: teams.take(),
            invited_clubs: invited_clubs.take(),
            forbidden_pairs: forbidden_pairs.take(),
            announcements: announcements.take(),
            rounds,
            games,
            more,
        })
    })
}

/// Length of a value as JSON, in bytes.
fn json_bytes<T: Serialize>(value: &T) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).expect("every part of a message has a JSON form");
    count.0
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const BYTES: usize = 8_192;

    /// One message of each splittable type, with lists of this many items.
    fn messages(items: usize) -> Vec<Value> {
        let numbers: Vec<_> = (1..=items).collect();
        let id = |number: &usize| format!("00000000-0000-7000-8000-{number:012}");
        let list = |make: &dyn Fn(&usize) -> Value| numbers.iter().map(make).collect::<Value>();
        let ids = list(&|number| json!(id(number)));
        let user = |number: &usize| json!({"id": id(number), "name": "Żółw", "guest": false});
        let room = |number: &usize| {
            json!({"room": format!("{number:012}"), "mode": "two", "layout": "standard", "clock": {"kind": "none"}, "rated": false,
                   "status": "waiting", "seats": [], "created_at": 1})
        };
        let my_game = |number: &usize| {
            let mut own = room(number);
            let more = json!({"visibility": "public", "seat": 0, "updated_at": 1, "game": null, "position": "9", "ply": 0, "turn": null,
                "your_turn": false, "turn_ends_at": null, "waits_for_you": false, "offers": [], "result": null});
            own.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            own
        };
        let clocks = json!({"remaining_ms": null, "running": null, "turn_began_at": null, "free_ms": 0, "shared": false,
            "first_move_by": null});
        let lobby = json!({"type": "lobby", "lobby": "main", "full": true, "rooms": list(&room), "gone": ids,
            "seeks": list(&|number| json!({"id": id(number), "user": user(number), "rating": 1, "mode": "two", "layout": "standard",
                "clock": {"kind": "none"}, "rated": false, "rating_range": {}, "computers": null, "since": number})), "seeks_gone": ids});
        let tournament = json!({"type": "tournament", "full": true,
            "state": {"id": id(&1), "seq": 1, "revision": 0, "made_by": null, "directors": [], "status": "running", "paused_since": null,
                "started_at": 1, "ended_at": null, "ends_at": null, "next_round_at": null, "round": 1, "rounds": 1, "entry_round": null,
                "tie_breaks": []},
            "participants": list(&|number| json!({"number": number, "name": "a", "players": [user(number)], "rating": 1500,
                "provisional": false, "membership": "in", "since_round": 1})),
            "standings": list(&|number| json!({"place": number, "participant": number, "points": 1.5, "tie_breaks": [0.5], "won": 0,
                "drawn": 0, "lost": 0, "streak": 0})),
            "order": numbers,
            "rounds": list(&|number| json!({"number": number, "began_at": 1, "ended_at": null, "byes": []})),
            "games": list(&|number| json!({"number": number, "round": 1, "room": "f5cfawbpmmz8", "game": id(number), "sides": [1, 2],
                "berserk": [], "pairing": 0, "verdict": null, "ruling": null}))});
        vec![
            lobby,
            json!({"type": "my_games", "full": false, "rooms": list(&my_game), "gone": ids}),
            json!({"type": "boards", "of": {"kind": "lobby", "lobby": "main"}, "full": true, "gone": ids,
                "boards": list(&|number| json!({"room": room(number), "position": "9", "turn": 0, "last": null, "captured": [],
                    "clocks": clocks, "at": 1}))}),
            json!({"type": "chat", "channel": {"kind": "lobby", "lobby": "main"}, "full": true, "gone": ids,
                "lines": list(&|number| json!({"id": id(number), "at": 1, "author": user(number), "text": "😀\"".repeat(99)}))}),
            json!({"type": "analysis", "game": id(&1), "plies": items, "done": true, "full": true,
                "positions": list(&|number| json!({"ply": number, "score": {"marbles": -12}, "chance": 460, "depth": 9, "line": ["a1b2"]}))}),
            tournament,
        ]
    }

    #[test]
    fn parts_are_short_and_together_they_are_the_whole() {
        for items in [0, 1, 9, 400] {
            for value in messages(items) {
                let whole: ServerMessage = serde_json::from_value(value).unwrap();
                let parts = whole.clone().in_parts(BYTES);
                let last = parts.len() - 1;
                assert!(items < 400 || last > 2, "{last} {whole:?}");
                let is_full =
                    |message: &ServerMessage| serde_json::to_value(message).unwrap()["full"] == true;
                for (place, part) in parts.iter().enumerate() {
                    assert!(serde_json::to_vec(part).unwrap().len() <= BYTES, "{part:?}");
                    assert_eq!(part.has_more(), place < last);
                    assert_eq!(is_full(part), place == 0 && is_full(&whole));
                }
                let joined = parts.into_iter().reduce(|mut known, next| {
                    known.append(next);
                    known
                });
                assert_eq!(joined, Some(whole));
            }
        }
    }

    #[test]
    fn item_larger_than_a_part_is_sent_alone() {
        for value in messages(2) {
            let whole: ServerMessage = serde_json::from_value(value).unwrap();
            let parts = whole.in_parts(1);
            assert!(parts.len() > 1 && !parts[parts.len() - 1].has_more(), "{parts:?}");
        }
    }

    #[test]
    fn message_without_a_long_list_stays_whole() {
        let pong = ServerMessage::Pong { t: 1, now: 2 };
        assert_eq!(pong.clone().in_parts(1), [pong]);
    }
}
