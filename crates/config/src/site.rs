//! Settings of the site: its name, its appearance and its texts.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::ConfigError;

/// Maximum length of the name of a site, in characters.
const LONGEST_NAME: usize = 30;

/// Minimum contrast between the accent colour and light text (WCAG 2.2, 1.4.6).
const MIN_CONTRAST: f64 = 7.0;

/// Colour of the text in the header of the page.
const LIGHT_TEXT: [u8; 3] = [0xf7, 0xef, 0xdf];

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Site {
    pub name: String,
    pub logo: PathBuf,
    pub accent: String,
    pub front_page: SiteText,
    pub imprint: SiteText,
    pub privacy: SiteText,
    pub terms: SiteText,
}

/// A text of the site: a file for each language. Empty: none.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "codes of languages")]
pub struct SiteText {
    pub en: PathBuf,
    pub de: PathBuf,
    pub pl: PathBuf,
    pub nl: PathBuf,
}

impl Site {
    /// Checks the settings, but not the files.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let Self { name, accent, .. } = self;
        let is_text = !name.chars().any(char::is_control) && name.trim() == name;
        if !is_text || !(1..=LONGEST_NAME).contains(&name.chars().count()) {
            let what =
                "must be 1 to 30 characters, without control characters, and without spaces at the ends";
            return Err(ConfigError::Range { key: "site.name", what });
        }
        if accent.is_empty() {
            return Ok(());
        }
        let Some(color) = read_color(accent) else {
            let what = "must be a colour such as `#1d4e89`, or empty";
            return Err(ConfigError::Range { key: "site.accent", what });
        };
        if contrast(color, LIGHT_TEXT) < MIN_CONTRAST {
            let what = "is too light for the light text on it; choose a darker colour";
            return Err(ConfigError::Range { key: "site.accent", what });
        }
        Ok(())
    }
}

impl SiteText {
    /// Returns the files that are set, by the code of their language.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let Self { en, de, pl, nl } = self;
        let all = [("en", en), ("de", de), ("pl", pl), ("nl", nl)];
        all.into_iter()
            .filter(|(_, file)| !file.as_os_str().is_empty())
            .map(|(code, file)| (code, file.as_path()))
    }
}

/// Parses a colour `#rrggbb`.
fn read_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some([part(0)?, part(2)?, part(4)?])
}

/// Returns the contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: [u8; 3]) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = color.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
        assert!((contrast([0x77; 3], [255; 3]) - 4.48).abs() < 0.01);
        assert!((contrast([9, 8, 7], [9, 8, 7]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn colors_are_six_digits() {
        assert_eq!(read_color("#1D4e89"), Some([0x1d, 0x4e, 0x89]));
        for wrong in ["", "1d4e89", "#1d4e8", "#1d4e890", "#+d4e89", "#äöü", "rebeccapurple"] {
            assert_eq!(read_color(wrong), None, "{wrong}");
        }
    }
}
