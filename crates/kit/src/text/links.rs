//! Web addresses in texts.

use std::sync::LazyLock;

use linkify::{Link, LinkFinder, LinkKind};

static FINDER: LazyLock<LinkFinder> = LazyLock::new(|| {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder
});

/// Returns the first web address or email address in the text: with a scheme, or with a top-level domain that exists.
pub(super) fn link(text: &str) -> Option<&str> {
    FINDER.links(text).find(is_address).map(|link| link.as_str())
}

fn is_address(link: &Link<'_>) -> bool {
    let text = link.as_str();
    let host = match link.kind() {
        LinkKind::Email => text.rsplit('@').next(),
        _ if text.contains("://") => return true,
        _ => text.split(['/', ':', '?', '#']).next(),
    };
    let host = host.unwrap_or_default().trim_end_matches('.');
    let Some((name, top)) = host.rsplit_once('.') else { return false };
    // An abbreviation before a word, as in "z.B.so", is no host of a country.
    let is_abbreviation =
        host.len() == text.len() && top.len() == 2 && name.split('.').all(|label| label.chars().count() == 1);
    !is_abbreviation && tld::exist(&top.to_ascii_lowercase())
}
