//! Comments and docs are plain English: they name who acts, doc comments say something, docs use one term for one thing, and sentences
//! have English syntax. A message of the log is a noun with a participle.

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

/// Pronouns and clauses in the place of a noun, as German has them. Repeat the noun, use a possessive, or say "automatically", "separate".
const SYNTAX: [&str; 6] =
    ["by itself", "by themselves", "of its own", "that of", "those of", "the node that pairs"];

/// Participles in "as it is shown" that do not end with "ed".
const PARTICIPLES: [&str; 20] = [
    "built", "chosen", "drawn", "found", "given", "held", "kept", "known", "made", "meant", "paid", "put",
    "read", "said", "seen", "sent", "set", "shown", "told", "written",
];

/// Words before "as it is shown" that make it a time or a measure: "as soon as it is shown".
const MEASURES: [&str; 8] = ["far", "fast", "long", "many", "much", "often", "quickly", "soon"];

/// The most words of a sentence in docs.
const SENTENCE_WORDS: usize = 45;

/// The fewest words of a doc comment.
const DOC_WORDS: usize = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in tools/")
}

/// The files below a folder with one of these endings, without what is built, installed or generated.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    const LEFT_OUT: [&str; 9] =
        ["target", "build", "node_modules", "dist", "schema", "migrations", "data", "test-results", ".git"];
    // This file, and a generated one.
    const SKIPPED: [&str; 2] = ["words.rs", "openapi.ts"];
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            if !LEFT_OUT.contains(&&*name) {
                files(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) && !SKIPPED.contains(&&*name) {
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
    faults.extend(foreign(text).map(|phrase| format!("\"{phrase}\" is no English syntax")));
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

/// The comments of a source, each with its lines joined: the number of its first line, and its text.
fn comments(source: &str, path: &Path) -> Vec<(usize, String)> {
    const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("<!--", "-->")];
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut is_open, mut end): (bool, Option<&str>) = (false, None);
    for (place, line) in source.lines().map(str::trim).enumerate() {
        let text = if end.is_some() { Some(line) } else { comment(line, path) };
        let Some(text) = text else {
            is_open = false;
            continue;
        };
        if end.is_none()
            && let Some((_, mark)) = BLOCKS.into_iter().find(|(start, _)| line.starts_with(start))
        {
            (is_open, end) = (false, Some(mark));
        }
        let text = text.trim_start_matches(['/', '!', '*', '-', ' ']);
        match found.last_mut().filter(|_| is_open) {
            Some((_, whole)) => {
                whole.push(' ');
                *whole += text;
            }
            None => found.push((place + 1, text.to_owned())),
        }
        is_open = true;
        if end.is_some_and(|mark| line.contains(mark)) {
            (is_open, end) = (false, None);
        }
    }
    found
}

/// The first phrase of a text that has the syntax of another language. Punctuation inside a phrase separates it.
fn foreign(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let bare = |word: &str| word.trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned();
    for place in 0..words.len() {
        let rest = &words[place..];
        for phrase in SYNTAX {
            let wanted: Vec<&str> = phrase.split(' ').collect();
            if let Some(last) = wanted.len().checked_sub(1)
                && rest.len() > last
                && rest.iter().zip(&wanted).take(last).all(|(word, wanted)| word == wanted)
                && bare(&rest[last]) == wanted[last]
            {
                return Some(phrase.to_owned());
            }
        }
        if let [first, subject, verb, participle, ..] = rest
            && first == "as"
            && ["it", "they"].contains(&subject.as_str())
            && ["is", "are", "was", "were"].contains(&verb.as_str())
            && !(place > 0 && MEASURES.contains(&words[place - 1].as_str()))
        {
            let participle = bare(participle);
            if participle.ends_with("ed") || PARTICIPLES.contains(&participle.as_str()) {
                return Some(format!("as {subject} {verb} {participle}"));
            }
        }
    }
    None
}

/// The messages of the log in a Rust source: the line of each macro, and its first literal.
fn log_messages(source: &str) -> Vec<(usize, String)> {
    const MACROS: [&str; 5] = ["error!(", "warn!(", "info!(", "debug!(", "trace!("];
    let mut found = Vec::new();
    for name in MACROS {
        for (start, _) in source.match_indices(name) {
            let before = &source[..start];
            let is_whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_whole && let Some(message) = first_literal(&source[start + name.len()..]) {
                found.push((before.matches('\n').count() + 1, message));
            }
        }
    }
    found
}

/// The first argument of a macro that is a literal. Values of fields are not arguments of their macro.
fn first_literal(arguments: &str) -> Option<String> {
    let (mut depth, mut previous) = (0_usize, ',');
    let mut rest = arguments.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => {
                let mut text = String::new();
                loop {
                    match rest.next()? {
                        '"' => break,
                        '\\' if rest.next_if_eq(&'\n').is_some() => {
                            while rest.next_if(|c| c.is_whitespace()).is_some() {}
                        }
                        '\\' => text.push(rest.next()?),
                        other => text.push(other),
                    }
                }
                if depth == 0 && previous == ',' {
                    return Some(text);
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if !c.is_whitespace() {
            previous = c;
        }
    }
    None
}

/// The fault of a message of the log, which is a noun with a participle: "room load failed".
fn log_fault(message: &str) -> Option<&'static str> {
    let lower = message.to_lowercase();
    if ["a ", "an ", "the "].iter().any(|article| lower.starts_with(article)) {
        return Some("starts with an article");
    }
    if lower.ends_with('.') {
        return Some("ends with a full stop");
    }
    let verbs = [" is ", " are ", " was ", " were "];
    verbs.iter().any(|verb| lower.contains(verb)).then_some("is a sentence")
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
fn comments_have_english_syntax() {
    let mut paths = Vec::new();
    for folder in ["crates", "tools", "web", "config", "examples", "sdk"] {
        files(&root().join(folder), &[".rs", ".ts", ".svelte", ".css", ".toml"], &mut paths);
    }
    let mut complaints = Vec::new();
    for path in paths {
        for (number, text) in comments(&fs::read_to_string(&path).unwrap(), &path) {
            if text.trim_start().starts_with("What ") {
                complaints.push(complain(&path, number, "starts with \"What\": name the thing"));
            }
            if let Some(phrase) = foreign(&prose(&text)) {
                complaints.push(complain(&path, number, &format!("\"{phrase}\" is no English syntax")));
            }
        }
    }
    assert!(complaints.is_empty(), "{} comments:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn messages_of_the_log_are_nouns_with_participles() {
    let mut paths = Vec::new();
    for folder in ["crates", "tools"] {
        files(&root().join(folder), &[".rs"], &mut paths);
    }
    let (mut messages, mut complaints) = (0, Vec::new());
    for path in paths {
        for (number, message) in log_messages(&fs::read_to_string(&path).unwrap()) {
            messages += 1;
            if let Some(fault) = log_fault(&message) {
                complaints.push(complain(&path, number, &format!("\"{message}\" {fault}")));
            }
        }
    }
    assert!(messages > 100, "{messages}");
    assert!(complaints.is_empty(), "{} messages:\n{}", complaints.len(), complaints.join("\n"));
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

#[test]
fn checks_find_the_syntax_of_another_language() {
    assert_eq!(foreign("Removes those of the users (or that\nof one)."), Some("those of".to_owned()));
    assert_eq!(foreign("The id is that of, and only of, a user."), Some("that of".to_owned()));
    assert_eq!(foreign("It starts by itself."), Some("by itself".to_owned()));
    assert_eq!(foreign("A user as it is stored."), Some("as it is stored".to_owned()));
    assert_eq!(foreign("Names, as they were shown, stay."), Some("as they were shown".to_owned()));
    assert_eq!(foreign("One needs that. Of the others, none does."), None);
    assert_eq!(foreign("A line as soon as it is stored, as it is late, as if it is known."), None);
    assert_eq!(foreign("The start of its owner is thereby itself a signal."), None);

    let rust = "/// What a node\n/// owns.\nlet a = 1;\n//! Those\n";
    assert_eq!(
        comments(rust, Path::new("a.rs")),
        [(1, "What a node owns.".to_owned()), (4, "Those".to_owned())]
    );
    let web = "/** One. */\n/** Two */\n<!--\n  Three\n  four.\n-->\n<p>Five</p>\n// Six\n// seven\n";
    assert_eq!(
        comments(web, Path::new("a.svelte")),
        [(1, "One. */"), (2, "Two */"), (3, " Three four. >"), (8, "Six seven")]
            .map(|(number, text)| (number, text.to_owned()))
    );

    let code =
        "info!(a = %b(\"c\"), d = \"e\", \"f {g}\");\nno_error!(\"h\");\nwarn!(\n    \"i \\\n  j\"\n);\n";
    assert_eq!(log_messages(code), [(3, "i j".to_owned()), (1, "f {g}".to_owned())]);
    assert_eq!(log_fault("the room was not loaded"), Some("starts with an article"));
    assert_eq!(log_fault("room load failed."), Some("ends with a full stop"));
    assert_eq!(log_fault("two rooms were not loaded"), Some("is a sentence"));
    assert_eq!(log_fault("another room load failed; its isolation ends"), None);
}
