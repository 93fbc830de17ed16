//! Origins of sites, in one spelling for each.

use std::fmt;

use reqwest::Url;

/// The origin of a site: scheme, host and port (RFC 6454).
///
/// Browsers write an origin in lower case, with the host in ASCII (IDNA) and without the default port. People and proxies write it in other
/// ways; parsed, all of them are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin(String);

/// Reasons for which a text is not an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// It is not an address of the web.
    #[error("must be an address with its scheme, such as `https://abalone.example`")]
    Address,
    /// It has parts that an origin does not have.
    #[error("must have no user name, path, query or part after `#`, such as `https://abalone.example`")]
    Parts,
}

impl Origin {
    /// Parses an origin; a final `/` may follow.
    ///
    /// # Errors
    /// [`OriginError`] with the fault.
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        // The parser of URLs would repair these.
        let is_repaired = |c: char| c.is_control() || c.is_whitespace() || c == '\\';
        if text.contains(is_repaired) {
            return Err(OriginError::Address);
        }
        let url = Url::parse(text).map_err(|_| OriginError::Address)?;
        if !matches!(url.scheme(), "http" | "https") || !text.contains("://") {
            return Err(OriginError::Address);
        }
        let has_user = !url.username().is_empty() || url.password().is_some();
        if has_user || url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err(OriginError::Parts);
        }
        Ok(Self(url.origin().ascii_serialization()))
    }

    /// Returns whether a request with this `Host` header reached the site at this origin. A proxy that ends TLS can add either default port.
    pub fn has_host(&self, host: &str) -> bool {
        let host = [":80", ":443"].iter().find_map(|port| host.strip_suffix(port)).unwrap_or(host);
        let scheme = self.0.split_once("://").map_or("", |(scheme, _)| scheme);
        Self::parse(&format!("{scheme}://{host}/")).as_ref() == Ok(self)
    }

    /// Returns the origin in the spelling of browsers, without a final `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_origin_are_equal() {
        for (text, origin) in [
            ("https://abalone.example", "https://abalone.example"),
            ("https://abalone.example/", "https://abalone.example"),
            ("https://abalone.example:443", "https://abalone.example"),
            ("HTTPS://Abalone.Example", "https://abalone.example"),
            ("http://abalone.example:80", "http://abalone.example"),
            ("http://abalone.example:443", "http://abalone.example:443"),
            ("https://spiel-café.example:8443", "https://xn--spiel-caf-j4a.example:8443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:80/", "http://[::1]"),
        ] {
            assert_eq!(Origin::parse(text).map(|origin| origin.to_string()), Ok(origin.to_owned()), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_origins() {
        for text in
            ["", "null", "abalone.example", "abalone.example:443", "https:abalone.example", "https://"]
        {
            assert_eq!(Origin::parse(text), Err(OriginError::Address), "{text:?}");
        }
        for text in ["ftp://abalone.example", "https://a b", "https://a\n", " https://a", "https://a\\b"] {
            assert_eq!(Origin::parse(text), Err(OriginError::Address), "{text:?}");
        }
        for text in ["https://ada@a.example", "https://a.example/play", "https://a.example?", "https://a/#x"]
        {
            assert_eq!(Origin::parse(text), Err(OriginError::Parts), "{text:?}");
        }
    }

    #[test]
    fn host_may_have_a_default_port() {
        let origin = Origin::parse("https://abalone.example").unwrap();
        for host in ["abalone.example", "Abalone.Example", "abalone.example:443", "abalone.example:80"] {
            assert!(origin.has_host(host), "{host}");
        }
        for host in ["", "evil.example", "abalone.example:8080", "abalone.example/", "x@abalone.example"] {
            assert!(!origin.has_host(host), "{host}");
        }
        assert!(Origin::parse("http://[::1]").unwrap().has_host("[::1]:80"));
    }
}
