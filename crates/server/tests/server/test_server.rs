//! A server for one test, on its own port.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sumito_config::{Config, Overrides};
use sumito_server::Server;

use crate::client::Client;
use crate::database::{Database, Kind};

pub(crate) struct TestServer {
    server: Option<Server>,
    config: Config,
    /// `None` for a second server on the first one's database.
    database: Option<Database>,
    http: reqwest::Client,
}

/// The password of every account.
pub(crate) const PASSWORD: &str = "correct horse battery";

fn guest_of(body: &Value) -> Guest {
    let text = |pointer: &str| body.pointer(pointer).unwrap().as_str().unwrap().to_owned();
    Guest { id: text("/user/id"), name: text("/user/name"), token: text("/token") }
}

/// A guest or an account with a token.
#[derive(Debug, Clone)]
pub(crate) struct Guest {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) token: String,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(Kind::Sqlite, |_| {}).await
    }

    pub(crate) async fn start_on(kind: Kind) -> Self {
        Self::start_with(kind, |_| {}).await
    }

    pub(crate) async fn start_with(kind: Kind, change: impl FnOnce(&mut Config)) -> Self {
        Self::on_with(Database::new(kind).await, change).await
    }

    /// Starts a server on an existing database.
    pub(crate) async fn on(database: Database) -> Self {
        Self::on_with(database, |_| {}).await
    }

    /// Starts a server on an existing database with other settings.
    pub(crate) async fn on_with(database: Database, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        config.listen = "127.0.0.1:0".parse().unwrap();
        database.url().clone_into(&mut config.database_url);
        config.limits.messages_per_second = 0;
        // No grace period: a client that disconnects is away at once.
        config.sockets.grace_ms = 0;
        // Most tests need no puzzles.
        config.puzzles.collection = false;
        config.puzzles.mining = false;
        config.tournaments.clear();
        change(&mut config);
        let server = Some(Server::start(config.clone()).await.unwrap());
        Self { server, config, database: Some(database), http: reqwest::Client::new() }
    }

    /// Returns the settings for the next start.
    pub(crate) fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    pub(crate) fn database(&self) -> &Database {
        self.database.as_ref().unwrap()
    }

    /// Stops the server gracefully; the database stays.
    pub(crate) async fn stop(mut self) -> Database {
        self.server.take().unwrap().stop().await;
        self.database.take().unwrap()
    }

    /// Stops the server gracefully, changes the database, and starts the server again.
    pub(crate) async fn restart_after(&mut self, between: impl AsyncFnOnce(&Database)) {
        self.server.take().unwrap().stop().await;
        between(self.database()).await;
        self.server = Some(Server::start(self.config.clone()).await.unwrap());
    }

    /// Restarts the server gracefully on the same database, but on another port.
    pub(crate) async fn restart(&mut self) {
        self.server.take().unwrap().stop().await;
        self.server = Some(Server::start(self.config.clone()).await.unwrap());
    }

    /// Takes the running server, so that it can be stopped.
    pub(crate) fn take(&mut self) -> Server {
        self.server.take().unwrap()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.as_ref().unwrap().address())
    }

    /// Returns the address of the metrics listener.
    pub(crate) fn metrics_address(&self) -> std::net::SocketAddr {
        self.server.as_ref().unwrap().metrics_address().unwrap()
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.http
    }

    pub(crate) async fn guest(&self) -> Guest {
        let answer = self.http.post(self.url("/api/v1/guests")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        guest_of(&answer.json().await.unwrap())
    }

    /// Makes an account with this name and the password [`PASSWORD`].
    pub(crate) async fn account(&self, name: &str) -> Guest {
        let (status, body) =
            self.post("/api/v1/accounts", None, json!({"name": name, "password": PASSWORD})).await;
        assert_eq!(status, 201, "{body}");
        guest_of(&body)
    }

    /// Opens another session of the account with this name.
    pub(crate) async fn log_in(&self, name: &str) -> Guest {
        let (status, body) =
            self.post("/api/v1/sessions", None, json!({"name": name, "password": PASSWORD})).await;
        assert_eq!(status, 201, "{body}");
        guest_of(&body)
    }

    /// Connects a socket of a new guest.
    pub(crate) async fn client(&self) -> Client {
        let guest = self.guest().await;
        self.client_of(&guest).await
    }

    pub(crate) async fn client_of(&self, guest: &Guest) -> Client {
        self.client_with_token(&guest.token).await
    }

    pub(crate) async fn client_with_token(&self, token: &str) -> Client {
        Client::connect(&self.url("/ws"), Some(token)).await
    }

    /// Sends a request with a token; returns the status and the body, which is null if there is none.
    pub(crate) async fn request(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
    ) -> (u16, Value) {
        let mut request = self.http.request(method, self.url(path));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    pub(crate) async fn get_as(&self, path: &str, token: &str) -> (u16, Value) {
        self.request(Method::GET, path, Some(token), None).await
    }

    pub(crate) async fn post(&self, path: &str, token: Option<&str>, body: Value) -> (u16, Value) {
        self.request(Method::POST, path, token, Some(body)).await
    }

    pub(crate) async fn delete(&self, path: &str, token: &str) -> (u16, Value) {
        self.request(Method::DELETE, path, Some(token), None).await
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        let answer = self.http.get(self.url(path)).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }
}
