//! The tables of a simulated store. Like a database, they accept all changes of a write or none.

use std::collections::{BTreeMap, HashMap, HashSet};

use sumito_game::{GameId, RoomId, Status, Timestamp, TournamentId, UserId};

use super::Result;
use super::nodes::Nodes;
use crate::{
    BotRow, Change, FinishedGame, NewRoom, NodeId, Outage, PairedSeek, RoomChange, RoomMembership,
    StoreError, StoredAnalysis, StoredEvent, StoredRoom, StoredTournament, TournamentChange, UserRow,
    Visibility,
};

/// An atomic write of the simulated store.
#[derive(Debug, Clone)]
pub(super) enum Write {
    Changes(Vec<Change>),
    Alive(Timestamp, Vec<Outage>),
}

#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) users: HashMap<UserId, UserRow>,
    /// Preferences of each bot.
    pub(super) bots: HashMap<UserId, String>,
    /// In the order of creation: the order of their ids is different in each run.
    pub(super) rooms: Vec<Room>,
    pub(super) places: HashMap<RoomId, usize>,
    pub(super) games: Vec<FinishedGame>,
    /// The analyses, by game.
    pub(super) analyses: HashMap<GameId, StoredAnalysis>,
    pub(super) tournaments: BTreeMap<TournamentId, KeptTournament>,
    /// Number of games reported to the tournaments.
    pub(super) consumed: u64,
    pub(super) alive: Option<Timestamp>,
    pub(super) nodes: Nodes,
    /// Violations of the store's rules.
    pub(super) breaches: Vec<String>,
}

#[derive(Debug)]
pub(super) struct KeptTournament {
    pub(super) stored: StoredTournament,
    pub(super) open: bool,
    pub(super) wake_at: Option<Timestamp>,
}

#[derive(Debug)]
pub(super) struct Room {
    pub(super) new: NewRoom,
    pub(super) status: Status,
    pub(super) game_seq: u64,
    pub(super) wake_at: Option<Timestamp>,
    pub(super) away: Option<String>,
    pub(super) conditional_moves: Option<String>,
    pub(super) own: RoomMembership,
    /// Event number `n` is at index `n - 1`.
    pub(super) events: Vec<StoredEvent>,
}

impl Tables {
    /// Returns the seeks that were paired, with their rooms, in the order of creation.
    pub(super) fn paired(&self) -> impl Iterator<Item = (&PairedSeek, RoomId)> {
        self.rooms.iter().flat_map(|room| room.new.seeks.iter().map(|seek| (seek, room.new.row.id)))
    }

    pub(super) fn room(&self, id: RoomId) -> Option<&Room> {
        self.places.get(&id).map(|&place| &self.rooms[place])
    }

    pub(super) fn room_made_by(&self, user: UserId, command_id: &str) -> Option<RoomId> {
        let made =
            |room: &&Room| room.new.created_by == user && room.new.command_id.as_deref() == Some(command_id);
        self.rooms.iter().find(made).map(|room| room.new.row.id)
    }

    pub(super) fn bot(&self, user: UserId) -> Option<BotRow> {
        let (row, accepts) = (self.users.get(&user)?.clone(), self.bots.get(&user)?.clone());
        Some(BotRow { user: row, accepts, seats: self.count_seats(user) })
    }

    pub(super) fn count_seats(&self, user: UserId) -> u64 {
        let is_open = |room: &&Room| room.own.until == Timestamp::MAX && room.own.users.contains(&user);
        self.rooms.iter().filter(is_open).count() as u64
    }

    /// Returns the unfinished rooms that `maker` has created.
    pub(super) fn open_rooms(&self, maker: UserId) -> impl Iterator<Item = &Room> {
        let is_open = |room: &&Room| matches!(room.status, Status::Waiting | Status::Playing);
        self.rooms
            .iter()
            .filter(move |room| room.new.created_by == maker && room.new.tournament.is_none())
            .filter(is_open)
    }

    /// Stores all of the write, or nothing.
    pub(super) fn store(&mut self, writer: Option<NodeId>, write: &Write) -> Result<()> {
        match write {
            Write::Changes(changes) => {
                self.check(changes)?;
                self.check_owner(writer, changes);
                for change in changes {
                    match change {
                        Change::Room(change) => self.add(change),
                        Change::Tournament(change) => self.add_to_tournament(change),
                    }
                }
            }
            Write::Alive(now, outages) => {
                for outage in outages.iter().map(|outage| (writer, *outage)) {
                    // An earlier try may have stored it, with a lost confirmation.
                    if !self.nodes.outages.contains(&outage) {
                        self.nodes.outages.push(outage);
                    }
                }
                self.alive = self.alive.max(Some(*now));
            }
        }
        Ok(())
    }

    fn add_to_tournament(&mut self, change: &TournamentChange) {
        if let Some(row) = &change.new {
            let stored = StoredTournament { row: row.clone(), events: Vec::new(), names: Vec::new() };
            self.tournaments.insert(change.id, KeptTournament { stored, open: true, wake_at: None });
        }
        if let Some(kept) = self.tournaments.get_mut(&change.id) {
            kept.stored.events.extend_from_slice(&change.events);
            (kept.open, kept.wake_at) = (change.open, change.wake_at);
        }
    }

    /// Records writes of a node to rooms that it does not own. The database itself accepts them: nodes must not send them.
    fn check_owner(&mut self, writer: Option<NodeId>, changes: &[Change]) {
        let Some(writer) = writer else { return };
        for change in changes {
            let Change::Room(RoomChange { room, events, .. }) = change else { continue };
            let owner = self.nodes.claims.owner_of(*room);
            if owner != Some(writer) {
                self.breaches.push(format!("{writer:?} writes to {room} of {owner:?}: {events:?}"));
            }
        }
    }

    fn check(&self, changes: &[Change]) -> Result<()> {
        self.check_tournaments(changes)?;
        self.check_rooms(changes)
    }

    fn check_tournaments(&self, changes: &[Change]) -> Result<()> {
        let mut ends: HashMap<TournamentId, u64> = HashMap::new();
        for change in changes {
            let Change::Tournament(change) = change else { continue };
            let stored = || self.tournaments.get(&change.id).map(|kept| kept.stored.events.len() as u64);
            let known = ends.get(&change.id).copied().or_else(stored).or(change.new.as_ref().map(|_| 0));
            let Some(end) = known else {
                return Err(StoreError::Query("there is no such tournament".into()));
            };
            if change.events.first().is_some_and(|event| event.seq != end + 1) {
                return Err(StoreError::Conflict(
                    format!("event {} of a tournament is next", end + 1).into(),
                ));
            }
            ends.insert(change.id, end + change.events.len() as u64);
        }
        Ok(())
    }

    fn check_rooms(&self, changes: &[Change]) -> Result<()> {
        let conflict = |what: String| Err(StoreError::Conflict(what.into()));
        let mut ends: HashMap<RoomId, u64> = HashMap::new();
        let mut commands = HashSet::new();
        for change in changes {
            let Change::Room(change) = change else { continue };
            let RoomChange { room, new, events, finished, .. } = change;
            if let Some(NewRoom { created_by, command_id: Some(command_id), .. }) = new
                && (self.room_made_by(*created_by, command_id).is_some()
                    || !commands.insert((*created_by, command_id)))
            {
                return conflict(format!("the command {command_id} has made a room before"));
            }
            if let Some(NewRoom { created_by, open_max: Some(max), .. }) = new
                && self.open_rooms(*created_by).count() as u64 >= *max
            {
                return conflict(format!("{} has too many unfinished rooms", created_by.0));
            }
            if new.as_ref().and_then(|new| new.mandate.as_ref()).is_some_and(|held| !self.nodes.holds(held)) {
                return Err(StoreError::Superseded);
            }
            let known = ends.get(room).copied().or(self.room(*room).map(|room| room.events.len() as u64));
            let mut end = match (new, known) {
                (Some(_), None) => 0,
                (None, Some(end)) => end,
                (Some(_), Some(_)) => return conflict(format!("there is a room {room}")),
                (None, None) => return Err(StoreError::Query(format!("there is no room {room}").into())),
            };
            for event in events {
                if event.seq != end + 1 {
                    return conflict(format!("event {} of room {room} comes after {end}", event.seq));
                }
                end = event.seq;
            }
            ends.insert(*room, end);
            if let Some(game) = finished
                && self.games.iter().any(|other| other.id == game.id)
            {
                return conflict(format!("there is a game {}", game.id.0));
            }
        }
        Ok(())
    }

    fn add(&mut self, change: &RoomChange) {
        if let Some(new) = &change.new {
            self.places.insert(change.room, self.rooms.len());
            self.rooms.push(Room {
                new: new.clone(),
                status: Status::Waiting,
                game_seq: 1,
                wake_at: None,
                away: None,
                conditional_moves: None,
                own: RoomMembership { users: Vec::new(), until: Timestamp::MIN },
                events: Vec::new(),
            });
        }
        let room = &mut self.rooms[self.places[&change.room]];
        room.events.extend_from_slice(&change.events);
        room.status = change.status.unwrap_or(room.status);
        room.game_seq = change.game_seq.unwrap_or(room.game_seq);
        room.wake_at = change.wake_at.unwrap_or(room.wake_at);
        room.away = change.away.clone().or(room.away.take());
        if let Some(conditional_moves) = &change.conditional_moves {
            room.conditional_moves.clone_from(conditional_moves);
        }
        room.own = change.own.clone().unwrap_or_else(|| room.own.clone());
        room.own.users.retain(|user| !change.own_no_more.contains(user));
        self.games.extend(change.finished.as_deref().cloned());
    }
}

impl Room {
    pub(super) fn waits_in_public(&self) -> bool {
        self.status == Status::Waiting && self.new.row.visibility == Visibility::Public
    }

    pub(super) fn stored(&self, is_wanted: impl Fn(&StoredEvent) -> bool) -> StoredRoom {
        StoredRoom {
            row: self.new.row.clone(),
            status: self.status,
            game_seq: self.game_seq,
            wake_at: self.wake_at,
            away: self.away.clone(),
            conditional_moves: self.conditional_moves.clone(),
            events: self.events.iter().filter(|event| is_wanted(event)).cloned().collect(),
            names: HashMap::new(),
            vacations: Vec::new(),
        }
    }
}
