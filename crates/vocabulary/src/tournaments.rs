//! Words for tournaments.

use crate::words;

words! {
    /// The name of a tournament format.
    #[derive(PartialOrd, Ord)]
    pub enum TournamentFormatName {
        /// Every participant plays every other participant.
        RoundRobin = "round_robin",
        /// Each round pairs participants with about equal points who have not met.
        Swiss = "swiss",
        /// The loser of a match is eliminated.
        Knockout = "knockout",
        /// A participant is eliminated by the second lost match.
        DoubleElimination = "double_elimination",
        /// Groups play round robins, and their best participants a knockout.
        Groups = "groups",
        /// For a fixed time, free participants are paired again and again.
        Arena = "arena",
    }

    /// The status of a tournament.
    pub enum TournamentStatus {
        /// The tournament accepts entries and has not started.
        Registering = "registering",
        /// The tournament is in progress.
        Running = "running",
        /// The tournament has ended.
        Finished = "finished",
        /// The tournament was cancelled, or did not start.
        Cancelled = "cancelled",
    }

    /// The pairing system of a Swiss system.
    #[derive(Default)]
    pub enum SwissPairing {
        /// All pairs of a round are chosen together, so that the score differences are small for all.
        #[default]
        Balanced = "balanced",
        /// FIDE's Dutch system (Handbook C.04.3): pairs from the highest score to the lowest.
        Dutch = "dutch",
    }

    /// The admission condition of a tournament.
    #[derive(Default)]
    pub enum Admission {
        /// Open to all players.
        #[default]
        Open = "open",
        /// A password is required.
        Password = "password",
        /// A director's invitation is required.
        Invitation = "invitation",
    }

    /// How Buchholz and Sonneborn-Berger count rounds without a game.
    #[derive(Default)]
    pub enum UnplayedRounds {
        /// Buchholz counts the own points for an own round without a game, and the opponents' points unchanged.
        #[default]
        OwnPoints = "own_points",
        /// As in FIDE's tie-break regulations, article 16. For Swiss systems.
        Fide = "fide",
    }

    /// A tie-break criterion for participants with equal points.
    #[derive(PartialOrd, Ord)]
    pub enum TieBreak {
        /// The round reached in a knockout or a double elimination.
        Reached = "reached",
        /// The points of all opponents.
        Buchholz = "buchholz",
        /// The points of all opponents but the weakest.
        BuchholzCut1 = "buchholz_cut1",
        /// The points of all opponents but the weakest and the strongest.
        BuchholzMedian = "buchholz_median",
        /// The points of the beaten opponents, and half of the points of the drawn opponents.
        SonnebornBerger = "sonneborn_berger",
        /// The number of tied participants whom the games among them put below this one.
        DirectEncounter = "direct_encounter",
        /// Marbles ejected minus marbles lost.
        Marbles = "marbles",
        /// The sum of the points after each round.
        Progressive = "progressive",
        /// The performance rating: the rating for which the results would have been expected.
        Performance = "performance",
        /// Number of games won.
        Wins = "wins",
    }

    /// A participant's membership in a tournament.
    pub enum Membership {
        /// Active: the participant is paired.
        In = "in",
        /// Left before the start, as if never entered. Only subscribers of the tournament receive this, once.
        Gone = "gone",
        /// Left after the start; can return if the format allows it.
        Withdrawn = "withdrawn",
        /// Excluded; cannot return.
        Excluded = "excluded",
    }

    /// The reason why a participant does not play in a round.
    #[derive(PartialOrd, Ord)]
    pub enum ByeKind {
        /// The number of participants was odd: counts as a win in a Swiss system, lets advance in a bracket, and is worth nothing in
        /// a round robin.
        Full = "full",
        /// The participant asked for it, or a director granted it: counts half a point.
        Half = "half",
        /// The participant was absent, or sits out the round for no points: counts nothing.
        Absent = "absent",
        /// No participant was left whom this one may meet: counts as a win. Only forbidden pairs cause it.
        NoOpponent = "no_opponent",
    }

    /// A part of a bracket.
    #[derive(PartialOrd, Ord)]
    pub enum BracketPart {
        /// The bracket of the players without a lost match; in a knockout, the whole bracket.
        Winners = "winners",
        /// The match for the third place.
        ThirdPlace = "third_place",
        /// The bracket of the players with one lost match.
        Losers = "losers",
        /// The grand final of a double elimination.
        Final = "final",
        /// The second match of the grand final, if the player without a lost match has lost the first.
        Reset = "reset",
    }
}
