//! Client addresses of requests.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::app::App;
use crate::limits::ClientAddress;

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let peer = Self::of_peer(peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        let trusted = app.config.trust_forwarded_for;
        Ok(if trusted { Self::of_forwarded(&parts.headers, peer) } else { peer })
    }
}
