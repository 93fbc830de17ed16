//! Languages of the texts that the server sends.

/// A language of the client.
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
    /// Returns the language tag, as browsers and the store use it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Pl => "pl",
            Self::Nl => "nl",
        }
    }
    /// Returns the language with this tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        [Self::En, Self::De, Self::Pl, Self::Nl].into_iter().find(|language| language.as_str() == tag)
    }
}
