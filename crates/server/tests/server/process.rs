//! The `sumito` program as a separate process.

use std::env;
use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use sumito_config::{Config, Overrides};
use sumito_store::Store;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::sleep;

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};

/// Path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_sumito");

/// Address at which it listens, if no other is given.
pub(crate) const LOOPBACK: &str = "127.0.0.1";

/// The running program.
pub(crate) struct Process {
    child: Child,
    url: String,
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts the program on a free port and waits until it reports its address.
    pub(crate) async fn start(database_url: &str) -> Self {
        Self::start_with(database_url, &[]).await
    }

    /// Starts the program with additional settings.
    pub(crate) async fn start_with(database_url: &str, settings: &[(&str, &str)]) -> Self {
        Self::started(spawn(program(), database_url, settings)).await
    }

    /// Starts the program by this command, at a free port of an address of its network.
    pub(crate) async fn start_at(
        program: Command,
        address: &str,
        database_url: &str,
        settings: &[(&str, &str)],
    ) -> Self {
        Self::started(spawn_at(program, address, database_url, settings)).await
    }

    /// Starts the program with its log in a file, and limits files to this many bytes, as [`limit_files`] does.
    ///
    /// [`limit_files`]: Self::limit_files
    pub(crate) async fn start_limited(database_url: &str, bytes: Option<u64>, log: File) -> Self {
        let mut limited = Command::new("prlimit");
        limited.args([&file_limit(bytes), PROGRAM]).stderr(log);
        Self::started(spawn(limited, database_url, &[])).await
    }

    /// Starts the program with a debug log in a file.
    pub(crate) async fn start_talkative(database_url: &str, log: File) -> Self {
        let mut command = program();
        command.stderr(log);
        Self::started(spawn(command, database_url, &[("SUMITO_LOG__FILTER", "debug")])).await
    }

    /// Starts the program with a config file, and its log in a file.
    pub(crate) async fn start_with_file(database_url: &str, settings: &Path, log: File) -> Self {
        let mut command = program();
        command.arg("--config").arg(settings).args([
            "--listen",
            "127.0.0.1:0",
            "--database-url",
            database_url,
        ]);
        Self::started(command.stderr(log).stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap()).await
    }

    /// Makes it reload its settings.
    pub(crate) fn hang_up(&self) {
        self.signal(Signal::SIGHUP);
    }

    /// Starts the program with a limit of open files: `SOFT:HARD`.
    #[cfg(target_os = "linux")]
    pub(crate) async fn start_with_files(database_url: &str, files: &str) -> Self {
        let mut limited = Command::new("prlimit");
        limited.args([&format!("--nofile={files}"), PROGRAM]);
        Self::started(spawn(limited, database_url, &[])).await
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    async fn started(mut child: Child) -> Self {
        let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = stdout.next_line().await.unwrap().expect("the address is printed");
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
        Self { child, url, _stdout: stdout }
    }

    /// Starts the program and kills it after this time, in whatever state it is, as a power cut would.
    pub(crate) async fn kill_while_starting(database_url: &str, settings: &[(&str, &str)], moment: Duration) {
        let mut child = spawn(program(), database_url, settings);
        sleep(moment).await;
        child.kill().await.unwrap();
    }

    /// Kills it, as a power cut would.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Sends SIGTERM, as an operator does.
    pub(crate) async fn terminate(mut self) -> ExitStatus {
        self.signal(Signal::SIGTERM);
        self.child.wait().await.unwrap()
    }

    /// Stops the whole process for this long, as a laptop that sleeps does.
    pub(crate) async fn freeze(&self, span: Duration) {
        self.signal(Signal::SIGSTOP);
        sleep(span).await;
        self.signal(Signal::SIGCONT);
    }

    /// Waits until the program ends without a signal.
    pub(crate) async fn ended(mut self) -> ExitStatus {
        self.child.wait().await.unwrap()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        send(signal, &self.child);
    }

    /// Limits the size of every file to this many bytes, or lifts the limit. Writes beyond it fail, as on a full disk.
    pub(crate) async fn limit_files(&self, bytes: Option<u64>) {
        let pid = self.child.id().unwrap().to_string();
        let limited = Command::new("prlimit").args(["--pid", &pid, &file_limit(bytes)]).status().await;
        assert!(limited.unwrap().success());
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub(crate) async fn client(&self, token: &str) -> Client {
        Client::connect(&self.url("/ws"), Some(token)).await
    }

    pub(crate) async fn guest_token(&self) -> String {
        let answer = reqwest::Client::new().post(self.url("/api/v1/guests")).send().await.unwrap();
        let guest: serde_json::Value = answer.json().await.unwrap();
        guest["token"].as_str().unwrap().to_owned()
    }
}

/// Sends a signal to a process.
pub(crate) fn send(signal: Signal, child: &Child) {
    kill(Pid::from_raw(child.id().unwrap().cast_signed()), signal).unwrap();
}

/// The soft limit, which any process may raise.
fn file_limit(bytes: Option<u64>) -> String {
    let bytes = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    format!("--fsize={bytes}:")
}

fn program() -> Command {
    Command::new(PROGRAM)
}

fn spawn(command: Command, database_url: &str, settings: &[(&str, &str)]) -> Child {
    spawn_at(command, LOOPBACK, database_url, settings)
}

fn spawn_at(mut command: Command, address: &str, database_url: &str, settings: &[(&str, &str)]) -> Child {
    command
        .args(["--listen", &format!("{address}:0"), "--database-url", database_url])
        .env("SUMITO_LIMITS__MESSAGES_PER_SECOND", "0")
        .env("SUMITO_LOG__FILTER", env::var("TEST_SERVER_LOG").as_deref().unwrap_or("warn"))
        .env("SUMITO_TOURNAMENTS", "[]")
        .envs(settings.iter().copied())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

pub(crate) async fn output_of(args: &[&str], variables: &[(&str, &str)]) -> (bool, String, String) {
    let output = program().args(args).envs(variables.iter().copied()).output().await.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[tokio::test]
async fn program_reports_health_and_stops_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(&format!("sqlite://{}/a/b/sumito.db", folder.path().display())).await;
    let client = process.client(&process.guest_token().await).await;
    let address = process.url("").replace("http://", "");
    let (well, _, _) = output_of(&["healthcheck", "--listen", &address], &[]).await;
    assert!(well);
    assert!(process.terminate().await.success());
    assert_eq!(client.closed().await.map(u16::from), Some(1012));
    let (well, _, error) = output_of(&["healthcheck", "--listen", &address], &[]).await;
    assert!(!well);
    assert!(error.contains(&address), "{error}");
}

#[tokio::test]
async fn program_ends_when_another_server_takes_the_database() {
    let database = Database::new(Kind::Postgres).await;
    let mut process = Process::start(database.url()).await;
    let config = Config::load(None, &Overrides::default()).unwrap().database;
    process.signal(Signal::SIGSTOP);
    // The lease expires, and the next server claims the database. The suspended server notices that when it continues.
    let second = Store::connect(database.url(), &config).await.unwrap();
    process.signal(Signal::SIGCONT);
    assert!(!process.child.wait().await.unwrap().success());
    second.close().await;
}

#[tokio::test]
async fn a_wrong_setting_is_named() {
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    let (folder, postgres) = (tempfile::tempdir().unwrap(), Database::new(Kind::Postgres).await);
    // Commands without a database use this one.
    let default = format!("sqlite://{}/sumito.db", folder.path().display());
    for (args, variables, hint) in [
        (&["--listen", "nowhere"][..], &[][..], "listen"),
        (&["--config", "/nowhere.toml"], &[], "/nowhere.toml"),
        (&[], &[("SUMITO_LIMITS__MESSAGES_PER_SECOND", "many")], "limits.messages_per_second"),
        (&[], &[("SUMITO_LIMTS__SOCKETS", "1")], "limts"),
        (&[], &[("SUMITO_PUBLIC_URL", "play.example.org")], "public_url"),
        (&["--database-url", "mysql://somewhere"], &[], "sqlite://PATH"),
        (&["--database-url", "sqlite:///proc/nothing/x.db"], &[], "/proc/nothing"),
        (
            &["--database-url", &format!("{}_none", postgres.url())],
            &[],
            "`database_url`: cannot open the database: ",
        ),
        (&["--listen", &taken], &[], &format!("`listen`: cannot listen on {taken}: ")),
        (&[], &[("SUMITO_PUBLIC_URL", "https://play.example.org/game")], "without a path"),
        (&[], &[("SUMITO_LIMITS_SOCKETS", "1")], "SUMITO_LIMITS__SOCKETS"),
    ] {
        let variables = [&[("SUMITO_DATABASE_URL", default.as_str())], variables].concat();
        let (well, _, error) = output_of(args, &variables).await;
        assert!(!well, "{args:?} {variables:?}");
        assert!(error.contains(hint), "{args:?} {variables:?}: {error}");
    }
}

#[tokio::test]
async fn log_begins_with_the_version_and_leaves_out_duties() {
    let database = Database::new(Kind::Sqlite).await;
    let (settings, log) = (tempfile::NamedTempFile::new().unwrap(), tempfile::NamedTempFile::new().unwrap());
    let process = Process::start_with_file(database.url(), settings.path(), log.reopen().unwrap()).await;
    assert!(process.terminate().await.success());
    let text = std::fs::read_to_string(log.path()).unwrap();
    let first = text.lines().next().unwrap();
    assert!(first.contains("server starting") && first.contains(env!("CARGO_PKG_VERSION")), "{first}");
    assert!(!text.contains("duty"), "{text}");
}

#[tokio::test]
async fn address_of_all_networks_is_printed_as_one_to_open() {
    let database = Database::new(Kind::Sqlite).await;
    let process = Process::start_at(program(), "[::]", database.url(), &[]).await;
    let address = process.url("").replace("http://", "");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let listen = address.replace("127.0.0.1", "[::]");
    let (well, _, error) = output_of(&["healthcheck", "--listen", &listen], &[]).await;
    assert!(well, "{error}");
    assert!(process.terminate().await.success());
}

#[tokio::test]
async fn program_prints_help() {
    let (well, help, _) = output_of(&["--help"], &[]).await;
    assert!(well);
    for word in ["--listen", "--database-url", "SUMITO_LIMITS__MESSAGES_PER_SECOND", "healthcheck"] {
        assert!(help.contains(word), "{word} is missing in\n{help}");
    }
    let (well, settings, _) = output_of(&["config"], &[]).await;
    assert!(well);
    assert!(settings.contains("messages_per_second = 20"));
}

#[tokio::test]
async fn stopped_process_charges_no_clock() {
    let database = Database::new(Kind::Sqlite).await;
    let process = Process::start(database.url()).await;
    let mut black = process.client(&process.guest_token().await).await;
    let mut white = process.client(&process.guest_token().await).await;
    let clock = json!({"kind": "sudden_death", "initial_ms": 3_000});
    let (room, _) = black.create_room(json!({"layout": "standard", "clock": clock})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    black.event("started").await;
    // Longer than the clock lasts: this test is about real time.
    process.freeze(Duration::from_secs(4)).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let moved = white.event("moved").await;
    assert!(moved["time"]["server_ms"].as_u64().unwrap() >= 3_500, "{moved}");
    assert!(moved["clocks"]["remaining_ms"][0].as_u64().unwrap() > 0, "{moved}");
    process.kill().await;
}

#[tokio::test]
async fn a_setting_may_lie_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let database = file("database_url", &format!("sqlite://{}\n", folder.path().join("sumito.db").display()));
    let (well, text, error) = output_of(&["migrate"], &[("SUMITO_DATABASE_URL_FILE", &database)]).await;
    assert!(well, "{text}{error}");
    assert!(folder.path().join("sumito.db").is_file());

    let (well, _, error) =
        output_of(&["migrate"], &[("SUMITO_DATABASE__PASSWORD_FILE", "/nowhere/password")]).await;
    assert!(!well && error.contains("`database.password`") && error.contains("/nowhere/password"), "{error}");
}

#[test]
fn packaged_service_reloads_by_the_hangup_signal() {
    let packaging = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    let service = std::fs::read_to_string(packaging.join("sumito.service")).unwrap();
    assert!(service.lines().any(|line| line == "ExecReload=/bin/kill -HUP $MAINPID"), "{service}");
}

#[tokio::test]
async fn log_tells_of_a_restart_and_of_a_server_that_waits() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        Process::start(database.url()).await.terminate().await;
        let log = tempfile::NamedTempFile::new().unwrap();
        let process = Process::start_talkative(database.url(), log.reopen().unwrap()).await;
        let (well, said, error) =
            output_of(&["--listen", "127.0.0.1:0", "--database-url", database.url()], &[]).await;
        assert!(!well);
        let waits = "database in use by another Sumito server; waiting for it to stop";
        assert!(format!("{said}{error}").contains(waits), "{said}{error}");
        assert!(process.terminate().await.success());
        let log = std::fs::read_to_string(log.path()).unwrap();
        assert!(log.contains("server restarted; clocks resume"), "{log}");
    }
}
