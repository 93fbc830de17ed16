//! JSON text as a value. A repeated field is refused, and a number without a fraction is an integer.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::{Fault, Path};

/// Every integer below this value is exact as a float.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a JSON text.
///
/// In JSON, `5.0` is the number 5, and some languages write it so. A number without a fraction therefore becomes an integer.
///
/// # Errors
/// Fails if the text is not JSON, or an object has a field twice.
pub fn read(json: &[u8]) -> Result<Value, Fault> {
    let reader = Reader::default();
    let mut source = serde_json::Deserializer::from_slice(json);
    let value = reader.deserialize(&mut source).and_then(|value| source.end().map(|()| value));
    match (reader.twice.into_inner(), value) {
        (Some(path), _) => Err(Fault::twice(&path)),
        (None, value) => value.map_err(Fault::json),
    }
}

/// Collects the fields of objects, with the path to the value that is read.
#[derive(Default)]
struct Reader {
    path: RefCell<Path>,
    /// The first repeated field.
    twice: RefCell<Option<Path>>,
}

impl<'de> DeserializeSeed<'de> for &Reader {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let is_integer = value.fract() == 0.0 && value.abs() < EXACT;
        let float = || Number::from_f64(value).ok_or_else(|| E::custom("number out of range"));
        Ok(Value::Number(if is_integer { Number::from(value as i64) } else { float()? }))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            self.path.borrow_mut().enter_item(items.len());
            let item = source.next_element_seed(self)?;
            self.path.borrow_mut().leave();
            match item {
                Some(item) => items.push(item),
                None => return Ok(items.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = source.next_key::<String>()? {
            self.path.borrow_mut().enter(&name);
            let value = source.next_value_seed(self)?;
            if fields.insert(name, value).is_some() {
                self.twice.borrow_mut().get_or_insert_with(|| self.path.borrow().clone());
            }
            self.path.borrow_mut().leave();
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_without_a_fraction_are_integers() {
        assert_eq!(
            read(b"[5.0, 6e4, 1.5, -0.0, 18446744073709551615]").unwrap(),
            json!([5, 60_000, 1.5, 0, u64::MAX])
        );
        assert!(read(b"1e20").unwrap().is_f64());
    }

    #[test]
    fn invalid_text_is_described() {
        for json in ["", "{", "{} x", "{\"a\"}", "\u{feff}{}"] {
            assert!(
                read(json.as_bytes()).unwrap_err().message("the body").starts_with("the body is not JSON: "),
                "{json}"
            );
        }
        assert!(read(b"\"\xff\"").is_err());
        assert!(read("[".repeat(1_000).as_bytes()).is_err());
    }
}
