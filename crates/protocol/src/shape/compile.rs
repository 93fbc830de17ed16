//! Shapes from schemas, as `generated::definitions` writes them.

use serde_json::{Map, Value};

use super::{Field, Fields, Shape};

/// Each description of a time has these words.
const EPOCH: &str = "microseconds since the Unix epoch";

type Definitions = Map<String, Value>;

pub(super) fn shape(schema: &Value, definitions: &Definitions) -> Shape {
    if let Some(name) = reference(schema) {
        return Shape::Named(name.to_owned());
    }
    if let Some(parts) = schema["allOf"].as_array() {
        // A part without fields only restricts how fields go together. The server checks that elsewhere.
        let parts = parts.iter().filter(|part| reference(part).is_some() || part["properties"].is_object());
        let parts: Vec<_> = parts.map(|part| resolved(part, definitions)).collect();
        return parts.into_iter().reduce(merged).unwrap_or(Shape::Anything);
    }
    if let Some(tag) = schema["discriminator"]["propertyName"].as_str() {
        let variants = schema["discriminator"]["mapping"].as_object().into_iter().flatten();
        let variants = variants.map(|(word, place)| {
            let name = place.as_str().and_then(name_of).unwrap_or_else(|| panic!("{place} is no reference"));
            (word.clone(), shape(&definitions[name], definitions))
        });
        return Shape::Tagged { tag: tag.to_owned(), variants: in_order(schema, variants.collect()) };
    }
    if let Some(forms) = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array) {
        return Shape::Either(forms.iter().map(|form| shape(form, definitions)).collect());
    }
    match &schema["type"] {
        Value::String(kind) => typed(kind, schema, definitions),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            Shape::Either(kinds.map(|kind| typed(kind, schema, definitions)).collect())
        }
        _ => Shape::Anything,
    }
}

fn typed(kind: &str, schema: &Value, definitions: &Definitions) -> Shape {
    match kind {
        "null" => Shape::Null,
        "boolean" => Shape::Flag,
        "integer" if schema["description"].as_str().is_some_and(|words| words.contains(EPOCH)) => {
            Shape::Moment
        }
        "integer" => {
            let (min, max) = limits(schema["format"].as_str().unwrap_or_default());
            let bound = |name: &str, limit| schema[name].as_i64().map_or(limit, i128::from);
            Shape::Integer { min: bound("minimum", min).max(min), max: bound("maximum", max).min(max) }
        }
        "number" => Shape::Number {
            min: schema["minimum"].as_f64().unwrap_or(f64::MIN),
            max: schema["maximum"].as_f64().unwrap_or(f64::MAX),
        },
        "string" => match (schema["enum"].as_array(), schema["format"].as_str()) {
            (Some(words), _) => {
                Shape::Words(words.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            (None, Some("uuid")) => Shape::Id,
            (None, _) => Shape::Text,
        },
        "array" => Shape::List(Box::new(
            schema.get("items").map_or(Shape::Anything, |items| shape(items, definitions)),
        )),
        "object" => Shape::Object(fields(schema, definitions)),
        other => panic!("no type of the protocol is a {other}"),
    }
}

/// Returns the bounds of an integer type.
fn limits(format: &str) -> (i128, i128) {
    match format {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN.into(), i64::MAX.into()),
        _ => (0, u64::MAX.into()),
    }
}

/// Returns the fields of an object. Without fields, it is a map.
fn fields(schema: &Value, definitions: &Definitions) -> Fields {
    let required: Vec<_> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let known = schema["properties"].as_object().into_iter().flatten().map(|(name, schema)| {
        let is_required = required.contains(&name.as_str());
        (name.clone(), Field { shape: shape(schema, definitions), is_required })
    });
    let others = match &schema["additionalProperties"] {
        others @ Value::Object(_) => Some(Box::new(shape(others, definitions))),
        _ => None,
    };
    Fields { known: known.collect(), others }
}

/// Returns the shape of a schema, looked up if it is a reference.
fn resolved(schema: &Value, definitions: &Definitions) -> Shape {
    match reference(schema) {
        Some(name) => shape(&definitions[name], definitions),
        None => shape(schema, definitions),
    }
}

/// Returns the shape of a value that has the fields of both.
fn merged(one: Shape, other: Shape) -> Shape {
    match (one, other) {
        (Shape::Object(mut one), Shape::Object(other)) => {
            one.known.extend(other.known);
            Shape::Object(Fields { known: one.known, others: one.others.or(other.others) })
        }
        (Shape::Tagged { tag, variants }, other) | (other, Shape::Tagged { tag, variants }) => {
            let variants = variants.into_iter().map(|(word, variant)| (word, merged(variant, other.clone())));
            Shape::Tagged { tag, variants: variants.collect() }
        }
        (one, other) => panic!("{one:?} and {other:?} have no fields"),
    }
}

/// Returns variants in the order of the schema: a map of JSON is sorted by name.
fn in_order(schema: &Value, mut variants: Vec<(String, Shape)>) -> Vec<(String, Shape)> {
    let order: Vec<_> = schema["oneOf"].as_array().into_iter().flatten().filter_map(reference).collect();
    let mapping = &schema["discriminator"]["mapping"];
    variants.sort_by_key(|(word, _)| {
        let name = mapping[word].as_str().and_then(name_of);
        order.iter().position(|one| Some(*one) == name)
    });
    variants
}

fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(name_of)
}

fn name_of(place: &str) -> Option<&str> {
    place.rsplit('/').next()
}
