//! Comments and docs are plain English: they name who acts, doc comments say something, and docs use one term for one thing.

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

/// Terms that docs do not use, in lower case, and those that they do.
const TERMS: [(&str, &str); 32] = [
    ("postgres", "PostgreSQL"),
    ("pgsql", "PostgreSQL"),
    ("sqlite3", "SQLite"),
    ("web socket", "WebSocket"),
    ("web sockets", "WebSockets"),
    ("e mail", "mail"),
    ("e mails", "mails"),
    ("time stamp", "timestamp"),
    ("data base", "database"),
    ("data bases", "databases"),
    ("user name", "name"),
    ("front end", "page"),
    ("frontend", "page"),
    ("back end", "server"),
    ("leader board", "leaderboard"),
    ("match making", "matchmaking"),
    ("to login", "to log in"),
    ("can login", "can log in"),
    ("sign in", "log in"),
    ("signed in", "logged in"),
    ("signs in", "logs in"),
    ("log ins", "logins"),
    ("roundrobin", "round robin"),
    ("knock out", "knockout"),
    ("play offs", "playoffs"),
    ("life time", "lifetime"),
    ("snap shot", "snapshot"),
    ("idem potency", "idempotency"),
    ("color", "colour"),
    ("colors", "colours"),
    ("behavior", "behaviour"),
    ("analyze", "analyse"),
];

/// Names with the one way to write them in docs.
const NAMES: [&str; 12] = [
    "Colyseus",
    "GitHub",
    "JavaScript",
    "Linux",
    "OpenTelemetry",
    "PostgreSQL",
    "Prometheus",
    "SQLite",
    "TypeScript",
    "WebSocket",
    "WebSockets",
    "macOS",
];

/// Phrases that are riddles: they hide who acts, or what happens.
const PHRASES: [&str; 54] = [
    "are asked",
    "are looked at",
    "are told",
    "as one likes",
    "asked for",
    "at hand",
    "at rest",
    "breaks off",
    "broke off",
    "broken off",
    "by chance",
    "by heart",
    "come along",
    "comes to nothing",
    "for good",
    "foretells",
    "given up",
    "go on",
    "goes on",
    "hangs up",
    "in vain",
    "is asked",
    "is looked at",
    "is no error",
    "is told",
    "look after",
    "looked after",
    "looks after",
    "mended",
    "not worth",
    "nothing but",
    "now and then",
    "of which one",
    "of which there",
    "one can",
    "one may",
    "one sees",
    "so many",
    "takes in",
    "the like",
    "took in",
    "turned away",
    "was told",
    "what is asked",
    "what is kept",
    "what is left",
    "what is said",
    "what is sent",
    "what one",
    "what was left",
    "who one",
    "whom one",
    "worth a look",
    "worth of",
];

/// The most words of a sentence in docs.
const SENTENCE_WORDS: usize = 45;

/// The fewest words of a doc comment.
const DOC_WORDS: usize = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in tools/")
}

/// The files below a folder with one of these endings, without what is built, installed or generated.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    const LEFT_OUT: [&str; 10] = [
        "target",
        "build",
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

/// Whether a line of Markdown begins an item of a list.
fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || digits.len() < line.len() && digits.starts_with(". ")
}

/// The paragraphs, headings, list items and table cells of Markdown, without code: the number of their first line, and their text.
/// A semicolon in a table is a full stop.
fn paragraphs(source: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for (place, line) in source.lines().enumerate() {
        let (number, line) = (place + 1, line.trim());
        if line.starts_with("```") {
            is_code = !is_code;
            is_open = false;
        } else if is_code || line.is_empty() {
            is_open = false;
        } else if line.starts_with('|') {
            found.extend(prose(line).split(['|', ';']).map(|cell| (number, cell.to_owned())));
            is_open = false;
        } else if let Some((_, text)) =
            found.last_mut().filter(|_| is_open && !is_item(line) && !line.starts_with('#'))
        {
            text.push(' ');
            *text += line;
        } else {
            found.push((number, line.to_owned()));
            is_open = !line.starts_with('#');
        }
    }
    found.into_iter().map(|(number, text)| (number, prose(&text))).collect()
}

/// The number of words of the longest sentence of a paragraph.
fn longest_sentence(text: &str) -> usize {
    let (mut longest, mut length) = (0, 0);
    for word in text.split_whitespace() {
        length += usize::from(word.contains(char::is_alphanumeric));
        longest = longest.max(length);
        if word.trim_end_matches([')', '"', '*', '_', ']']).ends_with(['.', '!', '?']) {
            length = 0;
        }
    }
    longest
}

/// The complaints about a paragraph of the docs.
fn faults(text: &str) -> Vec<String> {
    let lower = words(text);
    let has = |phrase: &str| lower.contains(&format!(" {phrase} "));
    let mut faults = Vec::new();
    faults.extend(vague(text).map(|word| format!("\"{word}\" hides who acts")));
    faults.extend(
        PHRASES.iter().filter(|phrase| has(phrase)).map(|phrase| format!("\"{phrase}\" is a riddle")),
    );
    for (wrong, right) in TERMS.iter().filter(|(wrong, _)| has(wrong)) {
        faults.push(format!("\"{wrong}\" is called \"{right}\""));
    }
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if let Some(name) = NAMES.iter().find(|name| name.eq_ignore_ascii_case(word) && **name != word) {
            faults.push(format!("\"{word}\" is spelled \"{name}\""));
        }
    }
    let length = longest_sentence(text);
    if length > SENTENCE_WORDS {
        faults.push(format!("a sentence of {length} words"));
    }
    faults
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
    for folder in ["crates", "tools", "web", "config", "examples", "sdk"] {
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
fn docs_are_plain_english() {
    let mut paths = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        .map(|file| root().join(file))
        .to_vec();
    for folder in ["web", "sdk/python", "sdk/typescript"] {
        paths.push(root().join(folder).join("README.md"));
    }
    files(&root().join("docs"), &[".md"], &mut paths);
    assert!(paths.len() > 50);
    let mut complaints = Vec::new();
    for path in paths {
        for (number, text) in paragraphs(&fs::read_to_string(&path).unwrap()) {
            complaints.extend(faults(&text).iter().map(|fault| complain(&path, number, fault)));
        }
    }
    assert!(complaints.is_empty(), "{} places:\n{}", complaints.len(), complaints.join("\n"));
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
fn checks_find_the_forbidden_text() {
    let rust = Path::new("a.rs");
    assert_eq!(comment("  /// Whoever asks.", rust).and_then(vague), Some("whoever"));
    assert_eq!(comment("let one = \"nobody\";", rust), None);
    assert_eq!(function("async fn nobody_waits() {").and_then(vague), Some("nobody"));
    assert_eq!(vague("No one, and a somebodys"), Some("no one"));
    assert_eq!(vague("anything"), None);
    assert_eq!(prose("see [here](0046-nobody.md) and `nobody`."), "see [here  and  .");
    assert_eq!(
        paragraphs("# A\nb `c`\nd\n- e\n  f\n10. g\n\n```\nh\n```\n| i; j | [k](l) |\n"),
        [
            (1, "# A"),
            (2, "b   d"),
            (4, "- e f"),
            (6, "10. g"),
            (11, ""),
            (11, " i"),
            (11, " j "),
            (11, " [k  "),
            (11, "")
        ]
        .map(|(number, text)| (number, text.to_owned()))
    );
    assert_eq!(longest_sentence("One two (three.) Four - five."), 3);
    assert_eq!(longest_sentence("A version 1.2 of it"), 5);
    assert_eq!(
        faults("It stores to Postgres, in vain."),
        ["\"in vain\" is a riddle", "\"postgres\" is called \"PostgreSQL\""]
    );
    assert_eq!(faults("A Websocket."), ["\"Websocket\" is spelled \"WebSocket\""]);
    assert_eq!(faults(&prose("`postgres` stores moves.")), [""; 0]);
    assert_eq!(faults(&"word ".repeat(46)), ["a sentence of 46 words"]);
    assert_eq!(doc_comments("/// Who.\nx\n/// A\n/// b.\n"), [(1, " Who.".into()), (3, " A b.".into())]);
}
