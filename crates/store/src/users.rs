//! Users and bots.

use serde::{Deserialize, Serialize};
use sumito_game::{Player, Timestamp, UserId};
use sumito_kit::text::Text;
use sumito_rules::Mode;

use super::{NewSession, Role, StoreError, store_api};

/// A user row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserRow {
    /// Id of the user, which never changes.
    pub id: UserId,
    /// The displayed name.
    pub name: String,
    /// Whether the user is a guest without an account.
    pub guest: bool,
    /// Whether the user is a bot.
    pub bot: bool,
    /// Role of the user.
    pub role: Role,
    /// Time of the first visit.
    pub created_at: Timestamp,
}

impl From<&UserRow> for Player {
    fn from(user: &UserRow) -> Self {
        Self { id: user.id, name: user.name.clone(), guest: user.guest, bot: user.bot }
    }
}

/// A bot row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotRow {
    /// User of the bot.
    pub user: UserRow,
    /// Preferences for games, as text that only the caller of [`Store::set_bot`](crate::Store::set_bot)
    /// understands.
    pub accepts: String,
    /// Number of its seats in rooms that wait or are being played in.
    pub seats: u64,
}

/// A bot in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedBot {
    /// Its user and preferences.
    pub bot: BotRow,
    /// The author, in the bot's own words; may be empty.
    pub author: String,
    /// Number of its finished public games.
    pub played: u64,
    /// The value of its rating in the mode of the list; 0 without a rating.
    pub value: f64,
}

/// A cursor in a list of bots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BotCursor {
    /// The value of the last listed bot.
    pub value: f64,
    /// The user of that bot.
    pub user: UserId,
}

store_api! { each:
    /// Adds a user together with their first session.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the user or the token exists.
    pub async fn add_user(&self, user: &UserRow, session: &NewSession) -> Result<(), StoreError>;

    /// Adds users without credentials: computer players, and players of imported games. Existing users stay unchanged.
    pub async fn add_computers(&self, users: &[UserRow]) -> Result<(), StoreError>;

    /// Makes a user a bot, or changes its preferences, as text that the store does not interpret.
    pub async fn set_bot(&self, user: UserId, accepts: &str, now: Timestamp) -> Result<(), StoreError>;

    /// Returns a bot; `None` if the user is not a bot.
    pub async fn bot(&self, user: UserId) -> Result<Option<BotRow>, StoreError>;

    /// Returns up to `limit` users who are bots, in the order of their ids, after a given id.
    pub async fn bots_after(&self, after: Option<UserId>, limit: u32) -> Result<Vec<UserId>, StoreError>;
}

store_api! { each_database:
    /// Sets the author of a bot.
    pub async fn set_bot_author(&self, user: UserId, author: &Text) -> Result<(), StoreError>;

    /// Returns a page of bots, the highest ratings in games of this mode first: the bots among `users`, or all with accounts.
    pub async fn bots(
        &self,
        mode: Mode,
        users: Option<&[UserId]>,
        after: Option<BotCursor>,
        limit: u32,
    ) -> Result<Vec<ListedBot>, StoreError>;
}
