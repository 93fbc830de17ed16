//! Strict decoding of JSON: a text is valid if it has the shape that its published schema describes.
//!
//! serde accepts more than the schemas say: the number of a variant in place of its name, an object with one field in place of a word, a
//! repeated field. It also buffers tagged values, so that its errors lose the path. Here the text becomes a [`Value`], the value is compared
//! with the `Shape` of its type, and only then read by serde.

mod check;
mod compile;
mod fault;
pub mod moment;
mod reading;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use fault::{Fault, FaultKind, Path};
pub use reading::read;

/// The shapes of all types, by the names of their schemas.
#[derive(Debug)]
pub struct Shapes(BTreeMap<String, Shape>);

/// The permitted forms of a value.
#[derive(Debug, Clone)]
enum Shape {
    Anything,
    Null,
    Flag,
    Number {
        min: f64,
        max: f64,
    },
    Integer {
        min: i128,
        max: i128,
    },
    /// A time: a number, or a text that becomes one.
    Moment,
    Text,
    Id,
    /// One of these texts.
    Words(Vec<String>),
    List(Box<Self>),
    Object(Fields),
    /// An object whose field `tag` selects the other fields.
    Tagged {
        tag: String,
        variants: Vec<(String, Self)>,
    },
    /// One of several forms without a tag.
    Either(Vec<Self>),
    /// The shape of a named type.
    Named(String),
}

/// The fields of an object. Others are refused, unless they all have one shape.
#[derive(Debug, Clone, Default)]
struct Fields {
    known: BTreeMap<String, Field>,
    others: Option<Box<Shape>>,
}

#[derive(Debug, Clone)]
struct Field {
    shape: Shape,
    is_required: bool,
}

impl Shapes {
    /// Compiles the schemas of all types.
    ///
    /// # Panics
    /// Panics if a schema has a form that no type of this crate has.
    pub fn new(definitions: &Map<String, Value>) -> Self {
        let compiled =
            |(name, schema): (&String, &Value)| (name.clone(), compile::shape(schema, definitions));
        Self(definitions.iter().map(compiled).collect())
    }

    /// Reads a value of the type with this name.
    ///
    /// # Errors
    /// Fails if the value does not have the shape of the type.
    pub fn decode<T: DeserializeOwned>(&self, name: &str, mut value: Value) -> Result<T, Fault> {
        let shape = self.0.get(name).unwrap_or(&Shape::Anything);
        self.check(shape, &mut value, &mut Path::default())?;
        serde_json::from_value(value)
            .map_err(|_| Fault::form(&Path::default(), "does not have the described form"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::definitions;
    use crate::{Command, client::CreateRoom};

    fn fault<T: DeserializeOwned>(name: &str, json: &str) -> String {
        let shapes = Shapes::new(&definitions());
        let decoded = read(json.as_bytes()).and_then(|value| shapes.decode::<T>(name, value).map(drop));
        decoded.map_or_else(|fault| fault.message("the body"), |()| "accepted".to_owned())
    }

    #[test]
    fn faults_name_the_path() {
        for (json, message) in [
            ("{}", "accepted"),
            (r#"{"clock":{"kind":"fischer"}}"#, "the field `clock.increment_ms` is missing"),
            (r#"{"clock":{}}"#, "the field `clock.kind` is missing"),
            (
                r#"{"clock":{"kind":"hourglass"}}"#,
                "`clock.kind` cannot be `hourglass`; allowed: `none`, `sudden_death`, `fischer`, `bronstein`, `delay`, `per_move`, \
                 `per_game`",
            ),
            (r#"{"clock":{"kind":"none","zz":1}}"#, "unknown field `clock.zz`; allowed: `kind`"),
            (r#"{"bots":[{"id":"bob"}]}"#, "`bots[0].id` must be an id (a UUID)"),
            (
                r#"{"computers":[{"level":1},{"level":999}]}"#,
                "`computers[1].level` must be a whole number from 0 to 255, and 999 is too large",
            ),
            (
                r#"{"spectator_delay_s":99999999999999999999}"#,
                "`spectator_delay_s` must be a whole number of seconds from 0 to 4294967295, and 1e+20 is too large",
            ),
            (r#"{"seat":-1}"#, "`seat` must be a whole number from 0 to 255, and -1 is too small"),
            (r#"{"seat":1.5}"#, "`seat` must be a whole number from 0 to 255, not a number with a fraction"),
            (r#"{"seat":"first"}"#, "`seat` must be a whole number from 0 to 255, not a text"),
            (r#"{"rated":"yes"}"#, "`rated` must be `true` or `false`, not a text"),
            (r#"{"lobby":5}"#, "`lobby` must be a text, not a number"),
            (r#"{"bots":{}}"#, "`bots` must be a list, not an object"),
            ("null", "the body must be an object, not `null`"),
            ("[]", "the body must be an object, not an array"),
            (r#"{"seat":2.0,"clock":{"kind":"sudden_death","initial_ms":6e4}}"#, "accepted"),
        ] {
            assert_eq!(fault::<CreateRoom>("CreateRoom", json), message, "{json}");
        }
    }

    #[test]
    fn faults_reveal_no_internals() {
        for json in [
            r#"{"type":"join","room":"abc","seat":-1}"#,
            r#"{"type":"join","room":"abc","seat":1.5}"#,
            r#"{"type":"join","room":"abc","seat":[]}"#,
            r#"{"type":"watch","room":"abc","legal":true,"clock":7}"#,
            r#"{"type":"watch","room":"abc","legal":true,"clock":{"kind":"fischer","initial_ms":1,"stages":7}}"#,
            r#"{"type":7}"#,
            "5",
            "null",
        ] {
            let text = fault::<Command>("Command", json);
            assert_ne!(text, "accepted", "{json}");
            for word in ["usize", "u8", "u64", "i64", "struct", "enum", "variant", "expected", "line"] {
                let mut words = text.split(|c: char| !c.is_alphanumeric());
                assert!(!words.any(|part| part == word), "{json}: {text}");
            }
        }
    }

    #[test]
    fn leniency_of_serde_is_refused() {
        for json in [
            r#"{"mode":0}"#,
            r#"{"mode":{"two":null}}"#,
            r#"{"visibility":{"private":null}}"#,
            r#"{"clock":{"kind":0}}"#,
            r#"{"clock":{"kind":1,"initial_ms":60000}}"#,
            r#"{"clock":["none"]}"#,
            r#"{"computers":[[1]]}"#,
        ] {
            assert_ne!(fault::<CreateRoom>("CreateRoom", json), "accepted", "{json}");
        }
        assert_eq!(
            fault::<CreateRoom>("CreateRoom", r#"{"mode":"two","mode":"three"}"#),
            "the field `mode` is given twice"
        );
        assert_eq!(
            fault::<CreateRoom>("CreateRoom", r#"{"bots":[{"id":"x","seat":1,"seat":1}]}"#),
            "the field `bots[0].seat` is given twice"
        );
        for json in [r#"{"type":1}"#, r#"{"type":6,"room":"x"}"#, r#"{"type":"offer","room":"x","what":0}"#] {
            assert_ne!(fault::<Command>("Command", json), "accepted", "{json}");
        }
        assert_eq!(fault::<Command>("Command", r#"{"type":99}"#), "`type` must be a text, not a number");
    }

    #[test]
    fn every_type_of_this_crate_has_a_shape() {
        let definitions = definitions();
        assert!(definitions.len() > 300);
        assert_eq!(Shapes::new(&definitions).0.len(), definitions.len());
    }

    #[test]
    fn path_is_a_json_pointer() {
        let shapes = Shapes::new(&definitions());
        let value = serde_json::json!({"bots": [{"id": "a/b"}]});
        let fault = shapes.decode::<CreateRoom>("CreateRoom", value).unwrap_err();
        assert_eq!((fault.path.pointer().as_str(), fault.kind), ("/bots/0/id", FaultKind::Form));
    }
}
