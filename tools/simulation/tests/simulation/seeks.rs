//! Quick pairing while no room can be created.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sumito_game::{Timestamp, UserId};
use sumito_protocol::ServerMessage;
use sumito_protocol::server::Outcome;
use sumito_store::simulated::{Condition, Faults, Queries};
use sumito_store::{Role, UserRow};
use tokio::time::{Instant, sleep};
use tracing_subscriber::fmt::MakeWriter;
use uuid::Uuid;

use super::life;
use super::tab::{self, Socket};

/// Length of the outage.
const OUTAGE: Duration = Duration::from_mins(10);

/// Maximum number of calls of the store per second of an outage, by the whole server. A loop without a pause makes hundreds.
const CALLS_PER_SECOND: u64 = 20;

/// The log of a server.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("the log is whole").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    fn lines_with(&self, text: &str) -> Vec<String> {
        let log = self.0.lock().expect("the log is whole").clone();
        let log = String::from_utf8(log).expect("the log is text");
        log.lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
    }
}

fn person(number: u8) -> UserRow {
    UserRow {
        id: UserId(Uuid::from_u128(number.into())),
        name: format!("Person {number}"),
        guest: true,
        bot: false,
        role: Role::Player,
        created_at: Timestamp(0),
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_outage_costs_few_tries_and_two_log_lines() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(log.clone()).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let faults = Faults::new(fastrand::Rng::with_seed(1));
    let queries = Queries::new(faults.clone());
    let app = life::start_with(queries.store(), Timestamp(0), |config| {
        config.pairing.computers_after_ms = 1_000;
    })
    .await;
    let user = person(1);
    app.store.add_user(&user, &tab::session(1)).await.expect("a new user");
    let mut socket = Socket::open(&app, Some(user));
    let seek = r#"{"type":"seek","mode":"two","clock":{"kind":"fischer","initial_ms":180000,"increment_ms":2000},
        "rated":false,"computers":1}"#;
    Box::pin(socket.session.receive(seek, Instant::now())).await;
    let answer = socket.next().await;
    assert!(matches!(answer, ServerMessage::Ok { result: Outcome { seek: Some(_), .. }, .. }), "{answer:?}");

    faults.set(Condition::Unavailable);
    let calls_before = faults.calls();
    sleep(OUTAGE).await;
    let calls = faults.calls() - calls_before;
    assert!(calls > 0 && calls < CALLS_PER_SECOND * OUTAGE.as_secs(), "{calls} calls");
    assert_eq!(queries.rooms(), []);
    faults.set(Condition::Healthy);
    while queries.rooms().is_empty() || log.lines_with("creation of games on node").len() < 2 {
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(log.lines_with("creation of games on node").len(), 2, "{:?}", log.lines_with(""));
    let end = &log.lines_with("creation of games on node")[1];
    let failures = end.split_once("failures=").and_then(|(_, rest)| rest.split_whitespace().next());
    let failures: u32 = failures.and_then(|failures| failures.parse().ok()).expect("the number of failures");
    // Each pause has at least half of its full length.
    assert!((20..300).contains(&failures), "{end}");
    assert!(log.lines_with("").len() < 30, "{:?}", log.lines_with(""));
}
