//! PostgreSQL over TLS, with a self-signed certificate.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::User;
use rcgen::{CertificateParams, IsCa, KeyPair};
use sqlx::{Connection, PgConnection, Row};
use sumito_config as config;
use sumito_store::{ConnectError, Store};
use tempfile::TempDir;

use super::settings;

/// The `pg_hba.conf` line that accepts TLS connections only.
const ENCRYPTED_ONLY: &str = "hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n";

/// A PostgreSQL server that accepts encrypted connections only. It is removed when it is dropped.
struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    /// The system user that it runs as: PostgreSQL refuses to run as root.
    owner: Option<(u32, u32)>,
    port: u16,
}

impl Cluster {
    fn start() -> Self {
        let folder = tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir().unwrap();
        let owner = (folder.path().metadata().unwrap().uid() == 0).then(postgres_user);
        if let Some((user, group)) = owner {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Self { programs: programs(), folder, owner, port };
        let data = cluster.path("data");
        cluster
            .run(cluster.program("initdb").args(["--username=postgres", "--no-sync", "--pgdata"]).arg(&data));
        for name in ["server", "other"] {
            cluster.make_certificate(name);
        }
        let settings = format!(
            "port = {port}\nlisten_addresses = 'localhost'\nunix_socket_directories = ''\nfsync = off\n\
             ssl = on\nssl_cert_file = '{}'\nssl_key_file = '{}'\n",
            cluster.path("server.crt").display(),
            cluster.path("server.key").display(),
        );
        fs::write(data.join("postgresql.auto.conf"), settings).unwrap();
        fs::write(data.join("pg_hba.conf"), ENCRYPTED_ONLY).unwrap();
        let log = cluster.path("log");
        cluster.run(cluster.pg_ctl("start").arg("--log").arg(log));
        cluster
    }

    /// Makes a self-signed certificate for `localhost`, and its key.
    fn make_certificate(&self, name: &str) {
        let mut certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        certificate.is_ca = IsCa::ExplicitNoCa;
        let key = KeyPair::generate().unwrap();
        let certificate = certificate.self_signed(&key).unwrap();
        for (file, text) in
            [(format!("{name}.crt"), certificate.pem()), (format!("{name}.key"), key.serialize_pem())]
        {
            let path = self.path(&file);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
            if let Some((user, group)) = self.owner {
                chown(&path, Some(user), Some(group)).unwrap();
            }
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn program(&self, name: &str) -> Command {
        Command::new(self.programs.join(name))
    }

    fn pg_ctl(&self, what: &str) -> Command {
        let mut command = self.program("pg_ctl");
        command.args([what, "--wait", "--pgdata"]).arg(self.path("data"));
        command
    }

    fn run(&self, command: &mut Command) {
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        let output = command.current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{command:?}: {output:?}");
    }

    fn url(&self, host: &str, options: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres?{options}", self.port)
    }

    /// Returns a URL for a client that trusts one certificate only.
    fn trusting(&self, host: &str, certificate: &str) -> String {
        let options = format!("sslmode=verify-full&sslrootcert={}", self.path(certificate).display());
        self.url(host, &options)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.run(self.pg_ctl("stop").args(["--mode", "immediate"]));
    }
}

/// Returns the ids of the user that PostgreSQL's packages create, and of its group.
fn postgres_user() -> (u32, u32) {
    let user = User::from_name("postgres").unwrap().expect("a user `postgres`, to run a server as");
    (user.uid.as_raw(), user.gid.as_raw())
}

/// Returns the folder with PostgreSQL's server programs.
fn programs() -> PathBuf {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    let is_whole =
        |folder: &PathBuf| ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).is_file());
    std::env::split_paths(&on_path)
        .filter_map(|folder| fs::canonicalize(folder.join("initdb")).ok()?.parent().map(Path::to_owned))
        .chain(debian)
        .find(is_whole)
        .expect("PostgreSQL's server programs, as `cargo xtask test` installs them")
}

#[tokio::test]
async fn tls_encrypts_and_verifies_the_server() {
    let cluster = Cluster::start();
    let settings = config::Database { acquire_timeout_ms: 10_000, ..settings() };
    let meant = cluster.trusting("localhost", "server.crt");
    for url in [&cluster.url("localhost", "sslmode=require"), &meant] {
        let store = Store::connect(url, &settings).await.unwrap();
        store.ping().await.unwrap();
        let mut admin = PgConnection::connect(url).await.unwrap();
        let sql = "SELECT count(*) AS all, count(*) FILTER (WHERE ssl) AS encrypted
                   FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'sumito%'";
        let row = sqlx::query(sql).fetch_one(&mut admin).await.unwrap();
        assert!(row.get::<i64, _>("all") >= 2);
        assert_eq!(row.get::<i64, _>("all"), row.get::<i64, _>("encrypted"));
        store.close().await;
    }
    for url in [
        cluster.url("localhost", "sslmode=disable"),
        // The system trusts no issuer of this certificate.
        cluster.url("localhost", "sslmode=verify-full"),
        cluster.trusting("localhost", "other.crt"),
        // The certificate is for another name.
        cluster.trusting("127.0.0.1", "server.crt"),
    ] {
        let refused = Store::connect(&url, &settings).await;
        assert!(matches!(refused, Err(ConnectError::Open(_))), "{url}: {refused:?}");
    }
}
