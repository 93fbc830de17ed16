//! Command line of the server.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use reqwest::Url;

use sumito_store::Role;
use uuid::Uuid;

/// Sumito game server for Abalone.
///
/// Without a command, starts the server and prints its address. Games are stored in ./data (SQLite) unless --database-url names another
/// database.
///
/// Settings come from the defaults, then the file given by --config, then environment variables (SUMITO_ and the key, two underscores
/// between levels: `SUMITO_LIMITS__MESSAGES_PER_SECOND`), then the flags below. `sumito config` prints every key with its default and a
/// description.
#[derive(Debug, Parser)]
#[command(name = "sumito", version, max_term_width = 100)]
pub struct Cli {
    /// Command to run [default: serve]
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// Flags of every command.
    #[command(flatten)]
    pub flags: Flags,
}

/// Flags of every command.
#[derive(Debug, Args)]
pub struct Flags {
    /// Configuration file (TOML) [env: `SUMITO_CONFIG`]
    #[arg(long, value_name = "FILE", env = "SUMITO_CONFIG", hide_env = true, global = true)]
    pub config: Option<PathBuf>,
    /// Address and port to serve on; port 0 takes a free port [env: `SUMITO_LISTEN`] [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", global = true)]
    pub listen: Option<SocketAddr>,
    /// Database: `sqlite://PATH` or `postgres://…` [env: `SUMITO_DATABASE_URL`] [default: `sqlite://data/sumito.db`]
    #[arg(long, value_name = "URL", global = true)]
    pub database_url: Option<String>,
}

/// Commands of the program.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum CliCommand {
    /// Start the server (default)
    Serve,
    /// Print the default configuration with comments
    Config,
    /// Verify all stored data (hashes, moves, clocks, results); exits 0 if consistent
    Verify,
    /// Write a consistent backup to a new SQLite file; safe while the server runs
    Backup {
        /// File to create; with --keep, the folder in which to create it, named after date and time
        #[arg(value_name = "FILE")]
        to: PathBuf,
        /// Afterwards, remove all but the last COUNT backups in the folder
        #[arg(long, value_name = "COUNT")]
        keep: Option<NonZeroU32>,
    },
    /// Restore a backup into an empty database and verify it; stop the server first
    Restore {
        /// Backup file to restore
        #[arg(value_name = "FILE")]
        from: PathBuf,
    },
    /// Copy a database into an empty one and verify it (SQLite to PostgreSQL or back)
    Copy {
        /// Database to copy
        #[arg(long, value_name = "URL")]
        from: String,
        /// Database to fill
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// Apply pending schema migrations and exit; stop the server first
    Migrate {
        /// Only check; exits 0 if the schema is up to date
        #[arg(long)]
        check: bool,
    },
    /// Rebuild data derived from finished games; stop the server first
    Rebuild {
        /// Data to rebuild
        #[arg(value_enum)]
        what: RebuildTarget,
    },
    /// Manage players' ratings
    #[command(subcommand)]
    Ratings(RatingsCommand),
    /// Import finished games (game records or JSON lines, optionally gzipped); stop the server first
    Import {
        /// Input file; `-` for standard input
        #[arg(value_name = "FILE")]
        from: PathBuf,
    },
    /// Manage roles and password resets; works while the server runs
    Admin {
        /// Command to run
        #[command(subcommand)]
        what: AdminCommand,
    },
    /// Create accounts and registration links; works while the server runs
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Fill an empty database with plausible players, games, a tournament, a club and a study, to look at a site
    Demo {
        /// Number of games between two players
        #[arg(long, value_name = "COUNT", default_value_t = 30)]
        games: u32,
    },
    /// Generate a Web Push key and print it as configuration
    PushKeys,
    /// Check receipts, copy their log, and replace the key that signs them
    #[command(subcommand)]
    Receipts(ReceiptsCommand),
    /// List the servers of the database: host, version, start, state, and what they own
    Nodes,
    /// Examine the set-up: settings, database, disk, proxy, mail; exits 0 if there is no fault
    Doctor,
    /// Check readiness of the server at --listen; exits 0 if ready
    Healthcheck,
}

/// Commands for receipts.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ReceiptsCommand {
    /// Check a receipt: its signature, and that the moves of a game lead to its result
    Verify {
        /// File with the receipt
        #[arg(value_name = "FILE")]
        receipt: PathBuf,
        /// File with the server's keys, as its /.well-known/sumito-receipt-keys lists them [default: fetched from the server that the
        /// receipt names]
        #[arg(long, value_name = "FILE", conflicts_with = "mirror")]
        keys: Option<PathBuf>,
        /// Address of the server, for a receipt that does not name it: the server had no `public_url`
        #[arg(long, value_name = "URL", conflicts_with_all = ["keys", "mirror"])]
        server: Option<Url>,
        /// Copy of the server's log: also check that the log contains the receipt
        #[arg(long, value_name = "FILE")]
        mirror: Option<PathBuf>,
    },
    /// Copy a server's log of receipts, or update the copy; fails if the server has changed its log since
    Mirror {
        /// Address of the server
        #[arg(value_name = "URL")]
        from: Url,
        /// File with the copy
        #[arg(value_name = "FILE")]
        to: PathBuf,
    },
    /// Replace the key that signs receipts; works while the server runs
    RotateKey,
}

/// Commands for new accounts.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum AccountsCommand {
    /// Create accounts from a file and print a line for each: name, outcome, code, and the link with which its user chooses a password.
    /// Names that exist are reported and not changed
    Create {
        /// CSV file: in each line a name, and perhaps an email address; `-` for standard input
        #[arg(value_name = "FILE")]
        from: PathBuf,
        /// Send the links by email where there is an address, in place of printing them
        #[arg(long)]
        mail: bool,
        /// Language of the emails: en, de, pl or nl
        #[arg(long, value_name = "CODE", default_value = "en", value_parser = ["en", "de", "pl", "nl"])]
        language: String,
    },
    /// Create a registration link and print it
    Link {
        /// Number of accounts that can be created with it
        #[arg(long, value_name = "COUNT", default_value_t = 1)]
        uses: u32,
        /// Number of days for which it is valid
        #[arg(long, value_name = "COUNT", default_value_t = 14)]
        days: u32,
    },
    /// List the valid registration links
    Links,
    /// Revoke a registration link
    RevokeLink {
        /// Id of the link, as `links` prints it
        id: Uuid,
    },
}

/// Commands for accounts.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum AdminCommand {
    /// Grant the admin role (short for `role NAME admin`)
    MakeAdmin {
        /// Name of the account
        name: String,
    },
    /// Set the role of an account
    Role {
        /// Name of the account
        name: String,
        /// Role to grant
        #[arg(value_enum)]
        role: AccountRole,
    },
    /// Print a one-time password reset code
    ResetPassword {
        /// Name of the account
        name: String,
    },
    /// Disable two-factor login for a user who has lost the app and the recovery codes
    DisableTwoFactor {
        /// Name of the account
        name: String,
    },
}

/// Roles of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccountRole {
    /// No special rights
    Player,
    /// Right to moderate players
    Moderator,
    /// All available rights
    Admin,
}

impl From<AccountRole> for Role {
    fn from(role: AccountRole) -> Self {
        match role {
            AccountRole::Player => Self::Player,
            AccountRole::Moderator => Self::Moderator,
            AccountRole::Admin => Self::Admin,
        }
    }
}

/// Data derived from finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RebuildTarget {
    /// Win/draw/loss counts of players
    PlayerCounts,
    /// Ratings of players
    Ratings,
    /// Win/draw/loss by mode, layout and opponent
    Statistics,
    /// Counts of the opening explorer
    Explorer,
    /// Games and ratings of players by day, and their best wins
    Activity,
}

/// Commands for ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum RatingsCommand {
    /// Recompute all ratings (same as `sumito rebuild ratings`); stop the server first
    Recompute,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_come_before_or_after_the_command() {
        let before = Cli::parse_from(["sumito", "--listen", "127.0.0.1:0", "serve"]);
        let after = Cli::parse_from(["sumito", "serve", "--listen", "127.0.0.1:0"]);
        assert_eq!(before.flags.listen, after.flags.listen);
        assert_eq!(Cli::parse_from(["sumito"]).command, None);
    }
}
