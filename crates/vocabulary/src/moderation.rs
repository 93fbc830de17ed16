//! Words for moderators.

use crate::words;

words! {
    /// The kind of a sanction.
    pub enum SanctionKind {
        /// The user cannot use the server.
        Ban = "ban",
        /// Other users cannot read the user's texts.
        Mute = "mute",
    }

    /// A moderator's decision on an appeal.
    pub enum AppealOutcome {
        /// The sanction is lifted.
        Lift = "lift",
        /// The sanction ends earlier.
        Shorten = "shorten",
        /// The sanction stays.
        Keep = "keep",
    }

    /// The kind of a moderation action.
    pub enum ModerationActionKind {
        /// Ban a user.
        Ban = "ban",
        /// Mute a user.
        Mute = "mute",
        /// End a sanction early.
        Lift = "lift",
        /// Rename an account.
        Rename = "rename",
        /// Close a room and end its game.
        CloseRoom = "close_room",
        /// Close a report.
        CloseReport = "close_report",
        /// Remove a chat line.
        RemoveLine = "remove_line",
        /// Remove all chat lines of a user.
        ClearLines = "clear_lines",
        /// Remove a player's picture.
        RemoveAvatar = "remove_avatar",
        /// Replace texts of a tournament or a club.
        Reword = "reword",
        /// Delete a club.
        CloseClub = "close_club",
        /// Stop accepting new games.
        Drain = "drain",
        /// Accept new games again.
        Undrain = "undrain",
        /// Set or withdraw an announcement to all users.
        Announce = "announce",
        /// Reload the settings.
        Reload = "reload",
        /// Act in another user's tournament.
        Tournament = "tournament",
        /// Reading the networks of a user, or the users of a network.
        LookNetworks = "look_networks",
        /// Decide an appeal.
        DecideAppeal = "decide_appeal",
        /// Dismiss a signal of unfair play.
        DismissSignal = "dismiss_signal",
        /// Create or revoke a registration link.
        RegistrationLink = "registration_link",
        /// Create accounts of users.
        CreateAccounts = "create_accounts",
    }
}

impl From<SanctionKind> for ModerationActionKind {
    fn from(kind: SanctionKind) -> Self {
        match kind {
            SanctionKind::Ban => Self::Ban,
            SanctionKind::Mute => Self::Mute,
        }
    }
}
