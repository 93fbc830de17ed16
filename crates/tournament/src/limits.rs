//! How much a tournament takes before it refuses more.

use std::time::Duration;

/// The most who can take part in a Swiss system, a knockout or an arena.
pub const PARTICIPANTS_MAX: u32 = 1_024;

/// The most who can take part in a round robin: 63 rounds are more than anybody plays.
pub const ROUND_ROBIN_MAX: u32 = 64;

/// The most who can take part in a round robin of tables of three.
pub const TABLES_OF_THREE_MAX: u32 = 33;

/// The most rounds of a Swiss system.
pub const SWISS_ROUNDS_MAX: u32 = 30;

/// The most games of a knockout's match before a decider.
pub const BEST_OF_MAX: u32 = 9;

/// The most pairs of extra games after a match that is even.
pub const EXTRA_PAIRS_MAX: u32 = 4;

/// How long an arena lasts at least, in seconds.
pub const ARENA_SECONDS_MIN: u32 = 60;

/// How long an arena lasts at most, in seconds: a day.
pub const ARENA_SECONDS_MAX: u32 = 24 * 3_600;

/// The longest time between two waves of pairings of an arena, in seconds.
pub const WAVE_SECONDS_MAX: u32 = 600;

/// Those who may run a tournament.
pub const DIRECTORS_MAX: usize = 16;

/// Players who can be invited, counting those who have answered.
pub const INVITED_MAX: usize = 2_048;

/// Invitations that wait for an answer.
pub const OPEN_INVITATIONS_MAX: usize = 128;

/// How often one player can be invited.
pub const INVITATIONS_PER_PLAYER_MAX: u32 = 3;

/// How often one player can enter, go and come back, all counted together. Going is always possible.
pub const ENTRY_CHANGES_MAX: u32 = 20;

/// Events that players cause by entering, going and coming back. Going is always possible.
pub const ENTRY_EVENTS_MAX: u32 = 10_000;

/// Events that directors cause by anything but running the tournament to its end.
pub const DIRECTOR_EVENTS_MAX: u32 = 5_000;

/// How often the settings can be edited: each edit stores all of them.
pub const EDITS_MAX: u32 = 500;

/// Games of an arena.
pub const ARENA_GAMES_MAX: usize = 20_000;

/// Characters of a tournament's name, and of a team's.
pub const NAME_MAX: usize = 80;

/// Characters of a description.
pub const DESCRIPTION_MAX: usize = 4_000;

/// Characters of a reason that a director gives.
pub const REASON_MAX: usize = 300;

/// How often a game that was broken off is played again, before it counts as drawn.
pub const REPLAYS_MAX: u32 = 2;

/// The longest span that can be agreed on: a month, in seconds.
pub const SECONDS_MAX: u32 = 31 * 24 * 3_600;

/// How long results are waited for after an arena's end or a round's deadline, in seconds: games that ended in the last second have to
/// arrive.
pub const SETTLING_SECONDS: u32 = 10;

/// How long a pairing waits for those who are not there, in seconds. Then those who are there are paired.
pub const GATHERING_SECONDS: u32 = 30;

/// How long a tournament without a time of its own usually waits for its start: if for a week nobody enters, goes or changes anything, it is
/// cancelled.
pub const WAITING: Duration = Duration::from_hours(7 * 24);

/// Plies that a draw has in an arena, or it counts for nothing: points are for playing.
pub const ARENA_DRAW_PLIES_MIN: u32 = 20;

/// Plies that a win has in an arena for which the point for playing with half of the time is given: seven moves each.
pub const BERSERK_PLIES_MIN: u32 = 14;
