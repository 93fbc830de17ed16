//! Settings that are valid and have no effect.

use sumito_game::Timestamp;

use super::Config;

impl Config {
    /// Returns a text for each setting that has no effect at this moment.
    pub fn warnings(&self, now: Timestamp) -> Vec<String> {
        let file = self.source.file.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
        let overridden = self.source.overridden.iter();
        let mut warnings: Vec<_> = overridden
            .map(|one| {
                format!("`{}` in {file} has no effect: the variable {} overrides it", one.key, one.variable)
            })
            .collect();
        let networks = self.limits.trusted_networks.iter();
        warnings.extend(networks.filter(|one| one.until.is_some_and(|until| until <= now)).map(|one| {
            format!("`limits.trusted_networks`: {} has no effect any more: its `until` is past", one.network)
        }));
        warnings
    }
}

#[cfg(test)]
mod tests {
    use crate::Overrides;

    use super::*;

    #[test]
    fn a_network_whose_time_is_over_has_no_effect() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let network = "{ network = \"192.0.2.0/24\", factor = 20, until = \"1970-01-01T00:00:10Z\" }";
        std::fs::write(file.path(), format!("[limits]\ntrusted_networks = [{network}]")).unwrap();
        let config = Config::load(Some(file.path()), &Overrides::default()).unwrap();
        assert_eq!(config.warnings(Timestamp(9_000_000)), Vec::<String>::new());
        let warning = config.warnings(Timestamp(10_000_000)).remove(0);
        assert!(warning.contains("192.0.2.0/24"), "{warning}");
    }
}
