//! Bots: users played by programs, which accept every game that matches their filter.
//!
//! A user who wants to play a bot creates a room in which the bot is seated at once, so the game starts with the room. The bot is not
//! asked: its filter says which games it accepts, and it is available as long as it has an open socket.

mod accepts;

use sumito_game::{Player, Seat, UserId};

pub use self::accepts::{BotPreferences, GAMES_AT_ONCE_MAX, PreferenceMismatch};
use crate::env::Env;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomPlan, Rooms, SeatedPlayer};
use sumito_store::{BotRow, Store, StoreError, UserRow};

/// Maximum bots in a list.
const LISTED: usize = 200;

/// Bots that are read at once.
const AT_ONCE: u32 = 4_096;

/// Reasons for which a bot cannot play, or a user cannot become a bot.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The user is not a bot.
    #[error("bot not found; GET /api/v1/bots lists online bots")]
    NoSuchBot,
    /// The bot has no open socket.
    #[error("the bot is offline; choose another, or try again later")]
    Away,
    /// The bot plays as many games as it accepts.
    #[error("the bot is at its limit of {0} games; try again when one ends")]
    Busy(u64),
    /// The bot does not accept such a game.
    #[error(transparent)]
    PreferenceMismatch(#[from] PreferenceMismatch),
    /// The bot creates the room itself.
    #[error("a bot cannot invite itself")]
    Itself,
    /// The user has played as a person and stays one.
    #[error("this account has already played as a human; create a new guest for your bot")]
    HasPlayed,
    /// The filter of accepted games is invalid.
    #[error("{0}")]
    Filter(&'static str),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A bot in the view of other users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// The bot's user.
    pub user: UserRow,
    /// The games that the bot accepts.
    pub accepts: BotPreferences,
    /// Number of waiting and running rooms in which the bot has a seat.
    pub games: u64,
}

/// All bots. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Bots {
    store: Store,
    rooms: Rooms,
    time: TimeSource,
}

impl Bots {
    /// Starts the bots. A bot is online if it is present in `rooms`.
    pub fn start(env: &Env, rooms: &Rooms) -> Self {
        Self { store: env.store.clone(), rooms: rooms.clone(), time: env.time }
    }

    /// Makes a user a bot for good, or changes the filter of a bot.
    ///
    /// # Errors
    /// [`BotError::HasPlayed`] if the user has a seat or a game as a person, [`BotError::Filter`] for a filter that lets no game pass.
    pub async fn register(&self, user: &UserRow, accepts: &BotPreferences) -> Result<(), BotError> {
        accepts.check().map_err(BotError::Filter)?;
        let has_played = async || -> Result<bool, StoreError> {
            Ok(self.store.count_seats(user.id).await? > 0
                || !self.store.player_counts(user.id, true).await?.is_empty())
        };
        if !user.bot && has_played().await? {
            return Err(BotError::HasPlayed);
        }
        let text = serde_json::to_string(accepts).expect("plain values have a JSON form");
        Ok(self.store.set_bot(user.id, &text, self.time.now()).await?)
    }

    /// Returns the bots that are online: bots with accounts first, then by name.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn present(&self) -> Result<Vec<Bot>, StoreError> {
        let bots = self.store.bots_among(&self.online().await?).await?;
        let mut bots = bots.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        bots.sort_by(|one, other| {
            let key = |bot: &Bot| (bot.user.guest, bot.user.name.clone(), bot.user.id);
            key(one).cmp(&key(other))
        });
        bots.truncate(LISTED);
        Ok(bots)
    }

    /// Returns the users of the bots that are online. There may be many more users online than bots.
    async fn online(&self) -> Result<Vec<UserId>, StoreError> {
        let (attendance, mut online, mut last) = (self.rooms.attendance(), Vec::new(), None);
        loop {
            let page = self.store.bots_after(last, AT_ONCE).await?;
            online.extend(page.iter().copied().filter(|&bot| attendance.is_here(bot)));
            if page.len() < AT_ONCE as usize {
                return Ok(online);
            }
            last = page.last().copied();
        }
    }

    /// Seats bots in a new room. `bots` has their ids and optionally a seat for each.
    ///
    /// # Errors
    /// [`BotError`] of the first bot that cannot play.
    pub async fn seat(&self, plan: &mut RoomPlan, bots: &[(UserId, Option<Seat>)]) -> Result<(), BotError> {
        for &(id, seat) in bots {
            if id == plan.created_by {
                return Err(BotError::Itself);
            }
            let Bot { user, accepts, games } = read(self.store.bot(id).await?.ok_or(BotError::NoSuchBot)?)?;
            if !self.rooms.attendance().is_here(id) {
                return Err(BotError::Away);
            }
            accepts.check_plan(plan)?;
            if games >= accepts.games_at_once.into() {
                return Err(BotError::Busy(games));
            }
            let player = Player::from(&user);
            plan.players.push(SeatedPlayer { player, seat });
        }
        Ok(())
    }
}

fn read(BotRow { user, accepts, seats }: BotRow) -> Result<Bot, StoreError> {
    let accepts = serde_json::from_str(&accepts).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(Bot { user, accepts, games: seats })
}
