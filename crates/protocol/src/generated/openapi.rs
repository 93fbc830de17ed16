//! The types of this crate in OpenAPI descriptions: `utoipa` gets the schemas that `schemars` makes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

const FOLDER: &str = "/components/schemas";

struct Component {
    schema: RefOr<Schema>,
    /// Names of the schemas to which it refers.
    references: Vec<String>,
}

/// All components by name.
static COMPONENTS: LazyLock<BTreeMap<String, Component>> =
    LazyLock::new(|| definitions().into_iter().map(|(name, schema)| (name, component(schema))).collect());

/// The schemas of all types by name.
fn definitions() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = FOLDER.into();
        settings.meta_schema = None;
    });
    let mut generator = settings.with_transform(RecursiveTransform(rewrite)).into_generator();
    add_types(&mut generator);
    generator.take_definitions(true)
}

fn component(schema: Value) -> Component {
    let mut references = Vec::new();
    collect_references(&schema, &mut references);
    let schema = serde_json::from_value(schema).expect("`utoipa` knows every keyword that is left");
    Component { schema, references }
}

/// Expresses a schema in the keywords that `utoipa` knows: it drops others.
fn rewrite(schema: &mut schemars::Schema) {
    let Some(fields) = schema.as_object_mut() else { return };
    if fields.get("default") == Some(&Value::Null) {
        fields.remove("default");
    }
    if let Some(word) = fields.remove("const") {
        fields.insert("enum".to_owned(), json!([word]));
    }
    if let Some(words) = fields.get("oneOf").and_then(words) {
        fields.remove("oneOf");
        fields.extend([("type".to_owned(), "string".into()), ("enum".to_owned(), words)]);
    }
    if fields.contains_key("properties") {
        for combined in ["$ref", "oneOf"] {
            let Some(other) = fields.remove(combined) else { continue };
            let description = fields.remove("description");
            let own = Value::Object(std::mem::take(fields));
            fields.insert("allOf".to_owned(), json!([{combined: other}, own]));
            fields.extend(description.map(|text| ("description".to_owned(), text)));
        }
    }
}

/// Returns the words of an enum if none of its variants has fields.
fn words(variants: &Value) -> Option<Value> {
    variants.as_array()?.iter().map(|variant| variant.get("const").cloned()).collect()
}

fn collect_references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|place| place.rsplit('/').next());
            found.extend(name.map(str::to_owned));
            fields.values().for_each(|value| collect_references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn schema(name: &str) -> RefOr<Schema> {
    COMPONENTS[name].schema.clone()
}

/// Adds the components to which a schema refers, and those to which they refer.
fn add_references(name: &str, schemas: &mut Vec<(String, RefOr<Schema>)>) {
    let mut waiting: Vec<_> = COMPONENTS[name].references.iter().collect();
    let mut added = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if added.insert(name) {
            schemas.push((name.clone(), schema(name)));
            waiting.extend(&COMPONENTS[name].references);
        }
    }
}

macro_rules! types {
    ($($type:ty),*) => {
        fn add_types(generator: &mut SchemaGenerator) {
            $(generator.subschema_for::<$type>();)*
        }

        $(
            impl PartialSchema for $type {
                fn schema() -> RefOr<Schema> {
                    schema(&<$type as JsonSchema>::schema_name())
                }
            }

            impl ToSchema for $type {
                fn name() -> Cow<'static, str> {
                    <$type as JsonSchema>::schema_name()
                }

                fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                    add_references(&<$type as JsonSchema>::schema_name(), schemas);
                }
            }
        )*
    };
}

include!(concat!(env!("OUT_DIR"), "/JsonSchema.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utoipa_keeps_every_keyword_of_a_schema() {
        for (name, definition) in definitions() {
            assert_eq!(serde_json::to_value(schema(&name)).unwrap(), definition, "{name}");
        }
    }

    #[test]
    fn components_come_with_all_to_which_they_refer() {
        let mut schemas = Vec::new();
        crate::rest::GameDetail::schemas(&mut schemas);
        let names: Vec<_> = schemas.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"User") && names.contains(&"Clock"), "{names:?}");
        assert!(!names.contains(&"ServerMessage"), "{names:?}");
    }
}
