//! Work of the server that fails is tried again by `sumito_kit::retry`, which pauses longer and longer and logs an outage once. So that no
//! loop of another kind comes back, the other places that wait for time are listed here. The simulation finds loops without any pause: it
//! counts the calls of the store during an outage.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates of the server.
const CRATES: [&str; 7] = ["cluster", "gateway", "kit", "rooms", "server", "services", "store"];

/// The file of the mechanism.
const RETRY: &str = "kit/src/retry.rs";

/// Files that sleep for another reason, and how often.
const SLEEPS: [(&str, usize); 27] = [
    // Messages and updates are sent at most so often.
    ("cluster/src/wakeup.rs", 1),
    ("cluster/src/union/followed.rs", 1),
    ("cluster/src/union/mod.rs", 1),
    ("services/src/play/live_boards/task.rs", 1),
    ("services/src/play/lobby/mod.rs", 1),
    ("services/src/play/my_games/mod.rs", 1),
    ("services/src/accounts/admin/mod.rs", 1),
    // Sockets are closed in groups, so that their clients do not reconnect at once.
    ("services/src/social/sockets/open.rs", 3),
    // Background work leaves time for other work.
    ("services/src/accounts/moderation/signals.rs", 1),
    ("services/src/history/puzzles.rs", 1),
    ("services/src/history/retention/archive.rs", 1),
    ("store/src/sweep.rs", 1),
    // Another node or client is asked at intervals, or has a time limit.
    ("cluster/src/duties.rs", 1),
    ("cluster/src/nats/link.rs", 1),
    ("server/src/boot/demo.rs", 1),
    ("gateway/src/listen/connection.rs", 1),
    ("gateway/src/socket/stream.rs", 1),
    ("services/src/history/analyses/remote.rs", 1),
    // The pause was planned by a `Retry`, or by the settings.
    ("cluster/src/union/mod.rs", 1),
    ("services/src/accounts/mail/mod.rs", 1),
    ("services/src/play/my_games/mod.rs", 1),
    ("services/src/social/push/waiting.rs", 1),
    // A server that starts waits for another one to stop, for a limited time.
    ("store/src/postgres/lease.rs", 2),
    ("store/src/sqlite/lock.rs", 1),
    // A slow store.
    ("store/src/simulated.rs", 1),
    ("store/src/simulated/faults.rs", 1),
    ("store/src/simulated/nodes.rs", 1),
];

/// Files that wait until a moment, and how often.
const WAITS: [(&str, usize); 11] = [
    // A time that may be absent, and the next entry of a list that has a time.
    ("kit/src/task.rs", 1),
    ("rooms/src/presence.rs", 1),
    ("rooms/src/remote/follower.rs", 1),
    ("rooms/src/room/mod.rs", 1),
    ("services/src/social/push/dispatcher.rs", 1),
    ("services/src/social/webhooks/mod.rs", 1),
    // Polls, and pauses that a `Retry` has planned.
    ("cluster/src/tail.rs", 1),
    // A pause before the next work, which follows success and failure.
    ("rooms/src/event_log/writer.rs", 1),
    ("services/src/history/projections/mod.rs", 1),
    ("services/src/play/computers/play.rs", 1),
    // The end of a lease.
    ("store/src/nodes.rs", 1),
];

/// Files with work at fixed intervals, and how often. Work that fails waits for its next turn, like work that succeeds.
const INTERVALS: [(&str, usize); 17] = [
    // The client of NATS pings its server.
    ("cluster/src/nats/settings.rs", 1),
    // Signs of life.
    ("rooms/src/event_log/watchdog.rs", 1),
    ("rooms/src/event_log/writer.rs", 1),
    ("store/src/lease.rs", 1),
    // Actions that are due by the clock.
    ("rooms/src/scheduler.rs", 1),
    ("services/src/social/challenges/mod.rs", 2),
    ("services/src/tournaments/actor.rs", 1),
    ("services/src/tournaments/due.rs", 1),
    ("services/src/tournaments/series.rs", 1),
    // Cleanups.
    ("services/src/accounts/identity/maintenance.rs", 1),
    ("services/src/history/retention/mod.rs", 2),
    ("services/src/play/lobby/mod.rs", 1),
    ("services/src/play/my_games/mod.rs", 1),
    ("services/src/social/chat/task.rs", 1),
    ("services/src/tournaments/registry.rs", 1),
    // Changes by other nodes, in case that a message about them was lost.
    ("services/src/play/matchmaking/resync.rs", 1),
    ("services/src/play/matchmaking/matchmaker.rs", 1),
];

/// Files with intervals that begin later, and how often.
const LATER_INTERVALS: [(&str, usize); 1] = [
    // Sockets are pinged.
    ("gateway/src/socket/task.rs", 1),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The files of the server that match, with the number of the matches outside of tests.
fn files_with(pattern: &str) -> Vec<(String, usize)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the repository is complete")
        .join("crates");
    let mut files = Vec::new();
    for name in CRATES {
        sources(&root.join(name).join("src"), &mut files);
    }
    let found = files.into_iter().filter_map(|path| {
        let text = fs::read_to_string(&path).expect("the repository is complete");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let name =
            path.strip_prefix(&root).expect("the repository is complete").to_string_lossy().into_owned();
        let count = code.matches(pattern).count();
        (count > 0 && name != RETRY).then_some((name, count))
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

/// The entries with the number of each file together, sorted by file.
fn summed(entries: &[(&str, usize)]) -> Vec<(String, usize)> {
    let mut files = BTreeMap::new();
    for (file, count) in entries {
        *files.entry((*file).to_owned()).or_default() += count;
    }
    files.into_iter().collect()
}

#[test]
fn only_the_listed_files_sleep() {
    for (pattern, entries) in [
        ("sleep(", &SLEEPS[..]),
        ("sleep_until(", &WAITS[..]),
        ("interval(", &INTERVALS[..]),
        ("interval_at(", &LATER_INTERVALS[..]),
    ] {
        let found = files_with(pattern);
        assert_eq!(found, summed(entries), "`{pattern}`: use `sumito_kit::retry`, or list the reason");
    }
}

#[test]
fn only_the_mechanism_logs_that_it_will_retry() {
    // The renewal of a lease decides whether it is over: it is not one outage among others.
    assert_eq!(files_with("will retry"), [("store/src/lease.rs".to_owned(), 2)]);
}
