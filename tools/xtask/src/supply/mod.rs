//! Checks of the dependencies from Cargo's metadata: the rules of `deny.toml`, and yanked versions.
//!
//! cargo-deny checks the same rules, and is used where it is installed. This module exists because a test run must not compile cargo-deny for
//! minutes, and because cargo-deny reports yanked versions only together with the advisory database, which needs GitHub.

mod yanked;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use semver::{Version, VersionReq};
use serde::{Deserialize, Deserializer, de::Error as _};
use spdx::{Expression, ParseMode};

/// The needed part of `cargo metadata`.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: Version,
    license: Option<String>,
    /// `registry+…` or `git+…`; none for a path.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

/// The needed part of `deny.toml`.
#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bans {
    multiple_versions: Level,
    wildcards: Level,
    #[serde(default)]
    deny: Vec<Ban>,
}

#[derive(Deserialize)]
struct Ban {
    #[serde(rename = "crate")]
    spec: Spec,
    reason: String,
}

/// Versions of a crate: `name`, or `name:requirement`.
struct Spec {
    name: String,
    versions: VersionReq,
}

impl Spec {
    /// Returns whether the version belongs to it. A pre-release counts as its release.
    fn matches(&self, name: &str, version: &Version) -> bool {
        let release = Version::new(version.major, version.minor, version.patch);
        self.name == name && self.versions.matches(&release)
    }
}

impl<'de> Deserialize<'de> for Spec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (name, versions) = text.split_once(':').unwrap_or((&text, "*"));
        Ok(Self { name: name.to_owned(), versions: versions.parse().map_err(D::Error::custom)? })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    unknown_registry: Level,
    unknown_git: Level,
    #[serde(default)]
    allow_registry: BTreeSet<String>,
}

/// The level of a finding.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Level {
    Allow,
    Warn,
    Deny,
}

/// Findings of the checks.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// Findings that fail the check.
    pub(crate) errors: Vec<String>,
    /// Findings that are only reported.
    pub(crate) warnings: Vec<String>,
}

impl Findings {
    fn add(&mut self, level: Level, what: String) {
        match level {
            Level::Allow => {}
            Level::Warn => self.warnings.push(what),
            Level::Deny => self.errors.push(what),
        }
    }
}

/// Parses the output of `cargo metadata`.
///
/// # Errors
/// Fails if it cannot be parsed.
pub(crate) fn read(metadata: &str) -> Result<Metadata> {
    serde_json::from_str(metadata).context("what `cargo metadata` prints")
}

/// Checks the packages against the text of `deny.toml`.
///
/// # Errors
/// Fails if the rules cannot be parsed.
pub(crate) fn check(metadata: &Metadata, deny: &str) -> Result<Findings> {
    let rules: Rules = toml::from_str(deny).context("deny.toml")?;
    let mut findings = Findings::default();
    check_licenses(metadata, &rules.licenses, &mut findings);
    check_bans(metadata, &rules.bans, &mut findings);
    check_sources(metadata, &rules.sources, &mut findings);
    Ok(findings)
}

/// Asks the registry for yanked versions. They are only reported: a build must not fail because of external events.
///
/// # Errors
/// If the registry cannot be asked.
pub(crate) fn check_yanked(metadata: &Metadata) -> Result<Findings> {
    let warnings = yanked::find(metadata)?.iter().map(|what| format!("{what} was yanked")).collect();
    Ok(Findings { warnings, ..Findings::default() })
}

fn check_licenses(metadata: &Metadata, rules: &Licenses, findings: &mut Findings) {
    let mut used = BTreeSet::new();
    for package in &metadata.packages {
        let Some(license) = &package.license else {
            findings.errors.push(format!("{} {} names no licence", package.name, package.version));
            continue;
        };
        let Ok(expression) = Expression::parse_mode(license, ParseMode::LAX) else {
            let what = format!("{} {}: {license:?} is not a licence", package.name, package.version);
            findings.errors.push(what);
            continue;
        };
        let exceptions = || rules.exceptions.iter().filter(|exception| exception.name == package.name);
        let is_allowed = |license: &spdx::LicenseReq| {
            let license = license.to_string();
            rules.allow.contains(&license) || exceptions().any(|exception| exception.allow.contains(&license))
        };
        used.extend(expression.requirements().map(|part| part.req.to_string()));
        if !expression.evaluate(is_allowed) {
            let what = format!(
                "{} {}: {license} is not among the licences that are allowed",
                package.name, package.version
            );
            findings.errors.push(what);
        }
    }
    for unused in rules.allow.difference(&used) {
        findings.warnings.push(format!("no crate has the licence {unused} any more"));
    }
    for exception in &rules.exceptions {
        if !metadata.packages.iter().any(|package| package.name == exception.name) {
            findings.warnings.push(format!("{} has an exception but is not a dependency", exception.name));
        }
    }
}

fn check_bans(metadata: &Metadata, rules: &Bans, findings: &mut Findings) {
    let mut versions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for package in &metadata.packages {
        versions.entry(&package.name).or_default().push(package.version.to_string());
        for Ban { spec, reason } in &rules.deny {
            if spec.matches(&package.name, &package.version) {
                findings.errors.push(format!("{} {} is banned: {reason}", package.name, package.version));
            }
        }
        let is_ours = metadata.workspace_members.contains(&package.id);
        let any_version = |dependency: &&Dependency| dependency.req == "*" && dependency.path.is_none();
        for dependency in package.dependencies.iter().filter(any_version).filter(|_| is_ours) {
            let what = format!("{} accepts any version of {}", package.name, dependency.name);
            findings.add(rules.wildcards, what);
        }
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        let what = format!("{name} has {} versions: {}", versions.len(), versions.join(", "));
        findings.add(rules.multiple_versions, what);
    }
}

fn check_sources(metadata: &Metadata, rules: &Sources, findings: &mut Findings) {
    for package in &metadata.packages {
        let Some(source) = &package.source else { continue };
        let registry = source.strip_prefix("registry+");
        if registry.is_some_and(|registry| rules.allow_registry.contains(registry)) {
            continue;
        }
        let level = if registry.is_some() { rules.unknown_registry } else { rules.unknown_git };
        findings.add(level, format!("{} {} comes from {source}", package.name, package.version));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"]
        exceptions = [{ crate = "data", allow = ["MPL-2.0"] }]
        [bans]
        multiple-versions = "warn"
        wildcards = "deny"
        deny = [
            { crate = "openssl", reason = "needs a library of the system" },
            { crate = "leaky:<1.2.0", reason = "it leaks" },
        ]
        [sources]
        unknown-registry = "deny"
        unknown-git = "deny"
        allow-registry = ["https://registry"]
    "#;

    fn package(name: &str, version: &str, license: &str) -> Value {
        let id = format!("{name}@{version}");
        json!({"id": id, "name": name, "version": version, "license": license, "source": "registry+https://registry",
               "dependencies": []})
    }

    /// Returns the findings with these additional packages.
    fn found(more: &[Value]) -> Findings {
        let mut packages = vec![
            package("ours", "1.0.0", "MIT"),
            package("data", "1.0.0", "MPL-2.0"),
            package("std", "1.0.0", "Apache-2.0 WITH LLVM-exception"),
            package("old", "1.0.0", "MIT/Apache-2.0"),
        ];
        packages.extend_from_slice(more);
        let metadata = json!({"packages": packages, "workspace_members": ["ours@1.0.0", "mine@1.0.0"]});
        check(&read(&metadata.to_string()).unwrap(), DENY).unwrap()
    }

    fn with(mut package: Value, key: &str, value: Value) -> Value {
        package[key] = value;
        package
    }

    #[test]
    fn allowed_dependencies_cause_no_findings() {
        assert_eq!(found(&[]), Findings::default());
        assert_eq!(found(&[package("a", "1.0.0", "GPL-3.0 OR MIT")]), Findings::default());
        assert_eq!(found(&[package("leaky", "1.2.0", "MIT")]), Findings::default());
    }

    #[test]
    fn forbidden_packages_are_found_and_named() {
        let plain = package("a", "1.0.0", "MIT");
        let any = json!([{"name": "b", "req": "*", "path": null}]);
        for (package, error) in [
            (package("a", "1.0.0", "GPL-3.0"), "a 1.0.0: GPL-3.0 is not among the licences that are allowed"),
            (
                package("a", "1.0.0", "MIT AND MPL-2.0"),
                "a 1.0.0: MIT AND MPL-2.0 is not among the licences that are allowed",
            ),
            (package("a", "1.0.0", "whatever"), "a 1.0.0: \"whatever\" is not a licence"),
            (with(plain.clone(), "license", Value::Null), "a 1.0.0 names no licence"),
            (
                with(plain.clone(), "source", json!("registry+https://other")),
                "a 1.0.0 comes from registry+https://other",
            ),
            (
                with(plain.clone(), "source", json!("git+https://forge/a")),
                "a 1.0.0 comes from git+https://forge/a",
            ),
            (package("openssl", "1.0.0", "MIT"), "openssl 1.0.0 is banned: needs a library of the system"),
            (package("leaky", "1.1.9", "MIT"), "leaky 1.1.9 is banned: it leaks"),
            (
                package("openssl", "2.0.0-rc.1", "MIT"),
                "openssl 2.0.0-rc.1 is banned: needs a library of the system",
            ),
            (
                with(package("mine", "1.0.0", "MIT"), "dependencies", any.clone()),
                "mine accepts any version of b",
            ),
        ] {
            let errors = vec![error.to_owned()];
            assert_eq!(found(&[package]), Findings { errors, warnings: Vec::new() });
        }
        // Dependencies of others are not checked, and a path is not a wildcard.
        let path = json!([{"name": "b", "req": "*", "path": "/b"}]);
        assert_eq!(found(&[with(plain, "dependencies", any)]), Findings::default());
        assert_eq!(
            found(&[with(package("mine", "1.0.0", "MIT"), "dependencies", path)]),
            Findings::default()
        );
    }

    #[test]
    fn findings_to_review_are_reported() {
        let twice = found(&[package("data", "2.0.0", "MPL-2.0")]);
        assert_eq!(twice.warnings, ["data has 2 versions: 1.0.0, 2.0.0"]);
        let metadata =
            json!({"packages": [package("ours", "1.0.0", "MIT")], "workspace_members": []}).to_string();
        assert_eq!(
            check(&read(&metadata).unwrap(), DENY).unwrap().warnings,
            [
                "no crate has the licence Apache-2.0 any more",
                "no crate has the licence Apache-2.0 WITH LLVM-exception any more",
                "data has an exception but is not a dependency"
            ]
        );
    }

    #[test]
    fn the_rules_of_the_house_can_be_read() {
        let rules = include_str!("../../../../deny.toml");
        let rules: Rules = toml::from_str(rules).unwrap();
        assert!(rules.licenses.allow.contains("MIT") && rules.sources.unknown_git == Level::Deny);
        let is_banned =
            |name: &str, version: Version| rules.bans.deny.iter().any(|ban| ban.spec.matches(name, &version));
        assert!(is_banned("rsa", Version::new(99, 0, 0)));
        assert!(
            is_banned("rustls", Version::new(0, 23, 17)) && !is_banned("rustls", Version::new(0, 23, 18))
        );
    }
}
