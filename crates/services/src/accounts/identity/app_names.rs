//! Rules for names of apps: their users read them on the page on which they give access.

use unicode_security::MixedScript;

use super::NameError;
use super::names::{is_reserved, name_key};

/// Reserved words that the name of an app may contain: they pretend no office.
const HARMLESS: [&str; 9] = ["bot", "computer", "current", "guest", "help", "host", "me", "server", "team"];

/// Checks the name of an app, whose words are checked already: it must not look like the name of the site or of its staff.
///
/// # Errors
/// [`NameError::Scripts`] or [`NameError::Reserved`].
pub(in crate::accounts) fn check_app_name(name: &str, site: &str) -> Result<(), NameError> {
    if !name.is_single_script() {
        return Err(NameError::Scripts);
    }
    let words: Vec<_> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let letters = words.concat();
    let is_harmless = |word: &str| {
        let key = name_key(word.trim_end_matches(char::is_numeric));
        HARMLESS.iter().any(|harmless| name_key(harmless) == key)
    };
    let is_office = |word: &str| is_reserved(word) && !is_harmless(word);
    let is_site = name_key(&letters) == name_key(&site.replace(|c: char| !c.is_alphanumeric(), ""));
    if is_site || is_office(&letters) || words.into_iter().any(is_office) {
        return Err(NameError::Reserved);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn app_has_no_name_of_the_site_or_its_staff() {
        for name in
            ["Club app", "Ada's rating charts 2.0", "Discord bot", "Server status", "アバロン", "Босс"]
        {
            assert_eq!(check_app_name(name, "Abalone Club"), Ok(()), "{name}");
        }
        for name in [
            "Sumito",
            "Sumito official",
            "sumito2",
            "S.u.m.i.t.o",
            "Ѕumitо",
            "admin",
            "The ADMIN app",
            "rnoderator tool",
            "moderator app",
            "Abalone Club",
            "abalone-CIub",
        ] {
            assert!(check_app_name(name, "Abalone Club").is_err(), "{name}");
        }
    }
}
