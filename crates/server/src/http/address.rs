//! Where a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::app::App;

/// The address of whoever asks, as far as it can be believed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let forwarded = parts
            .headers
            .get_all("x-forwarded-for")
            .into_iter()
            // A proxy that adds a line of its own adds it at the end; those before are a visitor's own words.
            .next_back()
            .filter(|_| app.config().trust_forwarded_for)
            .and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Ok(Self(forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }
}
