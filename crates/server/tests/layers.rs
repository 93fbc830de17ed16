//! The layers of the server: a module uses only modules below it.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// Layers from bottom to top. Modules of one line do not use each other.
const LAYERS: [&[&str]; 25] = [
    &["plain"],
    &[
        "config",
        "drain",
        "essential",
        "random",
        "recent_table",
        "refusals",
        "text",
        "time_source",
        "token_bucket",
    ],
    &["names"],
    &["encoded"],
    &["metrics"],
    &["blocking"],
    &["mail", "telemetry"],
    &["store"],
    &["journal", "sweep"],
    &["feed"],
    &["rooms", "thinking"],
    &["sockets"],
    &["analyses", "computers", "retention"],
    &["bots", "identity", "lobby", "own_rooms"],
    &["chat", "notifications"],
    &["administration", "moderation", "push"],
    &["challenges", "matchmaking"],
    &["tournaments"],
    &["boards"],
    &["wire"],
    &["import"],
    &["limits", "pictures"],
    &["app"],
    &["session"],
    &["http"],
];

/// Modules that may use the protocol crate.
const KNOW_THE_PROTOCOL: [&str; 4] = ["wire", "limits", "session", "http"];

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Lists every source file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Returns the modules of the crate that a text names: `crate::rooms::…` names `rooms`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("crate::").map(|(place, prefix)| {
        let rest = &text[place + prefix.len()..];
        &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())]
    })
}

#[test]
fn modules_use_only_lower_layers() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for file in files(&sources) {
        let inside = file.strip_prefix(&sources).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        let Some(layer) = layer_of(module) else { continue };
        let text = fs::read_to_string(&file).unwrap();
        for other in named(&text).filter(|other| *other != module) {
            seen += 1;
            if let Some(used) = layer_of(other) {
                assert!(used < layer, "{} uses `{other}`, which is not below it", inside.display());
            }
        }
        let knows = text.contains("sumito_protocol");
        assert!(!knows || KNOW_THE_PROTOCOL.contains(&module), "{} knows the protocol", inside.display());
    }
    assert!(seen > 50, "{seen} uses were found");
}
