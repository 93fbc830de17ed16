//! The rooms of a simulated store.

use std::collections::HashMap;

use sumito_game::{RoomId, Status, Timestamp, UserId};
use uuid::Uuid;

use super::tables::Room;
use super::{Queries, Result};
use crate::{EARLIER_EVENTS, PairedSeek, RoomMembership, RoomRow, StoredRoom};

impl Queries {
    pub(crate) async fn room(&self, id: RoomId) -> Result<Option<RoomRow>> {
        self.read(|tables| tables.room(id).map(|room| room.new.row.clone())).await
    }

    pub(crate) async fn load_rooms(&self, ids: &[RoomId]) -> Result<HashMap<RoomId, StoredRoom>> {
        self.read(|tables| {
            let rooms = ids.iter().filter_map(|&id| Some((id, tables.room(id)?)));
            let current = |room: &Room| {
                let first = room.game_seq.saturating_sub(EARLIER_EVENTS);
                room.stored(|event| event.seq == 1 || event.seq >= first)
            };
            rooms.map(|(id, room)| (id, current(room))).collect()
        })
        .await
    }

    pub(crate) async fn whole_room(&self, id: RoomId) -> Result<Option<StoredRoom>> {
        self.read(|tables| tables.room(id).map(|room| room.stored(|_| true))).await
    }

    pub(crate) async fn due_rooms(&self, after: Option<Timestamp>, until: Timestamp) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let playing = tables.rooms.iter().filter(|room| room.status == Status::Playing);
            let mut due: Vec<_> = playing
                .filter_map(|room| Some((room.wake_at?, room.new.row.id)))
                .filter(|(wake_at, _)| after.is_none_or(|after| after < *wake_at) && *wake_at <= until)
                .collect();
            due.sort_by_key(|(wake_at, _)| *wake_at);
            due.into_iter().map(|(_, id)| id).collect()
        })
        .await
    }

    pub(crate) async fn my_games(&self, user: UserId, now: Timestamp, limit: u32) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let is_own = |room: &&Room| room.own.users.contains(&user) && room.own.until > now;
            let mut own: Vec<_> = tables.rooms.iter().filter(is_own).collect();
            own.sort_by_key(|room| std::cmp::Reverse(room.own.until));
            own.iter().take(limit as usize).map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(crate) async fn waiting_rooms_of(&self, users: &[UserId]) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let waiting = tables.rooms.iter().filter(|room| room.waits_in_public());
            let own = waiting.filter(|room| room.own.users.iter().any(|user| users.contains(user)));
            own.map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(crate) async fn waiting_by_correspondence(
        &self,
        after: Timestamp,
        limit: u32,
    ) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let waiting = tables.rooms.iter().rev().filter(|room| room.waits_in_public());
            let listed = waiting.filter(|room| room.new.by_correspondence && room.new.row.created_at > after);
            listed.take(limit as usize).map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(crate) async fn owners_of(&self, room: RoomId) -> Result<RoomMembership> {
        let empty = RoomMembership { users: Vec::new(), until: Timestamp::MIN };
        self.read(|tables| {
            let own = tables.room(room).map(|room| room.own.clone());
            own.filter(|own| !own.users.is_empty()).unwrap_or(empty)
        })
        .await
    }

    /// Returns rooms in the order of creation.
    pub(crate) async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let first = after.and_then(|after| tables.places.get(&after)).map_or(0, |place| place + 1);
            let rooms = tables.rooms.iter().skip(first).take(limit as usize);
            rooms.map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(crate) async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>> {
        self.read(|tables| tables.room_made_by(user, command_id)).await
    }

    pub(crate) async fn count_open_rooms(&self, user: UserId) -> Result<u64> {
        self.read(|tables| tables.open_rooms(user).count() as u64).await
    }

    pub(crate) async fn count_open_rooms_with(
        &self,
        maker: UserId,
        others: &[UserId],
        except: Option<RoomId>,
    ) -> Result<u64> {
        self.read(|tables| {
            let wanted = tables.open_rooms(maker).filter(|room| Some(room.new.row.id) != except);
            wanted.filter(|room| room.own.users.iter().any(|user| others.contains(user))).count() as u64
        })
        .await
    }

    pub(crate) async fn rooms_of_seeks(&self, seeks: &[Uuid]) -> Result<Vec<(Uuid, RoomId)>> {
        let is_one = |(seek, _): &(&PairedSeek, RoomId)| seeks.contains(&seek.id);
        self.read(|tables| tables.paired().filter(is_one).map(|(seek, room)| (seek.id, room)).collect()).await
    }

    pub(crate) async fn seek_begun_by(
        &self,
        user: UserId,
        command: &str,
        _: Timestamp,
    ) -> Result<Option<(Uuid, RoomId)>> {
        let is_it =
            |(seek, _): &(&PairedSeek, RoomId)| seek.user == user && seek.command.as_deref() == Some(command);
        self.read(|tables| tables.paired().filter(is_it).last().map(|(seek, room)| (seek.id, room))).await
    }
}
