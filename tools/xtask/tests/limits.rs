//! `docs/limits.md` names each resource that all users share: the values must be equal to the code, and no bound may be missing.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Shares that need no number.
const WITHOUT_NUMBER: [&str; 5] =
    ["the sender waits", "the oldest is forgotten", "administrators only", "the same", "fair"];

/// Settings that count things of one user, game or message, or that are no bound.
const NOT_SHARED: [&str; 18] = [
    "event_log.batch_commands",
    "rooms.missed_events",
    "computers.threads",
    "pairing.window",
    "chat.burst_lines",
    "chat.history_lines",
    "chat.line_chars",
    "policy.quiet_plies",
    "policy.repetitions",
    "ratings.breaches",
    "accounts.allowed_apps",
    "webhooks.per_user",
    "http.request_burst",
    "limits.message_burst",
    "limits.outbox_messages",
    "limits.tournament_places",
    "tournaments.minimum",
    "tournaments.capacity",
];

/// Endings of settings that are sizes, times or parts. Settings with `_per_` are rates, or count things of one user.
const OF_ONE: [&str; 10] =
    ["_ms", "_s", "_days", "_hours", "_minutes", "_seconds", "_bytes", "_percent", "_mib", "_nodes"];

/// Calls that make something bounded, which their callers share.
const BOUNDED: [&str; 5] =
    ["mpsc::channel(", "Semaphore::new(", "BlockingPool::new(", "RecencyCache::new(", "get_or_load("];

/// The crates that the server consists of.
const CRATES: [&str; 7] = ["server", "gateway", "services", "kit", "rooms", "cluster", "store"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/limits.md")).expect("the repository is complete")
}

/// Returns the rows of the tables: the cells of each.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let rows = rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    rows.filter(|row| row[0] != "Shared").collect()
}

/// Returns the named values of a cell: `` `name` = 1,000 ``.
fn values(cell: &str) -> Vec<(&str, u64)> {
    let mut found = Vec::new();
    for part in cell.split('`').collect::<Vec<_>>().windows(2).skip(1).step_by(2) {
        let Some(number) = part[1].strip_prefix(" = ") else { continue };
        let number = number.chars().take_while(|c| c.is_ascii_digit() || *c == ',');
        found.push((
            part[0],
            number.filter(|c| *c != ',').collect::<String>().parse().expect("the repository is complete"),
        ));
    }
    found
}

fn config() -> Table {
    fs::read_to_string(root().join("config/default.toml"))
        .expect("the repository is complete")
        .parse()
        .expect("the repository is complete")
}

/// Returns the value of a setting: the first one in a list of tables.
fn setting(config: &Table, name: &str) -> Option<u64> {
    let (table, key) = name.split_once('.')?;
    let table = match config.get(table)? {
        Value::Array(tables) => tables.first()?.as_table()?,
        table => table.as_table()?,
    };
    table.get(key)?.as_integer()?.try_into().ok()
}

/// Returns the value of a constant: `path/of/file.rs::NAME`.
fn constant(name: &str) -> Option<u64> {
    let (path, name) = name.split_once("::")?;
    let source = fs::read_to_string(root().join(path)).ok()?;
    number_of(&source, name)
}

fn number_of(source: &str, name: &str) -> Option<u64> {
    let (_, rest) = source.split_once(&format!("const {name}: "))?;
    let (_, rest) = rest.split_once(" = ")?;
    rest.split_once(';')?.0.replace('_', "").parse().ok()
}

#[test]
fn values_are_those_of_the_code() {
    let (config, page) = (config(), page());
    for row in rows(&page) {
        for (name, value) in row.iter().flat_map(|cell| values(cell)) {
            let actual = if name.contains("::") { constant(name) } else { setting(&config, name) };
            assert_eq!(actual, Some(value), "{name} in the row `{}`", row[0]);
        }
    }
}

#[test]
fn each_row_has_a_bound_and_a_share() {
    let page = page();
    for row in rows(&page) {
        let [what, bound, share] = row[..] else { panic!("{row:?}") };
        assert!(bound == "none" || !values(bound).is_empty(), "{what}: no bound");
        let has_share =
            !values(share).is_empty() || WITHOUT_NUMBER.iter().any(|word| share.starts_with(word));
        assert!(has_share, "{what}: no share");
    }
}

#[test]
fn no_setting_is_missing() {
    let page = page();
    let named: Vec<_> = rows(&page).into_iter().flatten().flat_map(values).map(|(name, _)| name).collect();
    for (table, values) in &config() {
        let tables = match values {
            Value::Table(values) => vec![values],
            Value::Array(tables) => tables.iter().filter_map(Value::as_table).collect(),
            _ => Vec::new(),
        };
        for (key, value) in tables.into_iter().flatten() {
            let name = format!("{table}.{key}");
            let is_of_one = key.contains("_per_") || OF_ONE.iter().any(|ending| key.ends_with(ending));
            if value.is_integer() && !is_of_one && !NOT_SHARED.contains(&&*name) {
                assert!(named.contains(&&*name), "docs/limits.md does not say how users share `{name}`");
            }
        }
    }
}

#[test]
fn no_constant_is_missing() {
    let page = page();
    for name in CRATES {
        look_through(&root().join("crates").join(name).join("src"), &page);
    }
}

fn look_through(folder: &Path, page: &str) {
    for entry in fs::read_dir(folder)
        .expect("the repository is complete")
        .map(|entry| entry.expect("the repository is complete").path())
    {
        if entry.is_dir() {
            look_through(&entry, page);
        } else if entry.extension().is_some_and(|extension| extension == "rs") && !entry.ends_with("tests.rs")
        {
            let source = fs::read_to_string(&entry).expect("the repository is complete");
            let source = source.split("#[cfg(test)]").next().expect("the repository is complete");
            let path = entry
                .strip_prefix(root())
                .expect("the repository is complete")
                .to_str()
                .expect("the repository is complete");
            for name in bounds(source) {
                let name = format!("`{path}::{name}`");
                assert!(page.contains(&name), "docs/limits.md does not say how users share {name}");
            }
        }
    }
}

/// Returns the constants of a file that are the capacity of something shared. A number without a name is a capacity, too.
fn bounds(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for maker in BOUNDED {
        for call in source.split(maker).skip(1) {
            let arguments = call.split([';', '{']).next().expect("the repository is complete");
            for word in arguments.split(|c: char| !c.is_alphanumeric() && c != '_') {
                let is_number = word.len() > 2 && word.starts_with(|c: char| c.is_ascii_digit());
                if is_number || number_of(source, word).is_some_and(|number| number > 1) {
                    found.push(word);
                }
            }
        }
    }
    found
}

#[test]
fn capacities_are_found() {
    let source = "const WAITING: usize = 1_024;\nlet (a, b) = mpsc::channel(WAITING + 1);\nBlockingPool::new(\"x\", 4, 512);";
    assert_eq!(bounds(source), ["WAITING", "512"]);
}
