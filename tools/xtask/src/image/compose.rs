//! `docker-compose.yml`: validated against its schema, and parsed.

use std::{collections::BTreeMap, fs, process::Command};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::NAME;
use crate::{process, repository};

/// All profiles of the file.
const PROFILES: [&str; 3] = ["tls", "watch", "cluster"];

/// The server's entry in the file.
#[derive(Debug, Deserialize)]
pub(super) struct Service {
    image: String,
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
    command.args(PROFILES.iter().flat_map(|profile| ["--profile", profile]));
    command.args(["config", "--quiet"]);
    process::run(command.current_dir(repository::root()))
}

/// Returns the service `server`.
pub(super) fn server() -> Result<Service> {
    let text =
        fs::read_to_string(repository::root().join("docker-compose.yml")).context("docker-compose.yml")?;
    service_in(&text, "server")
}

/// Returns the service of this name, which has our image.
fn service_in(text: &str, name: &str) -> Result<Service> {
    let mut file: serde_norway::Value = serde_norway::from_str(text)?;
    // A merged file merges another one itself.
    file.apply_merge()?;
    file.apply_merge()?;
    let mut file: File = serde_norway::from_value(file)?;
    let service = file.services.remove(name);
    let service = service.with_context(|| format!("docker-compose.yml has no service `{name}`"))?;
    let service: Service = serde_norway::from_value(service).with_context(|| format!("service `{name}`"))?;
    anyhow::ensure!(service.image == NAME, "`{name}` has the image {}", service.image);
    anyhow::ensure!(service.read_only && service.cap_drop == ["ALL"], "`{name}` is not confined");
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
    fn nodes_of_a_cluster_are_alike() {
        let text = fs::read_to_string(repository::root().join("docker-compose.yml")).unwrap();
        let [node, others @ ..] = ["node1", "node2", "node3"].map(|name| service_in(&text, name).unwrap());
        assert_eq!(node.environment["SUMITO_CLUSTER__NATS_URL"], "nats://nats:4222");
        assert_eq!(node.secrets, ["postgres_password", "bus_password"]);
        for other in others {
            assert_eq!((&other.environment, &other.secrets), (&node.environment, &node.secrets));
        }
    }

    #[test]
    fn a_server_that_may_do_everything_is_refused() {
        let text = |read_only| {
            format!(
                "services:\n  it:\n    image: sumito\n    environment: {{}}\n    secrets: []\n    read_only: {read_only}\n    cap_drop: [ALL]\n"
            )
        };
        assert!(service_in(&text(true), "it").is_ok());
        assert!(service_in(&text(false), "it").is_err() && service_in(&text(true), "other").is_err());
    }

    #[test]
    fn unset_variable_has_its_default() {
        assert_eq!(default_of("${SUMITO_TRUST_FORWARDED_FOR:-false}"), "false");
        assert_eq!(default_of("${SUMITO_PUBLIC_URL:-}"), "");
        assert_eq!(default_of("0.0.0.0:9464"), "0.0.0.0:9464");
    }
}
