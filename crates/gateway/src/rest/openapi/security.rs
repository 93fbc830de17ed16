//! Authentication in the OpenAPI description.

use serde_json::{Value, json};

/// Requests that may answer 401 for an invalid token but do not require a caller: requests that show more to a caller, account
/// creation, guests, and appeals, which may have a separate token. A path that ends with `/` includes all paths below it.
const OPEN: [(&str, &str); 14] = [
    ("get", "/api/v1/me"),
    ("get", "/api/v1/clubs/{id}"),
    ("get", "/api/v1/games"),
    ("get", "/api/v1/games/"),
    ("get", "/api/v1/players/"),
    ("get", "/api/v1/presence"),
    ("get", "/api/v1/puzzles/next"),
    ("get", "/api/v1/rooms/{id}"),
    ("get", "/api/v1/studies/"),
    ("get", "/api/v1/tournaments/{id}/clubs"),
    ("post", "/api/v1/accounts"),
    ("post", "/api/v1/appeals"),
    ("post", "/api/v1/guests"),
    ("get", "/api/v1/push"),
];

/// Requests of apps, which have no credentials.
const OF_APPS: [&str; 3] =
    ["/api/v1/oauth/device_authorization", "/api/v1/oauth/revoke", "/api/v1/oauth/token"];

/// Describes the two credentials, and for each operation whether it requires one of them.
pub(super) fn write(api: &mut Value) {
    api["components"]["securitySchemes"] = json!({
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a guest (`POST /api/v1/guests`), of a session (`POST /api/v1/sessions`) or of a program \
                            (`POST /api/v1/tokens`). A program's token is limited to its scopes.",
        },
        "cookie": {
            "type": "apiKey",
            "in": "cookie",
            "name": "sumito_session",
            "description": "For browsers: set by `POST /api/v1/guests` and `POST /api/v1/sessions`. Over TLS its name is \
                            `__Host-sumito_session`.",
        },
    });
    for (path, item) in api["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let is_open = operation["responses"].get("401").is_none()
                || OPEN.iter().any(|&(open, start)| {
                    method == open && (path == start || start.ends_with('/') && path.starts_with(start))
                });
            operation["security"] = if OF_APPS.contains(&path.as_str()) {
                json!([])
            } else if is_open {
                json!([{}, {"token": []}, {"cookie": []}])
            } else {
                json!([{"token": []}, {"cookie": []}])
            };
        }
    }
}
