//! Completion of the OpenAPI description, so that handlers need not repeat common parts.

mod bounds;
mod examples;
mod ids;
mod lines;
mod security;

use serde_json::{Map, Value, json};
use sumito_protocol::error::Problem;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::response::Response;
use utoipa::openapi::{Components, Content, ContentBuilder, OpenApi, Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::http::answers::{NOT_MODIFIED, UNAUTHENTICATED, operations};
use crate::http::origin::FOR_ANY_ORIGIN;
use crate::http::{idempotency, problem};

/// Path of the page that shows the description.
const PAGE: &str = "/api-docs";
/// Path of the description.
const DESCRIPTION: &str = "/openapi.json";

/// Error responses that every operation has: name, status, meaning.
const EVERYWHERE: [(&str, &str, &str); 5] = [
    ("BadRequest", "400", "The request cannot be read, or a text in it has a control character"),
    ("TooLarge", "413", "The body is too long"),
    (
        "TooManyRequests",
        "429",
        "Too many requests from this address or by this user (`rate_limited`), or too many things of this kind (`too_many`); `Retry-After` \
         says for how many seconds",
    ),
    ("Internal", "500", "A fault of the server's"),
    (
        "Unavailable",
        "503",
        "The server is overloaded, is stopping, or cannot reach its database; ask again in some seconds",
    ),
];

/// Error responses of operations that take an `Idempotency-Key`.
const WITH_KEY: [(&str, &str, &str); 2] = [
    (
        "KeyPending",
        "409",
        "A request with this `Idempotency-Key` is in progress, or was interrupted (`key_pending`)",
    ),
    ("KeyReused", "422", "Another request had this `Idempotency-Key` (`key_reused`)"),
];

/// Error response of operations with a JSON body.
const WITH_BODY: (&str, &str, &str) = (
    "UnsupportedMediaType",
    "415",
    "The body is not JSON: `Content-Type` must be `application/json` (`unsupported_media_type`)",
);

/// Error response of operations with credentials.
const WITH_CALLER: (&str, &str, &str) = (UNAUTHENTICATED, "401", "No token, or the token is not valid");

/// Error response of operations with an effect, and of operations for staff.
const FORBIDDEN: (&str, &str, &str) = (
    "Forbidden",
    "403",
    "The caller may not do this (`forbidden`, `missing_scope`, `needs_account`, `muted`), or the request comes from a page of another origin",
);

/// Error response of operations with a parameter in the path.
const NOT_FOUND: (&str, &str, &str) =
    ("NotFound", "404", "The path names nothing, or the caller may not see it; `code` names the kind");

/// Starts of the paths of operations for moderators and administrators.
const FOR_STAFF: [&str; 2] = ["/api/v1/admin/", "/api/v1/moderation/"];

/// Statuses of answers that have a `Retry-After` header.
const RETRIED: [&str; 2] = ["429", "503"];

/// Returns the page that shows the description: Swagger UI, whose files are embedded in the program. It sends requests to this server
/// only, under the same Content-Security-Policy as the client. It has no list of all schemas, which takes a browser seconds to draw:
/// each operation shows its own.
pub(crate) fn page() -> SwaggerUi {
    SwaggerUi::new(PAGE)
        .config(Config::new([DESCRIPTION]).try_it_out_enabled(true).default_models_expand_depth(-1))
}

/// Completes the description: common responses, the content type of problems, lines of streams, bounds, operation ids, examples.
pub(crate) fn complete(api: OpenApi) -> Value {
    let mut api = serde_json::to_value(with_common_answers(api)).expect("a description has a JSON form");
    lines::write(&mut api);
    api["paths"]["/api/v1/me/export"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] =
        super::personal::schema();
    bounds::write(&mut api);
    ids::write(&mut api);
    security::write(&mut api);
    // Relative to the description's location: a server does not have its other addresses.
    api["servers"] = json!([{"url": "/", "description": "This server"}]);
    api["info"]["license"] = json!({"name": "MIT or Apache 2.0", "identifier": "MIT OR Apache-2.0"});
    write_retry_after(&mut api);
    write_locations(&mut api);
    write_lists(&mut api);
    write_idempotency(&mut api);
    write_challenges(&mut api);
    write_entity_tags(&mut api);
    write_descriptions(&mut api);
    write_files(&mut api);
    examples::write(&mut api);
    api
}

/// Describes `WWW-Authenticate` in all answers to requests without valid credentials, and to tokens without the scope.
fn write_challenges(api: &mut Value) {
    api["components"]["headers"]["Challenge"] = json!({
        "description": "How to authenticate (RFC 6750): `Bearer`, with `error` and `scope` if a token was sent",
        "schema": {"type": "string"},
    });
    let challenge = json!({"$ref": "#/components/headers/Challenge"});
    api["components"]["responses"][UNAUTHENTICATED]["headers"]["WWW-Authenticate"] = challenge.clone();
    for (_, operation) in operations_of(api) {
        if let Some(answer) = operation["responses"].get_mut("401")
            && answer.get("$ref").is_none()
        {
            answer["headers"]["WWW-Authenticate"] = challenge.clone();
        }
    }
}

/// Describes `ETag` in all answers that a client can revalidate.
fn write_entity_tags(api: &mut Value) {
    api["components"]["headers"]["EntityTag"] =
        json!({"description": "Entity tag for `If-None-Match`", "schema": {"type": "string"}});
    for (_, operation) in operations_of(api) {
        if operation["responses"].get("304").is_some() {
            operation["responses"]["200"]["headers"]["ETag"] =
                json!({"$ref": "#/components/headers/EntityTag"});
        }
    }
}

/// Describes answers without a description by the first sentence on the body's schema.
fn write_descriptions(api: &mut Value) {
    let schemas = api["components"]["schemas"].take();
    for (_, operation) in operations_of(api) {
        for answer in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            if answer.get("$ref").is_none() && answer.get("description").is_none() {
                answer["description"] =
                    sentence_of(answer, &schemas).unwrap_or_else(|| "Done".to_owned()).into();
            }
        }
    }
    api["components"]["schemas"] = schemas;
}

/// Returns the first sentence on the body of an answer, without the operation that some name first: `GET /bots`: the online bots.
fn sentence_of(answer: &Value, schemas: &Value) -> Option<String> {
    let body = answer["content"].as_object()?.values().next()?;
    let name = body["schema"]["$ref"].as_str()?.rsplit('/').next()?;
    let text = schemas[name]["description"].as_str()?.lines().next()?;
    let text = text.split(". ").next()?.trim_end_matches('.');
    let text = text.rsplit_once("`: ").map_or(text, |(_, text)| text);
    let mut letters = text.chars();
    Some(letters.next()?.to_uppercase().chain(letters).collect())
}

/// Describes `Location` in all answers to requests that create something.
fn write_locations(api: &mut Value) {
    for (_, operation) in operations_of(api) {
        if let Some(answer) = operation["responses"].get_mut("201") {
            answer["headers"]["Location"] =
                json!({"description": "Path of the new resource", "schema": {"type": "string"}});
        }
    }
}

/// Describes the cursor and the next page of all lists: a list is an operation with the parameter `cursor`.
fn write_lists(api: &mut Value) {
    let mut cursor = None;
    for (_, operation) in operations_of(api) {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten();
        let Some(parameter) = parameters.into_iter().find(|parameter| parameter["name"] == "cursor") else {
            continue;
        };
        cursor = Some(std::mem::replace(parameter, json!({"$ref": "#/components/parameters/Cursor"})));
        let answer = &mut operation["responses"]["200"];
        if answer["content"].get("application/json").is_some() {
            answer["headers"]["Link"] = json!({"$ref": "#/components/headers/NextPage"});
        }
    }
    api["components"]["parameters"]["Cursor"] = cursor.unwrap_or_default();
    api["components"]["headers"]["NextPage"] = json!({
        "description": "Address of the next page, as `<…>; rel=\"next\"`. Absent on the last page.",
        "schema": {"type": "string"},
    });
}

/// Describes `Idempotency-Key` in all operations that take one: every `POST` with a caller.
fn write_idempotency(api: &mut Value) {
    for (method, operation) in operations_of(api) {
        let credentials = operation["security"].as_array();
        let has_caller = credentials.is_some_and(|all| !all.is_empty() && !all.contains(&json!({})));
        if method != "post" || !has_caller {
            continue;
        }
        let key = json!({
            "name": idempotency::KEY.as_str(), "in": "header", "required": false,
            "description": "A fresh random text. The request sent again with the same key takes effect once and gets the same answer.",
            "schema": {
                "type": "string", "minLength": 1, "maxLength": idempotency::MAX_CHARACTERS, "pattern": r"^[!#-\[\]-~]+$",
            },
        });
        match operation.get_mut("parameters").and_then(Value::as_array_mut) {
            Some(parameters) => parameters.push(key),
            None => operation["parameters"] = json!([key]),
        }
        for (name, status, _) in WITH_KEY {
            if operation["responses"].get(status).is_none() {
                operation["responses"][status] = json!({"$ref": format!("#/components/responses/{name}")});
            }
        }
    }
}

/// Describes files as such: `utoipa` describes their bytes as a list of numbers.
fn write_files(api: &mut Value) {
    for operation in operations_of(api).filter_map(|(_, operation)| operation.as_object_mut()) {
        for (name, part) in operation {
            match (name.as_str(), part) {
                ("requestBody", body) => write_files_of(body),
                ("responses", Value::Object(answers)) => answers.values_mut().for_each(write_files_of),
                _ => {}
            }
        }
    }
}

fn write_files_of(message: &mut Value) {
    for (kind, body) in message.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten() {
        let is_file = kind.starts_with("image/") && kind != "image/svg+xml";
        if is_file || kind == "application/octet-stream" {
            body["schema"] = json!({"type": "string", "format": "binary"});
        }
    }
}

/// Returns all operations with their methods.
fn operations_of(api: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    let paths = api["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    paths.filter_map(Value::as_object_mut).flatten()
}

/// Describes `Retry-After` in all answers with a status in [`RETRIED`], both common answers and answers of single operations.
fn write_retry_after(api: &mut Value) {
    let header = json!({"description": "Seconds to wait before another request", "schema": {"type": "integer", "minimum": 0}});
    for (name, status, _) in EVERYWHERE {
        if RETRIED.contains(&status) {
            api["components"]["responses"][name]["headers"]["Retry-After"] = header.clone();
        }
    }
    for (_, operation) in operations_of(api) {
        for status in RETRIED {
            let Some(answer) = operation["responses"].get_mut(status) else { continue };
            if answer.get("$ref").is_none() {
                answer["headers"]["Retry-After"] = header.clone();
            }
        }
    }
}

fn add_common_answers(path: &str, method: &HttpMethod, operation: &mut Operation) {
    let is_json = matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key("application/json"));
    let is_for_staff = FOR_STAFF.iter().any(|start| path.starts_with(start));
    let has_effect = *method != HttpMethod::Get && !FOR_ANY_ORIGIN.contains(&path);
    let common =
        [(WITH_BODY, is_json), (FORBIDDEN, is_for_staff || has_effect), (NOT_FOUND, path.contains('{'))];
    let common = common.into_iter().filter(|(_, is_possible)| *is_possible).map(|(answer, _)| answer);
    for (name, status, _) in EVERYWHERE.into_iter().chain(common) {
        let common = || Ref::from_response_name(name).into();
        operation.responses.responses.entry(status.to_owned()).or_insert_with(common);
    }
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && status.starts_with(['4', '5'])
        {
            let bodies = std::mem::take(&mut response.content);
            response.content = bodies.into_iter().map(with_type_of_problem).collect();
        }
    }
}

fn with_common_answers(mut api: OpenApi) -> OpenApi {
    for (path, item) in &mut api.paths.paths {
        for (method, operation) in operations(item) {
            add_common_answers(path, &method, operation);
        }
    }
    let components = api.components.get_or_insert_with(Components::new);
    components.schemas.entry(Problem::name().into_owned()).or_insert_with(Problem::schema);
    components.responses.extend(
        EVERYWHERE
            .iter()
            .chain(&WITH_KEY)
            .chain([&WITH_BODY, &WITH_CALLER, &FORBIDDEN, &NOT_FOUND])
            .map(|&(name, _, meaning)| (name.to_owned(), of_problem(meaning).into())),
    );
    let current = Response::new("The client's copy is current (`If-None-Match`)");
    components.responses.insert(NOT_MODIFIED.to_owned(), current.into());
    api
}

/// Corrects the content type of a problem. Errors of OAuth have another one.
fn with_type_of_problem((kind, body): (String, RefOr<Content>)) -> (String, RefOr<Content>) {
    let problem = RefOr::Ref(Ref::from_schema_name(Problem::name()));
    let is_problem = matches!(&body, RefOr::T(content) if content.schema.as_ref() == Some(&problem));
    (if is_problem { problem::CONTENT_TYPE.to_owned() } else { kind }, body)
}

fn of_problem(meaning: &str) -> Response {
    let schema = Ref::from_schema_name(Problem::name());
    let mut response = Response::new(meaning);
    let body = ContentBuilder::new().schema(Some(schema)).build();
    response.content.insert(problem::CONTENT_TYPE.to_owned(), body.into());
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::openapi_json;

    #[test]
    fn every_operation_has_errors() {
        let api: Value = serde_json::from_str(&openapi_json()).unwrap();
        let mut operations = 0;
        for (path, item) in api["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                operations += 1;
                for (_, status, _) in EVERYWHERE {
                    assert!(operation["responses"].get(status).is_some(), "{method} {path} lacks {status}");
                }
                for (status, response) in operation["responses"].as_object().unwrap() {
                    let response = match response["$ref"].as_str() {
                        Some(place) => api.pointer(place.trim_start_matches('#')).unwrap(),
                        None => response,
                    };
                    // There is no body if nothing has changed.
                    let types: Vec<_> =
                        response["content"].as_object().into_iter().flat_map(Map::keys).collect();
                    if path.starts_with("/api/v1/oauth/") && types == ["application/json"] {
                        assert!(["200", "400", "401"].contains(&&**status), "{method} {path} {status}");
                    } else if status.starts_with(['4', '5']) {
                        assert_eq!(types, ["application/problem+json"], "{method} {path} {status}");
                    } else {
                        assert!(
                            !types.contains(&&problem::CONTENT_TYPE.to_owned()),
                            "{method} {path} {status}"
                        );
                    }
                }
            }
        }
        assert!(operations > 200);
    }

    /// Counts the responses that the handlers below a folder describe by hand.
    fn written_responses(folder: &std::path::Path) -> usize {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let count = |path: std::path::PathBuf| {
            if path.is_dir() {
                written_responses(&path)
            } else {
                std::fs::read_to_string(path).unwrap().matches("status = ").count()
            }
        };
        entries.filter(|path| !path.ends_with("openapi")).map(count).sum()
    }

    #[test]
    fn most_responses_follow_from_types() {
        let written = written_responses(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rest"));
        assert!(
            (50..=250).contains(&written),
            "{written} responses are written by hand: see `http/answers.rs`"
        );
    }

    #[test]
    fn bodies_variants_and_fields_suit_generators() {
        let api: Value = serde_json::from_str(&openapi_json()).unwrap();
        for (path, item) in api["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let bodies = operation["requestBody"]["content"].as_object().into_iter().flatten();
                for (_, body) in bodies.filter(|(kind, _)| *kind == "application/json") {
                    let schema = body["schema"]["oneOf"].get(0).unwrap_or(&body["schema"]);
                    assert!(schema["$ref"].is_string(), "the body of {method} {path} has no name");
                }
            }
        }
        let mut unions = 0;
        for (name, schema) in api["components"]["schemas"].as_object().unwrap() {
            for (field, property) in schema["properties"].as_object().into_iter().flatten() {
                assert!(property.get("default").is_none(), "{name}.{field} would be required in a body");
            }
            let variants = schema["oneOf"].as_array().into_iter().flatten();
            let are_objects =
                variants.clone().all(|variant| variant["type"] == "object" || variant["$ref"].is_string());
            if variants.count() > 1 && are_objects && name != "Score" {
                assert!(schema["discriminator"]["propertyName"].is_string(), "{name} has unnamed variants");
                unions += 1;
            }
        }
        assert!(unions > 10, "{unions}");
    }

    #[test]
    fn every_request_that_creates_has_a_location_and_a_key() {
        let api: Value = serde_json::from_str(&openapi_json()).unwrap();
        let mut without_key = Vec::new();
        for (path, item) in api["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let created = &operation["responses"]["201"];
                if created.is_null() {
                    continue;
                }
                assert_eq!(created["headers"]["Location"]["schema"]["type"], "string", "{method} {path}");
                let mut parameters = operation["parameters"].as_array().into_iter().flatten();
                if !parameters.any(|parameter| parameter["name"] == "idempotency-key") {
                    without_key.push(path.strip_prefix("/api/v1").unwrap());
                }
            }
        }
        assert_eq!(
            without_key,
            ["/accounts", "/appeals", "/guests", "/recovery", "/sessions"],
            "these need no session"
        );
    }

    #[test]
    fn every_page_has_a_cursor_a_limit_and_a_link() {
        let api: Value = serde_json::from_str(&openapi_json()).unwrap();
        let mut lists = 0;
        for (path, item) in api["paths"].as_object().unwrap() {
            let operation = &item["get"];
            let parameters: Vec<_> = operation["parameters"].as_array().into_iter().flatten().collect();
            let answer = &operation["responses"]["200"];
            let body = answer["content"]["application/json"]["schema"]["$ref"].as_str();
            let next = body.and_then(|body| api.pointer(&format!("{}/properties/next", &body[1..])));
            let Some(next) = next.filter(|_| path != "/api/v1/receipts/log") else { continue };
            assert_eq!(next["type"], json!(["string", "null"]), "{path}");
            let cursor = json!({"$ref": "#/components/parameters/Cursor"});
            assert!(parameters.contains(&&cursor), "{path} has no cursor");
            let limit = parameters.iter().find(|parameter| parameter["name"] == "limit").unwrap();
            assert!(limit["schema"]["default"].is_u64() && limit["schema"]["maximum"].is_u64(), "{path}");
            assert_eq!(answer["headers"]["Link"]["$ref"], "#/components/headers/NextPage", "{path}");
            let names = ["before", "after", "from", "offset", "page"];
            assert!(!parameters.iter().any(|one| names.iter().any(|name| one["name"] == *name)), "{path}");
            lists += 1;
        }
        assert!(lists > 15, "{lists}");
    }

    #[test]
    fn every_refusal_for_a_time_has_retry_after() {
        let api: Value = serde_json::from_str(&openapi_json()).unwrap();
        let mut refusals = 0;
        for (path, item) in api["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                for status in RETRIED {
                    let answer = &operation["responses"][status];
                    let answer = match answer["$ref"].as_str() {
                        Some(place) => api.pointer(place.trim_start_matches('#')).unwrap(),
                        None => answer,
                    };
                    let header = &answer["headers"]["Retry-After"];
                    assert_eq!(header["schema"]["type"], "integer", "{method} {path} {status}");
                    refusals += 1;
                }
            }
        }
        assert!(refusals > 100, "{refusals}");
    }
}
