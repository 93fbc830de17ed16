//! Settings of a cluster: several servers that share a database.

use std::path::PathBuf;

use serde::Deserialize;

use super::{ConfigError, Redacted};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Cluster {
    pub nats_url: String,
    pub prefix: String,
    pub user: String,
    pub password: Redacted,
    pub token: Redacted,
    pub credentials_file: PathBuf,
    pub tls_ca: PathBuf,
}

impl Cluster {
    /// Returns whether this server shares its database with others.
    pub fn is_on(&self) -> bool {
        !self.nats_url.is_empty()
    }

    /// Checks the settings of a cluster.
    pub(super) fn check(&self, database_url: &str) -> Result<(), ConfigError> {
        let refuse = |key, what| Err(ConfigError::Range { key, what });
        if !self.is_on() {
            return Ok(());
        }
        if !["postgres:", "postgresql:"].iter().any(|scheme| database_url.starts_with(scheme)) {
            let what = "needs a PostgreSQL database in `database_url`: the nodes of a cluster share it";
            return refuse("cluster.nats_url", what);
        }
        let given = [
            !self.user.is_empty(),
            !self.token.reveal().is_empty(),
            !self.credentials_file.as_os_str().is_empty(),
        ];
        if given.iter().filter(|is_given| **is_given).count() > 1 {
            let what =
                "must not be combined with `cluster.token` or `cluster.credentials_file`: set one of them";
            return refuse("cluster.user", what);
        }
        if self.user.is_empty() != self.password.reveal().is_empty() {
            return refuse("cluster.password", "and `cluster.user` must be set together");
        }
        Ok(())
    }
}
