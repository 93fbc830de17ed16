//! A pseudo-terminal with the program in it, and a server for it.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use sumito_config::{Config, Overrides};
use sumito_server::Server;
use tempfile::TempDir;

/// Timeout of every wait: a failing test ends instead of hanging.
const PATIENCE: Duration = Duration::from_mins(1);

const SIZE: PtySize = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };

pub(crate) const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const HOME: &str = "\x1b[H";
pub(crate) const ENTER: &str = "\r";
pub(crate) const TAB: &str = "\t";

/// A server that runs until the test is over.
pub(crate) struct TestServer {
    server: Option<Server>,
    runtime: tokio::runtime::Runtime,
    _folder: TempDir,
}

impl TestServer {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        config.listen = "127.0.0.1:0".parse().unwrap();
        config.database_url = format!("sqlite://{}", folder.path().join("sumito.db").display());
        config.limits.messages_per_second = 0;
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = Some(runtime.block_on(Server::start(config)).unwrap());
        Self { server, runtime, _folder: folder }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.server.as_ref().unwrap().address())
    }

    /// Starts the program as a new guest, in English.
    pub(crate) fn terminal(&self) -> Terminal {
        self.terminal_with(&[], &[])
    }

    pub(crate) fn terminal_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let url = self.url();
        let usual = ["--server", &url, "--new-guest", "--language", "en"];
        let mut terminal = Terminal::start(&[&usual[..], arguments].concat(), environment);
        terminal.until("Sumito");
        terminal
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.runtime.block_on(self.server.take().unwrap().stop());
    }
}

struct Seen {
    parser: vt100::Parser,
    /// All output as received.
    raw: Vec<u8>,
}

/// A pseudo-terminal with the program in it.
pub(crate) struct Terminal {
    seen: Arc<(Mutex<Seen>, Condvar)>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let pty = native_pty_system().openpty(SIZE).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_sumito-tui"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pty.slave.spawn_command(command).unwrap();
        let [rows, columns] = [SIZE.rows, SIZE.cols].map(|size| NonZero::new(size).unwrap());
        let parser = vt100::Parser::new(rows, columns, 0);
        let seen = Arc::new((Mutex::new(Seen { parser, raw: Vec::new() }), Condvar::new()));
        let mut output = pty.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                let mut seen = shared.0.lock().unwrap();
                seen.parser.process(&buffer[..length]);
                seen.raw.extend_from_slice(&buffer[..length]);
                shared.1.notify_all();
            }
        });
        let keyboard = pty.master.take_writer().unwrap();
        Self { seen, keyboard, child, _master: pty.master }
    }

    /// Sends keys to the program.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until the text is on the screen; returns the whole screen.
    pub(crate) fn until(&mut self, text: &str) -> String {
        self.until_seen(text, |screen| screen.contains(text))
    }

    /// Waits until the screen matches.
    pub(crate) fn until_seen(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        let mut seen = self.seen.0.lock().unwrap();
        loop {
            let screen = seen.parser.screen().contents();
            if wanted(&screen) {
                return screen;
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited in vain for {what}:\n{screen}");
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    /// Moves down the menu until a line is selected, and activates it.
    pub(crate) fn choose(&mut self, item: &str) {
        self.press(TAB);
        let screen = self.until("┌ Actions ");
        assert!(screen.contains(item), "{item} is no action:\n{screen}");
        let lines: Vec<_> = screen.lines().filter(|line| line.contains('│')).collect();
        let down = lines.iter().position(|line| line.contains(item)).unwrap();
        for _ in 0..down {
            self.press(DOWN);
        }
        self.until(&format!("> {item}"));
        self.press(ENTER);
    }

    /// Goes back, and waits for the text. (Immediately after an escape, another key would combine with it.)
    pub(crate) fn back_to(&mut self, text: &str) {
        self.press("\x1b");
        self.until(text);
    }

    /// Returns whether the program ever used a colour other than the terminal's default.
    pub(crate) fn has_colours(&self) -> bool {
        let raw = String::from_utf8_lossy(&self.seen.0.lock().unwrap().raw).into_owned();
        let styles = raw.split("\x1b[").skip(1).filter_map(|rest| {
            let (style, _) = rest.split_once(|c: char| c.is_ascii_alphabetic())?;
            rest[style.len()..].starts_with('m').then(|| style.to_owned())
        });
        let codes = styles.flat_map(|style| style.split(';').map(str::to_owned).collect::<Vec<_>>());
        codes
            .filter_map(|code| code.parse().ok())
            .any(|code: u8| matches!(code, 30..=38 | 40..=48 | 90..=107))
    }

    /// Waits until the program has ended; returns whether it succeeded.
    pub(crate) fn ended(mut self) -> bool {
        self.child.wait().unwrap().success()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
    }
}
