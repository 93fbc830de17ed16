//! Known vulnerabilities of crates, from `tools/xtask/advisories.toml`.

use anyhow::{Context, Result};
use semver::Version;
use serde::Deserialize;

use super::{Findings, Metadata};

/// The list of advisories.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    advisories: Vec<Advisory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advisory {
    id: String,
    #[serde(rename = "crate")]
    name: String,
    /// The first fixed version.
    fixed: Option<Version>,
    what: String,
}

/// Checks the packages against the list.
///
/// # Errors
/// Fails if the list or a version cannot be parsed.
pub(super) fn check(metadata: &Metadata, list: &str, findings: &mut Findings) -> Result<()> {
    let list: List = toml::from_str(list).context("tools/xtask/advisories.toml")?;
    for package in &metadata.packages {
        let version = Version::parse(&package.version).with_context(|| package.name.clone())?;
        let has = |advisory: &&Advisory| {
            advisory.name == package.name && advisory.fixed.as_ref().is_none_or(|fixed| version < *fixed)
        };
        for Advisory { id, what, fixed, .. } in list.advisories.iter().filter(has) {
            let way_out = match fixed {
                Some(fixed) => format!("take {fixed} or later"),
                None => "do without it".to_owned(),
            };
            findings.errors.push(format!("{} {version}: {what} ({id}): {way_out}", package.name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_version_with_a_fault_is_named_with_the_way_out() {
        let list = r#"advisories = [
            { id = "A-1", crate = "a", fixed = "1.2.0", what = "it leaks" },
            { id = "A-2", crate = "b", what = "it is lost" },
        ]"#;
        let found = |name: &str, version: &str| {
            let package = json!({"id": "", "name": name, "version": version, "dependencies": []});
            let metadata = json!({"packages": [package], "workspace_members": []});
            let mut findings = Findings::default();
            check(&serde_json::from_value(metadata).unwrap(), list, &mut findings).unwrap();
            findings.errors
        };
        assert_eq!(found("a", "1.1.9"), ["a 1.1.9: it leaks (A-1): take 1.2.0 or later"]);
        assert_eq!(found("a", "1.2.0-rc.1"), ["a 1.2.0-rc.1: it leaks (A-1): take 1.2.0 or later"]);
        assert!(found("a", "1.2.0").is_empty() && found("c", "0.1.0").is_empty());
        assert_eq!(found("b", "9.0.0"), ["b 9.0.0: it is lost (A-2): do without it"]);
    }

    #[test]
    fn the_list_of_the_house_can_be_read() {
        let list: List = toml::from_str(include_str!("../../advisories.toml")).unwrap();
        assert!(list.advisories.iter().any(|advisory| advisory.fixed.is_none()));
    }
}
