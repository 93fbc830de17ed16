//! Ids of operations, which generated clients have as names of methods.
//!
//! An id follows from method and path, so that it stays the same while the server's code changes: the method and the words of the path, of
//! which the one before a parameter is in the singular. `GET /me/blocks` is `get_me_blocks`, `PUT /me/blocks/{name}` is `put_me_block`. A
//! parameter after a parameter has its own name.

use serde_json::{Map, Value};

/// Prefix of the paths of the API, which is no part of the ids.
const PREFIX: &str = "/api/v1";

/// Writes the ids of all operations.
pub(super) fn write(api: &mut Value) {
    for (path, item) in api["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flat_map(Map::iter_mut) {
            operation["operationId"] = id(method, path).into();
        }
    }
}

/// Returns the id of an operation.
fn id(method: &str, path: &str) -> String {
    let parts: Vec<_> =
        path.strip_prefix(PREFIX).unwrap_or(path).split('/').filter(|part| !part.is_empty()).collect();
    let mut id = method.to_owned();
    let is_parameter = |index: usize| parts.get(index).is_some_and(|part| part.starts_with('{'));
    for (index, part) in parts.iter().enumerate() {
        let word = part.trim_start_matches('.').replace(['-', '.'], "_");
        let word = match (
            is_parameter(index),
            index.checked_sub(1).is_some_and(is_parameter),
            is_parameter(index + 1),
        ) {
            (true, false, _) => continue,
            (true, true, _) => word.trim_matches(['{', '}']).to_owned(),
            (false, _, true) => singular(&word),
            (false, _, false) => word,
        };
        id.push('_');
        id.push_str(&word);
    }
    id
}

fn singular(word: &str) -> String {
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(stem), _) if word != "series" => format!("{stem}y"),
        (_, Some(stem)) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rest::openapi_json;

    #[test]
    fn ids_follow_from_method_and_path() {
        for (method, path, expected) in [
            ("get", "/api/v1/rooms", "get_rooms"),
            ("get", "/api/v1/rooms/{id}", "get_room"),
            ("post", "/api/v1/rooms/{id}/commands", "post_room_commands"),
            ("get", "/api/v1/me/stream", "get_me_stream"),
            ("get", "/api/v1/me/blocks", "get_me_blocks"),
            ("put", "/api/v1/me/blocks/{name}", "put_me_block"),
            ("get", "/api/v1/studies/{id}/study.txt", "get_study_study_txt"),
            ("get", "/api/v1/rooms/{id}/{picture}", "get_room_picture"),
            ("delete", "/api/v1/me/two-factor", "delete_me_two_factor"),
            ("get", "/.well-known/sumito-receipt-keys", "get_well_known_sumito_receipt_keys"),
        ] {
            assert_eq!(id(method, path), expected);
        }
    }

    #[test]
    fn ids_are_unique_names() {
        let api: Value = serde_json::from_str(&openapi_json()).unwrap();
        let mut ids = HashSet::new();
        for (path, item) in api["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let written = operation["operationId"].as_str().unwrap();
                assert_eq!(written, id(method, path));
                assert!(
                    written
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'),
                    "{written}"
                );
                assert!(ids.insert(written.to_owned()), "{written} is there twice");
            }
        }
        assert!(ids.len() > 200);
    }
}
