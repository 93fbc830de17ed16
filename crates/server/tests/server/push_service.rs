//! A small push service: takes what it is told to take, and shows what has come. And a browser, which can read it.

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

/// A push that has come.
#[derive(Debug)]
pub(crate) struct Received {
    /// The name of the browser for which it is.
    pub(crate) to: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// The claims of its token (RFC 8292), if the key that comes with it has signed them.
    pub(crate) fn claims(&self, key: &str) -> Value {
        let token = self.header("authorization").strip_prefix("vapid t=").unwrap();
        let (token, told) = token.split_once(", k=").unwrap();
        assert_eq!(told, key);
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

/// A push service that runs until it is dropped with the test.
pub(crate) struct PushService {
    address: SocketAddr,
    pushes: mpsc::UnboundedReceiver<Received>,
    answers: Answers,
}

/// What is answered to the next pushes in place of taking them.
type Answers = Arc<Mutex<VecDeque<StatusCode>>>;

impl PushService {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, pushes) = mpsc::unbounded_channel();
        let answers = Answers::default();
        let router = Router::new().route("/to/{browser}", post(take)).with_state((sender, answers.clone()));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, pushes, answers }
    }

    /// Where it is.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers the next push so in place of taking it.
    pub(crate) fn answer(&self, status: StatusCode) {
        self.answers.lock().unwrap().push_back(status);
    }

    /// How many pushes have come that were not looked at. They count as looked at from now on.
    pub(crate) fn pushes_so_far(&mut self) -> usize {
        std::iter::from_fn(|| self.pushes.try_recv().ok()).count()
    }

    /// The next push that comes, whatever it is answered.
    pub(crate) async fn next(&mut self) -> Received {
        self.pushes.recv().await.unwrap()
    }
}

async fn take(
    State((pushes, answers)): State<(mpsc::UnboundedSender<Received>, Answers)>,
    Path(to): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    pushes.send(Received { to, headers, body: body.to_vec() }).unwrap();
    answers.lock().unwrap().pop_front().unwrap_or(StatusCode::CREATED)
}

/// A browser that is pushed to.
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

    /// What it asks the server for.
    pub(crate) fn wish(&self, service: &PushService, language: &str) -> Value {
        let endpoint = format!("{}/to/{}", service.origin(), self.name);
        let public = self.secret.public_key().to_sec1_bytes();
        let [p256dh, auth] = [&public[..], &self.auth[..]].map(Base64UrlUnpadded::encode_string);
        json!({"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "language": language})
    }

    /// Reads a push that is for it.
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
