//! Texts of the screen, in four languages.
//!
//! Most texts are shared with the web client: its catalogues in `web/src/lib/base/i18n/messages` are read at build time, so both always use the
//! same wording. Texts only for the terminal are in [`own`].

mod catalogue;
mod own;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// An available language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    German,
    Polish,
    Dutch,
}

impl Language {
    /// In the order of [`own::TEXTS`].
    pub(crate) const ALL: [Self; 4] = [Self::English, Self::German, Self::Polish, Self::Dutch];

    fn code(self) -> &'static str {
        ["en", "de", "pl", "nl"][self as usize]
    }

    /// Returns the next language.
    pub(crate) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    /// Returns the environment's language, as in `LANG=de_AT.UTF-8`; English by default.
    pub(crate) fn of_environment() -> Self {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| std::env::var(name).ok());
        named.and_then(|name| name.get(..2)?.parse().ok()).unwrap_or(Self::English)
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|language| language.code() == text);
        found.ok_or_else(|| "not a language: write en, de, pl or nl".to_owned())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// All texts of a language by key, such as `room.yourTurn`.
#[derive(Debug)]
pub(crate) struct Translations {
    pub(crate) language: Language,
    texts: HashMap<String, String>,
}

impl Translations {
    pub(crate) fn of(language: Language) -> Self {
        let mut texts = catalogue::read(language);
        let own =
            own::TEXTS.iter().map(|(key, texts)| ((*key).to_owned(), texts[language as usize].to_owned()));
        texts.extend(own);
        Self { language, texts }
    }

    /// Returns the text with this key. (A test checks all keys in the sources; an unknown key is returned itself.)
    pub(crate) fn text<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// Returns the text whose key ends with a word of the protocol, if there is one: `error` and `stale_ply`.
    pub(crate) fn of_kind(&self, kind: &str, word: &str) -> Option<&str> {
        self.texts.get(&format!("{kind}.{word}")).map(String::as_str)
    }

    /// Returns the text with a value inserted.
    pub(crate) fn with(&self, key: &str, name: &str, value: impl fmt::Display) -> String {
        self.text(key).replace(&format!("{{{name}}}"), &value.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Collects every key that the sources of this crate use.
    fn keys(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                keys(&path, found);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            for call in [".text(\"", ".with(\"", "key: \""] {
                found.extend(
                    source.split(call).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()),
                );
            }
        }
    }

    #[test]
    fn every_text_that_is_asked_for_is_there_in_every_language() {
        let mut found = Vec::new();
        keys(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        found.retain(|key| key.contains('.'));
        assert!(found.len() > 50, "{found:?}");
        for language in Language::ALL {
            let words = Translations::of(language);
            for key in &found {
                let text = words.texts.get(key).unwrap_or_else(|| panic!("{key} in {language}"));
                assert!(
                    !text.contains("plural,") && !text.contains("select,"),
                    "{key} in {language}: {text}"
                );
            }
        }
    }

    #[test]
    fn the_words_of_the_protocol_have_texts() {
        for language in Language::ALL {
            let words = Translations::of(language);
            for (kind, word) in
                [("error", "stale_ply"), ("try", "pac"), ("mode", "four-consecutive"), ("reason", "quiet")]
            {
                assert!(words.of_kind(kind, word).is_some(), "{kind}.{word} in {language}");
            }
        }
        let german = Translations::of(Language::German);
        assert_eq!(german.text("room.yourTurn"), "Du bist am Zug");
        assert_eq!(german.with("offer.draw", "name", "Eva"), "Eva bietet Remis an");
    }
}
