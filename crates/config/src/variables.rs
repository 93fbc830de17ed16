//! Settings from environment variables.

use std::env;
use std::iter::Peekable;
use std::str::Chars;

use super::values::{Place, Setting, Table, Value};

/// Prefix of the environment variables that hold settings.
pub(super) const PREFIX: &str = "SUMITO_";

/// Variables with the prefix that are not settings: the path of the configuration file, and variables of builds, tests and Compose.
const NOT_SETTINGS: [&str; 15] = [
    "config",
    "bin",
    "web_dist",
    "test_nats_server",
    "test_postgres_url",
    "crash_kills",
    "crash_seed",
    "fuzz_conversation",
    "fuzz_inputs",
    "fuzz_seed",
    "sim_seed",
    "sim_seeds",
    "publish",
    "postgres_password_file",
    "domain",
];

/// An environment variable with a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variable {
    /// The name in lower case, without the prefix.
    name: String,
    pub(super) value: String,
}

impl Variable {
    /// Returns all variables with settings.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        env::vars_os().filter_map(|(name, value)| {
            let name = name.to_string_lossy().trim().to_ascii_lowercase();
            let name = name.strip_prefix(&PREFIX.to_ascii_lowercase())?.trim().to_owned();
            let variable = Self { name, value: value.to_string_lossy().into_owned() };
            let is_setting = !NOT_SETTINGS.contains(&variable.name.as_str())
                && variable.key().split('.').all(|level| !level.is_empty());
            is_setting.then_some(variable)
        })
    }

    /// The key of the setting, with points between its levels.
    pub(super) fn key(&self) -> String {
        self.key_of_file().unwrap_or_else(|| key_of(&self.name))
    }

    /// The key of the setting if the variable names a file with the value: `database.password` for `SUMITO_DATABASE__PASSWORD_FILE`.
    pub(super) fn key_of_file(&self) -> Option<String> {
        self.name.strip_suffix("_file").map(key_of)
    }

    /// The whole name.
    pub(super) fn full_name(&self) -> String {
        format!("{PREFIX}{}", self.name.to_ascii_uppercase())
    }
}

fn key_of(name: &str) -> String {
    name.replace("__", ".")
}

/// Returns the name of the variable for a key with these levels.
pub(super) fn variable_of(path: &[String]) -> String {
    format!("{PREFIX}{}", path.join("__")).to_ascii_uppercase()
}

/// Reads the value of a variable: a number, `true` or `false`, a text in quotes, a list in `[]`, a table in `{}`. Anything else is a text.
pub(super) fn parse(text: &str) -> Value {
    let mut parser = Parser(text.chars().peekable());
    match parser.value() {
        Some(value) if parser.0.peek().is_none() => value,
        _ => Value::Text(text.to_owned()),
    }
}

struct Parser<'a>(Peekable<Chars<'a>>);

impl Parser<'_> {
    fn value(&mut self) -> Option<Value> {
        self.skip_space();
        let value = match self.0.peek() {
            Some('"') => Value::Text(self.quoted()?),
            Some('\'') => {
                self.0.next();
                let character = self.0.next()?;
                self.expect('\'')?;
                Value::Text(character.to_string())
            }
            Some('[') => Value::List(self.list()?),
            Some('{') => Value::Table(self.table()?),
            _ => self.word(),
        };
        self.skip_space();
        Some(value)
    }

    fn word(&mut self) -> Value {
        let mut word = String::new();
        while let Some(next) = self.0.next_if(|next| !matches!(next, ',' | '{' | '}' | '[' | ']')) {
            word.push(next);
        }
        let word = word.trim();
        if word == "true" || word == "false" {
            return Value::Flag(word == "true");
        }
        let float = word.parse().ok().filter(|_| word.contains('.')).map(Value::Float);
        float
            .or_else(|| word.parse().ok().map(Value::Unsigned))
            .or_else(|| word.parse().ok().map(Value::Signed))
            .unwrap_or_else(|| Value::Text(word.to_owned()))
    }

    /// A text in quotes, with the escapes of TOML.
    fn quoted(&mut self) -> Option<String> {
        self.expect('"')?;
        let mut text = String::new();
        loop {
            match self.0.next()? {
                '"' => return Some(text),
                '\\' => text.push(match self.0.next()? {
                    character @ ('"' | '\\') => character,
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => self.hexadecimal(4)?,
                    'U' => self.hexadecimal(8)?,
                    _ => return None,
                }),
                control if control.is_ascii_control() && control != '\t' => return None,
                character => text.push(character),
            }
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<char> {
        let mut number = 0;
        for _ in 0..digits {
            number = 16 * number + self.0.next()?.to_digit(16)?;
        }
        char::from_u32(number)
    }

    fn list(&mut self) -> Option<Vec<Setting>> {
        let mut list = Vec::new();
        self.delimited('[', ']', |parser| {
            list.push(Setting { value: parser.value()?, place: Place::Variable });
            Some(())
        })?;
        Some(list)
    }

    fn table(&mut self) -> Option<Table> {
        let mut table = Table::new();
        self.delimited('{', '}', |parser| {
            parser.skip_space();
            let key = if parser.0.peek() == Some(&'"') { parser.quoted()? } else { parser.name()? };
            parser.skip_space();
            parser.expect('=')?;
            let value = parser.value()?;
            table.insert(key, Setting { value, place: Place::Variable });
            Some(())
        })?;
        Some(table)
    }

    /// Items with commas between them; another may follow the last one.
    fn delimited(
        &mut self,
        start: char,
        end: char,
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.expect(start)?;
        while self.0.next_if_eq(&end).is_none() {
            item(self)?;
            if self.0.next_if_eq(&',').is_none() {
                return self.expect(end);
            }
        }
        Some(())
    }

    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(next) =
            self.0.next_if(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | '-'))
        {
            name.push(next);
        }
        (!name.is_empty()).then_some(name)
    }

    fn expect(&mut self, character: char) -> Option<()> {
        self.0.next_if_eq(&character).map(|_| ())
    }

    fn skip_space(&mut self) {
        while self.0.next_if(char::is_ascii_whitespace).is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variable_may_name_file_with_setting() {
        for (name, key) in [
            ("database__password_file", Some("database.password")),
            ("listen_file", Some("listen")),
            ("listen", None),
            ("file", None),
        ] {
            let variable = Variable { name: name.to_owned(), value: String::new() };
            assert_eq!(variable.key_of_file().as_deref(), key, "{name}");
        }
    }

    #[test]
    fn values_have_the_types_that_they_look_like() {
        let text = |text: &str| Value::Text(text.to_owned());
        let list = |values: Vec<Value>| {
            Value::List(values.into_iter().map(|value| Setting { value, place: Place::Variable }).collect())
        };
        for (value, expected) in [
            ("true", Value::Flag(true)),
            (" false ", Value::Flag(false)),
            ("trueish", text("trueish")),
            ("5", Value::Unsigned(5)),
            ("-5", Value::Signed(-5)),
            ("0.5", Value::Float(0.5)),
            ("1e3", text("1e3")),
            ("1.2.3.4", text("1.2.3.4")),
            ("", text("")),
            (" warn ", text("warn")),
            ("\" a\\t\\u00e9\"", text(" a\t\u{e9}")),
            ("\"5\"", text("5")),
            ("'x'", text("x")),
            ("\"open", text("\"open")),
            ("a,b", text("a,b")),
            (" p[w ", text(" p[w ")),
            ("sqlite://data/sumito.db?mode=rwc", text("sqlite://data/sumito.db?mode=rwc")),
            ("[]", list(Vec::new())),
            (
                "[1, -2, https://a.example,]",
                list(vec![Value::Unsigned(1), Value::Signed(-2), text("https://a.example")]),
            ),
            ("[1", text("[1")),
        ] {
            assert_eq!(parse(value), expected, "{value:?}");
        }
        let Value::Table(table) = parse("{ network = 192.0.2.0/24, \"factor\" = 20 }") else {
            panic!("no table")
        };
        let entries: Vec<_> =
            table.iter().map(|(key, setting)| (key.as_str(), setting.value.clone())).collect();
        assert_eq!(entries, [("factor", Value::Unsigned(20)), ("network", text("192.0.2.0/24"))]);
    }
}
