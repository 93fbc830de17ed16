//! The server under load.

use std::net::ToSocketAddrs;

use anyhow::{Context, ensure};
use sumito_client::{Client, Rest};
use sumito_protocol::RoomId;
use sumito_protocol::client::CreateRoom;

/// The server under load. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Target {
    /// The authority `HOST:PORT`.
    authority: String,
    /// Anonymous HTTP client.
    rest: Rest,
}

impl Target {
    /// Creates a target for `url`: `http://HOST:PORT`. Rejects servers on other machines unless `mine` confirms that the user may put load
    /// on them.
    ///
    /// # Errors
    /// Fails if the address is invalid or not permitted.
    pub fn new(url: &str, mine: bool) -> anyhow::Result<Self> {
        let authority = url
            .strip_prefix("http://")
            .context("the URL must be `http://HOST:PORT` of the server itself, not of a proxy")?
            .trim_end_matches('/');
        let mut addresses =
            authority.to_socket_addrs().with_context(|| format!("{authority} is not an address"))?;
        ensure!(
            mine || addresses.all(|address| address.ip().is_loopback()),
            "{authority} is not on this machine; add `--i-own-this-server` if it is yours to load"
        );
        Ok(Self { authority: authority.to_owned(), rest: Rest::new(url)? })
    }

    /// The address of the server's socket.
    pub(crate) fn socket_url(&self) -> String {
        format!("ws://{}/ws", self.authority)
    }

    /// Creates a guest and returns its token.
    pub(crate) async fn guest(&self) -> anyhow::Result<String> {
        Ok(self.rest.guest().await?.token)
    }

    /// Creates a guest and returns its HTTP client.
    pub(crate) async fn guest_rest(&self) -> anyhow::Result<Rest> {
        Ok(self.rest.clone().with_token(&self.guest().await?))
    }

    /// Creates a guest and connects it.
    pub(crate) async fn client(&self) -> anyhow::Result<Client> {
        self.client_of(self.guest().await?).await
    }

    /// Connects the user with this token.
    pub(crate) async fn client_of(&self, token: String) -> anyhow::Result<Client> {
        Ok(Client::builder(&format!("http://{}", self.authority)).token(token).connect().await?)
    }

    /// Creates an account and returns its HTTP client.
    pub(crate) async fn account(&self) -> anyhow::Result<Rest> {
        // From letters that form no words, because a server rejects offensive names.
        let token = self.guest().await?;
        let letters = token.bytes().take(12).map(|byte| char::from(b"dlmnprtv"[usize::from(byte) % 8]));
        let name: String = "load.".chars().chain(letters).collect();
        Ok(self.rest.clone().with_token(&self.rest.sign_up(&name, "correct horse battery").await?.token))
    }

    /// Creates a room for the guest with this token.
    pub(crate) async fn room(&self, token: &str, request: &CreateRoom) -> anyhow::Result<RoomId> {
        Ok(self.rest.clone().with_token(token).create_room(request).await?.room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loaded_without_being_asked() {
        assert!(Target::new("http://127.0.0.1:8080", false).is_ok());
        assert!(Target::new("http://[::1]:8080/", false).is_ok());
        let refused = Target::new("http://192.0.2.1:8080", false).unwrap_err().to_string();
        assert!(refused.contains("--i-own-this-server"), "{refused}");
        assert!(Target::new("http://192.0.2.1:8080", true).is_ok());
        assert!(Target::new("https://127.0.0.1:8080", false).is_err());
    }
}
