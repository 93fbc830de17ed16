//! Limits of a tournament's input.

use std::time::Duration;

/// Maximum participants of a Swiss system, a knockout or an arena.
pub const PARTICIPANTS_MAX: u32 = 1_024;

/// Maximum participants of a round robin, which then has 63 rounds.
pub const ROUND_ROBIN_MAX: u32 = 64;

/// Maximum participants of a round robin of tables of three.
pub const TABLES_OF_THREE_MAX: u32 = 33;

/// Maximum participants of a double elimination, which then has 17 rounds.
pub const DOUBLE_ELIMINATION_MAX: u32 = 256;

/// Maximum groups of a tournament with groups and knockout.
pub const GROUPS_MAX: u8 = 32;

/// Maximum participants of a group, which then has 15 rounds in a cycle.
pub const GROUP_SIZE_MAX: u32 = 16;

/// Maximum participants of a group who play the knockout.
pub const ADVANCE_MAX: u8 = 4;

/// Maximum rounds of a Swiss system.
pub const SWISS_ROUNDS_MAX: u32 = 30;

/// Maximum games of a knockout's match before a decider.
pub const BEST_OF_MAX: u32 = 9;

/// Maximum pairs of extra games after a drawn match.
pub const EXTRA_PAIRS_MAX: u32 = 4;

/// Minimum duration of an arena, in seconds.
pub const ARENA_SECONDS_MIN: u32 = 60;

/// Maximum duration of an arena, in seconds: a day.
pub const ARENA_SECONDS_MAX: u32 = 24 * 3_600;

/// Maximum time between two waves of pairings of an arena, in seconds.
pub const WAVE_SECONDS_MAX: u32 = 600;

/// Maximum number of directors.
pub const DIRECTORS_MAX: usize = 16;

/// Maximum number of invited players, including players who have answered.
pub const INVITED_MAX: usize = 2_048;

/// Maximum number of unanswered invitations.
pub const OPEN_INVITATIONS_MAX: usize = 128;

/// Maximum invitations of one player.
pub const INVITATIONS_PER_PLAYER_MAX: u32 = 3;

/// Maximum entries, departures and returns of one player, counted together. Leaving is always possible.
pub const ENTRY_CHANGES_MAX: u32 = 20;

/// Maximum events that players cause by entering, leaving and returning. Leaving is always possible.
pub const ENTRY_EVENTS_MAX: u32 = 10_000;

/// Maximum events that directors cause, except those that bring the tournament to its end.
pub const DIRECTOR_EVENTS_MAX: u32 = 5_000;

/// Maximum edits of the settings: each edit stores all of them.
pub const EDITS_MAX: u32 = 500;

/// Maximum games of an arena.
pub const ARENA_GAMES_MAX: usize = 20_000;

/// Maximum clubs of a team arena that take part or are invited.
pub const TEAMS_MAX: usize = 8;

/// Maximum clubs that a team arena ever invites.
pub const INVITED_CLUBS_MAX: usize = 32;

/// Maximum invitations of one club, and answers of its admins, counted together. Declining is always possible.
pub const TEAM_CHANGES_MAX: u32 = 20;

/// Maximum players of a team who score for it.
pub const BEST_MAX: u8 = 20;

/// Maximum length of a tournament's or team's name, in characters.
pub const NAME_MAX: usize = 80;

/// Maximum length of a description, in characters.
pub const DESCRIPTION_MAX: usize = 4_000;

/// Maximum length of a director's reason, in characters.
pub const REASON_MAX: usize = 300;

/// Maximum pairs of participants who must not meet.
pub const FORBIDDEN_PAIRS_MAX: usize = 256;

/// Maximum drafts of one round's pairing.
pub const DRAFTS_PER_ROUND_MAX: u32 = 30;

/// Maximum participants whom directors admit beyond the capacity.
pub const PLACES_BEYOND_CAPACITY_MAX: u32 = 16;

/// Maximum penalties and warnings of a tournament, including lifted ones.
pub const PENALTIES_MAX: usize = 512;

/// Maximum points of one penalty, in units of points.
pub const PENALTY_UNITS_MAX: u32 = 20;

/// Maximum time that a director adds to a clock at once, in seconds: an hour.
pub const TIME_ADDED_SECONDS_MAX: u32 = 3_600;

/// Maximum times that directors add time to the clocks of one game.
pub const TIMES_ADDED_PER_GAME_MAX: usize = 10;

/// Maximum start times of rounds: the rounds of the longest round robin. A Swiss system has at most as many as rounds.
pub const ROUND_STARTS_MAX: usize = 252;

/// Maximum announcements of a tournament.
pub const ANNOUNCEMENTS_MAX: usize = 100;

/// Minimum time between two announcements, in seconds.
pub const ANNOUNCEMENT_SECONDS_MIN: u32 = 60;

/// Number of announcements that a tournament shows, the latest.
pub const ANNOUNCEMENTS_SHOWN: usize = 10;

/// Maximum repetitions of an aborted game before it counts as drawn.
pub const REPLAYS_MAX: u32 = 2;

/// Maximum of any configured time: a month, in seconds.
pub const SECONDS_MAX: u32 = 31 * 24 * 3_600;

/// Time to wait for results after an arena's end or a round's deadline, in seconds: games that ended in the last second must arrive.
pub const SETTLING_SECONDS: u32 = 10;

/// Time that a pairing waits for absent participants, in seconds. Afterwards only the present ones are paired.
pub const GATHERING_SECONDS: u32 = 30;

/// Default time without entries, departures or changes after which a tournament without a fixed start time is cancelled: a week.
pub const WAITING: Duration = Duration::from_hours(7 * 24);

/// Minimum plies of an arena draw that gives points: points are for playing.
pub const ARENA_DRAW_PLIES_MIN: u32 = 20;

/// Minimum plies of an arena win that gives the berserk point: seven moves each.
pub const BERSERK_PLIES_MIN: u32 = 14;
