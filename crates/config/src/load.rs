//! Sources of the settings.

use std::net::SocketAddr;
use std::path::Path;
use std::{env, fmt, fs};

use serde::Deserialize;
use strsim::jaro_winkler;

use super::values::{self, Kind, Place, Table, TableDeserializer, Value, ValueError};
use super::variables::{self, Variable};
use super::{Config, DEFAULTS, Overridden, Source, input_error};

/// An invalid setting; the text names the key and its source.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file does not exist.
    #[error("configuration file not found: {0}")]
    NoFile(String),
    /// A value is missing, mistyped or unknown.
    #[error(transparent)]
    Value(Box<ValueError>),
    /// The file that holds a setting cannot be read.
    #[error("cannot read `{key}` from {path}")]
    File {
        /// Key of the setting.
        key: String,
        /// Path of the file.
        path: String,
        /// Cause of the failure.
        source: std::io::Error,
    },
    /// A value is out of range.
    #[error("`{key}` {what}")]
    Range {
        /// Key of the setting.
        key: &'static str,
        /// Description of the error.
        what: &'static str,
    },
}

impl fmt::Display for ValueError {
    /// Describes the invalid setting, the error, and the source of the value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = |name: &str| {
            let mut path = self.path.clone();
            if path.last().is_none_or(|last| last != name) {
                path.push(name.to_owned());
            }
            path.join(".")
        };
        let key = self.path.join(".");
        match &self.kind {
            Kind::Message(text) if text.contains("socket address") => {
                write!(
                    f,
                    "`{key}` must be an IP address and a port, such as 127.0.0.1:8080 or [::]:8080; names are not resolved"
                )?;
            }
            Kind::Unexpected(found, expected) => {
                write!(f, "`{key}` must be {}, but is {found}", input_error::wanted(expected))?;
            }
            Kind::UnknownVariant(found, expected) => {
                write!(f, "`{key}` cannot be {found:?}; allowed: {}", expected.join(", "))?;
            }
            Kind::UnknownField(name, expected) => {
                let is_variable = self.place == Some(Place::Variable);
                let hint = if is_variable { levels_hint(name, expected) } else { None };
                let hint = hint.unwrap_or_else(|| spelling_hint(name, expected));
                write!(f, "no such setting: `{}`{hint}", path(name))?;
            }
            Kind::MissingField(name) => write!(f, "`{}` is missing", path(name))?,
            Kind::Message(text) if key.is_empty() => f.write_str(text)?,
            Kind::Message(text) => write!(f, "`{key}`: {text}")?,
        }
        match &self.place {
            Some(Place::Variable) => write!(f, " (from {})", variables::variable_of(&self.path)),
            Some(Place::FileOfVariable) => write!(f, " (from {}_FILE)", variables::variable_of(&self.path)),
            Some(Place::File(path)) => write!(f, " (TOML file {})", relative(path).display()),
            Some(Place::Defaults | Place::CommandLine) | None => Ok(()),
        }
    }
}

/// Returns the path from the current folder, if the file is in it.
fn relative(path: &Path) -> &Path {
    env::current_dir().ok().and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path)
}

/// Names the setting that is spelt most like an unknown one, or all of them if there are few.
fn spelling_hint(name: &str, expected: &[&str]) -> String {
    /// Similarity from which a name is taken for another spelling.
    const SIMILAR: f64 = 0.8;
    /// Number of names that a message lists.
    const FEW: usize = 8;
    let near = expected.iter().map(|other| (jaro_winkler(name, other), other));
    match near.max_by(|one, other| one.0.total_cmp(&other.0)) {
        Some((similarity, near)) if similarity >= SIMILAR => format!("; did you mean `{near}`?"),
        _ if expected.len() <= FEW => format!("; allowed: {}", expected.join(", ")),
        _ => String::new(),
    }
}

/// Names the variable with two underscores after a level, if this one has only one there.
fn levels_hint(name: &str, expected: &[&str]) -> Option<String> {
    let (level, rest) = expected
        .iter()
        .find_map(|level| name.strip_prefix(level)?.strip_prefix('_').map(|rest| (level, rest)))?;
    let variable = variables::variable_of(&[(*level).to_owned(), rest.to_owned()]);
    Some(format!("; between levels a variable has two underscores: `{variable}`"))
}

/// Settings from the command line; they override all other sources.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Value of `--listen`.
    pub listen: Option<SocketAddr>,
    /// Value of `--database-url`.
    pub database_url: Option<String>,
}

impl Config {
    /// Reads the settings from all sources.
    ///
    /// # Errors
    /// [`ConfigError`] names the key that is wrong.
    pub fn load(file: Option<&Path>, overrides: &Overrides) -> Result<Self, ConfigError> {
        let mut settings = read(DEFAULTS, &Place::Defaults)?;
        if let Some(path) = file {
            if !path.is_file() {
                return Err(ConfigError::NoFile(path.display().to_string()));
            }
            values::merge(&mut settings, read_file(path)?);
        }
        let variables: Vec<_> = Variable::all().collect();
        let overridden = overridden(&settings, &variables);
        for variable in variables.iter().filter(|variable| variable.key_of_file().is_none()) {
            let value = variables::parse(&variable.value);
            values::merge(&mut settings, values::nested(&variable.key(), value, &Place::Variable));
        }
        for variable in &variables {
            if let Some(key) = variable.key_of_file() {
                let path = variable.value.clone();
                let text = match fs::read_to_string(&path) {
                    Ok(text) => text.trim_end_matches(['\r', '\n']).to_owned(),
                    Err(source) => return Err(ConfigError::File { key, path, source }),
                };
                let setting = values::nested(&key, Value::Text(text), &Place::FileOfVariable);
                values::merge(&mut settings, setting);
            }
        }
        let listen = overrides.listen.map(|listen| ("listen", listen.to_string()));
        let database_url = overrides.database_url.clone().map(|url| ("database_url", url));
        for (key, text) in listen.into_iter().chain(database_url) {
            values::merge(&mut settings, values::nested(key, Value::Text(text), &Place::CommandLine));
        }
        let mut config = Self::deserialize(TableDeserializer(&settings))
            .map_err(|error| ConfigError::Value(Box::new(error)))?;
        config.normalise()?;
        config.check()?;
        config.source = Source { file: file.map(Path::to_owned), overrides: overrides.clone(), overridden };
        Ok(config)
    }

    /// Rereads the settings from the same sources.
    ///
    /// # Errors
    /// [`ConfigError`] names the key that is wrong.
    pub fn read_again(&self) -> Result<Self, ConfigError> {
        Self::load(self.source.file.as_deref(), &self.source.overrides)
    }
}

/// Reads the configuration file.
fn read_file(path: &Path) -> Result<Table, ConfigError> {
    let place = Place::File(path.to_owned());
    match fs::read_to_string(path) {
        Ok(text) => read(&text, &place),
        Err(error) => Err(invalid(error.to_string(), &place)),
    }
}

fn read(text: &str, place: &Place) -> Result<Table, ConfigError> {
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| invalid(error.to_string(), place))?;
    Ok(values::table_of(table, place))
}

/// A document that cannot be read.
fn invalid(what: String, place: &Place) -> ConfigError {
    ConfigError::Value(Box::new(ValueError::new(Kind::Message(what)).at_place(place)))
}

/// Returns the settings of the configuration file that variables override.
fn overridden(settings: &Table, variables: &[Variable]) -> Vec<Overridden> {
    let is_in_file = |key: &str| {
        values::find(settings, key).is_some_and(|setting| matches!(setting.place, Place::File(_)))
    };
    let names = variables.iter().map(|one| Overridden { key: one.key(), variable: one.full_name() });
    names.filter(|one| is_in_file(&one.key)).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn load(file: Option<&str>) -> Result<Config, ConfigError> {
        let mut temp = tempfile::NamedTempFile::new().unwrap();
        temp.write_all(file.unwrap_or_default().as_bytes()).unwrap();
        Config::load(Some(temp.path()), &Overrides::default())
    }

    #[test]
    fn defaults_name_every_key_and_no_other() {
        let config = load(None).unwrap();
        assert_eq!(config.listen, "127.0.0.1:8080".parse().unwrap());
        assert_eq!(config.database_url, "sqlite://data/sumito.db");
    }

    #[test]
    fn file_overrides_defaults_and_flags_override_both() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "listen = \"127.0.0.1:1\"\n[limits]\nmessage_bytes = 99\n").unwrap();
        let flags = Overrides { listen: Some("127.0.0.1:2".parse().unwrap()), database_url: None };
        let config = Config::load(Some(file.path()), &flags).unwrap();
        assert_eq!(config.listen, "127.0.0.1:2".parse().unwrap());
        assert_eq!(config.limits.message_bytes, 99);
        assert_eq!(config.limits.message_burst, 60);
    }

    #[test]
    fn an_error_names_the_key() {
        for (file, key) in [
            ("listen = \"nowhere\"", "listen"),
            ("[limits]\nmessage_bytes = \"many\"", "message_bytes"),
            ("[limits]\nmesage_bytes = 1", "mesage_bytes"),
            ("[limits]\noutbox_messages = 0", "limits.outbox_messages"),
            ("[limits]\noutbox_bytes = 4194303", "limits.outbox_bytes"),
            ("[lobby]\nrooms = 4097", "limits.outbox_bytes"),
            ("[http]\nhead_bytes = 8191", "http.head_bytes"),
            ("[http]\nidle_timeout_ms = 0", "http.idle_timeout_ms"),
            ("[metrics]\nlisten = \"localhost\"", "metrics.listen"),
            ("[traces]\nendpoint = \"localhost:4318\"", "traces.endpoint"),
            ("[traces]\nsampled = 1.5", "traces.sampled"),
            ("[retention]\nsession_days = 0", "retention.session_days"),
            ("[http]\njobs_at_once = 0", "http.jobs_at_once"),
            ("[mail]\nsmtp_url = \"smtp://localhost\"", "public_url"),
            ("[push]\nprivate_key = \"k\"", "push.contact"),
            ("[sockets]\nping_ms = 60000", "sockets.silence_ms"),
            ("[[lobbies]]\nname = \"a\"\ncapacity = 0", "lobbies"),
            ("[[lobbies]]\nname = \"a\"\ncapacity = 9\nmodes = [\"five\"]", "modes"),
            ("[pairing]\nwindow_per_second = 0", "pairing.window"),
            ("public_url = \"https://abalone.example/game\"", "public_url"),
            ("allowed_origins = [\"https://a.example/x\"]", "allowed_origins"),
            ("[limits]\ntournament_places = 0", "limits.tournament_places"),
            ("[event_log]\nbatch_commands = 1025", "event_log.batch_commands"),
            ("[site]\nname = \"\"", "site.name"),
            ("[site]\nname = \"a\\u0007b\"", "site.name"),
            ("[site]\naccent = \"green\"", "site.accent"),
            ("[site]\naccent = \"#88ccaa\"", "site.accent"),
            (
                "[limits]\ntrusted_networks = [{ network = \"192.0.2.0/24\", factor = 1 }]",
                "limits.trusted_networks",
            ),
            (
                "[limits]\ntrusted_networks = [{ network = \"2001:db8::/65\", factor = 2 }]",
                "limits.trusted_networks",
            ),
            (
                "[limits]\ntrusted_networks = [{ network = \"::/0\", factor = 2, until = \"8 pm\" }]",
                "trusted_networks",
            ),
            ("[accounts]\nregistration = \"secret\"", "accounts.registration"),
            (
                "[limits]\ntrusted_networks = [{ network = \"10.0.0.0/33\", factor = 2 }]",
                "\"10.0.0.0/33\" is not a network such as 192.0.2.0/24",
            ),
            ("listen = ", "TOML parse error"),
        ] {
            let error = load(Some(file)).unwrap_err().to_string();
            assert!(error.contains(key) && !error.contains("``"), "{file:?} gave {error:?}");
        }
    }

    #[test]
    fn error_describes_setting_in_plain_words() {
        for (file, message) in [
            (
                "listen = \"nowhere\"",
                "`listen` must be an IP address and a port, such as 127.0.0.1:8080 or [::]:8080; names are not resolved",
            ),
            (
                "[limits]\nmessage_bytes = \"many\"",
                "`limits.message_bytes` must be a whole number of at least 0",
            ),
            (
                "[limits]\nmesage_bytes = 1",
                "no such setting: `limits.mesage_bytes`; did you mean `message_bytes`?",
            ),
            (
                "[site.imprint]\nfr = \"imprint.fr.txt\"",
                "no such setting: `site.imprint.fr`; allowed: en, de, pl, nl",
            ),
        ] {
            let error = load(Some(file)).unwrap_err().to_string();
            assert!(error.starts_with(message), "{file:?} gave {error:?}");
        }
    }

    #[test]
    fn variable_needs_two_underscores_between_levels() {
        let hint = levels_hint("limits_sockets", &["listen", "limits"]).unwrap();
        assert!(hint.ends_with("`SUMITO_LIMITS__SOCKETS`"), "{hint}");
        assert_eq!(levels_hint("limtis_sockets", &["listen", "limits"]), None);
    }

    #[test]
    fn addresses_of_sites_are_as_browsers_write_them() {
        let file =
            "public_url = \"https://Abälone.example:443/\"\nallowed_origins = [\"HTTP://Club.example:80\"]";
        let config = load(Some(file)).unwrap();
        assert_eq!(config.public_url, "https://xn--ablone-cua.example");
        assert_eq!(config.allowed_origins, ["http://club.example"]);
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let error = Config::load(Some(Path::new("/nowhere/sumito.toml")), &Overrides::default()).unwrap_err();
        assert_eq!(error.to_string(), "configuration file not found: /nowhere/sumito.toml");
    }
}
