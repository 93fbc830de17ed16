//! Joining the bus, and the errors that say why a node cannot.

use std::path::PathBuf;

use futures_util::StreamExt;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use sumito_cluster::{Bus, BusSettings, ConnectError, Credentials, NodeId, Standing};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::nats_server::NatsServer;
use crate::net::{LONG, NUMBERS, expect, subscribe};

async fn join(settings: &BusSettings, database: Uuid) -> Result<Bus, ConnectError> {
    Bus::connect(settings, NodeId::random(), database, Standing::always()).await
}

fn password(user: &str, password: &str) -> Credentials {
    Credentials::Password { user: user.to_owned(), password: password.to_owned() }
}

/// Two nodes with these settings communicate.
async fn assert_works(settings: &BusSettings) {
    let database = Uuid::new_v4();
    let (ada, ben) = (join(settings, database).await.unwrap(), join(settings, database).await.unwrap());
    let mut at_ben = subscribe(&ben, &NUMBERS).await;
    ada.publish(&NUMBERS, &7);
    expect(&mut at_ben, &ada, 7).await;
}

#[tokio::test]
async fn a_node_with_another_database_is_refused() {
    let server = NatsServer::start().await;
    let settings = server.settings();
    let (ours, theirs) = (Uuid::new_v4(), Uuid::new_v4());
    let ada = join(&settings, theirs).await.unwrap();
    let error = join(&settings, ours).await.unwrap_err();
    assert_eq!(error, ConnectError::OtherDatabase { prefix: "sumito".to_owned(), ours, theirs });
    let text = error.to_string();
    assert!(text.contains(&theirs.to_string()) && text.contains("prefix of its own"), "{text}");
    // The node that was there continues, and others can join it.
    let ben = join(&settings, theirs).await.unwrap();
    let mut at_ben = subscribe(&ben, &NUMBERS).await;
    ada.publish(&NUMBERS, &1);
    expect(&mut at_ben, &ada, 1).await;
}

#[tokio::test]
async fn clusters_with_different_prefixes_are_separate() {
    let server = NatsServer::start().await;
    let [red, blue] = ["games.red", "games.blue"]
        .map(|prefix| BusSettings { prefix: prefix.to_owned(), ..server.settings() });
    let database = Uuid::new_v4();
    let (ada, ben) = (join(&red, database).await.unwrap(), join(&red, database).await.unwrap());
    let eve = join(&blue, database).await.unwrap();
    join(&blue, Uuid::new_v4()).await.unwrap_err();
    let mut at_ben = subscribe(&ben, &NUMBERS).await;
    eve.publish(&NUMBERS, &1);
    eve.flush(LONG).await.unwrap();
    ada.publish(&NUMBERS, &2);
    expect(&mut at_ben, &ada, 2).await;
}

#[tokio::test]
async fn a_node_of_an_incompatible_release_is_refused() {
    let server = NatsServer::start().await;
    let settings = server.settings();
    let database = Uuid::new_v4();
    let other = async_nats::connect(&settings.url).await.unwrap();
    let mut hellos = other.subscribe("sumito.hello").await.unwrap();
    other.flush().await.unwrap();
    let (refused, ()) = tokio::join!(join(&settings, database), async {
        let hello = hellos.next().await.unwrap();
        let answer = serde_json::json!({
            "node": Uuid::new_v4(), "database": database, "release": "9.0.0", "writes": 9, "reads_from": 8, "reads_to": 9,
        });
        other.publish(hello.reply.unwrap(), answer.to_string().into()).await.unwrap();
    });
    let ours = env!("CARGO_PKG_VERSION").to_owned();
    assert_eq!(refused.unwrap_err(), ConnectError::Incompatible { ours, theirs: "9.0.0".to_owned() });
}

/// An operator who watches all messages must not disturb the nodes, nor must a node that hangs.
#[tokio::test]
async fn a_subscriber_that_does_not_answer_harms_no_node() {
    let server = NatsServer::start().await;
    let watching = async_nats::connect(&server.settings().url).await.unwrap();
    let _all = watching.subscribe(">").await.unwrap();
    watching.flush().await.unwrap();
    assert_works(&server.settings()).await;
}

#[tokio::test]
async fn absent_servers_are_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let settings = BusSettings { url: format!("nats://127.0.0.1:{port}"), ..BusSettings::default() };
    let error = join(&settings, Uuid::nil()).await.unwrap_err();
    assert!(matches!(&error, ConnectError::NoServer { url, .. } if *url == settings.url), "{error:?}");
    // Another program answers there, not NATS.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let settings = BusSettings { url: format!("nats://127.0.0.1:{port}"), ..BusSettings::default() };
    let (joined, ()) = tokio::join!(join(&settings, Uuid::nil()), async {
        let (mut socket, _) = listener.accept().await.unwrap();
        socket.write_all(b"220 mail.example ESMTP\r\n").await.unwrap();
    });
    assert!(matches!(joined, Err(ConnectError::NoServer { .. })), "{joined:?}");
}

#[tokio::test]
async fn wrong_credentials_are_rejected() {
    let folder = || tempfile::tempdir().unwrap();
    let with_password =
        NatsServer::with(folder(), "authorization { user: \"ada\", password: \"right\" }").await;
    let with_token = NatsServer::with(folder(), "authorization { token: \"right\" }").await;
    let token = |token: &str| Credentials::Token(token.to_owned());
    for (server, right, wrong) in [
        (&with_password, password("ada", "right"), [password("ada", "wrong"), Credentials::None]),
        (&with_token, token("right"), [token("wrong"), Credentials::None]),
    ] {
        for credentials in wrong {
            let settings = BusSettings { credentials, ..server.settings() };
            let error = join(&settings, Uuid::nil()).await.unwrap_err();
            assert_eq!(error, ConnectError::Rejected { url: settings.url });
        }
        assert_works(&BusSettings { credentials: right, ..server.settings() }).await;
    }
    let missing = Credentials::File(PathBuf::from("/nonexistent/sumito.creds"));
    let settings = BusSettings { credentials: missing, ..with_token.settings() };
    let error = join(&settings, Uuid::nil()).await.unwrap_err();
    assert!(matches!(&error, ConnectError::Settings(text) if text.contains("sumito.creds")), "{error:?}");
}

#[tokio::test]
async fn missing_permissions_are_reported() {
    let config = r#"authorization { users: [
        { user: ada, password: x, permissions: { publish: "sumito.>", subscribe: "sumito.>" } }
        { user: mute, password: x, permissions: { publish: "other.>", subscribe: "sumito.>" } }
        { user: deaf, password: x, permissions: { publish: "sumito.>", subscribe: "other.>" } }
        { user: shy, password: x, permissions: { publish: { deny: "sumito.hello" } } }
    ] }"#;
    let server = NatsServer::with(tempfile::tempdir().unwrap(), config).await;
    for user in ["mute", "deaf", "shy"] {
        let settings = BusSettings { credentials: password(user, "x"), ..server.settings() };
        let error = join(&settings, Uuid::nil()).await.unwrap_err();
        assert!(matches!(&error, ConnectError::NotPermitted { .. }), "{user}: {error:?}");
        assert!(error.to_string().contains("publish and to subscribe on `sumito.>`"), "{error}");
    }
    assert_works(&BusSettings { credentials: password("ada", "x"), ..server.settings() }).await;
}

#[tokio::test]
async fn a_server_for_small_messages_is_refused() {
    let server = NatsServer::with(tempfile::tempdir().unwrap(), "max_payload: 1024").await;
    let error = join(&server.settings(), Uuid::nil()).await.unwrap_err();
    assert!(matches!(error, ConnectError::MaxPayload { max_payload: 1024, .. }), "{error:?}");
}

/// Creates a certificate authority and a certificate of it for this machine: `ca.pem`, `cert.pem` and `key.pem`.
fn certificates() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate =
        CertificateParams::new(["127.0.0.1".to_owned()]).unwrap().signed_by(&key, &authority).unwrap();
    for (file, text) in
        [("ca.pem", authority.pem()), ("cert.pem", certificate.pem()), ("key.pem", key.serialize_pem())]
    {
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    folder
}

#[tokio::test]
async fn certificates_are_verified() {
    let (folder, other) = (certificates(), certificates());
    let path = |file: &str| folder.path().join(file);
    let config = format!(
        "tls {{ cert_file: {:?}, key_file: {:?} }}",
        path("cert.pem").display().to_string(),
        path("key.pem").display().to_string()
    );
    let server = NatsServer::with(tempfile::tempdir().unwrap(), &config).await;
    // A server that requires TLS gets it, whatever the URL.
    for scheme in ["tls", "nats"] {
        let url = format!("{scheme}://127.0.0.1:{}", server.port());
        let settings = |tls_ca: PathBuf| BusSettings {
            url: url.clone(),
            tls_ca: Some(tls_ca),
            ..BusSettings::default()
        };
        assert_works(&settings(path("ca.pem"))).await;
        let error = join(&settings(other.path().join("ca.pem")), Uuid::nil()).await.unwrap_err();
        assert!(matches!(&error, ConnectError::Certificate { .. }), "{error:?}");
        let error = join(&settings(path("none.pem")), Uuid::nil()).await.unwrap_err();
        assert!(matches!(&error, ConnectError::Settings(text) if text.contains("none.pem")), "{error:?}");
    }
    let plain = NatsServer::start().await;
    let url = format!("tls://127.0.0.1:{}", plain.port());
    let settings = BusSettings { url, tls_ca: Some(path("ca.pem")), ..BusSettings::default() };
    let error = join(&settings, Uuid::nil()).await.unwrap_err();
    assert!(matches!(&error, ConnectError::Tls { .. }), "{error:?}");
}
