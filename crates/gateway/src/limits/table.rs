//! All rate limits.

use std::time::Duration;

use sumito_config::Config;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A rate limit in the table.
struct Row {
    name: &'static str,
    /// The events that it counts, for documents.
    counts: &'static str,
    /// The holder that each count belongs to, for documents.
    holder: &'static str,
    setting: &'static str,
    count: fn(&Config) -> u32,
    window: Duration,
    /// Message of the error when the limit is reached.
    refusal: &'static str,
}

/// Events that are allowed at once, and the time until all of them are allowed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) burst: u32,
    pub(super) span: Duration,
}

/// Declares the limits. A row has the name in headers and in the store, the setting with its window, the holder, and the message of the
/// error.
macro_rules! limits {
    ($(#[doc = $counts:literal] $limit:ident($name:literal, $table:ident.$key:ident, $window:ident, $holder:literal, $refusal:literal);)+) => {
        /// A rate limit.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Limit {
            $(#[doc = $counts] $limit,)+
        }

        static TABLE: [Row; [$(Limit::$limit),+].len()] = [$(Row {
            name: $name,
            counts: $counts,
            holder: $holder,
            setting: concat!(stringify!($table), ".", stringify!($key)),
            count: |config| config.$table.$key,
            window: $window,
            refusal: $refusal,
        }),+];

        impl Limit {
            pub(super) const ALL: [Self; TABLE.len()] = [$(Self::$limit),+];
        }
    };
}

limits! {
    /// Requests over HTTP.
    Requests("requests", http.requests_per_second, SECOND, "address", "too many requests from your address");
    /// Created guest users.
    Guests("guests", limits.guests_per_minute, MINUTE, "address", "too many new guests from your address");
    /// Created user accounts.
    Accounts("accounts", limits.accounts_per_minute, MINUTE, "address", "too many new accounts from your address");
    /// Attempts to log in.
    Logins("logins", limits.logins_per_minute, MINUTE, "address", "too many passwords from your address");
    /// Attempts to log in.
    LoginsToAccount(
        "logins_to_account", limits.logins_per_account_per_minute, MINUTE, "account and address",
        "too many login attempts for this account from your address"
    );
    /// Attempts to log in from networks that the account was never used from.
    LoginsFromUnknown(
        "logins_from_unknown", limits.logins_from_unknown_per_minute, MINUTE, "account",
        "too many login attempts for this account from new networks; log in from a network you have used before, or use a recovery code"
    );
    /// Attempts with recovery codes.
    Recoveries("recoveries", limits.logins_per_minute, MINUTE, "address", "too many recovery codes from your address");
    /// Attempts with recovery codes.
    RecoveriesOfAccount(
        "recoveries_of_account", limits.logins_per_account_per_minute, MINUTE, "account and address",
        "too many recovery codes for this account from your address"
    );
    /// Passwords and codes that confirm a change of the own account.
    OwnPasswords("own_passwords", limits.logins_per_minute, MINUTE, "address", "too many passwords from your address");
    /// Passwords and codes that confirm a change of the own account.
    OwnPasswordsOfUser(
        "own_passwords_of_user", limits.logins_per_account_per_minute, MINUTE, "user", "too many passwords for your account"
    );
    /// Emails that are requested.
    Mails("mails", limits.mails_per_hour, HOUR, "address", "too many emails requested from your address");
    /// Emails that are requested.
    MailsByAddressee(
        "mails_by_addressee", limits.mails_per_account_per_hour, HOUR, "recipient",
        "too many emails requested for this account; check your inbox"
    );
    /// Emails, however the user was named.
    MailsByUser("mails_by_user", limits.mails_per_account_per_hour, HOUR, "user", "too many emails");
    /// Rooms that are created.
    Rooms("rooms", limits.rooms_per_minute, MINUTE, "address", "too many new rooms from your address");
    /// New rooms with computer players, and computers that are seated in a room.
    ComputerRooms(
        "computer_rooms", limits.computer_rooms_per_minute, MINUTE, "address", "too many games with computers from your address"
    );
    /// Tournaments that are created.
    Tournaments("tournaments", limits.tournaments_per_minute, MINUTE, "address", "too many new tournaments from your address");
    /// Commands to tournaments.
    TournamentCommands(
        "tournament_commands", limits.tournament_commands_per_minute, MINUTE, "address",
        "too many tournament commands from your address"
    );
    /// Commands to tournaments.
    TournamentCommandsByUser(
        "tournament_commands_by_user", limits.tournament_commands_per_user_per_minute, MINUTE, "user",
        "you send too many tournament commands"
    );
    /// Tried and changed passwords of tournaments.
    TournamentPasswords(
        "tournament_passwords", limits.tournament_passwords_per_minute, MINUTE, "address",
        "too many tournament passwords from your address"
    );
    /// Tried and changed passwords of tournaments.
    PasswordsByTournament(
        "passwords_by_tournament", limits.passwords_per_tournament_per_minute, MINUTE, "tournament",
        "too many passwords for this tournament"
    );
    /// Challenges, and pairings of an organizer.
    Challenges("challenges", limits.challenges_per_minute, MINUTE, "address", "too many challenges from your address");
    /// Challenges to the same player.
    ChallengesToOne(
        "challenges_to_one", limits.challenges_to_one_per_hour, HOUR, "user and player", "too many challenges to this player"
    );
    /// Messages in chats.
    ChatLines("chat_lines", limits.chat_lines_per_minute, MINUTE, "address", "too many chat messages from your address");
    /// Ids in requests for games and for presence.
    Lookups("lookups", limits.lookups_per_minute, MINUTE, "address", "too many ids looked up from your address");
    /// Requested analyses of games.
    Analyses("analyses", limits.analyses_per_minute, MINUTE, "address", "too many analysis requests from your address");
    /// Evaluations of positions.
    Evaluations(
        "evaluations", limits.evaluations_per_minute, MINUTE, "address", "too many position evaluations from your address"
    );
    /// Attempts at puzzles, votes on puzzles, and new runs.
    PuzzleAttempts(
        "puzzle_attempts", limits.puzzle_attempts_per_minute, MINUTE, "address", "too many attempts at puzzles from your address"
    );
    /// Edits of studies, new studies and chapters, once for each started 4 KiB.
    StudyEdits("study_edits", limits.study_edits_per_minute, MINUTE, "address", "too many edits of studies from your address");
    /// Bytes that clients store.
    StoredBytes(
        "stored_bytes", limits.stored_bytes_per_day, DAY, "address", "your address has stored as much as is allowed per day"
    );
    /// Reports to the moderators.
    Reports(
        "reports", limits.reports_per_address_and_day, DAY, "address",
        "too many reports from your address; moderators will read the earlier ones"
    );
    /// Rendered PNG images.
    Pictures(
        "pictures", limits.pictures_per_minute, MINUTE, "address", "too many images rendered for your address; request SVG instead"
    );
    /// Uploads of profile pictures.
    Avatars("avatars", limits.avatars_per_hour, HOUR, "address", "too many pictures uploaded from your address");
    /// Exports of games, of a tournament, or of the own data.
    Exports(
        "exports", limits.exports_per_minute, MINUTE, "address",
        "too many exports from your address; continue with `until` set to your last game"
    );
    /// Exports of the own data.
    PersonalExports("personal_exports", limits.personal_exports_per_hour, HOUR, "user", "too many exports of your data");
    /// New webhooks, and tests of webhooks.
    WebhookTests(
        "webhook_tests", limits.webhook_tests_per_minute, MINUTE, "address", "too many new webhooks and tests from your address"
    );
    /// Devices that start to wait for their users, and codes that users type.
    DeviceCodes("device_codes", limits.device_codes_per_minute, MINUTE, "address", "too many codes of devices from your address");
    /// Sockets that are opened.
    Handshakes("handshakes", limits.handshakes_per_minute, MINUTE, "address", "too many new sockets from your address");
}

impl Limit {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the name in headers and in the store.
    pub(super) fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the message of the error when the limit is reached.
    pub(super) fn refusal(self) -> &'static str {
        self.row().refusal
    }

    /// Returns the limit of the configuration. No event is allowed at once if there is none.
    pub(super) fn budget(self, config: &Config) -> Budget {
        let Row { count, window, .. } = self.row();
        let count = count(config);
        match self {
            // Its burst is a setting, too.
            Self::Requests if count > 0 => {
                let burst = config.http.request_burst.max(1);
                Budget { burst, span: window.mul_f64(f64::from(burst) / f64::from(count)) }
            }
            _ => Budget { burst: count, span: *window },
        }
    }
}

/// Returns the table as a document.
pub fn document() -> String {
    let row = |Row { name, counts, holder, setting, .. }: &Row| {
        format!("| `{name}` | {} | {holder} | `{setting}` |\n", counts.trim().trim_end_matches('.'))
    };
    let rows: String = TABLE.iter().map(row).collect();
    format!(
        "# Rate limits\n\n`cargo xtask generate` writes this page. The header `RateLimit-Policy` has the names.\n\n\
         | Name | Counts | Of each | Setting |\n| --- | --- | --- | --- |\n{rows}"
    )
}
