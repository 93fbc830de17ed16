//! Limits by address: which addresses count as one visitor, and enforcement.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sumito_config::Config;
use tokio_tungstenite::tungstenite;

use crate::client::Client;
use crate::database::Kind;
use crate::test_server::TestServer;

/// A server behind a reverse proxy; the test is the proxy.
async fn behind_proxy(change: impl FnOnce(&mut Config)) -> TestServer {
    TestServer::start_with(Kind::Sqlite, |config| {
        config.trust_forwarded_for = true;
        change(config);
    })
    .await
}

/// Requests a new guest from this address; returns the status.
async fn guest_from(server: &TestServer, lines: &[&str]) -> StatusCode {
    let mut request = server.http().post(server.url("/api/v1/guests"));
    for line in lines {
        request = request.header("x-forwarded-for", *line);
    }
    request.send().await.unwrap().status()
}

#[tokio::test]
async fn visitor_address_is_recognised_in_every_proxy_format() {
    for (first, again) in [
        (&["203.0.113.7"][..], &["203.0.113.7:4711"][..]),
        (&["203.0.113.7"], &["\"203.0.113.7\""]),
        (&["203.0.113.7"], &["::ffff:203.0.113.7"]),
        (&["203.0.113.7"], &["198.51.100.1, 203.0.113.7"]),
        (&["203.0.113.7"], &["198.51.100.1", "198.51.100.2,203.0.113.7"]),
        (&["2001:db8::7"], &["[2001:db8::7]"]),
        (&["2001:db8::7"], &["[2001:db8::7]:4711"]),
        (&["2001:db8::7"], &["2001:db8::8"]),
        (&["2001:db8::7"], &["2001:db8:0:0:ffff:ffff:ffff:ffff"]),
        (&["unknown"], &["unknown"]),
        (&["unknown"], &["_hidden"]),
        (&["unknown"], &[""]),
        (&["127.0.0.1"], &["127.0.0.1"]),
    ] {
        let server = behind_proxy(|config| config.limits.guests_per_minute = 1).await;
        assert_eq!(guest_from(&server, first).await, StatusCode::CREATED, "{first:?}");
        assert_eq!(guest_from(&server, again).await, StatusCode::TOO_MANY_REQUESTS, "{first:?}, {again:?}");
        for other in ["203.0.113.8", "2001:db8:0:1::7"] {
            assert_eq!(guest_from(&server, &[other]).await, StatusCode::CREATED, "{first:?}, {other}");
        }
    }
}

#[tokio::test]
async fn forwarded_header_is_ignored_without_a_proxy() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.guests_per_minute = 1;
        config.limits.exempt_loopback = false;
    })
    .await;
    assert_eq!(guest_from(&server, &["203.0.113.7"]).await, StatusCode::CREATED);
    assert_eq!(guest_from(&server, &["203.0.113.8"]).await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn loopback_addresses_are_not_limited() {
    let Ok(_ipv6) = std::net::TcpListener::bind("[::]:0") else { return };
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.listen = "[::]:0".parse().unwrap();
        config.limits.guests_per_minute = 1;
    })
    .await;
    for host in ["127.0.0.1", "[::1]"] {
        for _ in 0..2 {
            let url = server.url("/api/v1/guests").replace("[::]", host);
            assert_eq!(server.http().post(url).send().await.unwrap().status(), StatusCode::CREATED, "{host}");
        }
    }
}

#[tokio::test]
async fn requests_per_address_are_limited() {
    let server = behind_proxy(|config| {
        config.http.requests_per_second = 1;
        config.http.request_burst = 3;
    })
    .await;
    let get = async |path: &str, address: &str| {
        let request = server.http().get(server.url(path)).header("x-forwarded-for", address);
        request.send().await.unwrap().status()
    };
    for path in ["/api/v1/games", "/api/v1/rooms", "/api/v1/nothing", "/readyz", "/openapi.json"] {
        while get(path, "203.0.113.7").await != StatusCode::TOO_MANY_REQUESTS {}
    }
    assert_eq!(get("/api/v1/games", "203.0.113.8").await, StatusCode::OK, "another visitor");
    for _ in 0..20 {
        assert_eq!(
            get("/", "203.0.113.7").await,
            StatusCode::OK,
            "the limit does not apply to the client's files"
        );
    }
    // The limit refills with time.
    while get("/api/v1/games", "203.0.113.7").await != StatusCode::OK {}
}

#[tokio::test]
async fn trusted_networks_have_higher_limits_until_their_end() {
    let network = |network: &str, until: Option<i64>| sumito_config::TrustedNetwork {
        network: network.parse().unwrap(),
        factor: 3,
        until: until.map(sumito_game::Timestamp),
    };
    let server = behind_proxy(|config| {
        config.limits.guests_per_minute = 2;
        config.limits.sockets_per_address = 1;
        config.limits.trusted_networks =
            vec![network("203.0.113.7/32", None), network("2001:db8::/56", Some(0))];
    })
    .await;
    for (address, guests) in [("203.0.113.7", 6), ("203.0.113.8", 2), ("2001:db8::1", 2)] {
        for _ in 0..guests {
            assert_eq!(guest_from(&server, &[address]).await, StatusCode::CREATED, "{address}");
        }
        assert_eq!(guest_from(&server, &[address]).await, StatusCode::TOO_MANY_REQUESTS, "{address}");
    }
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(socket_from(&server, "203.0.113.7").await.ok().unwrap());
    }
    assert_eq!(socket_from(&server, "203.0.113.7").await.err(), Some(429));
}

async fn socket_from(server: &TestServer, address: &str) -> Result<Client, u16> {
    let headers = [("x-forwarded-for", address.to_owned())];
    Client::connect_with(&server.url("/ws"), &headers).await.map_err(|error| match error {
        tungstenite::Error::Http(response) => response.status().as_u16(),
        other => panic!("not refused over HTTP: {other}"),
    })
}

#[tokio::test]
async fn open_sockets_per_address_are_limited() {
    let server = behind_proxy(|config| config.limits.sockets_per_address = 1).await;
    let first = socket_from(&server, "2001:db8::1").await.ok().unwrap();
    assert_eq!(socket_from(&server, "2001:db8::2").await.err(), Some(429));
    assert!(socket_from(&server, "2001:db8:0:1::1").await.is_ok());
    drop(first);
    // The place is free again as soon as the server notices.
    while socket_from(&server, "2001:db8::2").await.is_err() {}
}

#[tokio::test]
async fn new_sockets_per_address_are_limited() {
    let server = behind_proxy(|config| config.limits.handshakes_per_minute = 2).await;
    for _ in 0..2 {
        assert!(socket_from(&server, "203.0.113.7").await.is_ok());
    }
    assert_eq!(socket_from(&server, "203.0.113.7").await.err(), Some(429));
    assert!(socket_from(&server, "203.0.113.8").await.is_ok());
    // A page cannot find out why its socket fails to open, so it requests the same path without an upgrade.
    let ask = async |address: &str| {
        let request = server.http().get(server.url("/ws")).header("x-forwarded-for", address);
        let problem: Value = request.send().await.unwrap().json().await.unwrap();
        problem["code"].clone()
    };
    assert_eq!(ask("203.0.113.7").await, "rate_limited");
    assert_eq!(ask("203.0.113.9").await, "bad_message");
}

#[tokio::test]
async fn new_rooms_per_address_are_limited() {
    let server = behind_proxy(|config| config.limits.rooms_per_minute = 1).await;
    let make = async |address: &str| {
        let request = server.http().post(server.url("/api/v1/rooms")).header("x-forwarded-for", address);
        let guest = server.guest().await;
        request.bearer_auth(guest.token).json(&json!({})).send().await.unwrap().status()
    };
    assert_eq!(make("203.0.113.7").await, StatusCode::CREATED);
    assert_eq!(make("203.0.113.7").await, StatusCode::TOO_MANY_REQUESTS, "another guest, the same address");
    assert_eq!(make("203.0.113.8").await, StatusCode::CREATED);
}

#[tokio::test]
async fn new_pictures_per_address_are_limited() {
    let server = behind_proxy(|config| config.limits.pictures_per_minute = 1).await;
    let get = async |address: &str, ply: u32, form: &str| {
        let position = format!("5/6/7/8/4b4/8/7/6/5 b 0,0 0 {ply}");
        let url = server.url(&format!("/api/v1/positions/picture.{form}?mode=two&position={position}"));
        let request = server.http().get(url).header("x-forwarded-for", address);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(get("203.0.113.7", 0, "png").await, 200);
    assert_eq!(get("203.0.113.7", 0, "png").await, 200, "a repeated picture does not count");
    assert_eq!(get("203.0.113.7", 2, "png").await, 429);
    assert_eq!(get("203.0.113.7", 2, "svg").await, 200, "an SVG does not count");
    assert_eq!(get("203.0.113.8", 2, "png").await, 200);
}
