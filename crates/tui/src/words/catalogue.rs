//! Reads the catalogues of the web client: modules with one object of texts, such as
//!
//! ```ts
//! export default {
//!   room: {
//!     yourTurn: 'Your turn',
//!   },
//! } as const;
//! ```

use std::collections::HashMap;

use super::Language;

macro_rules! sources {
    ($($file:literal),*) => {
        [$([
            include_str!(concat!("../../../../web/src/lib/base/i18n/messages/en/", $file)),
            include_str!(concat!("../../../../web/src/lib/base/i18n/messages/de/", $file)),
            include_str!(concat!("../../../../web/src/lib/base/i18n/messages/pl/", $file)),
            include_str!(concat!("../../../../web/src/lib/base/i18n/messages/nl/", $file)),
        ]),*]
    };
}

/// Catalogue sources by file and language.
const SOURCES: &[[&str; 4]] = &sources![
    "app.ts",
    "clock.ts",
    "create/clock.ts",
    "create/create.ts",
    "errors/errors.ts",
    "failure.ts",
    "game.ts",
    "history.ts",
    "home/home.ts",
    "home/lobby.ts",
    "own.ts",
    "play/entry.ts",
    "play/talk.ts",
    "players/games.ts",
    "result/result.ts",
    "review/ledger.ts",
    "room.ts",
    "setup.ts",
    "waiting/waiting.ts"
];

/// Returns the texts of a language by key. Omits texts that span several lines, such as plurals.
pub(super) fn read(language: Language) -> HashMap<String, String> {
    SOURCES.iter().flat_map(|source| texts(source[language as usize])).collect()
}

fn texts(source: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    // A text that is too long for its line is alone on the next one.
    let mut waiting = None;
    let mut in_template = false;
    for line in source.lines().map(str::trim) {
        if in_template {
            in_template = !line.contains('`');
        } else if let Some(name) = waiting.take() {
            texts.extend(literal(line).map(|text| (key(&path, name), text)));
        } else if line.starts_with('}') {
            path.pop();
        } else if let Some((name, value)) = entry(line) {
            match value {
                "{" => path.push(name),
                "" => waiting = Some(name),
                _ if value.starts_with('`') => in_template = value.matches('`').count() == 1,
                _ => texts.extend(literal(value).map(|text| (key(&path, name), text))),
            }
        }
    }
    texts
}

fn key(path: &[&str], name: &str) -> String {
    path.iter().copied().chain([name]).collect::<Vec<_>>().join(".")
}

/// Parses `name: value`, where the name may be quoted.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim_matches('\'');
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    is_name.then_some((name, value.trim()))
}

/// Parses the text of `'…',`.
fn literal(text: &str) -> Option<String> {
    let inner = text.trim_end_matches(',').strip_prefix('\'')?.strip_suffix('\'')?;
    Some(inner.replace("\\'", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_their_path() {
        let source = "export default {\n  a: {\n    b: 'It\\'s: {x}',\n    'c-d':\n      'long',\n    e: `{n, plural,\n      one {one}\n    }`,\n  },\n  f: {\n    g: 'last',\n  },\n} as const;\n";
        let found: HashMap<_, _> = texts(source).into_iter().collect();
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found["a.b"], "It's: {x}");
        assert_eq!(found["a.c-d"], "long");
        assert_eq!(found["f.g"], "last");
    }
}
