//! The schemas of the protocol with the server's bounds: the OpenAPI description publishes them, and they check the requests.

mod numbers;
mod texts;

use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sumito_protocol::generated::definitions;
use sumito_protocol::parts::Mode;
use sumito_protocol::shape::{self, Fault, FaultKind, Shapes};
use sumito_protocol::{ClientMessage, ErrorCode};
use sumito_rules::Layout;
use utoipa::ToSchema;

pub(crate) use numbers::integers;
pub(crate) use texts::{TEXT, without_nul};

use super::{ApiError, Detail, check_json, mode_from_wire};

/// The schemas of all types by name, with all bounds.
static SCHEMAS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let mut schemas = definitions();
    numbers::write(&mut schemas);
    texts::write(&mut schemas);
    for schema in ["CreateRoom", "Terms"] {
        let fitting = fitting().as_object().cloned().unwrap_or_default();
        schemas[schema].as_object_mut().into_iter().for_each(|schema| schema.extend(fitting.clone()));
    }
    schemas
});

/// The shapes of received values. Texts are checked by the parts of the server that use them, with error codes.
static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let mut schemas = definitions();
    numbers::write(&mut schemas);
    Shapes::new(&schemas)
});

/// Returns the schema of a type, if it is one of the protocol.
pub(crate) fn schema(name: &str) -> Option<&'static Value> {
    SCHEMAS.get(name)
}

/// Reads a body.
///
/// # Errors
/// `bad_json`, `bad_message` or `out_of_range`, with the path to the fault.
pub(crate) fn decode_body<T: DeserializeOwned + ToSchema>(json: &[u8]) -> Result<T, ApiError> {
    check_json(json)?;
    let read = shape::read(json).and_then(|value| SHAPES.decode(&T::name(), value));
    read.map_err(|fault| error(&fault, "the body"))
}

/// Reads a message of a socket.
///
/// # Errors
/// The same as for [`decode_body`].
pub(crate) fn decode_message(json: &[u8]) -> Result<ClientMessage, ApiError> {
    check_json(json)?;
    let read = shape::read(json).and_then(|value| SHAPES.decode(&ClientMessage::name(), value));
    read.map_err(|fault| error(&fault, "the message"))
}

fn error(fault: &Fault, whole: &str) -> ApiError {
    let code = match fault.kind {
        FaultKind::Json => ErrorCode::BadJson,
        FaultKind::Form => ErrorCode::BadMessage,
        FaultKind::Bounds => ErrorCode::OutOfRange,
    };
    let mut message = fault.message(whole);
    if fault.is_unknown_field() && fault.path.pointer() == "/id" {
        message
            .push_str("; over HTTP, the header `Idempotency-Key` makes a repeated request take effect once");
    }
    let error = ApiError::new(code, message);
    if fault.kind == FaultKind::Json { error } else { error.with(Detail::Pointer(fault.path.pointer())) }
}

/// Returns the constraints between the mode and other fields. Generators of clients ignore `if`, and so keep one type.
fn fitting() -> Value {
    let limits = |mode: Mode| {
        let fitting = Layout::ALL.into_iter().filter(|layout| layout.fits(mode_from_wire(mode)));
        let layouts: Vec<_> = layout_names(fitting).into_iter().chain([Value::Null]).collect();
        let last_seat = mode_from_wire(mode).seats() - 1;
        json!({"properties": {"layout": {"enum": layouts}, "seat": {"maximum": last_seat}}})
    };
    let with_mode = |otherwise: Value, mode: Mode| {
        let is_mode = json!({"required": ["mode"], "properties": {"mode": {"const": mode}}});
        json!({"if": is_mode, "then": limits(mode), "else": otherwise})
    };
    [Mode::FourConsecutive, Mode::Four, Mode::Three].into_iter().fold(limits(Mode::Two), with_mode)
}

/// Returns the names of layouts.
pub(crate) fn layout_names(layouts: impl IntoIterator<Item = Layout>) -> Vec<Value> {
    layouts.into_iter().map(|layout| layout.to_string().into()).collect()
}

/// Returns the schema of a field. A field of a tagged union is one of a variant.
fn field<'a>(schemas: &'a mut Map<String, Value>, schema: &str, field: &str) -> &'a mut Map<String, Value> {
    let place = format!("/properties/{field}");
    let found = schemas.get_mut(schema).and_then(|schema| schema.pointer_mut(&place)?.as_object_mut());
    found.unwrap_or_else(|| panic!("the schema {schema} has no field {field}"))
}
