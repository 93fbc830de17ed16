//! The manifests in `packaging/kubernetes`, validated against the schemas that Kubernetes publishes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{process, python::PythonProgram, repository};

/// A validator that contains the schemas.
const VALIDATOR: PythonProgram = PythonProgram {
    package: "kubernetes-validate==1.37.0",
    program: "kubernetes-validate",
    folder: "kubernetes-validate",
};

/// The oldest version of Kubernetes for which the manifests are made.
const KUBERNETES: &str = "1.31";

/// A field of the nodes' manifest, and a misspelling that the validator must find.
const MISSPELT: (&str, &str) = ("readinessProbe:", "readynessProbe:");

/// Installs the validator, unless it is there. Returns its path.
pub(crate) fn install() -> Result<PathBuf> {
    VALIDATOR.install()
}

/// Validates all manifests with an installed validator, and checks that it finds an error.
pub(crate) fn run_with(program: &Path) -> Result<()> {
    let manifests = manifests()?;
    process::run(validation(program).args(&manifests))?;
    let nodes = fs::read_to_string(folder().join("nodes.yaml")).context("nodes.yaml")?;
    ensure!(nodes.contains(MISSPELT.0), "nodes.yaml has no {}", MISSPELT.0);
    let wrong = tempfile::Builder::new().suffix(".yaml").tempfile().context("cannot create a file")?;
    fs::write(wrong.path(), nodes.replace(MISSPELT.0, MISSPELT.1))?;
    match process::output(validation(program).arg(wrong.path())) {
        Err(found) if format!("{found:#}").contains(MISSPELT.1.trim_end_matches(':')) => Ok(()),
        Err(other) => Err(other),
        Ok(_) => bail!("the validator accepts {}", MISSPELT.1),
    }
}

fn validation(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["--strict", "--kubernetes-version", KUBERNETES, "--quiet"]);
    command
}

fn folder() -> PathBuf {
    repository::root().join("packaging/kubernetes")
}

/// Returns the paths of all manifests, with the examples. Kustomize's own file has no schema.
fn manifests() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder()).context("packaging/kubernetes")? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "yaml")
            && path.file_name().is_some_and(|name| name != "kustomization.yaml")
        {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as _;
    use serde_norway::Value;

    use super::*;

    fn read(file: &str) -> Vec<Value> {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        serde_norway::Deserializer::from_str(&text).map(|part| Value::deserialize(part).unwrap()).collect()
    }

    fn pods() -> Vec<Value> {
        let parts = [read("nodes.yaml"), read("nats.yaml")].concat();
        parts.into_iter().filter(|part| part["kind"] == "Deployment").collect()
    }

    #[test]
    fn kustomize_applies_all_manifests_but_the_examples() {
        let [kustomization] = &read("kustomization.yaml")[..] else { panic!("one document") };
        let resources = kustomization["resources"].as_sequence().unwrap();
        let mut applied: Vec<_> = resources.iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        applied.sort_unstable();
        let names = manifests().unwrap().into_iter();
        let names = names.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
        assert_eq!(applied, names.filter(|name| !name.contains(".example.")).collect::<Vec<_>>());
    }

    #[test]
    fn nats_has_the_same_settings_everywhere() {
        let of_kubernetes = read("nats.yaml")[0]["data"]["nats.conf"].as_str().unwrap().to_owned();
        let file = repository::root().join("packaging/nats/nats.conf");
        assert_eq!(of_kubernetes, fs::read_to_string(file).unwrap());
    }

    #[test]
    fn pods_have_no_privileges() {
        for pod in pods() {
            let spec = &pod["spec"]["template"]["spec"];
            assert_eq!(spec["securityContext"]["runAsNonRoot"], true, "{pod:?}");
            assert_eq!(spec["automountServiceAccountToken"], false, "{pod:?}");
            for container in spec["containers"].as_sequence().unwrap() {
                let confined = &container["securityContext"];
                assert_eq!(confined["readOnlyRootFilesystem"], true, "{pod:?}");
                assert_eq!(confined["allowPrivilegeEscalation"], false, "{pod:?}");
                assert_eq!(confined["capabilities"]["drop"][0], "ALL", "{pod:?}");
                assert!(!container["resources"]["limits"]["memory"].is_null(), "{pod:?}");
            }
        }
    }

    #[test]
    fn nodes_have_enough_time_to_stop() {
        let spec = &pods()[0]["spec"]["template"]["spec"];
        let pause = &spec["containers"][0]["lifecycle"]["preStop"]["exec"]["command"];
        assert_eq!(pause[0], "sleep");
        let pause: i64 = pause[1].as_str().unwrap().parse().unwrap();
        let grace = settings()["shutdown_grace_ms"].as_integer().unwrap() / 1_000;
        assert!(spec["terminationGracePeriodSeconds"].as_i64().unwrap() > pause + grace);
    }

    fn settings() -> toml::Table {
        let defaults = fs::read_to_string(repository::root().join("config/default.toml")).unwrap();
        defaults.parse().unwrap()
    }

    /// Returns whether `SUMITO_A__B` or `SUMITO_A__B_FILE` is a setting.
    fn is_setting(variable: &str, settings: &toml::Table) -> bool {
        let key = variable.trim_start_matches("SUMITO_").trim_end_matches("_FILE").to_lowercase();
        match key.split_once("__") {
            Some((part, key)) => settings.get(part).is_some_and(|part| part.get(key).is_some()),
            None => settings.contains_key(&key),
        }
    }

    #[test]
    fn settings_of_containers_exist() {
        let compose = fs::read_to_string(repository::root().join("docker-compose.yml")).unwrap();
        let config = fs::read_to_string(folder().join("config.yaml")).unwrap();
        let settings = settings();
        let mut count = 0;
        for line in compose.lines().chain(config.lines()) {
            // A variable of Compose itself is the value of a setting, or a separate name.
            let Some((variable, _)) = line.trim().split_once(": ") else { continue };
            if variable.starts_with("SUMITO_") && variable != "SUMITO_DOMAIN" {
                assert!(is_setting(variable, &settings), "{variable} is no setting");
                count += 1;
            }
        }
        assert!(count > 15, "{count}");
        assert!(!is_setting("SUMITO_CLUSTER__NATS", &settings) && !is_setting("SUMITO_NATS_URL", &settings));
    }
}
