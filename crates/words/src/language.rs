use std::fmt;
use std::str::FromStr;

/// A language of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, as `en`.
    #[default]
    En,
    /// German, as `de`.
    De,
    /// Polish, as `pl`.
    Pl,
    /// Dutch, as `nl`.
    Nl,
}

impl Language {
    /// All languages that have texts.
    pub const ALL: [Self; 4] = [Self::En, Self::De, Self::Pl, Self::Nl];

    /// Returns the language tag, as browsers and the store use it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Pl => "pl",
            Self::Nl => "nl",
        }
    }

    /// Returns the language with this tag.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.as_str() == tag)
    }

    /// Returns the language that a reader prefers by `Accept-Language` (RFC 9110, 12.5.4): the available one with the highest weight, the
    /// first one among equals; English if there is none.
    #[must_use]
    pub fn of_accepted(header: &str) -> Self {
        let mut best = (0.0, Self::En);
        for range in header.split(',') {
            let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
            let primary = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            let weight =
                weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
            if let Some(language) = Self::of_tag(&primary)
                && weight > best.0
            {
                best = (weight, language);
            }
        }
        best.1
    }
}

/// The error of a tag that is not a language.
#[derive(Debug)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a language: write en, de, pl or nl")
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Self, UnknownLanguage> {
        Self::of_tag(tag).ok_or(UnknownLanguage)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reader_gets_the_preferred_language_that_exists() {
        for (header, expected) in [
            ("", Language::En),
            ("de", Language::De),
            ("de-AT,de;q=0.9,en;q=0.8", Language::De),
            ("fr-FR, pl;q=0.5, nl;q=0.7", Language::Nl),
            ("fr, *;q=0.1", Language::En),
            ("de;q=0, pl", Language::Pl),
            ("nl;q=much", Language::En),
        ] {
            assert_eq!(Language::of_accepted(header), expected, "{header}");
        }
    }
}
