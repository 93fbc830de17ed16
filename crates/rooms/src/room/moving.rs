//! Moving a room to another node.

use std::time::Duration;

use tokio::time::timeout;
use tracing::debug;

use super::super::handle::HandOver;
use super::super::room_task::{Carried, CarriedSubscriber, TaskEnd};
use super::{Room, RoomFailed};
use tokio::sync::oneshot;

/// Time within which the hand-over must have given the claim up.
const MOVED_WITHIN: Duration = Duration::from_secs(5);

impl Room {
    /// Prepares the room to move: all messages before are handled, and the state that the next owner needs is stored. Nothing happens in it
    /// from now on. If the write fails, the room stays.
    pub(super) async fn hand_over(&mut self, hand_over: HandOver) {
        let HandOver { ready, moved } = hand_over;
        let may_leave = !self.recovery.is_needed() && !self.is_storage_down() && self.unload(true).await;
        // The hand-over may have been cancelled.
        if may_leave && ready.send(self.row.id).is_ok() {
            self.moving = Some(moved);
            self.context.listings.set(self.row.id, None);
        }
    }

    /// Waits until the claim is free or taken, and hands the subscribers over to the next task.
    pub(super) async fn move_away(mut self: Box<Self>, moved: oneshot::Receiver<()>) -> TaskEnd {
        if timeout(MOVED_WITHIN, moved).await.is_err() {
            debug!(room = %self.row.id, "hand-over of room timed out");
        }
        let mut subscribers = Vec::with_capacity(self.subscribers.len());
        for (id, user, subscriber) in self.subscribers.take() {
            // A subscriber on another node is notified there that the room has moved.
            if !subscriber.moved() {
                let since = Some(self.seen_by(user).seq());
                subscribers.push(CarriedSubscriber { id, user, subscriber, since, reply: None });
            }
        }
        debug!(room = %self.row.id, "moving room to another node");
        TaskEnd::Moved(Carried { subscribers, commands: Vec::new() })
    }

    /// Continues with the state carried over from an earlier task.
    pub(super) async fn resume_carried(&mut self, carried: Carried) -> Result<(), RoomFailed> {
        for subscriber in carried.subscribers {
            self.watch(subscriber.into_watch())?;
        }
        for command in carried.commands {
            self.handle(command).await?;
        }
        Ok(())
    }
}
