//! Administration: draining, announcements, reloading the configuration, and the nodes. Each action is written to the moderation log.
//!
//! Drain mode and the announcement are rows that all nodes reread when one of them has changed something. They end when the last node
//! stops: an announcement of a restart means nothing after the restart.

mod announcement;
mod nodes;

use std::sync::Arc;
use std::time::Duration;

use sumito_cluster::{Node, Subject};
use sumito_game::Timestamp;
use tokio::sync::watch;
use tokio::time::sleep;
use tracing::info;
use uuid::Uuid;

pub use self::announcement::{Announcement, AnnouncementError};
pub use self::nodes::{NodeNumbers, NodeState};
use crate::accounts::identity::Caller;
use crate::env::Env;
use crate::social::sockets::SocketRegistry;
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_store::{ModerationAction, ModerationActionKind, Store, StoreError};

/// News that an administrator has set something for all nodes.
const ADMINISTRATION: Subject<()> = Subject::new("administration");

/// Target of log entries about the service as a whole.
const TARGET: &str = "server";

/// Time after the start of a drain at which a node starts to close its sockets: load balancers have noticed that it is not ready.
const SEND_AWAY_AFTER: Duration = Duration::from_secs(5);

/// Time within which a drained node closes its sockets.
const SEND_AWAY_WITHIN: Duration = Duration::from_secs(10);

/// Errors of administration requests.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// The announcement is invalid.
    #[error(transparent)]
    Announcement(#[from] AnnouncementError),
    /// No node with this id runs.
    #[error("no node with this id runs")]
    NoSuchNode,
    /// No other node would take new games.
    #[error("no other node takes new games; start another node first, or drain all nodes")]
    LastNode,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Administration of all nodes. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Administration(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    rooms: Rooms,
    sockets: SocketRegistry,
    node: Node,
    time: TimeSource,
    started_at: Timestamp,
    announcement: watch::Sender<Option<Announcement>>,
    /// Held while the state is read and applied, so that an earlier state does not replace a later one.
    reading: tokio::sync::Mutex<()>,
}

impl Administration {
    /// Loads the cluster-wide settings and follows them.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub(crate) async fn start(
        env: &Env,
        rooms: &Rooms,
        sockets: &SocketRegistry,
        tasks: &Tasks,
    ) -> Result<Self, StoreError> {
        let administration = Self(Arc::new(Inner {
            store: env.store.clone(),
            rooms: rooms.clone(),
            sockets: sockets.clone(),
            node: env.node.clone(),
            time: env.time,
            started_at: env.time.now(),
            announcement: watch::Sender::default(),
            reading: tokio::sync::Mutex::default(),
        }));
        administration.load().await?;
        if env.node.is_shared() {
            tasks.spawn_until_stopped("administration", administration.clone().run());
        }
        Ok(administration)
    }

    /// Reads the cluster-wide settings. The first node that starts resets them.
    ///
    /// # Errors
    /// If the store is unavailable.
    async fn load(&self) -> Result<(), StoreError> {
        let this = self.0.node.is_shared().then(|| self.0.node.id());
        self.0.store.reset_administration(this).await?;
        self.read().await
    }

    /// Follows the settings for all nodes and for this node, and answers other nodes.
    async fn run(self) {
        tokio::join!(self.follow(), self.follow_own_drain(), self.leave_when_drained(), self.answer_others());
    }

    /// Returns this server as a node.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// Time at which the server started to serve requests.
    pub fn started_at(&self) -> Timestamp {
        self.0.started_at
    }

    /// Turns drain mode of all nodes on or off. While it is on, no node takes new games; running games continue.
    ///
    /// # Errors
    /// If the store is unavailable. The mode may have changed.
    pub async fn drain(&self, by: &Caller, on: bool) -> Result<(), AdministrationError> {
        let kind = if on { ModerationActionKind::Drain } else { ModerationActionKind::Undrain };
        let playing = self.0.rooms.by_status().into_iter().find(|(status, _)| *status == "playing");
        let words = format!("playing: {}", playing.map_or(0, |(_, count)| count));
        self.0.store.set_draining(on, &self.action(by, kind, TARGET.to_owned(), words)).await?;
        Ok(self.changed().await?)
    }

    /// Returns the current announcement.
    pub fn announcement(&self) -> Option<Announcement> {
        let now = self.0.time.now();
        let current = self.0.announcement.borrow().clone();
        current.filter(|announcement| announcement.until.is_none_or(|until| until > now))
    }

    /// Returns a receiver that is notified when the announcement changes.
    pub fn announcement_changes(&self) -> watch::Receiver<Option<Announcement>> {
        self.0.announcement.subscribe()
    }

    /// Sets the announcement of all nodes; `None` removes it.
    ///
    /// # Errors
    /// [`AnnouncementError`], or the store is unavailable. In the second case, the announcement may have changed.
    pub async fn announce(&self, by: &Caller, what: Option<Announcement>) -> Result<(), AdministrationError> {
        if let Some(announcement) = &what {
            announcement.check(self.0.time.now())?;
        }
        let words =
            what.as_ref().map_or_else(|| "–".to_owned(), |announcement| announcement.text.to_string());
        let action = self.action(by, ModerationActionKind::Announce, TARGET.to_owned(), words);
        self.0.store.set_announcement(what.as_ref().map(Into::into).as_ref(), &action).await?;
        Ok(self.changed().await?)
    }

    /// Writes to the log that the configuration of this node was reloaded.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn record_reload(&self, by: &Caller, settings: String) -> Result<(), AdministrationError> {
        let action = self.action(by, ModerationActionKind::Reload, TARGET.to_owned(), settings);
        Ok(self.0.store.log_action(&action).await?)
    }

    /// Applies a change that is stored, here and on the other nodes.
    async fn changed(&self) -> Result<(), StoreError> {
        self.0.node.bus().publish(&ADMINISTRATION, &());
        self.read().await
    }

    /// Reads and applies the cluster-wide settings.
    async fn read(&self) -> Result<(), StoreError> {
        let _reading = self.0.reading.lock().await;
        let state = self.0.store.administration().await?;
        self.0.rooms.drain().set_everywhere(state.draining);
        let announcement = state.announcement.map(Announcement::from);
        self.0.announcement.send_if_modified(|current| {
            let is_new = *current != announcement;
            *current = announcement;
            is_new
        });
        Ok(())
    }

    /// Reloads the cluster-wide settings when they change.
    async fn follow(&self) {
        let mut news = self.0.node.bus().subscribe(&ADMINISTRATION);
        loop {
            news.next().await;
            Retry::new("read of the administration's state").run(|| self.read()).await;
        }
    }

    /// Turns drain mode of this node on or off when an administrator has set it.
    async fn follow_own_drain(&self) {
        let mut peers = self.0.node.peers();
        loop {
            self.0.rooms.drain().set_here(peers.is_draining());
            peers.changed().await;
        }
    }

    /// Closes the sockets of this node a moment after it is drained, and hands its rooms over. Their clients reconnect to other nodes.
    async fn leave_when_drained(&self) {
        let drain = self.0.rooms.drain();
        loop {
            drain.until_here(true).await;
            info!("drained by administrator: moving sockets and duties to other nodes");
            let leaving = async {
                sleep(SEND_AWAY_AFTER).await;
                self.0.sockets.send_away(SEND_AWAY_WITHIN).await;
                self.0.rooms.hand_over().await;
                std::future::pending::<()>().await;
            };
            tokio::select! {
                () = leaving => {}
                () = drain.until_here(false) => {
                    self.0.rooms.stay();
                    info!("no longer drained");
                }
            }
        }
    }

    fn action(
        &self,
        by: &Caller,
        kind: ModerationActionKind,
        target: String,
        words: String,
    ) -> ModerationAction {
        ModerationAction { id: Uuid::now_v7(), at: self.0.time.now(), by: by.user.id, kind, target, words }
    }
}
