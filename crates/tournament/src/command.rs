//! What can be asked of a tournament.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{Outcome, Player, SeatSet, Timestamp, UserId};

use crate::{GameNumber, Member, ParticipantId, Settings, Verdict};

/// What can be asked of a tournament. Who may ask for what is said with each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Command {
    /// To change what is agreed, before the start. A director.
    Edit {
        /// What is agreed from now on.
        settings: Box<Settings>,
        /// [`Tournament::revision`](crate::Tournament::revision) as the director saw it: two who edit at once do not undo each other's work.
        revision: u32,
    },
    /// To let somebody else run the tournament, too. A director.
    AddDirector {
        /// Who.
        user: UserId,
    },
    /// To let somebody run it no more; the last one stays. A director.
    RemoveDirector {
        /// Who.
        user: UserId,
    },
    /// To ask a player to enter. Nothing but the capacity holds up a player who accepts, by [`Command::Register`]. A director.
    Invite {
        /// The player.
        player: Box<Player>,
    },
    /// To decline an invitation, or to take it back. The invited player, or a director.
    Uninvite {
        /// The invited player.
        user: UserId,
    },
    /// To enter, before the start or late where the form allows it: the player who enters, or a director for a computer. A director enters
    /// nobody else; [`Command::Invite`] asks them.
    Register {
        /// Who enters, and how.
        applicant: Box<Applicant>,
    },
    /// To go: before the start as if one had never been there, after it for good or until [`Command::Return`]. A participant.
    Withdraw,
    /// To come back after [`Command::Withdraw`]. A participant.
    Return,
    /// To sit out a round of a Swiss system for half a point. A participant, before the round is paired.
    AskBye {
        /// The round.
        round: u32,
    },
    /// To play with half of the time for a point more, in an arena. A participant, once before their first move, which the room sees to.
    Berserk {
        /// The game.
        game: GameNumber,
    },
    /// To begin, whoever is here. A director.
    Start,
    /// To end the break and begin the next round. A director.
    BeginRound {
        /// The round that is to begin: of two directors who press at once only one begins a round.
        round: u32,
    },
    /// To pair nobody and let no time of the tournament pass, until it is resumed. Games under way are played on. A director.
    Pause {
        /// Why.
        reason: String,
    },
    /// To go on after [`Command::Pause`]. A director.
    Resume,
    /// To break the tournament off. A director.
    Cancel {
        /// Why.
        reason: String,
    },
    /// To put somebody out: before the start they can enter again, after it not. A director.
    Exclude {
        /// Who.
        participant: ParticipantId,
        /// Why.
        reason: String,
    },
    /// To decide on a game, or to correct what was decided. A director.
    Rule {
        /// The game.
        game: GameNumber,
        /// What it counts for from now on.
        verdict: Verdict,
        /// What it counted for when the director looked: it is not changed if somebody else changed it since.
        seen: Option<Verdict>,
        /// Why.
        reason: String,
    },
    /// To replace words that cannot stay. A moderator, also when all is over.
    Reword {
        /// Which words, and what stands there from now on.
        rewording: Rewording,
    },
    /// To show somebody under another name whose account was deleted, and to go on without them. The system, also when all is over.
    Forget {
        /// Who.
        user: UserId,
        /// The name to show.
        name: String,
    },
    /// To let happen what is due. The system, at [`Tournament::next_alarm`](crate::Tournament::next_alarm) and when somebody comes or goes.
    Tick,
    /// To take in how a game ended. The system, as often as it likes.
    GameFinished {
        /// The game.
        game: GameNumber,
        /// How it ended.
        outcome: Outcome,
        /// Moves of all players together.
        plies: u32,
        /// The seats that made a move: whoever lost on time without one did not come.
        moved: SeatSet,
        /// When it ended. It counts if that was not after the round's deadline or the arena's end.
        at: Timestamp,
    },
    /// To leave out of all deadlines a time in which the server was away. The system, after a start.
    Away {
        /// When it went.
        from: Timestamp,
        /// When it came back.
        until: Timestamp,
    },
}

/// Words of a tournament that are replaced.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rewording {
    /// The name from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The description from now on, which may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A team, and its name from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<(ParticipantId, String)>,
    /// Whether the reasons that directors have given until now are taken out.
    #[serde(default)]
    pub reasons: bool,
}

/// Who wants to enter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applicant {
    /// The player.
    pub member: Member,
    /// In teams of two: the name of a new team; ignored otherwise.
    pub team_name: Option<String>,
    /// In teams of two: the team that waits for its second player.
    pub team: Option<ParticipantId>,
    /// Whether they knew the password, where one is needed.
    pub knew_password: bool,
}

/// What a tournament has to know to decide on a command, and cannot find out by itself.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// When the command reached the server, but never earlier than [`Tournament::at`](crate::Tournament::at).
    pub now: Timestamp,
    /// Who is there. Computers always are, and need not be named.
    pub present: &'a BTreeSet<UserId>,
    /// How long a tournament without a time of its own waits for its start: if for so long nobody enters, goes or changes anything, it is
    /// cancelled. `None`: for ever. [`WAITING`](crate::limits::WAITING) is usual.
    pub waiting: Option<Duration>,
}
