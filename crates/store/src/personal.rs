//! Everything that the tables hold on one user, for the user.
//!
//! [`PERSONAL`] lists the exported columns, and [`NOT_EXPORTED`] the references to users that are left out, with the reasons. A test
//! compares both with the tables, so that no new table is forgotten.

use serde_json::{Map, Value};
use sumito_game::UserId;

use super::{StoreError, store_api};

/// A part of the data on a user: rows of one table.
#[derive(Debug, Clone, Copy)]
pub struct PersonalPart {
    /// Name of the part in the export.
    pub name: &'static str,
    /// Name of the table.
    pub table: &'static str,
    /// Rows that are sums over the table's rows; empty: the rows of the table.
    pub sums: &'static str,
    /// Columns of the table that refer to the user.
    pub by: &'static [&'static str],
    /// Condition of the rows; `$1` is the user. Empty: one of the columns in `by` is the user.
    pub condition: &'static str,
    /// Columns that order the rows: unique for a user.
    pub order: &'static [&'static str],
    /// The exported columns.
    pub columns: &'static [(&'static str, PersonalType)],
}

/// Type of an exported column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonalType {
    /// Any kind of UUID.
    Id,
    /// Text, or JSON as text.
    Text,
    /// A whole number; a time in microseconds since the Unix epoch.
    Number,
    /// A number with decimals.
    Real,
    /// A truth value.
    Flag,
    /// JSON in a text.
    Json,
    /// Bytes, which are exported in base 64.
    Bytes,
}

/// Declares parts: `name: table [columns with the user] order [columns] { exported columns: types }`. With `where`, a condition replaces
/// "one of the columns is the user"; with `sums`, a subquery replaces the table.
macro_rules! parts {
    ($(
        $name:ident: $table:ident [$($by:ident),+] order [$($order:ident),+] $(where $condition:literal)?
        $(sums $sums:literal)?
        { $($column:ident: $kind:ident),+ $(,)? }
    )*) => {
        &[$(PersonalPart {
            name: stringify!($name),
            table: stringify!($table),
            sums: concat!("", $($sums)?),
            by: &[$(stringify!($by)),+],
            condition: concat!("", $($condition)?),
            order: &[$(stringify!($order)),+],
            columns: &[$((stringify!($column), PersonalType::$kind)),+],
        }),*]
    };
}

/// The parts of an export besides the finished games.
pub const PERSONAL: &[PersonalPart] = parts! {
    user: users [id] order [id] {
        id: Id, name: Text, guest: Flag, bot: Flag, role: Text, created_at: Number,
        name_changed_at: Number,
    }
    profile: profiles [user_id] order [user_id] {
        words: Text, country: Text, avatar: Bytes, updated_at: Number,
    }
    email: mail_addresses [user_id] order [user_id] { address: Text, confirmed_at: Number }
    unconfirmed_email: mail_confirmations [user_id] order [user_id] { address: Text, expires_at: Number }
    sessions_and_tokens: sessions [user_id] order [id] {
        id: Id, label: Text, scopes: Text, app_id: Id, network: Text, created_at: Number,
        last_used_at: Number, expires_at: Number,
    }
    login_networks: known_networks [user_id] order [network] { network: Text, last_used_at: Number }
    accepted_terms: terms_acceptances [user_id] order [user_id] { terms_hash: Bytes, accepted_at: Number }
    two_factor_login: two_factor [user_id] order [user_id] { enabled: Flag }
    recovery_codes: recovery_codes [user_id] order [code_hash] { expires_at: Number }
    push_subscriptions: push_subscriptions [session_id] order [session_id]
        where "session_id IN (SELECT id FROM sessions WHERE user_id = $1)" {
        endpoint: Text, language: Text, created_at: Number,
    }
    webhooks: webhooks [user_id] order [id] {
        id: Id, url: Text, events: Text, created_at: Number, tried_at: Number, failure: Text,
        disabled: Flag, slow: Flag,
    }
    bot: bots [user_id] order [user_id] { accepts: Text, author: Text, updated_at: Number }
    follows: follows [user_id] order [followed_id] { followed_id: Id, created_at: Number }
    followers: follows [followed_id] order [user_id] { user_id: Id, created_at: Number }
    blocks: blocks [user_id] order [blocked_id] { blocked_id: Id, created_at: Number }
    chat_lines: chat_lines [user_id] order [id] {
        id: Id, channel: Text, at: Number, text: Text, preset: Text,
    }
    received_messages: chat_lines [user_id] order [id]
        where "user_id <> $1 AND EXISTS ( SELECT 1 FROM conversations WHERE conversations.user_id = $1 AND \
              conversations.channel = chat_lines.channel AND (conversations.hidden_line IS NULL OR chat_lines.id > \
              conversations.hidden_line)) AND channel IN (SELECT channel FROM conversations WHERE \
              conversations.user_id = $1)" {
        id: Id, channel: Text, user_id: Id, at: Number, text: Text, preset: Text,
    }
    conversations: conversations [user_id] order [other_id] {
        other_id: Id, channel: Text, last_line: Id, read_line: Id, hidden_line: Id,
    }
    challenges: challenges [challenger_id, challenged_id, organizer_id] order [id] {
        id: Id, challenger_id: Id, challenged_id: Id, mode: Text, layout: Text, clock: Text, rated: Flag,
        status: Text, reason: Text, room_id: Text, created_at: Number, changed_at: Number,
        expires_at: Number, pairing_id: Id, organizer_id: Id, message: Text, start_at: Number,
        answers_id: Id, round: Number, seat: Number, vacations: Flag,
    }
    rooms: rooms [created_by] order [id] {
        id: Text, lobby: Text, visibility: Text, created_at: Number, status: Text,
    }
    seats: own_rooms [user_id] order [room_id] {
        room_id: Text, own_until: Number, push_turns: Flag, mail_turns: Text,
    }
    game_seats: game_players [user_id] order [finished_at, game_id] {
        game_id: Id, seat: Number, finished_at: Number, public: Flag,
    }
    game_notes: game_notes [user_id] order [game_id] { game_id: Id, body: Text, changed_at: Number }
    analyses: analyses [asked_by] order [game_id] { game_id: Id, asked_at: Number }
    vacations: vacations [user_id] order [began_at] { began_at: Number, ends_at: Number }
    ratings: ratings [user_id] order [mode, speed] {
        mode: Text, speed: Text, value: Real, deviation: Real, volatility: Real, games: Number,
        last_at: Number,
    }
    rating_changes: rating_changes [user_id] order [at, game_id] {
        game_id: Id, mode: Text, speed: Text, at: Number, before: Real, value: Real, deviation: Real,
    }
    rating_days: rating_days [user_id] order [mode, speed, day, public] {
        mode: Text, speed: Text, day: Number, public: Flag, value: Real,
    }
    conduct: breaches [user_id] order [at, game_id] { at: Number, game_id: Id }
    best_wins: best_wins [user_id] order [game_id] {
        game_id: Id, opponent_id: Id, rating: Real, mode: Text, speed: Text, at: Number,
    }
    game_counts: player_statistics [user_id] order [mode, public]
    sums "SELECT user_id, mode, public, sum(games) AS games, sum(won) AS won, sum(drawn) AS drawn, sum(lost) AS lost
          FROM player_statistics GROUP BY user_id, mode, public" {
        mode: Text, public: Flag, games: Number, won: Number, drawn: Number, lost: Number,
    }
    days: player_days [user_id] order [day, public] {
        day: Number, public: Flag, games: Number, won: Number, drawn: Number, lost: Number,
    }
    opponents: player_pairs [user_id] order [opponent_id, public]
    sums "SELECT user_id, opponent_id, public, sum(games) AS games, sum(won) AS won, sum(drawn) AS drawn, sum(lost) AS lost
          FROM player_pairs GROUP BY user_id, opponent_id, public" {
        opponent_id: Id, public: Flag, games: Number, won: Number, drawn: Number, lost: Number,
    }
    opponents_by_mode: player_pairs [user_id] order [opponent_id, mode, public] {
        opponent_id: Id, mode: Text, public: Flag, games: Number, won: Number, drawn: Number,
        lost: Number,
    }
    statistics: player_statistics [user_id] order [public, mode, layout, seat] {
        public: Flag, mode: Text, layout: Text, seat: Number, games: Number, won: Number, drawn: Number,
        lost: Number, ejected: Number, plies: Number,
    }
    streaks: player_streaks [user_id] order [mode] {
        mode: Text, result: Text, length: Number, longest_won: Number, longest_lost: Number,
    }
    puzzle_rating: puzzle_solvers [user_id] order [user_id] {
        value: Real, deviation: Real, attempts: Number, solved: Number, last_at: Number,
    }
    puzzle_attempts: puzzle_attempts [user_id] order [at, puzzle_id] {
        puzzle_id: Text, at: Number, solved: Flag, before: Real, after: Real, vote: Number,
    }
    puzzle_runs: puzzle_runs [user_id] order [kind] {
        id: Id, kind: Text, puzzle_id: Text, started_at: Number, ends_at: Number, ended_at: Number,
        score: Number, moves: Number, mistakes: Number,
    }
    puzzles_of_runs: puzzle_run_puzzles [run_id] order [run_id, puzzle_id]
        where "run_id IN (SELECT id FROM puzzle_runs WHERE user_id = $1)" {
        run_id: Id, puzzle_id: Text,
    }
    puzzle_records: puzzle_records [user_id] order [kind, day] {
        kind: Text, day: Number, score: Number, at: Number,
    }
    studies: studies [owner_id] order [id] {
        id: Id, name: Text, visibility: Text, created_at: Number, changed_at: Number, snapshot: Json,
    }
    study_memberships: study_members [user_id] order [study_id] { study_id: Id, role: Text }
    study_edits: study_events [user_id] order [study_id, seq] {
        study_id: Id, seq: Number, at: Number, edit: Json,
    }
    clubs: club_members [user_id] order [club_id] {
        club_id: Id, rank: Number, joined_at: Number, notified: Flag,
    }
    club_requests: club_requests [user_id] order [club_id] { club_id: Id, words: Text, created_at: Number }
    club_bans: club_bans [user_id] order [club_id] { club_id: Id, created_at: Number }
    club_links: club_links [made_by] order [id] {
        id: Id, club_id: Id, created_at: Number, expires_at: Number, uses_left: Number,
    }
    club_announcements: club_announcements [author_id] order [id] {
        id: Id, club_id: Id, title: Text, text: Text, created_at: Number,
    }
    owned_clubs: clubs [offered_to] order [id]
        where "id IN (SELECT club_id FROM club_members WHERE user_id = $1 AND rank = 0)" {
        id: Id, name: Text, description: Text, joining: Text, created_at: Number,
    }
    club_offers: clubs [offered_to] order [id] { id: Id, name: Text }
    tournaments_made: tournaments [made_by] order [id] { id: Id, at: Number }
    tournaments: tournament_members [user_id] order [tournament_id] { tournament_id: Id }
    tournament_invitations: tournament_invitations [user_id, invited_by] order [tournament_id, user_id] {
        tournament_id: Id, user_id: Id, invited_by: Id, invited_at: Number,
    }
    reports_made: reports [reporter_id] order [id] {
        id: Id, reported_id: Id, game_id: Id, line_id: Id, tournament_id: Id, club_id: Id, words: Text,
        said: Text, created_at: Number, closed_at: Number,
    }
    sanctions: sanctions [user_id] order [id] {
        id: Id, kind: Text, network: Text, reason: Text, created_at: Number, ends_at: Number,
        lifted_at: Number,
    }
    apps: apps [owner_id] order [id] { id: Id, name: Text, redirect_uris: Text, created_at: Number }
    appeals: appeals [user_id] order [id] {
        id: Id, sanction_id: Id, words: Text, created_at: Number, outcome: Text, answer: Text,
        answered_at: Number,
    }
    registration_links: registration_links [made_by] order [id] {
        id: Id, created_at: Number, expires_at: Number, uses_left: Number,
    }
};

/// References to users that are not exported: table, column, reason.
pub const NOT_EXPORTED: &[(&str, &str, &str)] = &[
    ("appeals", "answered_by", "acts of moderators, which concern others"),
    ("appeal_tokens", "user_id", "the hash of a secret that is valid for an hour"),
    ("archived_events", "packed", "the events of finished games, whose moves are in `games`"),
    ("authorization_codes", "user_id", "what waits for an app for a minute, encrypted with the code"),
    ("best_wins", "opponent_id", "a win of another user"),
    ("blocks", "blocked_id", "who has blocked the user is a secret of the other user"),
    ("conversations", "other_id", "the same conversation as the partner sees it"),
    ("deletions", "user_id", "only of deleted users, who cannot ask"),
    ("device_codes", "user_id", "what waits for a device for ten minutes; the token follows as a session"),
    ("idempotent_requests", "session_id", "answers to requests of the last day, encrypted with the token"),
    (
        "moderation_log",
        "user_id",
        "acts of moderators, which concern others; the log shows them to moderators",
    ),
    (
        "moderation_log",
        "target",
        "acts of moderators, which concern others; `sanctions` has what concerns the user",
    ),
    ("moderation_notes", "user_id", "notes protect their authors, and work against abuse"),
    ("moderation_notes", "author_id", "acts of moderators, which concern others"),
    ("player_pairs", "opponent_id", "counts of another user"),
    ("receipts", "packed", "signed results of finished games and tournaments, which are public"),
    ("reports", "reported_id", "reports protect their authors"),
    ("signals", "user_id", "signs of unfair play, which would show what is not detected"),
    ("signals", "other_id", "signs of unfair play, which would show what is not detected"),
    (
        "rooms",
        "conditional_moves",
        "replies that the players of a game prepare; each player sees their own on the board",
    ),
    (
        "room_events",
        "payload",
        "what all players of a room have done; `running_games` and `games` have the moves",
    ),
    ("sanctions", "made_by", "acts of moderators, which concern others"),
    (
        "tournament_events",
        "payload",
        "the log of each tournament is public, with the author of each entry; `tournaments` has the ids",
    ),
    ("webhook_deliveries", "payload", "news that wait for the user's own webhooks, for a day at most"),
];

store_api! { each_database:
    /// Returns up to `limit` rows of a part of the data on a user, as JSON objects, after the first `offset` rows.
    pub async fn personal_rows(
        &self,
        part: &PersonalPart,
        user: UserId,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<Map<String, Value>>, StoreError>;
}
