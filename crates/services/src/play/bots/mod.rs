//! Bots: users played by programs, which accept every game that matches their filter.
//!
//! A user who wants to play a bot creates a room in which the bot is seated at once, so the game starts with the room. The bot is not
//! asked: its filter says which games it accepts, and it is available as long as it has an open socket.

mod accepts;

use sumito_game::{Player, Seat, UserId};
use sumito_ratings::{Pool, Speed};
use sumito_rules::Mode;

pub use self::accepts::{BotPreferences, GAMES_AT_ONCE_MAX, PreferenceMismatch};
use crate::env::Env;
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomPlan, Rooms, SeatedPlayer};
use sumito_store::{BotCursor, BotRow, ListedBot, RatingRow, Store, StoreError, UserRow};

/// Bots that are read at once.
const AT_ONCE: u32 = 4_096;

/// Reasons for which a bot cannot play, or a user cannot become a bot.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The user is not a bot.
    #[error("bot not found; GET /api/v1/bots?online=true lists online bots")]
    NoSuchBot,
    /// The caller is not a bot.
    #[error("you are not a bot; PUT /api/v1/me/bot makes you one")]
    NoBot,
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

/// A bot in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownBot {
    /// The bot and the games that it accepts.
    pub bot: Bot,
    /// The author, in the bot's own words; may be empty.
    pub author: String,
    /// Number of its finished public games.
    pub played: u64,
    /// Its rating in the mode of the list.
    pub rating: Option<RatingRow>,
    /// Whether it is online.
    pub online: bool,
    /// The place of the bot in the list.
    pub cursor: BotCursor,
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
        if accepts.rated && user.guest {
            return Err(BotError::Filter(
                "`rated` requires an account: create one with POST /api/v1/accounts",
            ));
        }
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

    /// Returns a page of bots, the highest ratings in games of a mode first: those with accounts, or all that are online.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn list(
        &self,
        mode: Mode,
        online: bool,
        after: Option<BotCursor>,
        limit: u32,
    ) -> Result<Vec<ShownBot>, StoreError> {
        let present = if online { Some(self.online().await?) } else { None };
        let listed = self.store.bots(mode, present.as_deref(), after, limit).await?;
        let ids: Vec<_> = listed.iter().map(|listed| listed.bot.user.id).collect();
        let pool = Pool { mode, speed: Speed::Bots };
        let ratings = self.store.ratings_in(pool, &ids).await?;
        let attendance = self.rooms.attendance();
        let shown = |ListedBot { bot, author, played, value }| {
            let id = bot.user.id;
            let rating = ratings.iter().find(|row| row.user == id).copied();
            let online = attendance.is_here(id);
            let cursor = BotCursor { value, user: id };
            Ok::<_, StoreError>(ShownBot { bot: read(bot)?, author, played, rating, online, cursor })
        };
        listed.into_iter().map(shown).collect()
    }

    /// Sets the author of a bot.
    ///
    /// # Errors
    /// [`BotError::NoBot`] if the user is not a bot.
    pub async fn set_author(&self, user: &UserRow, author: &Text) -> Result<(), BotError> {
        if !user.bot {
            return Err(BotError::NoBot);
        }
        Ok(self.store.set_bot_author(user.id, author).await?)
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
