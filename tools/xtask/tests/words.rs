//! Comments and docs are plain English: they name who acts, and doc comments say something.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that hide who acts. The player, the caller or another server does something, not "somebody".
const VAGUE: [&str; 14] = [
    "whoever",
    "whomever",
    "somebody",
    "someone",
    "nobody",
    "no one",
    "everybody",
    "everyone",
    "anybody",
    "anyone",
    "wherever",
    "what is told",
    "those who",
    "one who",
];

/// Spellings that docs do not use, and those that they do.
const SPELLINGS: [(&str, &str); 10] = [
    ("postgres", "PostgreSQL"),
    ("sqlite3", "SQLite"),
    ("web socket", "WebSocket"),
    ("websockets api", "WebSocket protocol"),
    ("e mail", "email"),
    ("time stamp", "timestamp"),
    ("data base", "database"),
    ("user name", "name"),
    ("front end", "page"),
    ("back end", "server"),
];

/// The fewest words of a doc comment.
const DOC_WORDS: usize = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in tools/")
}

/// The files below a folder with one of these endings, without what is built, installed or generated.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    const LEFT_OUT: [&str; 9] = [
        "target",
        "node_modules",
        "dist",
        "schema",
        "migrations",
        "data",
        "test-results",
        "protocol",
        ".git",
    ];
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let is_generated = name == "protocol" && folder.ends_with("web/src/lib/base");
            if name == "protocol" && !is_generated || !LEFT_OUT.contains(&&*name) {
                files(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) && name != "words.rs" {
            found.push(path);
        }
    }
}

/// The words of a text in lower case, each between two spaces.
fn words(text: &str) -> String {
    let mut words = " ".to_owned();
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        words += &word.to_lowercase();
        words.push(' ');
    }
    words
}

fn vague(text: &str) -> Option<&'static str> {
    let text = words(text);
    VAGUE.into_iter().find(|vague| text.contains(&format!(" {vague} ")))
}

/// The comment on a line of source: what follows `//`, `#` in TOML, or `<!--`.
fn comment<'a>(line: &'a str, path: &Path) -> Option<&'a str> {
    let line = line.trim_start();
    let marks: &[&str] = match path.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => &["# "],
        Some("rs") => &["//"],
        _ => &["//", "/*", "* ", "<!--"],
    };
    marks.iter().find_map(|mark| line.strip_prefix(mark))
}

/// The name of the function that a line begins.
fn function(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("async ");
    line.strip_prefix("fn ")?.split('(').next()
}

/// A line of Markdown without code and the targets of links.
fn prose(line: &str) -> String {
    let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut parts = plain.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + " " + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// The doc comments of a file: the number of their first line, and their text.
fn doc_comments(source: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (number, line) in source.lines().enumerate() {
        let text = line.trim_start().strip_prefix("///");
        match (text, found.last_mut().filter(|_| is_open)) {
            (Some(text), Some((_, whole))) => *whole += text,
            (Some(text), None) => found.push((number + 1, text.to_owned())),
            (None, _) => {}
        }
        is_open = text.is_some();
    }
    found
}

fn complain(path: &Path, number: usize, what: &str) -> String {
    format!(
        "{}:{number}: {what}",
        path.strip_prefix(root()).expect("the file lies in the workspace").display()
    )
}

#[test]
fn comments_name_who_acts() {
    let mut paths = Vec::new();
    for folder in ["crates", "tools", "web", "config", "examples"] {
        files(&root().join(folder), &[".rs", ".ts", ".svelte", ".css", ".toml"], &mut paths);
    }
    assert!(paths.len() > 500);
    let mut complaints = Vec::new();
    for path in paths {
        for (place, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let texts = [comment(line, &path), function(line)];
            if let Some(word) = texts.into_iter().flatten().find_map(vague) {
                complaints.push(complain(&path, place + 1, &format!("\"{word}\" hides who acts")));
            }
        }
    }
    assert!(complaints.is_empty(), "{} comments:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn docs_name_who_acts_and_spell_alike() {
    let mut paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"]
        .map(|file| root().join(file))
        .to_vec();
    files(&root().join("docs"), &[".md"], &mut paths);
    assert!(paths.len() > 50);
    let mut complaints = Vec::new();
    for path in paths {
        let mut is_code = false;
        for (place, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            }
            if is_code {
                continue;
            }
            let text = prose(line);
            if let Some(word) = vague(&text) {
                complaints.push(complain(&path, place + 1, &format!("\"{word}\" hides who acts")));
            }
            let text = words(&text);
            for (wrong, right) in SPELLINGS {
                if text.contains(&format!(" {wrong} ")) {
                    complaints.push(complain(
                        &path,
                        place + 1,
                        &format!("\"{wrong}\" is spelled \"{right}\""),
                    ));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{} lines:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn doc_comments_say_something() {
    let mut paths = Vec::new();
    for folder in ["crates", "tools"] {
        files(&root().join(folder), &[".rs"], &mut paths);
    }
    let mut complaints = Vec::new();
    for path in paths {
        for (number, text) in doc_comments(&fs::read_to_string(&path).unwrap()) {
            if text.split_whitespace().count() < DOC_WORDS {
                complaints.push(complain(&path, number, &format!("\"{}\" says nothing", text.trim())));
            }
        }
    }
    assert!(complaints.is_empty(), "{} doc comments:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn the_checks_see_what_they_look_for() {
    let rust = Path::new("a.rs");
    assert_eq!(comment("  /// Whoever asks.", rust).and_then(vague), Some("whoever"));
    assert_eq!(comment("let one = \"nobody\";", rust), None);
    assert_eq!(function("async fn nobody_waits() {").and_then(vague), Some("nobody"));
    assert_eq!(vague("No one, and a somebodys"), Some("no one"));
    assert_eq!(vague("anything"), None);
    assert_eq!(prose("see [here](0046-nobody.md) and `nobody`."), "see [here  and  .");
    assert_eq!(doc_comments("/// Who.\nx\n/// A\n/// b.\n"), [(1, " Who.".into()), (3, " A b.".into())]);
}
