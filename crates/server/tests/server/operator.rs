//! Commands of an operator on accounts, while a server runs.

use serde_json::{Value, json};

use crate::database::BOTH;
use crate::process::output_of;
use crate::test_server::TestServer;

async fn admin(server: &TestServer, args: &[&str]) -> (bool, String, String) {
    let flags = ["--database-url", server.database().url()];
    output_of(&[&["admin"], args, &flags].concat(), &[]).await
}

#[tokio::test]
async fn an_operator_gives_roles() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let role = async || server.get_as("/api/v1/me", &ada.token).await.1["role"].clone();
        assert_eq!(role().await, Value::Null);
        let (done, said, _) = admin(&server, &["make-admin", "ada"]).await;
        assert!(done && said.contains("Ada has the role admin"), "{said}");
        assert_eq!(role().await, "admin");
        assert!(admin(&server, &["role", "Ada", "moderator"]).await.0);
        assert_eq!(role().await, "moderator");
        assert!(admin(&server, &["role", "Ada", "player"]).await.0);
        assert_eq!(role().await, Value::Null);
        let (done, _, said) = admin(&server, &["make-admin", "Eve"]).await;
        assert!(!done && said.contains("no account named \"Eve\""), "{said}");
    }
}

#[tokio::test]
async fn operator_resets_a_forgotten_password() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let ada = server.account("Ada").await;
        let (done, said, _) = admin(&server, &["reset-password", "Ada"]).await;
        assert!(done, "{said}");
        let code = said.lines().next().unwrap();
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 200, "the session is still valid");
        assert_eq!(server.get_as("/api/v1/me/recovery-codes", &ada.token).await.1, json!({"left": 0}));
        let recover = async || {
            let body = json!({"name": "Ada", "code": code, "password": "another password"});
            server.post("/api/v1/recovery", None, body).await
        };
        let (status, body) = recover().await;
        assert_eq!((status, &body["user"]["id"]), (201, &json!(ada.id)));
        assert_eq!(recover().await.0, 403, "once");
        assert_eq!(server.get_as("/api/v1/me", &ada.token).await.0, 401);
    }
}
