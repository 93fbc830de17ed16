//! `sumito doctor`: faults of a set-up.

use std::os::unix::fs::PermissionsExt;

use crate::database::{BOTH, Database, Kind};
use crate::process::{Process, output_of};

async fn doctor(database_url: &str, settings: &[(&str, &str)]) -> (bool, String) {
    let (well, stdout, stderr) = output_of(&["doctor", "--database-url", database_url], settings).await;
    (well, stdout + &stderr)
}

#[tokio::test]
async fn a_server_without_faults_is_found_well() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let process = Process::start(database.url()).await;
        let address = process.url("").replace("http://", "");
        let settings = [("SUMITO_LISTEN", address.as_str()), ("SUMITO_PUBLIC_URL", &process.url(""))];
        let (well, text) = doctor(database.url(), &settings).await;
        assert!(well, "{text}");
        for line in [
            "ok       database ",
            "ok       server ",
            "ok       proxy ",
            "ok       origin ",
            "ok       limits ",
            "warning  public_url ",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(process.terminate().await.success());
    }
}

#[tokio::test]
async fn pages_of_another_address_are_rejected() {
    let database = Database::new(Kind::Sqlite).await;
    let process =
        Process::start_with(database.url(), &[("SUMITO_PUBLIC_URL", "https://abalone.example")]).await;
    let address = process.url("").replace("http://", "");
    let settings = [("SUMITO_LISTEN", address.as_str()), ("SUMITO_PUBLIC_URL", &process.url(""))];
    let (well, text) = doctor(database.url(), &settings).await;
    assert!(!well && text.contains("FAULT    origin         the server rejects pages of"), "{text}");
    assert!(process.terminate().await.success());
}

#[tokio::test]
async fn settings_without_effect_are_named() {
    let database = Database::new(Kind::Sqlite).await;
    let file = tempfile::NamedTempFile::new().unwrap();
    let network = "{ network = \"192.0.2.7/32\", factor = 20, until = \"2020-01-01T00:00:00Z\" }";
    std::fs::write(file.path(), format!("shutdown_grace_ms = 5\n[limits]\ntrusted_networks = [{network}]"))
        .unwrap();
    let settings = [("SUMITO_CONFIG", file.path().to_str().unwrap()), ("SUMITO_SHUTDOWN_GRACE_MS", "9000")];
    let (well, text) = doctor(database.url(), &settings).await;
    assert!(well, "{text}");
    for warning in ["the variable SUMITO_SHUTDOWN_GRACE_MS overrides it", "192.0.2.7/32 has no effect"] {
        assert!(text.contains(warning), "{warning}: {text}");
    }
}

#[tokio::test]
async fn faults_are_named_with_what_to_change() {
    let database = Database::new(Kind::Sqlite).await;
    let (well, text) = doctor(database.url(), &[]).await;
    assert!(well && text.contains("the first start of the server creates it"), "{text}");
    let process = Process::start(database.url()).await;
    assert!(process.terminate().await.success());
    let file = database.url().strip_prefix("sqlite://").unwrap();
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let settings = [
        // No server listens at port 1.
        ("SUMITO_LISTEN", "127.0.0.1:1"),
        ("SUMITO_PUBLIC_URL", "https://127.0.0.1:1"),
        ("SUMITO_MAIL__SMTP_URL", "smtp://127.0.0.1:1"),
        ("SUMITO_MAIL__FROM", "Sumito <sumito@example.org>"),
    ];
    let (well, text) = doctor(database.url(), &settings).await;
    assert!(!well && text.contains("faults: 2"), "{text}");
    for line in [
        "warning  database file  other users",
        "warning  server         not running",
        "FAULT    proxy",
        "FAULT    mail           127.0.0.1:1",
        "set `trust_forwarded_for`",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let (well, text) = doctor("postgres://sumito@127.0.0.1:1/none", &[]).await;
    assert!(!well && text.contains("FAULT    database"), "{text}");
}
