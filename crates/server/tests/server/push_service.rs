//! A small push service that accepts or refuses pushes as a test wants, and a browser that can decrypt them.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::{Auth, decrypt};

/// A received push.
#[derive(Debug)]
pub(crate) struct Received {
    /// The name of the browser that the push is for.
    pub(crate) to: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// Returns the claims of the push's token (RFC 8292) if the key that comes with it has signed them.
    pub(crate) fn claims(&self, key: &str) -> Value {
        let token = self.header("authorization").strip_prefix("vapid t=").unwrap();
        let (token, header_key) = token.split_once(", k=").unwrap();
        assert_eq!(header_key, key);
        let key = VerifyingKey::from_sec1_bytes(&bytes(key)).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        key.verify(signed.as_bytes(), &Signature::from_slice(&bytes(signature)).unwrap()).unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        let [head, claims] =
            [head, claims].map(|part| serde_json::from_slice::<Value>(&bytes(part)).unwrap());
        assert_eq!(head, json!({"typ": "JWT", "alg": "ES256"}));
        claims
    }
}

/// A push service that runs until it is dropped.
pub(crate) struct PushService {
    address: SocketAddr,
    pushes: mpsc::UnboundedReceiver<Received>,
    answers: Answers,
}

/// Statuses with which the service refuses the next pushes.
type Answers = Arc<Mutex<VecDeque<StatusCode>>>;

impl PushService {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, pushes) = mpsc::unbounded_channel();
        let answers = Answers::default();
        let router =
            Router::new().route("/to/{browser}", post(receive)).with_state((sender, answers.clone()));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, pushes, answers }
    }

    /// Returns the address of the service.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Refuses the next push with this status.
    pub(crate) fn answer(&self, status: StatusCode) {
        self.answers.lock().unwrap().push_back(status);
    }

    /// Counts the pushes that the test has not read, and marks them as read.
    pub(crate) fn pushes_so_far(&mut self) -> usize {
        std::iter::from_fn(|| self.pushes.try_recv().ok()).count()
    }

    /// Waits for the next push, accepted or refused.
    pub(crate) async fn next(&mut self) -> Received {
        self.pushes.recv().await.unwrap()
    }
}

async fn receive(
    State((pushes, answers)): State<(mpsc::UnboundedSender<Received>, Answers)>,
    Path(to): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    pushes.send(Received { to, headers, body: body.to_vec() }).unwrap();
    answers.lock().unwrap().pop_front().unwrap_or(StatusCode::CREATED)
}

/// A browser with a push subscription.
pub(crate) struct Browser {
    name: &'static str,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    pub(crate) fn new(name: &'static str) -> Self {
        let random = [(); 2].map(|()| uuid::Uuid::new_v4().into_bytes());
        let secret = SecretKey::from_slice(&random.concat()).unwrap();
        Self { name, secret, auth: uuid::Uuid::new_v4().into_bytes() }
    }

    /// The subscription that it sends to the server.
    pub(crate) fn subscription(&self, service: &PushService, language: &str) -> Value {
        let endpoint = format!("{}/to/{}", service.origin(), self.name);
        let public = self.secret.public_key().to_sec1_bytes();
        let [p256dh, auth] = [&public[..], &self.auth[..]].map(Base64UrlUnpadded::encode_string);
        json!({"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "language": language})
    }

    /// Decrypts a push that is for it.
    pub(crate) fn read(&self, push: &Received) -> Value {
        assert_eq!(push.to, self.name);
        assert_eq!(push.header("content-encoding"), "aes128gcm");
        let text = decrypt(push.body.clone(), &self.secret, &Auth::from(self.auth)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

fn bytes(text: &str) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text).unwrap()
}
