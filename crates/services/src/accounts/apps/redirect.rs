//! Addresses to which the users of an app are sent back (RFC 8252).

use std::borrow::Cow;
use std::net::IpAddr;

use reqwest::Url;

/// Maximum length of an address, in characters.
pub(super) const MAX_CHARACTERS: usize = 500;

/// The reason why an address is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedirectUriError {
    /// The address is too long.
    #[error("a redirect address must be at most {MAX_CHARACTERS} characters")]
    Length,
    /// It is no address, or has a user, a password or a fragment.
    #[error("a redirect address must be a complete URL without a user name, a password and a part after `#`")]
    Url,
    /// Its scheme is not allowed.
    #[error(
        "a redirect address must begin with `https://`, with `http://127.0.0.1` or `http://[::1]`, or with a private scheme \
         such as `org.example.app:`"
    )]
    Scheme,
}

/// Checks an address.
///
/// # Errors
/// [`RedirectUriError`] with the fault.
pub(super) fn check(uri: &str) -> Result<(), RedirectUriError> {
    if uri.len() > MAX_CHARACTERS {
        return Err(RedirectUriError::Length);
    }
    let url = Url::parse(uri).map_err(|_| RedirectUriError::Url)?;
    let is_plain = uri.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_plain || !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(RedirectUriError::Url);
    }
    let is_allowed = match url.scheme() {
        "https" => url.has_host(),
        "http" => url.host_str().is_some_and(is_loopback),
        // A scheme that a program reserves for itself is the reversed name of a domain (RFC 8252, 7.1). No scheme with which a browser
        // runs code has a dot.
        scheme => scheme.contains('.'),
    };
    if is_allowed { Ok(()) } else { Err(RedirectUriError::Scheme) }
}

/// Returns an address on this machine with its port; others unchanged. A program listens on any port that is free, so that the port does not
/// count when addresses are compared (RFC 8252, 7.3); the library compares so only if both have one.
pub(super) fn with_port(uri: &str) -> Cow<'_, str> {
    for host in ["http://127.0.0.1", "http://[::1]"] {
        if let Some(rest) = uri.strip_prefix(host)
            && (rest.is_empty() || rest.starts_with(['/', '?']))
        {
            return format!("{host}:80{rest}").into();
        }
    }
    uri.into()
}

/// Returns whether the host is this machine by its number: a name could lead elsewhere.
fn is_loopback(host: &str) -> bool {
    let number = host.trim_start_matches('[').trim_end_matches(']');
    number.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_on_this_machine_get_a_port() {
        for (uri, with) in [
            ("http://127.0.0.1/back?a=b", "http://127.0.0.1:80/back?a=b"),
            ("http://127.0.0.1", "http://127.0.0.1:80"),
            ("http://[::1]/", "http://[::1]:80/"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/"),
            ("http://127.0.0.1.club.example/", "http://127.0.0.1.club.example/"),
            ("http://127.0.0.1@club.example/", "http://127.0.0.1@club.example/"),
            ("https://club.example/", "https://club.example/"),
        ] {
            assert_eq!(with_port(uri), with);
        }
    }

    #[test]
    fn addresses_lead_to_the_app_only() {
        for uri in [
            "https://club.example/callback?a=b",
            "http://127.0.0.1:8000/",
            "http://[::1]/callback",
            "org.example.app:/callback",
        ] {
            assert_eq!(check(uri), Ok(()), "{uri}");
        }
        for (uri, fault) in [
            ("", RedirectUriError::Url),
            ("/callback", RedirectUriError::Url),
            ("https://ada:secret@club.example/", RedirectUriError::Url),
            ("https://club.example/#part", RedirectUriError::Url),
            ("https://club.example/\n", RedirectUriError::Url),
            ("http://club.example/", RedirectUriError::Scheme),
            ("http://localhost/", RedirectUriError::Scheme),
            ("javascript:alert(1)", RedirectUriError::Scheme),
            ("data:text/html,x", RedirectUriError::Scheme),
            ("file:///etc/passwd", RedirectUriError::Scheme),
        ] {
            assert_eq!(check(uri), Err(fault), "{uri}");
        }
        assert_eq!(
            check(&format!("https://club.example/{}", "a".repeat(500))),
            Err(RedirectUriError::Length)
        );
    }
}
