//! Words for rooms and their games.

use crate::words;

words! {
    /// The status of a room.
    pub enum Status {
        /// The room has free seats, or waits for players to be ready.
        Waiting = "waiting",
        /// A game is in progress.
        Playing = "playing",
        /// The game has ended.
        Finished = "finished",
        /// All players left before a game started.
        Closed = "closed",
    }

    /// The visibility of a room.
    #[derive(Default)]
    pub enum Visibility {
        /// Listed in its lobby.
        #[default]
        Public = "public",
        /// Accessible only through its link.
        Private = "private",
    }

    /// A kind of offer.
    pub enum Offer {
        /// End the game without a winner: all players still in the game must agree.
        Draw = "draw",
        /// Take back the offering player's last move and all later moves: all opponents must agree.
        Takeback = "takeback",
        /// Play again after the end of a game, with seats turned: all players must agree.
        Rematch = "rematch",
        /// Resign as a team: both partners must agree. Made by `resign`.
        Resignation = "resignation",
    }

    /// Result that a player can claim when an opponent has been away for too long.
    pub enum Claim {
        /// The absent player loses.
        Win = "win",
        /// The game ends in a draw.
        Draw = "draw",
    }

    /// A format of games as text.
    #[derive(Default)]
    pub enum GameFormat {
        /// Tags and numbered moves, for all modes.
        #[default]
        Text = "text",
        /// The format of the archive Abalassembly, for two players.
        Apgn = "apgn",
        /// The tags and moves of PlayStrategy, for two players.
        Playstrategy = "playstrategy",
    }

    /// An assumption of the reader of texts.
    pub enum AssumptionKind {
        /// The text names no start: the moves are legal from the layout `value`.
        Layout = "layout",
        /// The position does not say whose turn it is: Black's.
        Turn = "turn",
        /// The position has no counts: no marble has been pushed out.
        Score = "score",
        /// Moves are in the notation of PlayStrategy or Nacre.
        FarMoves = "far_moves",
        /// The result `value` after the moves differs from the tag `Result`, which counts.
        ResultToken = "result_token",
        /// The result `value` contradicts the board, which counts.
        Result = "result",
        /// The tag `Position` differs from the layout `value` of the tag `Variant`, and counts.
        Variant = "variant",
        /// The day of the game is not known.
        Date = "date",
        /// The time control `value` is not known.
        Clock = "clock",
        /// The reason for the end was read as `value`.
        Termination = "termination",
        /// Marks such as `!?` and `$2` are not kept.
        Marks = "marks",
        /// The line `value` before the moves is ignored.
        Heading = "heading",
        /// Variations are not kept.
        Variations = "variations",
        /// Only the first game of the text is read.
        FirstGame = "first_game",
        /// The text is not Unicode: the encoding `value` is assumed.
        Encoding = "encoding",
    }

    /// The reason for the end of a game.
    pub enum Reason {
        /// Six marbles were ejected.
        Ejections = "ejections",
        /// A player's time ran out.
        Time = "time",
        /// A player resigned.
        Resignation = "resignation",
        /// The players agreed to a draw.
        Agreement = "agreement",
        /// The same position occurred for the third time since the last ejection.
        Repetition = "repetition",
        /// Too many plies without an ejection.
        Quiet = "quiet",
        /// The player to move has no legal move.
        Stuck = "stuck",
        /// Aborted before all players had moved; the game does not count.
        Aborted = "aborted",
        /// A player was away for too long, and the others claimed the game.
        Abandoned = "abandoned",
    }

    /// A lobby's policy for rated games.
    #[derive(Default)]
    pub enum RatedOffer {
        /// The players choose.
        #[default]
        Both = "both",
        /// All games are rated.
        Rated = "rated",
        /// All games are unrated.
        Unrated = "unrated",
    }

    /// The strength of a game's players at its start: the mean of their ratings in its pool.
    #[derive(PartialOrd, Ord)]
    pub enum RatingBand {
        /// At least one player had no rating.
        Unrated = "unrated",
        /// A mean below 1400.
        Under1400 = "under_1400",
        /// From 1400 to below 1600, which includes the initial rating.
        From1400 = "from_1400",
        /// From 1600 to below 1800.
        From1600 = "from_1600",
        /// From 1800 to below 2000.
        From1800 = "from_1800",
        /// From 2000 on.
        From2000 = "from_2000",
    }

    /// The severity of a bad move: the part of a point that it gave away, by the points that the player could expect before and after it.
    pub enum Mistake {
        /// A tenth of a point.
        Inaccuracy = "inaccuracy",
        /// A fifth of a point.
        Mistake = "mistake",
        /// Three tenths of a point, or more.
        Blunder = "blunder",
        /// A missed forced win.
        MissedWin = "missed_win",
    }
}
