//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::store::Role;

/// The place to play Abalone, and the server to host it on.
///
/// Without a command it serves: open the printed address in a browser. Games are kept in a SQLite file under ./data unless
/// --database-url names a PostgreSQL database.
///
/// Settings come from the defaults, then the file given by --config, then environment variables (SUMITO_ and the key, two
/// underscores between levels: `SUMITO_LIMITS__MESSAGES_PER_SECOND`), then the flags below. `sumito config` prints every
/// key with its default and what it means.
#[derive(Debug, Parser)]
#[command(name = "sumito", version, max_term_width = 100)]
pub struct Cli {
    /// What to do; serve when left out.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// Flags that every command takes.
    #[command(flatten)]
    pub flags: Flags,
}

/// Flags that every command takes.
#[derive(Debug, Args)]
pub struct Flags {
    /// A TOML file with settings [env: `SUMITO_CONFIG`]
    #[arg(long, value_name = "FILE", env = "SUMITO_CONFIG", hide_env = true, global = true)]
    pub config: Option<PathBuf>,
    /// The address and port to serve on; port 0 takes a free one [env: `SUMITO_LISTEN`] [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", global = true)]
    pub listen: Option<SocketAddr>,
    /// Where games are kept: `sqlite://PATH` or `postgres://…` [env: `SUMITO_DATABASE_URL`] [default: `sqlite://data/sumito.db`]
    #[arg(long, value_name = "URL", global = true)]
    pub database_url: Option<String>,
}

/// What the program can do.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum CliCommand {
    /// Serve the game (the default)
    Serve,
    /// Print every setting with its default and what it means
    Config,
    /// Check everything that is stored: hashes, moves, clocks, results; exit code 0 when it is in order
    Verify,
    /// Copy everything into a new SQLite file, one moment of the database as a whole; the server may be running
    Backup {
        /// The file to make
        #[arg(value_name = "FILE")]
        to: PathBuf,
    },
    /// Fill the database, which must be empty, from a file that `sumito backup` has made, and check it; the server must not be running
    Restore {
        /// The backup
        #[arg(value_name = "FILE")]
        from: PathBuf,
    },
    /// Copy a whole server from one database to another, empty one, and check it: from SQLite to PostgreSQL or back
    Copy {
        /// The database to copy
        #[arg(long, value_name = "URL")]
        from: String,
        /// The database to fill
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// Bring the tables up to date, as every start of a server does, and end; no server must be running
    Migrate {
        /// Change nothing: say whether there is something to do; exit code 0 when there is not
        #[arg(long)]
        check: bool,
    },
    /// Work out again what is derived from finished games, from the first one on; the server must not be running
    Rebuild {
        /// What to work out again
        #[arg(value_enum)]
        what: Derived,
    },
    /// Players' ratings
    #[command(subcommand)]
    Ratings(RatingsCommand),
    /// Take in finished games that were played elsewhere: texts of games, or the lines of an export, also compressed by gzip; the server must not be running
    Import {
        /// The file with the games; `-` reads what is piped in
        #[arg(value_name = "FILE")]
        from: PathBuf,
    },
    /// Roles and forgotten passwords; the server may be running
    Admin {
        /// What to do
        #[command(subcommand)]
        what: AdminCommand,
    },
    /// Make a key for Web Push and print it, as settings
    PushKeys,
    /// Ask the server at --listen whether it is ready; exit code 0 when it is
    Healthcheck,
}

/// What an operator does with accounts.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum AdminCommand {
    /// Make an account an administrator's: `role NAME admin` in short
    MakeAdmin {
        /// Its name
        name: String,
    },
    /// Give an account a role
    Role {
        /// Its name
        name: String,
        /// What it may do from now on
        #[arg(value_enum)]
        role: AccountRole,
    },
    /// Print a code with which a password that was forgotten can be set anew, once
    ResetPassword {
        /// The account's name
        name: String,
    },
}

/// What an account may do besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccountRole {
    /// Nothing
    Player,
    /// Keep the peace
    Moderator,
    /// Everything
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

/// What is derived from finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Derived {
    /// How players' games went
    PlayerCounts,
    /// How strong players are
    Ratings,
    /// How players' games went, by what was played and against whom
    Statistics,
    /// What was played in the first moves
    Explorer,
}

/// What can be done with players' ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum RatingsCommand {
    /// Work them out again from all finished games: the same as `sumito rebuild ratings`; the server must not be running
    Recompute,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
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
