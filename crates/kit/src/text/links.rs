//! Web addresses in texts.

use std::sync::LazyLock;

use linkify::{Link, LinkFinder, LinkKind};

/// General domains in which a bare name is an address. The others are mostly everyday words: `nice.game`.
const GENERAL: [&str; 42] = [
    "com", "net", "org", "info", "biz", "edu", "gov", "mil", "int", "xyz", "icu", "online", "site",
    "website", "shop", "store", "app", "dev", "blog", "cloud", "tech", "email", "link", "click", "download",
    "host", "hosting", "porn", "sex", "sexy", "xxx", "adult", "cam", "webcam", "dating", "bet", "casino",
    "poker", "loan", "loans", "vip", "ooo",
];

/// Domains of countries that are everyday words or abbreviations in English, German, Polish or Dutch, or endings of files. A bare name in
/// them is no address.
const WORDS: [&str; 83] = [
    "ad", "ag", "al", "am", "as", "at", "ba", "be", "bo", "bs", "bv", "by", "ca", "cd", "ci", "cm", "co",
    "cv", "cz", "dj", "dm", "do", "ee", "er", "es", "et", "ga", "ge", "gg", "hm", "id", "ie", "im", "in",
    "is", "it", "je", "kg", "km", "la", "li", "lt", "ma", "me", "mg", "ml", "mm", "mo", "mr", "ms", "mt",
    "mu", "my", "na", "ne", "ni", "no", "np", "nr", "nu", "om", "pa", "pm", "pr", "ps", "pt", "re", "sa",
    "se", "si", "so", "ss", "st", "to", "us", "va", "ve", "vi", "za", "md", "py", "rs", "sh",
];

/// Maximum length of an abbreviation such as `z.B.` or `usw.`, in characters.
const LONGEST_ABBREVIATION: usize = 4;

static FINDER: LazyLock<LinkFinder> = LazyLock::new(|| {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder
});

/// Returns the first web address or email address in the text: with a scheme, or with a top-level domain that exists. The end of a sentence
/// without a space after it (`gg.so`) is no address.
pub(super) fn link(text: &str) -> Option<&str> {
    FINDER.links(text).find(is_address).map(|link| link.as_str())
}

fn is_address(link: &Link<'_>) -> bool {
    let text = link.as_str();
    let (host, rest) = match link.kind() {
        LinkKind::Email => (text.rsplit('@').next().unwrap_or_default(), "/"),
        _ if text.contains("://") => return true,
        _ => text.split_at(text.find(['/', ':', '?', '#']).unwrap_or(text.len())),
    };
    let Some((name, top)) = host.trim_end_matches('.').rsplit_once('.') else { return false };
    tld::exist(&top.to_ascii_lowercase()) && (has_path(rest) || !is_end_of_sentence(name, top))
}

/// Returns whether a path, a port or a query follows a host.
fn has_path(rest: &str) -> bool {
    let port = rest.strip_prefix(':').unwrap_or_default();
    rest.starts_with('/') || rest.contains('=') || port.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a host without a path is rather a word or abbreviations with a word after them.
fn is_end_of_sentence(name: &str, top: &str) -> bool {
    let are_short = |length| name.split('.').all(|label| label.chars().count() <= length);
    let is_country = top.len() == 2;
    // "Klaar.De volgende": no host of a country is written so.
    let is_capitalised = is_country
        && top.starts_with(|c: char| c.is_ascii_uppercase())
        && top.ends_with(|c: char| c.is_ascii_lowercase());
    let lowercase = top.to_ascii_lowercase();
    let top = lowercase.as_str();
    let is_general = GENERAL.contains(&top) || top.starts_with("xn--");
    let is_word = is_capitalised || if is_country { WORDS.contains(&top) } else { !is_general };
    let is_sentence = is_word && (!name.contains('.') || are_short(LONGEST_ABBREVIATION));
    let has_www = name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("www"));
    !has_www && (is_sentence || is_country && are_short(1))
}
