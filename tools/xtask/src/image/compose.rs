//! `docker-compose.yml`: validated against its schema, and parsed.

use std::{collections::BTreeMap, fs, process::Command};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::NAME;
use crate::{process, repository};

/// The server's entry in the file.
#[derive(Debug, Deserialize)]
pub(super) struct Service {
    image: Option<String>,
    pub(super) environment: BTreeMap<String, String>,
    pub(super) secrets: Vec<String>,
    pub(super) read_only: bool,
    cap_drop: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    services: BTreeMap<String, serde_norway::Value>,
}

/// Validates the file against Compose's schema, with all profiles.
pub(super) fn check() -> Result<()> {
    let mut command = Command::new("docker-compose");
    command.args(["--profile", "tls", "--profile", "watch", "config", "--quiet"]);
    process::run(command.current_dir(repository::root()))
}

/// Returns the service of this image.
pub(super) fn server() -> Result<Service> {
    let text =
        fs::read_to_string(repository::root().join("docker-compose.yml")).context("docker-compose.yml")?;
    server_in(&text)
}

fn server_in(text: &str) -> Result<Service> {
    let mut file: serde_norway::Value = serde_norway::from_str(text)?;
    file.apply_merge()?;
    let file: File = serde_norway::from_value(file)?;
    let services =
        file.services.into_values().filter_map(|service| serde_norway::from_value::<Service>(service).ok());
    let mut of_ours = services.filter(|service| service.image.as_deref() == Some(NAME));
    let service =
        of_ours.next().with_context(|| format!("docker-compose.yml has no service with the image {NAME}"))?;
    anyhow::ensure!(service.read_only && service.cap_drop == ["ALL"], "the server is not confined");
    Ok(service)
}

/// Returns the default of a value: `this` in `${NAME:-this}`.
pub(super) fn default_of(value: &str) -> &str {
    let inner = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    inner.map_or(value, |inner| inner.split_once(":-").map_or("", |(_, value)| value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn service_of_the_server_is_found_with_shared_settings() {
        let service = server().unwrap();
        assert!(service.environment.contains_key("SUMITO_DATABASE_URL"));
        assert_eq!(service.secrets, ["postgres_password"]);
    }

    #[test]
    fn a_server_that_may_do_everything_is_refused() {
        let text = "services:\n  it:\n    image: sumito\n    environment: {}\n    secrets: []\n    read_only: false\n    cap_drop: [ALL]\n";
        assert!(server_in(text).is_err());
    }

    #[test]
    fn unset_variable_has_its_default() {
        assert_eq!(default_of("${SUMITO_TRUST_FORWARDED_FOR:-false}"), "false");
        assert_eq!(default_of("${SUMITO_PUBLIC_URL:-}"), "");
        assert_eq!(default_of("0.0.0.0:9464"), "0.0.0.0:9464");
    }
}
