//! Texts that programs other than the page show to people, in four languages: link previews, mails, the manifest, the terminal client.
//!
//! The page's catalogues in `web/src/lib/base/i18n/messages` are the source. The example `catalogues` writes `catalogues.json` from them
//! (`cargo xtask generate`): the files in `programs/`, which the page does not load, and the files that the terminal client shares with the
//! page.

#![forbid(unsafe_code)]

mod language;
mod message;

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

pub use language::{Language, UnknownLanguage};
pub use message::Value;

const CATALOGUES: &str = include_str!("../catalogues.json");

type Catalogue = HashMap<String, String>;

/// The texts of one language, by key such as `room.yourTurn`.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    language: Language,
    catalogue: &'static Catalogue,
}

impl Words {
    /// Returns the texts of a language.
    #[must_use]
    pub fn of(language: Language) -> Self {
        static ALL: OnceLock<HashMap<String, Catalogue>> = OnceLock::new();
        static NONE: OnceLock<Catalogue> = OnceLock::new();
        let all = ALL.get_or_init(|| serde_json::from_str(CATALOGUES).unwrap_or_default());
        let catalogue = all.get(language.as_str()).unwrap_or_else(|| NONE.get_or_init(HashMap::new));
        Self { language, catalogue }
    }

    /// Returns the language of the texts.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the text with this key, or the key if there is none; tests check the keys in the sources.
    #[must_use]
    pub fn text<'a>(&self, key: &'a str) -> &'a str {
        self.find(key).unwrap_or(key)
    }

    /// Returns the text with this key, if there is one.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&'static str> {
        self.catalogue.get(key).map(String::as_str)
    }

    /// Returns the text of a value of the protocol, if there is one: `error` and `stale_ply`.
    #[must_use]
    pub fn of_kind(&self, kind: &str, value: &str) -> Option<&'static str> {
        self.find(&format!("{kind}.{value}"))
    }

    /// Returns the text with this key and one argument in it.
    #[must_use]
    pub fn with(&self, key: &str, name: &str, value: impl fmt::Display) -> String {
        self.format(key, &[(name, Value::Text(&value.to_string()))])
    }

    /// Returns the text with this key and the arguments in it. Plural forms follow the rules of the language.
    #[must_use]
    pub fn format(&self, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
        message::format(self.text(key), arguments, self.language)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// Quoted texts that look like keys, and are none.
    const NO_KEYS: [&str; 1] = [
        // A setting.
        "mail.waiting",
    ];

    fn repository() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    /// Collects the Rust sources of a folder.
    fn collect_sources(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect_sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(fs::read_to_string(&path).unwrap());
            }
        }
    }

    /// Returns the Rust sources of all programs.
    fn sources() -> Vec<String> {
        let mut found = Vec::new();
        for folder in fs::read_dir(repository().join("crates")).unwrap() {
            let sources = folder.unwrap().path().join("src");
            if sources.is_dir() {
                collect_sources(&sources, &mut found);
            }
        }
        found
    }

    /// Returns whether a quoted text is the key of a text in a group of the catalogues, or looks like one.
    fn is_like_key(text: &str, groups: &HashSet<&str>) -> bool {
        let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        text.split_once('.').is_some_and(|(group, name)| groups.contains(group) && is_word(name))
    }

    /// Returns the keys of the texts that a source asks for without arguments.
    fn asked_without_arguments(source: &str) -> impl Iterator<Item = &str> {
        let calls = source.split(".text(").skip(1);
        calls.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
    }

    #[test]
    fn every_text_that_programs_ask_for_is_there() {
        let (sources, english) = (sources(), Words::of(Language::En));
        let groups: HashSet<_> = english.catalogue.keys().filter_map(|key| key.split('.').next()).collect();
        let quoted = sources.iter().flat_map(|source| source.split('"'));
        let mut asked: Vec<_> = quoted.filter(|text| is_like_key(text, &groups)).collect();
        assert!(asked.len() > 100, "{asked:?}");
        asked.retain(|key| english.find(key).is_none() && !NO_KEYS.contains(key));
        assert_eq!(asked, Vec::<&str>::new(), "texts that are in no catalogue");
    }

    #[test]
    fn texts_without_arguments_have_no_place_for_any() {
        let sources = sources();
        let asked: Vec<_> = sources.iter().flat_map(|source| asked_without_arguments(source)).collect();
        let mut texts = 0;
        for language in Language::ALL {
            let words = Words::of(language);
            for (key, text) in asked.iter().filter_map(|key| Some((key, words.find(key)?))) {
                assert!(!text.contains('{'), "{key} in {language}: {text}");
                texts += 1;
            }
        }
        assert!(texts > 200, "{texts}");
    }

    #[test]
    fn words_of_the_protocol_have_texts() {
        let api = fs::read_to_string(repository().join("docs/schema/openapi.json")).unwrap();
        let api: serde_json::Value = serde_json::from_str(&api).unwrap();
        for language in Language::ALL {
            let words = Words::of(language);
            for (kind, schema) in
                [("error", "ErrorCode"), ("reason", "Reason"), ("color", "Color"), ("mode", "Mode")]
            {
                let values = api["components"]["schemas"][schema]["enum"].as_array().unwrap();
                let missing: Vec<_> = values
                    .iter()
                    .filter(|value| words.of_kind(kind, value.as_str().unwrap()).is_none())
                    .collect();
                assert!(missing.is_empty(), "{kind} in {language}: {missing:?}");
            }
            assert!(words.of_kind("try", "pac").is_some(), "reasons of illegal moves in {language}");
        }
    }

    #[test]
    fn programs_use_every_text_that_the_page_does_not_load() {
        let sources = sources();
        let asked: HashSet<_> = sources.iter().flat_map(|source| source.split('"')).collect();
        let english = Words::of(Language::En);
        let mut own: Vec<_> = english
            .catalogue
            .keys()
            .filter(|key| {
                ["mail.", "manifest.", "preview.", "tui."].iter().any(|group| key.starts_with(group))
            })
            .collect();
        assert!(own.len() > 60, "{own:?}");
        own.retain(|key| !asked.contains(key.as_str()));
        assert_eq!(own, Vec::<&String>::new(), "texts that no program shows");
    }

    #[test]
    fn languages_have_the_same_keys() {
        let keys = |language| {
            let mut keys: Vec<_> = Words::of(language).catalogue.keys().collect();
            keys.sort();
            keys
        };
        assert!(keys(Language::En).len() > 300);
        for language in Language::ALL {
            assert_eq!(keys(language), keys(Language::En), "{language}");
        }
    }

    #[test]
    fn texts_are_found_by_key_and_take_arguments() {
        let german = Words::of(Language::De);
        assert_eq!(german.text("room.yourTurn"), "Du bist am Zug");
        assert_eq!(german.text("no.such"), "no.such");
        assert_eq!(german.format("offer.draw", &[("name", Value::Text("Eva"))]), "Eva bietet Remis an");
        assert!(german.of_kind("error", "stale_ply").is_some());
    }
}
