//! Seats and presence of a room's players.

use sumito_game::{Absence, Computer, Status};

use super::super::lobby_rooms::LobbyRoom;
use super::super::presence::PresenceState;
use super::super::spectator_delay::DelayedView;
use super::{Room, players};
use crate::{MyGame, RoomOccupancy};
use sumito_store::Visibility;

impl Room {
    /// Registers the users with a seat: for the queue, for the room's wake-ups, and to drop the presence of all others.
    pub(super) fn record_players(&mut self) {
        let table = &self.table;
        let users: Vec<_> = players(table).collect();
        let before = self.players.set(users.clone());
        for user in before.iter().filter(|user| !users.contains(user)) {
            self.context.my_game_changes.left(self.row.id, *user);
        }
        self.context.attendance.seat(self.row.id, &before, &users, &self.presence_changed);
        self.presence.retain(|user| table.seat_of(user).is_some());
        self.context.occupancies.set(self.row.id, || self.occupancy());
        self.record_presence();
    }

    /// Reads the presence of the players; returns whether it has changed.
    fn record_presence(&mut self) -> bool {
        let mut is_new = false;
        for user in players(&self.table).collect::<Vec<_>>() {
            is_new |= match self.context.attendance.whereabouts(user) {
                PresenceState::Here => self.presence.connect(user),
                PresenceState::Gone(absence) => self.presence.disconnect(user, absence),
                PresenceState::Unknown if self.presence.is_connected(user) => {
                    // The player left while the room was not in memory, and so long ago that the time is no longer kept.
                    let absence = Absence { since: self.context.time.now(), on_purpose: false };
                    self.presence.disconnect(user, absence)
                }
                PresenceState::Unknown => false,
            };
        }
        is_new
    }

    /// Applies presence changes of the players.
    pub(super) fn apply_presence(&mut self) {
        if self.record_presence() {
            self.show_in_lists();
            self.send_presence();
        }
    }

    /// Returns whether one of the players waits for opponents who find the room in a list.
    pub(super) fn waits_with_players(&self) -> bool {
        self.row.visibility == Visibility::Public
            && self.table.status() == Status::Waiting
            && players(&self.table).any(|user| self.presence.is_connected(user))
    }

    /// Returns whether a computer player has to act, which it does only while the room is in memory.
    pub(super) fn waits_for_computer(&self) -> bool {
        let mut computers = players(&self.table).filter(|user| Computer::of(*user).is_some()).peekable();
        computers.peek().is_some() && {
            let my_game = self.my_game();
            computers.any(|user| my_game.waits_for(user))
        }
    }

    /// Sends the room's summary to the lists: of people if they follow their games, of computers always.
    pub(super) fn show_to_players(&self) {
        let users: Vec<_> = players(&self.table).collect();
        for my_game_changes in [&self.context.my_game_changes, &self.context.computer_game_changes] {
            my_game_changes.set(self.row.id, &users, || self.my_game());
        }
        self.set_rated_position();
    }

    /// Reports the spectators' position to the engine, if the game is rated.
    pub(super) fn set_rated_position(&self) {
        let seen = self.delay.as_ref().map_or(&self.table, DelayedView::table);
        self.context.rated_positions.set(self.row.id, seen);
    }

    /// Returns the players, and whether a game is under way, for the chat of the room.
    pub(crate) fn occupancy(&self) -> RoomOccupancy {
        RoomOccupancy::of(&self.table)
    }

    /// Returns the summary for the lists of players' games.
    pub(crate) fn my_game(&self) -> MyGame {
        let mut my_game = MyGame::of(&self.row, &self.table);
        if self.mover_on_vacation().is_some() {
            my_game.turn_ends_at = None;
        }
        my_game
    }

    /// Returns the number of subscribers, rounded down to a power of two.
    pub(super) fn watching(&self) -> u32 {
        let count = self.subscribers.len() as u32;
        count.checked_ilog2().map_or(0, |power| 1 << power)
    }

    /// Adds the room to the list of its lobby, updates it, or removes it.
    pub(super) fn show_in_lists(&self) {
        let (now, listed) = (self.context.time.now(), self.context.config.listed);
        let watching = self.watching();
        let listing = LobbyRoom::of(&self.row, &self.table, &self.presence, &self.ratings, listed, watching);
        let listing = listing.filter(|listing| listing.until.is_none_or(|until| until > now));
        self.context.listings.set(self.row.id, listing);
    }

    /// Unregisters the room, which leaves memory, from presence changes.
    pub(super) fn forget_players(&self) {
        self.context.attendance.forget_room(self.row.id, &players(&self.table).collect::<Vec<_>>());
    }
}
