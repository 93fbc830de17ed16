//! Text that must stay secret.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A password, a token or a recovery code. Overwritten when dropped, and never logged.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Zeroize, ZeroizeOnDrop)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// In TypeScript, it is plain text.
impl TS for Secret {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "string".to_owned()
    }

    fn inline(_: &Config) -> String {
        "string".to_owned()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_travels_as_text_and_is_not_shown() {
        let secret: Secret = serde_json::from_str("\"correct horse\"").unwrap();
        assert_eq!(secret.reveal(), "correct horse");
        assert_eq!(serde_json::to_string(&secret).unwrap(), "\"correct horse\"");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
