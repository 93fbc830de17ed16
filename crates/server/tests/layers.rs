//! The modules of the server, its gateway, its services and the kit: each imports only from modules that ARCHITECTURE.md lists below it.
//! Cargo checks the order of the crates.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of each row of the table, from top to bottom: `play/lobby`, or `rooms` for a district without modules.
fn rows() -> Vec<Vec<String>> {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md")).unwrap();
    let table = text.split_once("| District | Module |").unwrap().1;
    let table = table.split("\n\n").next().unwrap();
    let mut district = String::new();
    let names = |cell: &str| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(|name| name.trim_end_matches('/').to_owned())
            .collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    for line in table.lines().skip(2) {
        let cells: Vec<_> = line.split('|').collect();
        if let [name] = &names(cells[1])[..] {
            district.clone_from(name);
        }
        rows.push(
            names(cells[2])
                .into_iter()
                .map(|name| if name == district { name } else { format!("{district}/{name}") })
                .collect(),
        );
    }
    rows
}

/// Lists every source file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Adds the paths of an import to `paths`: `a::{b, c::d}` names `a::b` and `a::c::d`.
fn add_paths(text: &str, prefix: &str, paths: &mut Vec<String>) {
    let (mut depth, mut start) = (0_usize, 0);
    let mut items = Vec::new();
    for (place, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    items.push(&text[start..]);
    for item in items.into_iter().map(str::trim).filter(|item| !item.is_empty()) {
        match item.split_once('{') {
            Some((before, rest)) => {
                add_paths(rest.trim_end().trim_end_matches('}'), &format!("{prefix}{before}"), paths);
            }
            None => paths.push(format!("{prefix}{item}")),
        }
    }
}

/// Returns the paths below the crate that a text names: `crate::rooms::…` names `rooms::…`.
fn named(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (place, prefix) in text.match_indices("crate::") {
        let rest = &text[place + prefix.len()..];
        let word =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
        if rest[word..].starts_with('{') {
            let end = rest.find(';').unwrap_or(rest.len());
            add_paths(&rest[..end], "", &mut paths);
        } else {
            paths.push(rest[..word].to_owned());
        }
    }
    paths
}

/// Returns the row of a path such as `play/lobby/list.rs`, and its module.
fn place_of<'a>(rows: &'a [Vec<String>], path: &str) -> Option<(usize, &'a str)> {
    let is_in = |module: &str| {
        path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    };
    rows.iter().enumerate().find_map(|(row, modules)| {
        modules.iter().find(|module| is_in(module)).map(|module| (row, module.as_str()))
    })
}

#[test]
fn modules_use_only_lower_layers() {
    let rows = rows();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    // Each crate with the district that all of its modules belong to.
    let parts = [("server", ""), ("services", ""), ("gateway", "gateway/"), ("kit", "kit/")];
    let (mut uses, mut seen) = (0, BTreeSet::new());
    let all = parts.into_iter().flat_map(|(name, district)| {
        let sources = crates.join(name).join("src");
        files(&sources).into_iter().map(move |file| (file, sources.clone(), district))
    });
    for (file, sources, district) in all {
        let inside = format!("{district}{}", file.strip_prefix(&sources).unwrap().to_str().unwrap());
        let inside = inside.as_str();
        let text = fs::read_to_string(&file).unwrap();
        let Some((row, module)) = place_of(&rows, inside) else {
            let is_root = ["lib.rs", "main.rs", "gateway/lib.rs", "kit/lib.rs"].contains(&inside)
                || inside.matches('/').count() == 1 && inside.ends_with("/mod.rs");
            assert!(is_root, "ARCHITECTURE.md does not list the module of {inside}");
            continue;
        };
        seen.insert(module);
        let is_top =
            module.contains('/') && inside.trim_end_matches(".rs").trim_end_matches("/mod") == module;
        assert!(
            !is_top || !text.contains("\nuse super::"),
            "{inside} must import from other modules by `crate::`"
        );
        for path in named(&text) {
            let path = format!("{district}{}", path.replace("::", "/"));
            let Some((used, other)) = place_of(&rows, &path) else { continue };
            if other != module {
                uses += 1;
                assert!(
                    used > row,
                    "{inside} uses `{other}`, which ARCHITECTURE.md does not list below `{module}`"
                );
            }
        }
    }
    assert_eq!(
        seen.len(),
        rows.iter().map(Vec::len).sum::<usize>(),
        "ARCHITECTURE.md lists a module that does not exist: {seen:?}"
    );
    assert!(uses > 200, "{uses} uses were found");
}

#[test]
fn tasks_are_spawned_by_the_kit() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let sources = ["server", "gateway", "services", "rooms", "cluster", "store", "kit"]
        .map(|name| crates.join(name).join("src"));
    let all = sources.iter().flat_map(|sources| files(sources));
    // The program starts servers, and tests measure nothing.
    let is_left_out = |file: &PathBuf| {
        ["kit/src/task.rs", "server/src/main.rs", "tests.rs"].iter().any(|end| file.ends_with(end))
    };
    for file in all.filter(|file| !is_left_out(file)) {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("mod tests {").next().unwrap();
        assert!(
            !code.contains("tokio::spawn("),
            "{} spawns a task without `kit::task::spawn`",
            file.display()
        );
    }
}

/// Files of the gateway that write JSON, with the kind of value. All others answer with types of the protocol, by `Json` or `codec::body`.
const WRITE_JSON: [(&str, &str); 10] = [
    ("codec/json.rs", "parts of a message"),
    ("codec/mod.rs", "messages and bodies"),
    ("http/paging.rs", "cursors"),
    ("listen/reject.rs", "a problem"),
    ("pages/head.rs", "the site"),
    ("receipts/mod.rs", "facts of the protocol"),
    ("rest/openapi/mod.rs", "the description"),
    ("rest/times.rs", "an answer again"),
    ("rest/tournaments.rs", "the type of a command"),
    ("site.rs", "texts of the site"),
];

#[test]
fn json_is_written_in_few_places() {
    let gateway = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gateway/src");
    let writes = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        code.contains("serde_json::to_") || code.contains("serde_json::Serializer")
    };
    let mut found: Vec<_> = files(&gateway).into_iter().filter(writes).collect();
    found.sort();
    let names = found.iter().map(|file| file.strip_prefix(&gateway).unwrap().to_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), WRITE_JSON.map(|(file, _)| file));
}
