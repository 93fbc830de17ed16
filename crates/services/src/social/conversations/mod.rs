//! Conversations of two accounts. Their lines are a channel of the [chat](super::chat); this module adds each user's view: the read lines,
//! and the lines that the user has deleted from their view.
//!
//! The first unread line of a conversation is a notification, and a push to users without an open page. Later lines are not: a user who
//! does not answer is not called again.

use sumito_game::UserId;
use uuid::Uuid;

use sumito_store::{LineSelector, Store, StoreError, UserPair, UserRow};

use crate::env::Env;
use crate::social::chat::{Chat, ChatError};
use crate::social::notifications::{Notification, Notifications};
use sumito_kit::tasks::Tasks;

/// Maximum first unread lines that wait.
const WAITING: usize = 1_024;

/// Conversations, in their users' views. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Conversations {
    store: Store,
    chat: Chat,
    notifications: Notifications,
}

impl Conversations {
    /// Starts the task that notifies users of unread lines.
    pub(crate) fn start(env: &Env, chat: &Chat, notifications: &Notifications, tasks: &Tasks) -> Self {
        let (store, chat, notifications) = (env.store.clone(), chat.clone(), notifications.clone());
        let (unread, sender) = (chat.listen_to_unread(WAITING), notifications.clone());
        tasks.spawn_until_stopped("conversations", async move {
            let Some(mut unread) = unread else { return };
            while let Some(first) = unread.recv().await {
                let notification = Notification::Conversation { partner: first.author, unread: true };
                sender.send(first.reader, notification);
            }
        });
        Self { store, chat, notifications }
    }

    /// Records that a user has read a conversation up to a line, and notifies their other pages.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn read(
        &self,
        pair: UserPair,
        user: UserId,
        partner: UserRow,
        line: Uuid,
    ) -> Result<(), StoreError> {
        if let Some(unread) = self.store.read_conversation(pair, user, line).await? {
            self.notifications.send(user, Notification::Conversation { partner, unread });
        }
        Ok(())
    }

    /// Deletes a conversation from the view of a user. Lines that both users have deleted are removed.
    ///
    /// # Errors
    /// [`ChatError::Unavailable`] if the store is unavailable.
    pub async fn hide(&self, pair: UserPair, user: UserId, partner: UserRow) -> Result<(), ChatError> {
        let Some(hidden) = self.store.hide_conversation(pair, user).await? else { return Ok(()) };
        self.chat.hide(pair, user, hidden.until).await;
        self.notifications.send(user, Notification::Conversation { partner, unread: false });
        if !hidden.until_for_both.is_nil() {
            self.chat.remove(LineSelector::Conversation(pair, hidden.until_for_both), None).await?;
        }
        Ok(())
    }
}
