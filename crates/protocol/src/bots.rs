//! Bots: the games that they accept, and their list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::parts::{Mode, User};
use crate::ratings::PlayerRating;

/// `PUT /me/bot`: the games that a bot accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotAccepts {
    /// The accepted modes; every mode when empty or left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Mode>>")]
    pub modes: Vec<Mode>,
    /// The shortest permitted time of a player for a game of forty moves, in seconds; 0 when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub shortest_s: u32,
    /// The longest permitted time, in seconds; unlimited when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub longest_s: Option<u32>,
    /// True if the bot plays without a clock.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub untimed: bool,
    /// True if the bot accepts rated games, for which it needs an account.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Maximum number of simultaneous games: 1 to 64; 8 when left out.
    #[serde(default = "eight")]
    #[ts(optional, as = "Option<u32>")]
    #[schemars(range(min = 1, max = 64))]
    pub games_at_once: u32,
}

fn eight() -> u32 {
    8
}

/// Default preferences of a bot: every mode with any clock, but not without a clock, and eight simultaneous games.
impl Default for BotAccepts {
    fn default() -> Self {
        Self {
            modes: Vec::new(),
            shortest_s: 0,
            longest_s: None,
            untimed: false,
            rated: false,
            games_at_once: eight(),
        }
    }
}

/// `PUT /me/bot/author`: the author of the calling bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotAuthor {
    /// The author, whom lists show; empty for none.
    pub author: String,
}

/// A bot in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Bot {
    /// The user concerned.
    pub user: User,
    /// The games that the bot accepts.
    pub accepts: BotAccepts,
    /// Number of its games, including games that wait for players.
    pub games: u64,
    /// True if it is online.
    pub online: bool,
    /// Its author, in the bot's own words.
    pub author: Option<String>,
    /// Number of its finished public games.
    pub played: u64,
    /// Its rating in games with bots, of the mode of the list.
    pub rating: Option<PlayerRating>,
}

/// `GET /bots`: a page of bots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotList {
    /// The bots, the highest ratings first.
    pub bots: Vec<Bot>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}
