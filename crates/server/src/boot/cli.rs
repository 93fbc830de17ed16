//! Command line of the server.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::{Resettable, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
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
    /// Flags of the command, given before or after it.
    #[command(flatten)]
    pub flags: Flags,
}

/// The commands by group of the help.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Run", &["serve", "config", "doctor", "healthcheck", "nodes", "push-keys"]),
    ("Data", &["verify", "backup", "restore", "copy", "migrate", "rebuild", "ratings", "import", "demo"]),
    ("People", &["admin", "accounts", "receipts"]),
];

impl Cli {
    /// Parses a command line.
    ///
    /// # Errors
    /// Help, or the fault; `exit` of it prints either.
    pub fn parse_line(
        line: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> clap::error::Result<Self> {
        let matches = command().try_get_matches_from(line)?;
        let mut cli = Self::from_arg_matches(&matches)?;
        let (mut path, mut of_command) = (Vec::new(), &matches);
        while let Some((name, matches)) = of_command.subcommand() {
            path.push(name);
            of_command = matches;
        }
        if path.is_empty() {
            return Ok(cli);
        }
        let given =
            [("listen", cli.flags.listen.is_some()), ("database_url", cli.flags.database_url.is_some())];
        let is_refused = |(id, is_given): &(&str, bool)| *is_given && !flags_of(&path).contains(id);
        if let Some((id, _)) = given.into_iter().find(is_refused) {
            let text = format!("--{} has no effect on `sumito {}`", id.replace('_', "-"), path.join(" "));
            return Err(command().error(ErrorKind::ArgumentConflict, text));
        }
        let before = cli.flags;
        cli.flags = Flags {
            config: value(of_command, "config").or(before.config),
            listen: value(of_command, "listen").or(before.listen),
            database_url: value(of_command, "database_url").or(before.database_url),
        };
        Ok(cli)
    }
}

/// Returns the value of a flag; `None` also if the command does not have it.
fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, id: &str) -> Option<T> {
    matches.try_get_one(id).ok().flatten().cloned()
}

/// Returns the flags that have an effect on a command.
fn flags_of(path: &[&str]) -> &'static [&'static str] {
    match path {
        // Links that are printed name the address.
        ["serve" | "doctor" | "admin" | "accounts", ..] => &["config", "listen", "database_url"],
        ["healthcheck"] => &["config", "listen"],
        ["copy"] => &["config"],
        ["config" | "push-keys"] | ["receipts", "verify" | "mirror"] => &[],
        _ => &["config", "database_url"],
    }
}

/// Returns the commands with their flags, and help with the commands in groups.
fn command() -> Command {
    let command = Cli::command();
    let flags: Vec<Arg> = command.get_arguments().cloned().collect();
    let command = completed(command, &mut Vec::new(), &flags);
    let mut list = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(list, "{group}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let _ = writeln!(list, "  {name:<13}{}", about.cloned().unwrap_or_default());
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}sumito help COMMAND explains a command.\n\n\
         Options:\n{{options}}"
    ))
}

/// Gives the commands below `command` their flags, and removes backticks from the help, which come from the documentation of the code.
fn completed(mut command: Command, path: &mut Vec<String>, flags: &[Arg]) -> Command {
    let names: Vec<_> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    if names.is_empty() {
        let path: Vec<_> = path.iter().map(String::as_str).collect();
        let own = flags.iter().filter(|flag| flags_of(&path).contains(&flag.get_id().as_str()));
        command = command.args(own.cloned().collect::<Vec<_>>());
        // Otherwise the usage in an error shows the flags that were given as required.
        let usage = command.clone().render_usage().to_string();
        let arguments = usage.trim_start_matches("Usage: ").trim_start_matches(command.get_name()).to_owned();
        command = command.override_usage(format!("sumito {}{arguments}", path.join(" ")));
    }
    for name in names {
        path.push(name.clone());
        command = command.mut_subcommand(&name, |one| completed(one, path, flags));
        path.pop();
    }
    let plain = |text: Option<&StyledStr>| {
        Resettable::from(text.map(|text| StyledStr::from(text.to_string().replace('`', ""))))
    };
    let (about, long_about) = (plain(command.get_about()), plain(command.get_long_about()));
    command.about(about).long_about(long_about).mut_args(|arg| {
        let (help, long_help) = (plain(arg.get_help()), plain(arg.get_long_help()));
        arg.help(help).long_help(long_help)
    })
}

/// Flags of commands. Which command has which is in `flags_of`.
#[derive(Debug, Args)]
pub struct Flags {
    /// Configuration file (TOML) [env: `SUMITO_CONFIG`]
    #[arg(long, value_name = "FILE", env = "SUMITO_CONFIG", hide_env = true)]
    pub config: Option<PathBuf>,
    /// Address and port to serve on; port 0 takes a free port [env: `SUMITO_LISTEN`] [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = listen_address)]
    pub listen: Option<SocketAddr>,
    /// Database: `sqlite://PATH` or `postgres://…` [env: `SUMITO_DATABASE_URL`] [default: `sqlite://data/sumito.db`]
    #[arg(long, value_name = "URL")]
    pub database_url: Option<String>,
}

/// Parses the address of `--listen`.
fn listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "must be an IP address and a port, such as 127.0.0.1:8080; names are not resolved")
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
    /// Fill an empty database with sample players, games, a tournament, a club and a study
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
    /// List the servers of the database: host, version, start, state, and claims
    Nodes,
    /// Check settings, database, disk, proxy and mail; exits 0 if there is no fault
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
        /// File with the server's keys, as served at /.well-known/sumito-receipt-keys [default: fetched from the server that the
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
    /// Create accounts from a file and print a line for each: name, outcome, code, and the link to set the password. Existing names are
    /// skipped and reported
    Create {
        /// List with one name per line, optionally followed by a comma, a semicolon or a tab and an email address; `-` for standard input
        #[arg(value_name = "FILE")]
        from: PathBuf,
        /// Encoding of the list, if it is not UTF-8: windows-1252 (Western Europe), windows-1250 (Poland) or another one of the web
        #[arg(long, value_name = "NAME")]
        encoding: Option<String>,
        /// Email the links where there is an address instead of printing them
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
    /// Ratings of players
    Ratings,
    /// Win/draw/loss by mode, layout and seat
    Statistics,
    /// Counts of the opening explorer
    Explorer,
    /// Games of players by day and opponent, ratings by day, and best wins
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
    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn flags_come_before_or_after_the_command() {
        let before = Cli::parse_line(["sumito", "--listen", "127.0.0.1:0", "serve"]).unwrap();
        let after = Cli::parse_line(["sumito", "serve", "--listen", "127.0.0.1:0"]).unwrap();
        assert_eq!(before.flags.listen, after.flags.listen);
        assert!(after.flags.listen.is_some());
        assert_eq!(Cli::parse_line(["sumito"]).unwrap().command, None);
        let nested = ["sumito", "admin", "make-admin", "Ada", "--database-url", "memory:"];
        assert_eq!(Cli::parse_line(nested).unwrap().flags.database_url.as_deref(), Some("memory:"));
    }

    #[test]
    fn usage_in_an_error_shows_flags_as_optional() {
        let error =
            Cli::parse_line(["sumito", "restore", "--database-url", "memory:"]).unwrap_err().to_string();
        assert!(error.contains("Usage: sumito restore [OPTIONS] <FILE>"), "{error}");
    }

    #[test]
    fn flags_without_effect_are_refused() {
        for line in [
            ["sumito", "--listen", "127.0.0.1:0", "verify"],
            ["sumito", "verify", "--listen", "127.0.0.1:0"],
            ["sumito", "--database-url", "memory:", "config"],
            ["sumito", "push-keys", "--database-url", "memory:"],
        ] {
            assert!(Cli::parse_line(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn help_groups_every_command_and_has_no_backticks() {
        let command = command();
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let mut all: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
        let mut left = vec![command];
        while let Some(mut command) = left.pop() {
            let help = command.render_long_help().to_string();
            assert!(!help.contains('`'), "{help}");
            left.extend(command.get_subcommands().cloned());
        }
    }
}
