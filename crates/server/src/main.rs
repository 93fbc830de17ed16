//! `sumito`: the server as a program.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use reqwest::Url;
use sumito_config::{Config, DEFAULTS, Overrides};
use sumito_game::Timestamp;
use sumito_gateway::receipts::{check, mirror, mirror::Mirror};
use sumito_kit::telemetry;
use sumito_kit::time_source::TimeSource;
use sumito_server::Server;
use sumito_server::boot::cli::{
    AccountsCommand, AdminCommand, Cli, CliCommand, Flags, RatingsCommand, RebuildTarget, ReceiptsCommand,
};
use sumito_server::boot::{backups, demo, doctor, input, process, reached};
use sumito_services::accounts::identity::{AccountOutcome, operator, registration};
use sumito_services::accounts::mail::{Mail, in_link};
use sumito_services::history::projections;
use sumito_services::history::verify::VerifyReport;
use sumito_services::receipts;
use sumito_services::social::push::Key;
use sumito_store::{self as store, Projection, Role, Store};
use sumito_vocabulary::Registration;
use sumito_words::Language;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

/// mimalloc returns the memory of unloaded rooms to the system, and is faster for the small blocks that each move allocates in one task
/// and frees in another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[expect(clippy::print_stderr, reason = "the last word of a program that cannot go on")]
fn main() -> ExitCode {
    let cli = Cli::parse_line(std::env::args_os()).unwrap_or_else(|error| error.exit());
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sumito: {}", process::with_causes(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command.unwrap_or(CliCommand::Serve) {
        CliCommand::Serve => runtime()?.block_on(serve(load(cli.flags)?)),
        CliCommand::Config => {
            print!("{DEFAULTS}");
            Ok(())
        }
        CliCommand::Verify => verify(&load(cli.flags)?),
        CliCommand::Backup { to, keep } => backup(&load(cli.flags)?, &to, keep),
        CliCommand::Restore { from } => {
            let config = load(cli.flags)?;
            anyhow::ensure!(from.is_file(), "no backup at {}", from.display());
            copy(&config, &sqlite_url(&from), &config.database_url)
        }
        CliCommand::Copy { from, to } => copy(&load(cli.flags)?, &from, &to),
        CliCommand::Migrate { check } => migrate(&load(cli.flags)?, check),
        CliCommand::Rebuild { what } => rebuild(&load(cli.flags)?, what),
        CliCommand::Ratings(RatingsCommand::Recompute) => rebuild(&load(cli.flags)?, RebuildTarget::Ratings),
        CliCommand::Import { from } => import(&load(cli.flags)?, &from),
        CliCommand::Receipts(ReceiptsCommand::Verify { receipt, keys, server, mirror }) => {
            verify_receipt(&receipt, keys.as_deref(), server, mirror.as_deref())
        }
        CliCommand::Receipts(ReceiptsCommand::Mirror { from, to }) => mirror_receipts(&from, &to),
        CliCommand::Receipts(ReceiptsCommand::RotateKey) => rotate_receipt_key(&load(cli.flags)?),
        CliCommand::Nodes => nodes(&load(cli.flags)?),
        CliCommand::Admin { what } => admin(&load(cli.flags)?, what),
        CliCommand::Accounts(what) => accounts(&load(cli.flags)?, what),
        CliCommand::Demo { games } => demo(&load(cli.flags)?, games),
        CliCommand::PushKeys => {
            let key = Key::generate();
            println!("[push]\nprivate_key = \"{}\"", key.private_text());
            println!("# Public key, derived from the private one: {}", key.public_text());
            Ok(())
        }
        CliCommand::Doctor => doctor(&load(cli.flags)?),
        CliCommand::Healthcheck => reached::healthcheck(load(cli.flags)?.listen),
    }
}

fn load(flags: Flags) -> anyhow::Result<Config> {
    let overrides = Overrides { listen: flags.listen, database_url: flags.database_url };
    Config::load(flags.config.as_deref(), &overrides).context("invalid configuration")
}

/// Builds a runtime with a thread per available processor. With one processor, the single-threaded runtime avoids the cost of work
/// stealing.
fn runtime() -> anyhow::Result<Runtime> {
    let alone = std::thread::available_parallelism().is_ok_and(|processors| processors.get() == 1);
    let mut builder = if alone { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    builder.enable_all().build().context("cannot start the async runtime")
}

#[expect(clippy::print_stdout, reason = "the printed address tells the operator that the server is ready")]
async fn serve(config: Config) -> anyhow::Result<()> {
    let telemetry = telemetry::init(&config.log, &config.traces)?;
    info!(version = env!("CARGO_PKG_VERSION"), "server starting");
    for warning in config.warnings(TimeSource::from_system().now()) {
        warn!("{warning}");
    }
    process::raise_file_limit(&config);
    process::survive_file_size_limit()?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot install signal handlers")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot install signal handlers")?;
    let mut hang_up = signal(SignalKind::hangup()).context("cannot install signal handlers")?;
    let server = tokio::select! {
        server = Server::start(config) => server?,
        _ = terminate.recv() => return Ok(()),
        _ = interrupt.recv() => return Ok(()),
    };
    println!("Sumito is ready: open http://{}", reached::on_this_machine(server.address())[0]);
    std::io::stdout().flush().context("standard output is closed")?;
    let outcome = loop {
        tokio::select! {
            _ = terminate.recv() => break Ok(()),
            _ = interrupt.recv() => break Ok(()),
            () = server.taken_over() => break Err(anyhow!("fenced: another server has taken over the \
                database")),
            () = server.broken() => break Err(anyhow!("a critical task panicked; restart the server")),
            _ = hang_up.recv() => server.reload(),
        }
    };
    server.stop().await;
    telemetry.stop().await;
    outcome
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn verify(config: &Config) -> anyhow::Result<()> {
    let store =
        Store::open_existing(&config.database_url, &config.database).await.context("`database_url`")?;
    let verified = sumito_services::history::verify::verify(&store).await?;
    println!("{verified}");
    store.close().await;
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn backup(config: &Config, to: &Path, keep: Option<NonZeroU32>) -> anyhow::Result<()> {
    let file = match keep {
        Some(_) => {
            backups::make_folder(to).with_context(|| format!("cannot create the folder {}", to.display()))?;
            backups::file_in(to, TimeSource::from_system().now())?
        }
        None => to.to_owned(),
    };
    store::backup(&config.database_url, &file, &config.database).await?;
    println!("backup written to {}: {}", file.display(), checked(&sqlite_url(&file), config).await?);
    if let Some(keep) = keep {
        for old in backups::remove_old(to, keep).context("old backups not removed")? {
            println!("removed {}", old.display());
        }
    }
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn doctor(config: &Config) -> anyhow::Result<()> {
    let findings = doctor::examine(config).await;
    for finding in &findings {
        println!("{finding}");
    }
    let faults = findings.iter().filter(|finding| finding.is_fault()).count();
    anyhow::ensure!(faults == 0, "faults: {faults}");
    Ok(())
}

/// Copies a database and verifies the copy.
#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn copy(config: &Config, from: &str, to: &str) -> anyhow::Result<()> {
    let copied = store::copy(from, to, &config.database).await?;
    for (table, rows) in &copied.rows {
        println!("{rows:>12} {table}");
    }
    println!("{}", checked(to, config).await?);
    Ok(())
}

/// Verifies all data of a database by the rules.
async fn checked(url: &str, config: &Config) -> anyhow::Result<VerifyReport> {
    let store = Store::open_existing(url, &config.database).await?;
    let verified = sumito_services::history::verify::verify(&store).await;
    store.close().await;
    verified.context("copy verification failed; first error")
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn migrate(config: &Config, check: bool) -> anyhow::Result<()> {
    let store = if check {
        Store::open_existing(&config.database_url, &config.database).await
    } else {
        Store::connect(&config.database_url, &config.database).await
    };
    store.context("`database_url`")?.close().await;
    println!("the tables are up to date");
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn rebuild(config: &Config, what: RebuildTarget) -> anyhow::Result<()> {
    let store = Store::connect(&config.database_url, &config.database).await.context("`database_url`")?;
    let projection = match what {
        RebuildTarget::Ratings => Projection::Ratings,
        RebuildTarget::Statistics => Projection::Statistics,
        RebuildTarget::Explorer => Projection::Explorer,
        RebuildTarget::Activity => Projection::Activity,
    };
    let games = projections::rebuild(&store, projection).await?;
    if projection == Projection::Ratings {
        for dependent in Projection::ALL.into_iter().filter(|other| other.consumer().needs_ratings()) {
            projections::rebuild(&store, dependent).await?;
        }
    }
    println!("rebuilt from {games} finished games");
    store.close().await;
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn import(config: &Config, from: &Path) -> anyhow::Result<()> {
    let source: Box<dyn BufRead> = if from == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = File::open(from).with_context(|| format!("cannot open {}", from.display()))?;
        Box::new(BufReader::new(file))
    };
    let store = Store::connect(&config.database_url, &config.database).await.context("`database_url`")?;
    let mut writer = store.writer().context("another process is writing to this database")?;
    let (imported, outcome) =
        sumito_gateway::import::import(&store, &mut writer, source, TimeSource::from_system().now()).await;
    println!("imported {} games, skipped {} that exist already", imported.taken_in, imported.known);
    for (assumption, games) in &imported.assumptions {
        println!("{assumption} ({games} games)");
    }
    writer.close().await;
    store.close().await;
    Ok(outcome?)
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn admin(config: &Config, what: AdminCommand) -> anyhow::Result<()> {
    let store = Store::open_beside(&config.database_url, &config.database).await.context("`database_url`")?;
    match what {
        AdminCommand::MakeAdmin { name } => set_role(&store, &name, Role::Admin).await?,
        AdminCommand::Role { name, role } => set_role(&store, &name, role.into()).await?,
        AdminCommand::ResetPassword { name } => {
            let hours = config.accounts.reset_hours;
            let (user, code) = operator::reset_code(&store, &name, config.accounts.reset_span()).await?;
            println!("{code}");
            println!(
                "{} can use this code once to set a password at {}/recover, within {hours} hours.",
                user.name,
                site(config)
            );
        }
        AdminCommand::DisableTwoFactor { name } => {
            let (user, was_enabled) = operator::disable_two_factor(&store, &name).await?;
            let state = if was_enabled { "now logs in" } else { "logged in already" };
            println!("{} {state} with the password alone.", user.name);
        }
    }
    store.close().await;
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn demo(config: &Config, games: u32) -> anyhow::Result<()> {
    demo::ensure_empty(config).await?;
    println!("filling the database; this takes a minute");
    let demo::Filled { games, admin, password } = demo::fill(config, games).await?;
    println!("{games} games played. {admin} is an administrator; the password of all players is {password}");
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn accounts(config: &Config, what: AccountsCommand) -> anyhow::Result<()> {
    let store = Store::open_beside(&config.database_url, &config.database).await.context("`database_url`")?;
    let now = TimeSource::from_system().now();
    match what {
        AccountsCommand::Create { from, encoding, mail, language } => {
            let language = Language::of_tag(&language).context("`--language`: no such language")?;
            let list = input::read_list(&from, encoding.as_deref())?;
            create_accounts(&store, config, &list, mail.then_some(language)).await?;
        }
        AccountsCommand::Link { uses, days } => {
            let max = config.limits.registration_links;
            let created = registration::create_link(&store, None, uses, days, max, now).await?;
            println!("{}/signup#{}", site(config), created.code);
            if config.accounts.registration != Registration::Invitation {
                println!("Links are needed only with `accounts.registration = \"invitation\"`.");
            }
        }
        AccountsCommand::Links => {
            for link in store.registration_links(now).await? {
                let maker = link.made_by.as_deref().unwrap_or("command line");
                let until = date_and_time(link.expires_at)?;
                println!("{}  {:>4} left  until {until}  {maker}", link.id, link.uses_left);
            }
        }
        AccountsCommand::RevokeLink { id } => {
            anyhow::ensure!(store.remove_registration_link(id, None).await?, "no registration link {id}");
            println!("revoked");
        }
    }
    store.close().await;
    Ok(())
}

/// Creates the accounts of a list, and writes a line for each to standard output as soon as it is stored.
async fn create_accounts(
    store: &Store,
    config: &Config,
    list: &str,
    mail: Option<Language>,
) -> anyhow::Result<()> {
    let mailer = Mail::new(config, CancellationToken::new())?;
    let place = match mail {
        Some(_) => Some(mailer.place().map_err(|_| anyhow!("email is disabled: see `mail.smtp_url`"))?),
        None => None,
    };
    let mut lines = csv::Writer::from_writer(std::io::stdout());
    let mut invalid = 0;
    for order in registration::orders(list) {
        let (span, now) = (config.accounts.first_login_span(), TimeSource::from_system().now());
        let outcome = registration::create_account(store, &order, span, now).await?;
        let created = match outcome {
            AccountOutcome::Created(created) => created,
            AccountOutcome::Exists => {
                lines.write_record([order.name.as_str(), "exists", "", ""])?;
                continue;
            }
            AccountOutcome::Invalid(error) => {
                lines.write_record([order.name.as_str(), &format!("invalid: {error}"), "", ""])?;
                invalid += 1;
                continue;
            }
        };
        let letter = mail.and_then(|language| created.letter(language, config.accounts.first_login_days));
        let is_mailed = match place.as_ref().zip(letter) {
            Some((place, letter)) => place.deliver(&letter).await,
            None => false,
        };
        if is_mailed {
            lines.write_record([created.name.as_str(), "mailed", "", ""])?;
        } else {
            let code = created.code.as_str();
            let link = format!("{}/recover#{}/{code}", site(config), in_link(&created.name));
            lines.write_record([created.name.as_str(), "created", code, &link])?;
        }
        // A code that was not printed is lost.
        lines.flush()?;
    }
    lines.flush()?;
    anyhow::ensure!(invalid == 0, "invalid lines: {invalid}; correct them and run the command again");
    Ok(())
}

/// Checks a receipt with the keys of a file, of a copy of the log, or of the server that the receipt names.
#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn verify_receipt(
    receipt: &Path,
    keys: Option<&Path>,
    server: Option<Url>,
    mirror: Option<&Path>,
) -> anyhow::Result<()> {
    let read = |file: &Path| std::fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    let note = read(receipt)?;
    let mirror = match mirror {
        Some(file) => Some(Mirror::read(file)?.with_context(|| format!("no file {}", file.display()))?),
        None => None,
    };
    let keys = match (keys, &mirror) {
        (Some(file), _) => {
            check::trusted(&serde_json::from_slice(&read(file)?).context("not a list of keys")?)?
        }
        (None, Some(mirror)) => mirror.keys.clone(),
        (None, None) => mirror::fetch_keys(&server.map_or_else(|| named_server(&note), Ok)?).await?,
    };
    let checked = check::check(&note, &keys)?;
    println!("{}", checked.facts);
    println!("signed by  {}", checked.key);
    if let Some(mirror) = mirror {
        let position = mirror.leaves.iter().position(|leaf| *leaf == checked.leaf);
        let position =
            position.context("the signature is valid, but the copy of the log lacks this receipt")?;
        println!("logged as  {} of {}", position + 1, mirror.leaves.len());
    }
    println!("valid");
    Ok(())
}

/// Returns the address of the server that a receipt names.
fn named_server(note: &[u8]) -> anyhow::Result<Url> {
    let name = check::server_of(note).context("not a receipt: the line of the signature is missing")?;
    let url = format!("https://{name}").parse().ok().filter(|_| name != receipts::NAMELESS);
    url.context(
        "the receipt does not name its server, which had no `public_url`: name the server with --server URL, or a file with its keys \
         with --keys FILE",
    )
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn mirror_receipts(from: &Url, to: &Path) -> anyhow::Result<()> {
    let report = Mirror::update(from, to).await?;
    println!(
        "{} receipts, {} of them new; the log is unchanged since the last copy",
        report.size, report.added
    );
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn rotate_receipt_key(config: &Config) -> anyhow::Result<()> {
    let store = Store::open_beside(&config.database_url, &config.database).await.context("`database_url`")?;
    println!("{}", receipts::rotate_key(&store, config, TimeSource::from_system()).await?);
    store.close().await;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn set_role(store: &Store, name: &str, role: Role) -> anyhow::Result<()> {
    let user = operator::set_role(store, name, role).await?;
    println!("{} has the role {}", user.name, user.role.as_str());
    Ok(())
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn nodes(config: &Config) -> anyhow::Result<()> {
    let store =
        Store::open_existing(&config.database_url, &config.database).await.context("`database_url`")?;
    let mut claimed = store.claimed().await?;
    for node in store.nodes().await? {
        let state = match node.fenced_at {
            Some(at) => format!("stopped {}", date_and_time(at)?),
            None if node.has_expired() => {
                format!("no sign of life since {}", date_and_time(node.lease_until)?)
            }
            None if node.stopping_at.is_some() => "stopping".to_owned(),
            None if node.draining_at.is_some() => "draining".to_owned(),
            None => "running".to_owned(),
        };
        let started = date_and_time(node.started_at)?;
        println!("{}  {}  {}  started {started}  {state}", node.id.0, node.name, node.version);
        if let Some(claimed) = claimed.remove(&node.id) {
            let duties = claimed.duties.join(", ");
            println!("    rooms {}  tournaments {}  duties {duties}", claimed.rooms, claimed.tournaments);
        }
    }
    store.close().await;
    Ok(())
}

/// Returns a time as RFC 3339 writes it, in UTC.
fn date_and_time(at: Timestamp) -> anyhow::Result<String> {
    let at = OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1_000_000))?;
    Ok(at.format(&Rfc3339)?)
}

/// Returns the database URL of a SQLite file.
fn sqlite_url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

/// Returns the URL at which visitors reach the server.
fn site(config: &Config) -> String {
    match config.public_url.as_str() {
        "" => format!("http://{}", reached::on_this_machine(config.listen)[0]),
        public => public.to_owned(),
    }
}
