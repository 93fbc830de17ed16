//! Announcements of clubs: notifies the members, on open pages and by push.
//!
//! One task of the node that has stored an announcement notifies its members, one announcement after the other, so that large clubs do not
//! delay other notifications. The notifications are not stored: the page of the club lists the announcements.

use std::time::Duration;

use sumito_game::UserId;
use tokio::sync::mpsc;
use tokio::time::timeout;

use sumito_kit::catch_panic::catch_panic;
use sumito_kit::tasks::Tasks;
use sumito_rooms::{PresenceTracker, Rooms};
use sumito_store::{Store, StoreError};

use crate::env::Env;
use crate::social::notifications::{ClubNews, Notification, Notifications};
use crate::social::push::Push;

/// Maximum announcements that wait.
const WAITING: usize = 256;

/// Time for the pushes about one announcement: the next announcement waits for them.
const PUSHED_WITHIN: Duration = Duration::from_mins(2);

/// Announcements on their way to the members of clubs. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ClubAnnouncer(mpsc::Sender<Announced>);

/// A reserved place for an announcement.
#[derive(Debug)]
pub struct AnnouncementPlace(mpsc::OwnedPermit<Announced>);

/// An announcement and its author.
#[derive(Debug)]
struct Announced {
    news: ClubNews,
    author: UserId,
}

/// Too many announcements wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("announcement queue is full; try again in a minute")]
pub struct QueueFull;

impl ClubAnnouncer {
    /// Starts the task that notifies members.
    pub(crate) fn start(
        env: &Env,
        rooms: &Rooms,
        notifications: &Notifications,
        push: &Push,
        tasks: &Tasks,
    ) -> Self {
        let (sender, mut announced) = mpsc::channel(WAITING);
        let teller = Teller {
            store: env.store.clone(),
            attendance: rooms.attendance().clone(),
            notifications: notifications.clone(),
            push: push.clone(),
            members: env.config.limits.members_per_club,
        };
        tasks.spawn_until_stopped("club announcements", async move {
            while let Some(Announced { news, author }) = announced.recv().await {
                if let Some(Err(error)) =
                    catch_panic("telling an announcement", teller.tell(news, author)).await
                {
                    tracing::warn!(%error, "announcement not sent to members");
                }
            }
        });
        Self(sender)
    }

    /// Reserves a queue slot, so that a stored announcement is always delivered.
    ///
    /// # Errors
    /// [`QueueFull`] if too many announcements wait.
    pub fn reserve(&self) -> Result<AnnouncementPlace, QueueFull> {
        self.0.clone().try_reserve_owned().map(AnnouncementPlace).map_err(|_| QueueFull)
    }
}

impl AnnouncementPlace {
    /// Notifies the members of an announcement, in the background.
    pub fn tell(self, news: ClubNews, author: UserId) {
        self.0.send(Announced { news, author });
    }
}

/// The parts that reach members.
struct Teller {
    store: Store,
    attendance: PresenceTracker,
    notifications: Notifications,
    push: Push,
    /// Maximum members of a club.
    members: u32,
}

impl Teller {
    async fn tell(&self, news: ClubNews, author: UserId) -> Result<(), StoreError> {
        let mut users = self.store.club_audience(news.club, author, self.members).await?;
        self.notifications.send_to_many(&users, &Notification::ClubAnnouncement(news.clone()));
        users.retain(|user| !self.attendance.is_here(*user));
        if timeout(PUSHED_WITHIN, self.push.announce(&users, &news)).await.is_err() {
            tracing::warn!(club = %news.club, "announcement pushes timed out; rest dropped");
        }
        Ok(())
    }
}
