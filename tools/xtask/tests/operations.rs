//! Promises of the pages for operators and of the packages: quoted messages, programs of the tests, and the units of systemd.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The pages for operators.
const PAGES: [&str; 4] = ["docs/install.md", "docs/configure.md", "docs/operate.md", "docs/troubleshoot.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the Rust sources below these folders of `crates` and `tools`.
fn sources(folders: &[&str]) -> Vec<String> {
    let mut left: Vec<PathBuf> = Vec::new();
    for group in ["crates", "tools"] {
        for one in fs::read_dir(root().join(group)).expect("the repository is complete") {
            left.extend(
                folders
                    .iter()
                    .map(|folder| one.as_ref().expect("the repository is complete").path().join(folder)),
            );
        }
    }
    let mut sources = Vec::new();
    while let Some(path) = left.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            left.extend(entries.map(|entry| entry.expect("the repository is complete").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(fs::read_to_string(&path).expect("the repository is complete"));
        }
    }
    sources
}

/// Joins the lines of string literals that continue on the next line.
fn joined(source: &str) -> String {
    let mut lines = source.split("\\\n");
    let mut text = lines.next().unwrap_or_default().to_owned();
    lines.for_each(|line| text.push_str(line.trim_start()));
    text
}

/// Returns the code spans of a text, with one or two backticks.
fn spans(text: &str) -> Vec<&str> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let ticks = if rest[start..].starts_with("``") { "``" } else { "`" };
        let body = &rest[start + ticks.len()..];
        let Some(end) = body.find(ticks) else { break };
        spans.push(body[..end].trim());
        rest = &body[end + ticks.len()..];
    }
    spans
}

/// Code spans with a space that are no messages of the program: commands, settings, requests, and errors of SQLite.
fn is_message(span: &str) -> bool {
    const NO_MESSAGES: [&str; 22] = [
        "sumito ",
        "cargo ",
        "docker ",
        "npx ",
        "sudo ",
        "systemctl ",
        "systemd-",
        "apt ",
        "printf ",
        "kill ",
        "ulimit ",
        "pg_",
        "ssl ",
        "copy --",
        "GET ",
        "POST ",
        "PUT ",
        "--",
        ".github",
        "Authorization",
        "database or disk",
        "disk I/O",
    ];
    span.contains(' ')
        && !span.contains(" = ")
        && !span.contains('=')
        && !NO_MESSAGES.iter().any(|word| span.starts_with(word))
}

/// Returns the parts of a message that the program does not fill in: between `…`, numbers, paths and names in backticks.
fn fixed_parts(message: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in message.split(' ') {
        let is_filled_in = word == "…"
            || word.contains(['/', '`', '_'])
            || word.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase());
        match parts.last_mut() {
            _ if is_filled_in => parts.push(String::new()),
            Some(part) if part.is_empty() => part.push_str(word),
            Some(part) => *part = format!("{part} {word}"),
            None => {}
        }
    }
    let trim = |part: String| part.trim_matches([':', ',', ';', '…']).trim_end_matches(':').to_owned();
    parts.into_iter().map(trim).filter(|part| part.contains(' ')).collect()
}

#[test]
fn every_quoted_message_is_one_of_the_program() {
    let page = PAGES.map(read).join("\n");
    let sources: Vec<_> = sources(&["src"]).iter().map(|source| joined(source)).collect();
    let written = |part: &str| part.contains(' ') && sources.iter().any(|source| source.contains(part));
    let (mut quotes, mut outputs): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut in_console = false;
    for line in page.lines() {
        match line {
            "```console" => in_console = true,
            "```" => in_console = false,
            _ if in_console && !line.starts_with(['$', '#', ' ']) && !line.contains('=') => {
                outputs.push(line);
            }
            _ if !in_console => quotes.extend(spans(line).into_iter().filter(|span| is_message(span))),
            _ => {}
        }
    }
    assert!(quotes.len() > 20 && outputs.len() > 5, "{quotes:?} {outputs:?}");
    for quote in quotes {
        let parts = fixed_parts(quote);
        let missing: Vec<_> = parts.iter().filter(|part| !written(part)).collect();
        assert!(
            missing.is_empty(),
            "a page for operators quotes {quote:?}, but the program never writes {missing:?}"
        );
    }
    for output in outputs {
        // An example has a word where the program fills one in.
        let is_written = |part: &String| {
            let without_last = part.rsplit_once(' ').is_some_and(|(part, _)| written(part));
            written(part) || without_last || part.split_once(' ').is_some_and(|(_, part)| written(part))
        };
        let missing: Vec<_> = fixed_parts(output).into_iter().filter(|part| !is_written(part)).collect();
        assert!(
            missing.is_empty(),
            "a page for operators shows {output:?}, but the program never writes {missing:?}"
        );
    }
}

#[test]
fn a_quote_is_split_at_what_the_program_fills_in() {
    assert_eq!(fixed_parts("`listen`: cannot listen on …"), ["cannot listen on"]);
    assert_eq!(
        fixed_parts("imported 12000 games, skipped 0 that exist already"),
        ["games, skipped", "that exist already"]
    );
    assert_eq!(spans("a `b c` and `` `d`: e ``"), ["b c", "`d`: e"]);
}

/// The programs that tests and tools start, and why a machine for development has them.
const PROGRAMS: [(&str, &str); 21] = [
    ("apt-get", "installs the others on Debian"),
    ("buildah", "`cargo xtask image` names it"),
    ("cargo", "README"),
    ("chmod", "essential"),
    ("/usr/bin/cargo", "only `cargo xtask wasm`, in docs/testing.md"),
    ("chown", "essential"),
    ("debootstrap", "`cargo xtask image` names it"),
    ("docker-compose", "`cargo xtask image` names it"),
    ("du", "essential"),
    ("git", "README"),
    ("gzip", "essential"),
    ("ip", "only `cargo xtask links`, in docs/testing.md"),
    ("node", "README"),
    ("npm", "README"),
    ("objcopy", "only `cargo xtask release`, in CONTRIBUTING.md"),
    ("pg_config", "optional"),
    ("prlimit", "essential on Linux"),
    ("rustc", "README"),
    ("sha256sum", "essential"),
    ("tar", "essential"),
    ("unshare", "essential on Linux"),
];

#[test]
fn programs_that_tests_start_are_installed_or_named() {
    let start = "Command::new(\"";
    let mut started = BTreeSet::new();
    for source in sources(&["src", "tests"]) {
        let literals = source.split(start).skip(1).filter_map(|rest| rest.split_once('"'));
        started.extend(literals.map(|(name, _)| name.to_owned()));
    }
    started.retain(|name| !name.is_empty() && !name.contains('\\'));
    let known = |name: &String| PROGRAMS.iter().any(|(known, _)| known == name);
    let unknown: Vec<_> = started.iter().filter(|name| !known(name)).collect();
    assert!(
        unknown.is_empty(),
        "replace {unknown:?} by a crate, let `cargo xtask test` install it, or name it"
    );
}

#[test]
fn units_leave_the_settings_to_the_file_of_the_operator() {
    for unit in ["packaging/sumito.service", "packaging/sumito-backup.service"] {
        let text = read(unit);
        let variables: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("Environment=")).collect();
        assert_eq!(variables, ["SUMITO_CONFIG=/etc/sumito/sumito.toml"], "{unit}");
    }
    assert!(
        read("packaging/sumito.service").contains("\nStartLimitIntervalSec=0\n"),
        "it starts again without end"
    );
}

#[test]
fn the_package_for_debian_has_all_units_and_the_settings() {
    let manifest: toml::Value =
        toml::from_str(&read("crates/server/Cargo.toml")).expect("the repository is complete");
    let package = &manifest["package"]["metadata"]["deb"];
    let files: BTreeSet<_> = package["assets"]
        .as_array()
        .expect("the repository is complete")
        .iter()
        .filter_map(|asset| asset[0].as_str())
        .collect();
    let own = package["systemd-units"]["unit-name"].as_str().expect("the repository is complete");
    for entry in fs::read_dir(root().join("packaging")).expect("the repository is complete") {
        let name = entry
            .expect("the repository is complete")
            .file_name()
            .into_string()
            .expect("the repository is complete");
        if Path::new(&name).extension().is_some_and(|kind| kind == "service" || kind == "timer") {
            let is_packaged = name == format!("{own}.service")
                || files.contains(format!("../../packaging/{name}").as_str());
            assert!(is_packaged, "{name}");
        }
    }
    assert!(files.contains("../../packaging/sumito.toml"));
    let maintainer = package["maintainer"].as_str().and_then(|maintainer| maintainer.strip_suffix('>'));
    let (name, address) =
        maintainer.and_then(|maintainer| maintainer.split_once(" <")).expect("`Name <mail>`");
    let host = address.split_once('@').map_or("", |(_, host)| host);
    assert!(name.contains("Sumito") && host.contains('.'), "users of the package cannot write to {address}");
    assert_eq!(package["conf-files"][0].as_str(), Some("/etc/sumito/sumito.toml"));
}
