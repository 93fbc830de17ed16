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

/// Returns the schemas of all types by name.
pub fn definitions() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = FOLDER.into();
        settings.meta_schema = None;
    });
    let mut generator = settings.with_transform(RecursiveTransform(rewrite)).into_generator();
    add_types(&mut generator);
    let mut definitions = generator.take_definitions(true);
    name_variants(&mut definitions);
    definitions
}

/// Gives each variant of a tagged union a schema with a name, and each such union a discriminator.
fn name_variants(definitions: &mut Map<String, Value>) {
    let tagged = |(name, schema): (&String, &Value)| {
        let (tag, _) = tag_of(schema["oneOf"].as_array()?.first()?)?;
        Some((name.clone(), tag.to_owned()))
    };
    let unions: Vec<_> = definitions.iter().filter_map(tagged).collect();
    for (name, tag) in &unions {
        name_variants_of(definitions, name, tag);
    }
    // A variant can have the fields of another union, as the message `event` has: it becomes a union itself.
    let nested = |(name, schema): (&String, &Value)| {
        let union = schema["allOf"][0]["$ref"].as_str()?.rsplit('/').next()?;
        let (_, tag) = unions.iter().find(|(name, _)| name == union)?;
        Some((name.clone(), union.to_owned(), tag.clone()))
    };
    for (name, union, tag) in definitions.iter().filter_map(nested).collect::<Vec<_>>() {
        let own = definitions[&name]["allOf"][1].as_object().cloned().unwrap_or_default();
        let variants = definitions[&union]["oneOf"].as_array().cloned().unwrap_or_default();
        let variants = variants.iter().filter_map(|place| place["$ref"].as_str()?.rsplit('/').next());
        let variants: Vec<_> =
            variants.map(|variant| with_fields(definitions[variant].clone(), &own)).collect();
        let description = definitions[&name]["description"].take();
        definitions.insert(name.clone(), json!({"description": description, "oneOf": variants}));
        name_variants_of(definitions, &name, &tag);
    }
}

fn name_variants_of(definitions: &mut Map<String, Value>, union: &str, tag: &str) {
    let mut mapping = Map::new();
    let mut references = Vec::new();
    for variant in definitions[union]["oneOf"].as_array().cloned().unwrap_or_default() {
        let word = word_of(&variant, tag).expect("all variants of a union have its tag");
        let name = variant_name(word, union);
        let place = format!("#{FOLDER}/{name}");
        references.push(json!({"$ref": place}));
        mapping.insert(word.to_owned(), place.into());
        assert!(definitions.insert(name.clone(), variant).is_none(), "two schemas have the name {name}");
    }
    definitions[union]["oneOf"] = references.into();
    definitions[union]["discriminator"] = json!({"propertyName": tag, "mapping": mapping});
}

/// Returns the word in the tag of a variant.
fn word_of<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    tags_of(variant).find(|(name, _)| *name == tag).map(|(_, word)| word)
}

/// Returns the tag of a variant and its word.
fn tag_of(variant: &Value) -> Option<(&str, &str)> {
    tags_of(variant).next()
}

/// Returns the fields of a variant that have one possible word, with that word.
fn tags_of(variant: &Value) -> impl Iterator<Item = (&str, &str)> {
    let parts = std::iter::once(variant).chain(variant["allOf"].as_array().into_iter().flatten());
    let fields = parts.filter_map(|part| part["properties"].as_object()).flatten();
    fields.filter_map(|(name, schema)| match schema["enum"].as_array()?.as_slice() {
        [Value::String(word)] => Some((name.as_str(), word.as_str())),
        _ => None,
    })
}

/// Returns the name of a variant's schema: `FischerClock`, `PlayRoomCommand`, `SnapshotMessage`.
fn variant_name(word: &str, union: &str) -> String {
    let words = word.split(['_', '-']).map(|part| {
        let (first, rest) = part.split_at(1);
        format!("{}{rest}", first.to_ascii_uppercase())
    });
    let union = match union {
        "ServerMessage" => "Message",
        other => other,
    };
    format!("{}{union}", words.collect::<String>())
}

fn component(schema: Value) -> Component {
    let mut references = Vec::new();
    collect_references(&schema, &mut references);
    let schema = serde_json::from_value(schema).expect("`utoipa` knows every keyword that is left");
    Component { schema, references }
}

/// Expresses a schema in the keywords that `utoipa` supports: it drops others.
fn rewrite(schema: &mut schemars::Schema) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(default) = fields.remove("default") {
        describe_default(fields, &default);
    }
    if let Some(word) = fields.remove("const") {
        fields.insert("enum".to_owned(), json!([word]));
    }
    if let Some(words) = fields.get("oneOf").and_then(words) {
        fields.remove("oneOf");
        fields.extend([("type".to_owned(), "string".into()), ("enum".to_owned(), words)]);
    }
    if fields.contains_key("properties") {
        if let Some(Value::Array(variants)) = fields.get_mut("oneOf").map(Value::take) {
            let own = std::mem::take(fields);
            fields.insert(
                "oneOf".to_owned(),
                variants.into_iter().map(|variant| with_fields(variant, &own)).collect(),
            );
            fields.extend(own.into_iter().filter(|(name, _)| name == "description"));
        } else if let Some(other) = fields.remove("$ref") {
            let description = fields.remove("description");
            let own = Value::Object(std::mem::take(fields));
            fields.insert("allOf".to_owned(), json!([{"$ref": other}, own]));
            fields.extend(description.map(|text| ("description".to_owned(), text)));
        }
    }
}

/// Moves a default into the description. Generators of clients take a field with `default` as always present, which is true of answers only.
fn describe_default(fields: &mut Map<String, Value>, default: &Value) {
    if !default.is_null()
        && let Some(Value::String(description)) = fields.get_mut("description")
    {
        *description = format!("{description} Default: `{default}`.");
    }
}

/// Adds the fields that all variants share to a variant.
fn with_fields(mut variant: Value, shared: &Map<String, Value>) -> Value {
    if let Some(own) = variant.get_mut("allOf").and_then(|parts| parts.as_array_mut()?.last_mut()) {
        *own = with_fields(own.take(), shared);
        return variant;
    }
    for (name, schema) in shared["properties"].as_object().into_iter().flatten() {
        variant["properties"][name] = schema.clone();
    }
    let required = shared.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    match variant.get_mut("required").and_then(Value::as_array_mut) {
        Some(own) => own.extend(required),
        None => variant["required"] = required.into(),
    }
    variant
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
        crate::games::GameDetail::schemas(&mut schemas);
        let names: Vec<_> = schemas.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"User") && names.contains(&"Clock"), "{names:?}");
        assert!(!names.contains(&"ServerMessage"), "{names:?}");
    }
}
