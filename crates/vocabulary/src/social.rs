//! Words for chats, clubs and studies.

use std::cmp::Ordering;

use crate::words;

words! {
    /// The group of users who write in a room's channel.
    pub enum Audience {
        /// Players of the room. All users can read their lines; delayed spectators read them with the same delay as the game.
        Players = "players",
        /// Spectators. While a game is in progress, the room's players cannot read their lines.
        Spectators = "spectators",
    }

    /// A predefined line. It is sent as a word, and each client shows it in its user's language.
    pub enum Preset {
        /// The line “Hello!”.
        Hello = "hello",
        /// The line “Good luck!”.
        GoodLuck = "good_luck",
        /// The line “Have fun!”.
        HaveFun = "have_fun",
        /// The line “Well played!”.
        WellPlayed = "well_played",
        /// The line “Good game!”.
        GoodGame = "good_game",
        /// The line “Thanks!”.
        Thanks = "thanks",
        /// The line “One moment, please.”.
        OneMoment = "one_moment",
        /// The line “Sorry!”.
        Sorry = "sorry",
        /// The line “I have to go.”.
        HaveToGo = "have_to_go",
        /// The line “Goodbye!”.
        Goodbye = "goodbye",
    }

    /// How players join a club.
    #[derive(Default)]
    pub enum ClubJoining {
        /// Any account may join.
        #[default]
        Open = "open",
        /// An admin answers requests.
        Request = "request",
        /// Only players with an invitation link may join.
        Invitation = "invitation",
    }

    /// A player's role in a club.
    pub enum ClubRole {
        /// Has all rights. Each club has one owner.
        Owner = "owner",
        /// Changes texts and settings, answers requests, invites and removes members.
        Admin = "admin",
        /// Has no further rights.
        Member = "member",
    }

    /// Who may read a study.
    pub enum StudyVisibility {
        /// Its owner and members.
        Private = "private",
        /// All users with its address.
        Unlisted = "unlisted",
        /// All users; it is in the public list.
        Public = "public",
    }

    /// Rights of a member of a study.
    pub enum StudyRole {
        /// Edit the chapters.
        Contributor = "contributor",
        /// Read the study, even if it is private.
        Viewer = "viewer",
    }

    /// Colour of an arrow or a highlight.
    pub enum StudyColor {
        /// Green: the usual colour.
        Green = "green",
        /// The colour red.
        Red = "red",
        /// The colour blue.
        Blue = "blue",
        /// The colour yellow.
        Yellow = "yellow",
    }
}

impl ClubRole {
    /// Returns the stored number, by which members are sorted.
    pub const fn rank(self) -> i64 {
        self as i64
    }

    /// Returns the role with this [`rank`](Self::rank).
    pub fn of_rank(rank: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.rank() == rank)
    }
}

/// A role with more rights is greater.
impl Ord for ClubRole {
    fn cmp(&self, other: &Self) -> Ordering {
        other.rank().cmp(&self.rank())
    }
}

impl PartialOrd for ClubRole {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
