//! The address of a server.

use reqwest::Url;

use crate::Error;

/// The address of a server: `https://HOST` or `http://HOST:PORT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address(Url);

impl Address {
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let not_one = |why: &dyn std::fmt::Display| Error::Address(format!("{text}: {why}"));
        let mut url = Url::parse(text).map_err(|error| not_one(&error))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(not_one(&"it must begin with http:// or https://"));
        }
        // The path of the given address is ignored.
        url.set_path("/");
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// Returns an address of the HTTP interface.
    pub(crate) fn api(&self, path: &[&str]) -> Url {
        self.with(&[&["api", "v1"], path].concat())
    }

    /// Returns the address of the socket.
    pub(crate) fn socket(&self) -> String {
        format!("{}ws", self.0.as_str().replacen("http", "ws", 1))
    }

    /// Returns the address of a room's page.
    pub(crate) fn room(&self, id: &str) -> String {
        self.with(&["room", id]).into()
    }

    fn with(&self, path: &[&str]) -> Url {
        let mut url = self.0.clone();
        // Only an address without a host has no path; `parse` rejects these.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.clear().extend(path);
        }
        url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_page_of_a_server_says_where_it_is() {
        let address = Address::parse("https://example.org/room/f5cfawbpmmz8?x#y").unwrap();
        assert_eq!(address.socket(), "wss://example.org/ws");
        assert_eq!(address.api(&["guests"]).as_str(), "https://example.org/api/v1/guests");
        assert_eq!(address.room("../a?b"), "https://example.org/room/..%2Fa%3Fb");
        let local = Address::parse("http://127.0.0.1:8080").unwrap();
        assert_eq!(local.socket(), "ws://127.0.0.1:8080/ws");
        for wrong in ["example.org", "ftp://example.org", "", "http://"] {
            assert!(matches!(Address::parse(wrong), Err(Error::Address(_))), "{wrong}");
        }
    }
}
