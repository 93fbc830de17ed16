//! Command line of an engine.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// The command that starts an engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name that is found in `PATH`.
    pub program: PathBuf,
    /// The command-line arguments.
    pub arguments: Vec<OsString>,
    /// Options that are set before each game.
    pub options: Vec<EngineOption>,
}

/// An option of an engine: `Name=Value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// The name, as the engine writes it.
    pub name: String,
    /// The option's new value.
    pub value: String,
}

/// The text is not an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write an option as Name=Value without blanks, for example Level=3")]
pub struct OptionError;

impl FromStr for EngineOption {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        match text.split_once('=') {
            Some((name, value)) if is_word(name) && is_word(value) => {
                Ok(Self { name: name.to_owned(), value: value.to_owned() })
            }
            _ => Err(OptionError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_two_words() {
        let level = EngineOption { name: "Level".to_owned(), value: "3".to_owned() };
        assert_eq!("Level=3".parse(), Ok(level));
        // A second line would be a separate command.
        for wrong in ["", "Level", "=3", "Level=", "Level=3 4", "Level=3\nquit"] {
            assert_eq!(wrong.parse::<EngineOption>(), Err(OptionError), "{wrong:?}");
        }
    }
}
