//! Players: profiles, comparisons, lists, and the details next to their names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::parts::User;
use crate::ratings::{PlayerRating, Standing};
use crate::statistics::ModeCounts;

/// `GET /players/{name}`: a player's public profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Profile {
    /// The player concerned.
    pub user: User,
    /// Time of registration or first visit, in microseconds since the Unix epoch.
    pub since: i64,
    /// The player's own text: plain text; may be empty.
    pub words: String,
    /// The ratings by mode and speed, for pools with rated games.
    pub ratings: Vec<PlayerRating>,
    /// The results of the finished games, by mode; private games are included only for the player.
    pub counts: Vec<ModeCounts>,
    /// The player's places among the players of the pools: for ratings that are not provisional, in pools of at least ten players.
    #[serde(default)]
    pub standings: Vec<Standing>,
    /// How many players the player follows, and how many follow the player.
    #[serde(default)]
    pub follows: FollowCounts,
    /// The country that the player shows, as a code of ISO 3166-1 with two letters; left out if the player shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub country: Option<String>,
    /// Tag of the player's picture, which `GET /players/{name}/avatar` returns; left out without a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub avatar: Option<String>,
}

/// How many players a player follows, and how many follow the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
pub struct FollowCounts {
    /// Number of players whom the player follows.
    pub following: u32,
    /// Number of players who follow the player; at most 1,000 are counted.
    pub followers: u32,
    /// Number of players for whom both are true.
    pub friends: u32,
}

/// `GET /players/{name}/compare/{other}`: two players side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Comparison {
    /// The player of the path.
    pub one: ComparedPlayer,
    /// The other player.
    pub other: ComparedPlayer,
    /// The results of their games against each other by mode, from the view of `one`. Private games are included only for the two.
    pub games: Vec<ModeCounts>,
}

/// A player of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ComparedPlayer {
    /// The player concerned.
    pub user: User,
    /// The ratings by mode and speed, for pools with rated games.
    pub ratings: Vec<PlayerRating>,
}

/// `PUT /me/country`: the country that the user shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OwnCountry {
    /// A code of ISO 3166-1 with two capital letters; `null` to show none.
    #[schemars(regex(pattern = "^[A-Z]{2}$"))]
    pub country: Option<String>,
}

/// `PUT /me/avatar`: the user's new picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Avatar {
    /// Tag of the picture: another picture has another tag.
    pub tag: String,
}

/// `GET /faces`: the details shown next to players' names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FaceList {
    /// The faces, without players who show nothing.
    pub faces: Vec<Face>,
}

/// The details shown next to a player's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Face {
    /// Id of the player.
    pub user: Uuid,
    /// The country, as a code of ISO 3166-1 with two letters; left out if the player shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub country: Option<String>,
    /// Tag of the player's picture; left out without a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub avatar: Option<String>,
}

/// `PUT /me/profile`: the user's own text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OwnProfile {
    /// Plain text of at most 500 characters without links; empty to remove it.
    pub words: String,
}

/// `GET /players?prefix=…`: a page of accounts whose names have this prefix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerList {
    /// The players, by name.
    pub players: Vec<User>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /me/blocks`: the players whom the caller blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BlockList {
    /// The players, most recently blocked first.
    pub players: Vec<User>,
}
