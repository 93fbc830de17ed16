//! Words for users, and for messages to them.

use crate::words;

words! {
    /// A user's permissions beyond playing.
    #[derive(PartialOrd, Ord)]
    pub enum Role {
        /// No further permissions.
        Player = "player",
        /// Moderation of users and content.
        Moderator = "moderator",
        /// All permissions, including administration.
        Admin = "admin",
    }

    /// A permission of an API token. Regardless of its scopes, a token can read what its user can read.
    #[derive(PartialOrd, Ord)]
    pub enum Scope {
        /// Read access only.
        Read = "read",
        /// Create rooms, take seats, play, chat about games and tournaments; request analyses.
        Play = "play",
        /// Set the games that a bot accepts.
        Bot = "bot",
        /// Create and run tournaments.
        Tournament = "tournament",
        /// Challenge players, and answer challenges.
        Challenges = "challenges",
        /// Follow and unfollow players.
        Follows = "follows",
        /// Create, edit and delete studies.
        Studies = "studies",
        /// Join, leave and run clubs, and write in their chats.
        Clubs = "clubs",
        /// Read and write private messages.
        Messages = "messages",
        /// Solve puzzles and vote on them.
        Puzzles = "puzzles",
        /// For apps only: the webhooks of the app receive the user's events.
        Webhooks = "webhooks",
    }

    /// Who may create an account.
    pub enum Registration {
        /// Every visitor may register.
        Open = "open",
        /// Visitors with the code of a registration link.
        Invitation = "invitation",
        /// No visitor: administrators create accounts.
        Closed = "closed",
    }

    /// The status of a challenge.
    pub enum ChallengeStatus {
        /// The challenge waits for an answer.
        Open = "open",
        /// The challenge was accepted: `room` has the game.
        Accepted = "accepted",
        /// The challenge was declined.
        Declined = "declined",
        /// The player who made the last offer withdrew it.
        Cancelled = "cancelled",
        /// The challenge expired without an answer.
        Expired = "expired",
    }

    /// The reason for declining a challenge.
    pub enum DeclineReason {
        /// Not at this time.
        Later = "later",
        /// The clock is too fast.
        TooFast = "too_fast",
        /// The clock is too slow.
        TooSlow = "too_slow",
        /// The player prefers unrated games.
        Unrated = "unrated",
        /// The player prefers rated games.
        Rated = "rated",
        /// The player prefers another mode or layout.
        Different = "different",
        /// The player, a bot, plays only bots.
        OnlyBots = "only_bots",
        /// The player, a bot, plays no bots.
        NoBots = "no_bots",
    }

    /// The reason why a seek ended without a game.
    pub enum SeekEnd {
        /// The user cancelled it, or started another seek.
        Cancelled = "cancelled",
        /// The server could not create a game, or lost the connection to the user. The user can seek again.
        Failed = "failed",
    }

    /// An event that a webhook can receive.
    pub enum WebhookEvent {
        /// A game of the user is over.
        GameFinished = "game_finished",
        /// A tournament in which the user takes part has ended.
        TournamentEnded = "tournament_ended",
        /// The user was challenged.
        ChallengeReceived = "challenge_received",
    }

    /// The thing that an achievement counts.
    pub enum AchievementKind {
        /// Finished games, aborted ones excluded.
        Games = "games",
        /// Games won, alone or with a team.
        Wins = "wins",
        /// Marbles pushed out by the player's team.
        Marbles = "marbles",
        /// Modes in which the player has won.
        Modes = "modes",
        /// The longest series of wins in a mode.
        WinStreak = "win_streak",
        /// The highest rating of an opponent in a rated win.
        BestWin = "best_win",
        /// Solved puzzles that counted.
        Puzzles = "puzzles",
        /// The best puzzle streak.
        PuzzleStreak = "puzzle_streak",
        /// The best puzzle storm.
        PuzzleStorm = "puzzle_storm",
    }
}
