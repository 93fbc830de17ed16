//! `sumito doctor`: examines a set-up and names the necessary changes.

use std::fmt;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use nix::sys::resource::{Resource, getrlimit};
use nix::sys::statvfs::statvfs;
use reqwest::{Client, StatusCode, Url, header};
use sumito_config::Config;
use sumito_kit::time_source::TimeSource;
use sumito_store::{ConnectError, Store};
use sumito_vocabulary::Registration;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::boot::process::{needed_files, with_causes};
use crate::boot::reached;
use sumito_gateway::site::Site;

/// Timeout of each connection.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Free space below which a disk is nearly full, in bytes.
const LITTLE_SPACE: u64 = 2 << 30;

/// Free space below which a disk is full, in bytes: a SQLite file may need as much for a long read.
const NO_SPACE: u64 = 256 << 20;

/// A part of the set-up, and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The part of the set-up, in a word or two.
    pub part: &'static str,
    /// State of this part, with the necessary changes.
    pub state: State,
}

/// State of a part of the set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is as it should be.
    Fine(String),
    /// It works, and may surprise players or the operator.
    Warning(String),
    /// It does not work.
    Fault(String),
}

impl Finding {
    /// Returns whether the part does not work.
    pub fn is_fault(&self) -> bool {
        matches!(self.state, State::Fault(_))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, text) = match &self.state {
            State::Fine(text) => ("ok", text),
            State::Warning(text) => ("warning", text),
            State::Fault(text) => ("FAULT", text),
        };
        write!(f, "{word:<8} {:<14} {text}", self.part)
    }
}

/// Examines the set-up. Changes nothing; a server may run at the same time.
pub async fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut found = |part, state| findings.push(Finding { part, state });
    for warning in config.warnings(TimeSource::from_system().now()) {
        found("settings", State::Warning(warning));
    }
    found("database", database(config).await);
    if let Some(path) = config.database_url.strip_prefix("sqlite://") {
        let file = Path::new(path);
        if let Some(state) = privacy(file) {
            found("database file", state);
        }
        found("disk", disk(file));
    }
    found("server", server(config).await);
    found("open files", open_files(config));
    let public = Url::parse(&config.public_url).ok();
    found("public_url", public_url(config, public.as_ref()));
    if let Some(url) = &public {
        found("proxy", proxy(url).await);
        found("origin", origin(url, &config.public_url).await);
        found("addresses", addresses(config, url));
    }
    found("limits", limits(config));
    found("mail", if config.mail.is_on() { reach(config.mail.smtp_url.reveal()).await } else { mail_off() });
    found("push", push(config));
    found("site", site(config));
    if config.cluster.is_on() {
        found("cluster", reach(&config.cluster.nats_url).await);
    }
    if let Ok(Some(address)) = config.metrics.address() {
        found("metrics", metrics(address));
    }
    findings
}

async fn database(config: &Config) -> State {
    match Store::open_existing(&config.database_url, &config.database).await {
        Ok(store) => {
            store.close().await;
            State::Fine("the tables are up to date".to_owned())
        }
        Err(ConnectError::Missing(what)) => {
            State::Warning(format!("none at {what}: the first start of the server creates it"))
        }
        Err(error) => State::Fault(with_causes(&error)),
    }
}

/// Checks that only the owner can read the file.
fn privacy(file: &Path) -> Option<State> {
    /// File mode: access for the group and others.
    const OTHERS: u32 = 0o077;
    let mode = std::fs::metadata(file).ok()?.permissions().mode();
    Some(if mode & OTHERS == 0 {
        State::Fine("only its owner can read it".to_owned())
    } else {
        State::Warning(format!(
            "other users of this machine can read it, with hashes of passwords and ids of private rooms: chmod 600 {}",
            file.display()
        ))
    })
}

/// Checks the free space of the disk with this file.
fn disk(file: &Path) -> State {
    let folders = file
        .ancestors()
        .skip(1)
        .map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let Some(folder) = folders.into_iter().find(|folder| folder.exists()) else {
        return State::Fault(format!("no folder for {}", file.display()));
    };
    match statvfs(folder) {
        Ok(disk) => {
            let free = disk.blocks_available() * disk.fragment_size();
            let text = format!("{} MiB free in {}", free >> 20, folder.display());
            if free < NO_SPACE {
                State::Fault(text)
            } else if free < LITTLE_SPACE {
                State::Warning(text)
            } else {
                State::Fine(text)
            }
        }
        Err(error) => State::Fault(format!("{}: {error}", folder.display())),
    }
}

async fn server(config: &Config) -> State {
    let address = reached::on_this_machine(config.listen)[0];
    let answer = Client::new().get(format!("http://{address}/readyz")).timeout(TIMEOUT).send().await;
    match answer {
        Ok(answer) if answer.status().is_success() => State::Fine(format!("ready at {address}")),
        Ok(answer) => State::Warning(format!("answers {} at {address}: it is not ready", answer.status())),
        Err(_) => State::Warning(format!("not running at {address}")),
    }
}

fn open_files(config: &Config) -> State {
    let needed = needed_files(config);
    match getrlimit(Resource::RLIMIT_NOFILE) {
        Ok((_, hard)) if hard < needed => State::Warning(format!(
            "this user may open {hard}; {needed} are needed for `limits.sockets`: raise the limit (LimitNOFILE), \
             or lower the setting"
        )),
        Ok((_, hard)) => State::Fine(format!("this user may open {hard}")),
        Err(error) => State::Warning(error.to_string()),
    }
}

fn public_url(config: &Config, url: Option<&Url>) -> State {
    match url {
        None => State::Warning(
            "not set: links in emails, previews and receipts do not contain your address, and the server cannot \
             reject other origins"
                .to_owned(),
        ),
        Some(url) if url.scheme() != "https" => State::Warning(format!(
            "{}: without TLS, browsers allow neither installation nor notifications, and anyone on the way can read \
             passwords",
            config.public_url
        )),
        Some(_) => State::Fine(config.public_url.clone()),
    }
}

/// Checks that the public address leads to a server, and passes on WebSockets.
async fn proxy(public: &Url) -> State {
    let Ok(url) = public.join("/ws") else { return State::Fault("`public_url` is no address".to_owned()) };
    let request = Client::new()
        .get(url.clone())
        .timeout(TIMEOUT)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_VERSION, "13")
        .header(header::SEC_WEBSOCKET_KEY, "c3VtaXRvIGRvY3RvciAgIA==");
    match request.send().await.map(|answer| answer.status()) {
        Ok(StatusCode::SWITCHING_PROTOCOLS) => State::Fine(format!("{url} accepts WebSockets")),
        Ok(status) => State::Fault(format!(
            "{url} answers {status} to a WebSocket: the proxy must pass on `Upgrade` and `Connection`"
        )),
        Err(error) => State::Fault(format!("{url}: {}", with_causes(&error))),
    }
}

/// Checks, by a request that changes nothing, that pages of the public address may use the sessions of their visitors.
async fn origin(public: &Url, origin: &str) -> State {
    let Ok(url) = public.join("/api/v1/sessions/current") else {
        return State::Fault("`public_url` is no address".to_owned());
    };
    match Client::new().delete(url).timeout(TIMEOUT).header(header::ORIGIN, origin).send().await {
        Ok(answer) if answer.status() == StatusCode::FORBIDDEN => State::Fault(format!(
            "the server rejects pages of {origin}: restart it with this `public_url`, or let the proxy pass on `Host`"
        )),
        Ok(_) => State::Fine(format!("the server accepts pages of {origin}")),
        Err(_) => State::Warning("not checked: the address does not answer".to_owned()),
    }
}

/// Names the limit that a club reaches first.
fn limits(config: &Config) -> State {
    let logins = config.limits.logins_per_minute;
    let is_for_members = config.accounts.registration != Registration::Open;
    if is_for_members && config.limits.trusted_networks.is_empty() {
        State::Fine(format!(
            "{logins} logins a minute from one address: for an evening in one place, name its network in \
             `limits.trusted_networks`"
        ))
    } else {
        State::Fine(format!("{logins} logins a minute from one address"))
    }
}

/// Checks that limits by address receive the addresses of players.
fn addresses(config: &Config, public: &Url) -> State {
    let is_local = config.listen.ip().is_loopback();
    match (config.trust_forwarded_for, is_local) {
        (false, true) if public.scheme() == "https" => State::Warning(
            "all players seem to come from the proxy and share its limits: set `trust_forwarded_for`"
                .to_owned(),
        ),
        (true, false) => State::Warning(format!(
            "`trust_forwarded_for` believes every client that reaches {}: let only the proxy reach it",
            config.listen
        )),
        _ => State::Fine("the limits count each player's own address".to_owned()),
    }
}

fn mail_off() -> State {
    State::Warning("off: players who forget a password need a recovery code or an administrator".to_owned())
}

fn push(config: &Config) -> State {
    if config.push.private_key.reveal().is_empty() {
        let text = "off: no notifications while no page is open; `sumito push-keys` generates a key";
        State::Warning(text.to_owned())
    } else {
        State::Fine("a key is set".to_owned())
    }
}

fn site(config: &Config) -> State {
    match Site::load(config) {
        Err(error) => State::Fault(format!("{error:#}")),
        Ok(_) if config.site.imprint.files().next().is_none() => {
            State::Warning("no imprint, which many countries require: see `site.imprint`".to_owned())
        }
        Ok(_) => State::Fine(format!("{}, with an imprint", config.site.name)),
    }
}

fn metrics(address: SocketAddr) -> State {
    if address.ip().is_loopback() {
        State::Fine(format!("at {address}"))
    } else {
        State::Warning(format!("everyone who reaches {address} can read them"))
    }
}

/// Checks that the host of a URL accepts connections.
async fn reach(url: &str) -> State {
    let Ok(url) = Url::parse(url) else { return State::Fault("invalid URL".to_owned()) };
    let default = match url.scheme() {
        "smtps" => 465,
        "smtp" => 587,
        _ => 4222,
    };
    let (host, port) = (url.host_str().unwrap_or_default(), url.port().unwrap_or(default));
    match timeout(TIMEOUT, TcpStream::connect((host, port))).await {
        Ok(Ok(_)) => State::Fine(format!("{host}:{port} answers")),
        Ok(Err(error)) => State::Fault(format!("{host}:{port}: {error}")),
        Err(_) => State::Fault(format!("{host}:{port} does not answer")),
    }
}
