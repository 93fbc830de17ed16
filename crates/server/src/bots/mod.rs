//! Bots: users whose program plays, and who take every game that they say they take.
//!
//! Somebody who wants to play a bot makes a room in which it is seated at once, so the game begins with the room. The bot need not be
//! asked: it has said before which games it takes, and as long as it has a socket open it is there to play them.

mod accepts;

use sumito_game::{Player, Seat, UserId};

pub use self::accepts::{Accepts, NotAccepted};
use crate::rooms::{RoomPlan, Rooms, SeatedPlayer};
use crate::store::{BotRow, Store, StoreError, UserRow};
use crate::time_source::TimeSource;

/// Bots that are listed at most.
const LISTED: usize = 200;

/// Why a bot does not play, or somebody does not become one.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The user is no bot.
    #[error("there is no bot with this id; GET /api/v1/bots lists those that are there")]
    NoSuchBot,
    /// It has no socket open.
    #[error("this bot is not there at the moment; choose another, or come back later")]
    Away,
    /// It plays as many games as it wants to.
    #[error("this bot plays {0} games already, and no more at once; try again when one of them has ended")]
    Busy(u64),
    /// It does not play such a game.
    #[error(transparent)]
    NotAccepted(#[from] NotAccepted),
    /// It is the maker of the room.
    #[error("a bot does not invite itself")]
    Itself,
    /// Who has played as a person stays one.
    #[error("you have played as a person already; make a new guest for your bot")]
    HasPlayed,
    /// What it accepts makes no sense.
    #[error("{0}")]
    Filter(&'static str),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A bot as others see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// Who it is.
    pub user: UserRow,
    /// Which games it takes.
    pub accepts: Accepts,
    /// How many rooms it has a seat in that wait or are being played in.
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
    /// Those of `store`, who are there if they are in `rooms`.
    pub fn new(store: Store, rooms: Rooms, time: TimeSource) -> Self {
        Self { store, rooms, time }
    }

    /// Makes somebody a bot, for good, or changes what it accepts.
    ///
    /// # Errors
    /// [`BotError::HasPlayed`] for somebody who has a seat or a game as a person, [`BotError::Filter`] for a filter that lets nothing pass.
    pub async fn register(&self, user: &UserRow, accepts: &Accepts) -> Result<(), BotError> {
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

    /// The bots that are there: those with accounts first, then by name.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn present(&self) -> Result<Vec<Bot>, StoreError> {
        let present = self.rooms.attendance().present();
        let bots = self.store.bots_among(&present).await?;
        let mut bots = bots.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        bots.sort_by(|one, other| {
            let key = |bot: &Bot| (bot.user.guest, bot.user.name.clone(), bot.user.id);
            key(one).cmp(&key(other))
        });
        bots.truncate(LISTED);
        Ok(bots)
    }

    /// Seats bots in a room that is to be made: `wishes` are their ids, and perhaps the seat of each.
    ///
    /// # Errors
    /// Why one of them does not play.
    pub async fn seat(&self, plan: &mut RoomPlan, wishes: &[(UserId, Option<Seat>)]) -> Result<(), BotError> {
        for &(id, seat) in wishes {
            if id == plan.created_by {
                return Err(BotError::Itself);
            }
            let Bot { user, accepts, games } = read(self.store.bot(id).await?.ok_or(BotError::NoSuchBot)?)?;
            if !self.rooms.attendance().is_here(id) {
                return Err(BotError::Away);
            }
            accepts.take(plan)?;
            if games >= accepts.games_at_once.into() {
                return Err(BotError::Busy(games));
            }
            let player = Player { id, name: user.name, guest: user.guest, bot: true };
            plan.players.push(SeatedPlayer { player, seat });
        }
        Ok(())
    }
}

fn read(BotRow { user, accepts, seats }: BotRow) -> Result<Bot, StoreError> {
    let accepts = serde_json::from_str(&accepts).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(Bot { user, accepts, games: seats })
}
