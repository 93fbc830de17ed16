//! Values of settings before they have types: a tree in which each value knows its source, and its deserialization with errors that name key
//! and source.

use std::collections::BTreeMap;
use std::collections::btree_map::{Entry, Iter};
use std::fmt;
use std::path::PathBuf;
use std::slice;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;

/// The source of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Defaults,
    /// The configuration file.
    File(PathBuf),
    /// An environment variable.
    Variable,
    /// A file that an environment variable names.
    FileOfVariable,
    CommandLine,
}

/// A value and its source.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Setting {
    pub(super) value: Value,
    pub(super) place: Place,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Flag(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    List(Vec<Setting>),
    Table(Table),
}

impl Value {
    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Flag(flag) => Unexpected::Bool(*flag),
            Self::Signed(number) => Unexpected::Signed(*number),
            Self::Unsigned(number) => Unexpected::Unsigned(*number),
            Self::Float(number) => Unexpected::Float(*number),
            Self::Text(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Table(_) => Unexpected::Map,
        }
    }
}

pub(super) type Table = BTreeMap<String, Setting>;

impl Setting {
    /// Returns the value with `place` as the source of all its parts.
    pub(super) fn new(value: toml::Value, place: &Place) -> Self {
        let value = match value {
            toml::Value::String(text) => Value::Text(text),
            toml::Value::Integer(number) => Value::Signed(number),
            toml::Value::Float(number) => Value::Float(number),
            toml::Value::Boolean(flag) => Value::Flag(flag),
            toml::Value::Datetime(moment) => Value::Text(moment.to_string()),
            toml::Value::Array(list) => {
                Value::List(list.into_iter().map(|one| Self::new(one, place)).collect())
            }
            toml::Value::Table(table) => Value::Table(table_of(table, place)),
        };
        Self { value, place: place.clone() }
    }
}

/// Returns the values of a TOML document.
pub(super) fn table_of(table: toml::Table, place: &Place) -> Table {
    table.into_iter().map(|(key, value)| (key, Setting::new(value, place))).collect()
}

/// Puts the values of `over` into `under`: values replace others, and tables are merged.
pub(super) fn merge(under: &mut Table, over: Table) {
    for (key, setting) in over {
        match under.entry(key) {
            Entry::Vacant(free) => {
                free.insert(setting);
            }
            Entry::Occupied(mut taken) => match (&mut taken.get_mut().value, setting) {
                (Value::Table(under), Setting { value: Value::Table(over), place }) => {
                    merge(under, over);
                    taken.get_mut().place = place;
                }
                (_, setting) => {
                    taken.insert(setting);
                }
            },
        }
    }
}

/// Returns a table with one value. `key` has points between its levels.
pub(super) fn nested(key: &str, value: Value, place: &Place) -> Table {
    let (first, rest) = key.split_once('.').unwrap_or((key, ""));
    let value = if rest.is_empty() { value } else { Value::Table(nested(rest, value, place)) };
    Table::from([(first.to_owned(), Setting { value, place: place.clone() })])
}

/// Returns the value with this key, which has points between its levels.
pub(super) fn find<'a>(table: &'a Table, key: &str) -> Option<&'a Setting> {
    match key.split_once('.') {
        None => table.get(key),
        Some((first, rest)) => match &table.get(first)?.value {
            Value::Table(table) => find(table, rest),
            _ => None,
        },
    }
}

/// Error of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueError {
    /// The levels of the key.
    pub(super) path: Vec<String>,
    pub(super) place: Option<Place>,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Message(String),
    /// The value has another type or is out of range: the found and the expected value.
    Unexpected(String, String),
    UnknownVariant(String, &'static [&'static str]),
    UnknownField(String, &'static [&'static str]),
    MissingField(&'static str),
}

impl ValueError {
    pub(super) fn new(kind: Kind) -> Self {
        Self { path: Vec::new(), place: None, kind }
    }

    fn below(mut self, key: &str) -> Self {
        self.path.insert(0, key.to_owned());
        self
    }

    pub(super) fn at_place(mut self, place: &Place) -> Self {
        self.place.get_or_insert_with(|| place.clone());
        self
    }
}

impl std::error::Error for ValueError {}

impl de::Error for ValueError {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::new(Kind::Message(text.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Kind::Unexpected(described(found), expected.to_string()))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_variant(name: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownVariant(name.to_owned(), expected))
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownField(name.to_owned(), expected))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(Kind::MissingField(name))
    }
}

fn described(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(flag) => format!("bool {flag}"),
        Unexpected::Unsigned(number) => format!("unsigned int `{number}`"),
        Unexpected::Signed(number) => format!("signed int `{number}`"),
        Unexpected::Float(number) => format!("float `{number}`"),
        other => other.to_string(),
    }
}

/// Deserializes the values of a table.
pub(super) struct TableDeserializer<'a>(pub(super) &'a Table);

impl<'de> Deserializer<'de> for TableDeserializer<'de> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_map(Entries { left: self.0.iter(), current: None })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for &'de Setting {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        let result = match &self.value {
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::Signed(number) => visitor.visit_i64(*number),
            Value::Unsigned(number) => visitor.visit_u64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Text(text) => visitor.visit_str(text),
            Value::List(list) => visitor.visit_seq(Items { left: list.iter(), index: 0 }),
            Value::Table(table) => TableDeserializer(table).deserialize_any(visitor),
        };
        result.map_err(|error| error.at_place(&self.place))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        let result = match &self.value {
            Value::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Value::Table(table) => {
                let entries = Entries { left: table.iter(), current: None };
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            other => Err(de::Error::invalid_type(other.unexpected(), &"string")),
        };
        result.map_err(|error| error.at_place(&self.place))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}

/// The values of a table that are not deserialized yet.
struct Entries<'a> {
    left: Iter<'a, String, Setting>,
    current: Option<(&'a str, &'a Setting)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueError> {
        let Some((key, setting)) = self.left.next() else { return Ok(None) };
        self.current = Some((key, setting));
        let name: StrDeserializer<'_, ValueError> = key.as_str().into_deserializer();
        let key_error = |error: ValueError| error.below(key).at_place(&setting.place);
        seed.deserialize(name).map(Some).map_err(key_error)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueError> {
        let Some((key, setting)) = self.current.take() else {
            return Err(de::Error::custom("a value was read before its key"));
        };
        seed.deserialize(setting).map_err(|error| error.below(key).at_place(&setting.place))
    }
}

/// The values of a list that are not deserialized yet.
struct Items<'a> {
    left: slice::Iter<'a, Setting>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ValueError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ValueError> {
        let Some(setting) = self.left.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(setting).map(Some).map_err(|error| error.below(&index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}
